// Looking at a choice before making it. The mouse looks by hovering, keys by focus, a finger by its first tap.

import { findPlaces, mark, namePlaces, revealPlaces, spotOf } from "./board.js";

const preview = document.getElementById("preview");
const table = document.getElementById("table");
let looked = null;

const choices = () => [...document.querySelectorAll("#actions .choice")];
const seat = () => document.querySelector("#actions [name=seat]").value;     // whose turn it is around this screen
const spots = (choice) => (choice.dataset.spots || "").split(" ").filter(Boolean);

/** After every change: the places where something can be done glow, and what was looked at is looked at still. */
export function lightUp() {
  const before = looked?.id;
  looked = null;
  preview.replaceChildren();
  findPlaces();
  mark("looked", []);
  mark("open", choices().flatMap(spots));
  namePlaces();
  look(before ? document.getElementById(before) : null);
}

function look(choice) {
  if (looked === choice && choice) return;
  looked?.classList.remove("looked");
  looked = choice;
  preview.replaceChildren();
  const bar = document.getElementById("effect");
  if (!choice) {
    mark("looked", []);
    if (bar) bar.hidden = true;
    return;
  }
  choice.classList.add("looked");
  mark("looked", spots(choice));
  revealPlaces(spots(choice));
  if (bar) {
    bar.querySelector("[data-what]").textContent = choice.querySelector(".what").textContent;
    bar.querySelector("[data-effect]").textContent = choice.querySelector(".effect")?.textContent ?? "";
    bar.hidden = false;
  }
  if (choice.hasAttribute("data-preview")) layPreview(choice);
}

async function layPreview(choice) {
  const asked = new URLSearchParams({ step: document.getElementById("meta").dataset.step, line: choice.value, as: seat() });
  const answer = await fetch(`/games/${table.dataset.id}/preview?${asked}`);
  if (!answer.ok || looked !== choice) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  preview.replaceChildren(...drawn.childNodes);
}

const make = (choice) => choice.click();

/** Only what can be done at that place stays in the list. */
function narrow(spot) {
  for (const choice of choices()) choice.closest("li").hidden = spot !== null && !spots(choice).includes(spot);
  for (const group of document.querySelectorAll("#actions .group")) {
    group.hidden = !group.querySelector("li:not([hidden])");
    if (spot !== null && !group.hidden && group.matches("details")) group.open = true;
  }
  const all = document.getElementById("all-choices");
  if (all) all.hidden = spot === null;
}

function choosePlace(spot, careful) {
  const here = choices().filter((choice) => spots(choice).includes(spot));
  if (!here.length) return;
  if (here.length === 1) {
    if (careful && looked !== here[0]) look(here[0]);
    else make(here[0]);
    return;
  }
  narrow(spot);
  look(here[0]);
  here[0].focus({ preventScroll: false });
}

const byFinger = (event) => event.pointerType === "touch" || event.pointerType === "pen";

document.addEventListener("click", (event) => {
  const choice = event.target.closest("#actions .choice");
  if (choice && byFinger(event) && looked !== choice) {
    event.preventDefault();
    look(choice);
    return;
  }
  if (event.target.closest("#do-it") && looked) make(looked);
  if (event.target.closest("#all-choices")) narrow(null);
  const spot = spotOf(event.target);
  if (spot) choosePlace(spot, byFinger(event));
}, true);

document.addEventListener("pointerover", (event) => {
  if (byFinger(event)) return;
  const choice = event.target.closest("#actions .choice");
  if (choice) look(choice);
  const spot = spotOf(event.target);
  const here = spot ? choices().filter((one) => spots(one).includes(spot)) : [];
  if (here.length === 1) look(here[0]);
});

document.addEventListener("focusin", (event) => {
  const choice = event.target.closest("#actions .choice");
  if (choice && event.target.matches(":focus-visible")) look(choice);
  const spot = spotOf(event.target);
  if (spot) {
    const here = choices().filter((one) => spots(one).includes(spot));
    if (here.length) look(here[0]);
  }
});

document.addEventListener("keydown", (event) => {
  const spot = spotOf(event.target);
  if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choosePlace(spot, false);
  }
  if (event.key === "Escape") {
    look(null);
    narrow(null);
  }
});

// ---- bids: what the number in the field would mean ------------------------------------------------------------------

let asking = 0;
document.addEventListener("input", (event) => {
  if (!event.target.matches("#amount")) return;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const answer = await fetch(`/games/${table.dataset.id}/note?${new URLSearchParams({ amount: event.target.value, as: seat() })}`);
    const said = document.getElementById("bid-note");
    if (answer.ok && said) said.textContent = await answer.text();
  }, 150);
});
