// Looking at what can be done before doing it, on the board and in the list. The mouse looks by hovering, keys by focus,
// a finger by its first tap. A click does it; a finger's second tap does.

import { findPlaces, known, mark, namePlaces, openNear, placeOf, revealPlaces, spotOf, wasMoved } from "./board.js";
import { showHints } from "./hints.js";
import { routesTo, forgetRoutes } from "./gestures.js";
import * as tip from "./tooltip.js";

const preview = document.getElementById("preview");
const table = document.getElementById("table");
const PICKED = 6;          // so few ways are chosen from beside the place; more are narrowed down by the next place
let looked = null;         // the offer that is shown on the board
let through = [];          // places chosen so far, of those that the wanted choice has
let asked = null;          // the place that was pointed at last
let offeredAt = "";        // the version of the table to which the list belongs
const drawings = new Map();

const list = () => document.querySelector("#actions .list");
const buttons = () => [...document.querySelectorAll("#actions .list .choice")];
const value = (name) => document.querySelector(`#actions [name=${name}]`)?.value ?? "";
const spots = (button) =>
  [button, button.closest(".group")].flatMap((one) => (one?.dataset.spots || "").split(" ").filter(Boolean));
const offers = () => buttons().map(offered);
const matching = (spot) => offers().filter((offer) => [...through, spot].every((one) => offer.spots.includes(one)));

function offered(button) {
  return {
    button, id: button.id, line: button.value, spots: spots(button), what: `${groupOf(button)}${button.querySelector(".what").textContent}`,
    effect: button.querySelector(".effect")?.textContent ?? "", drawn: button.hasAttribute("data-preview"),
  };
}

function groupOf(button) {
  const head = button.closest(".group")?.querySelector("h2, h3, summary")?.firstChild.textContent.trim();
  return head ? `${head}: ` : "";
}

/** After every change: the places where something can be done glow, and what was looked at is looked at still. */
export function lightUp() {
  const before = looked?.id;
  const version = value("version");
  if (version !== offeredAt) {
    offeredAt = version;
    through = [];
    drawings.clear();
    forgetRoutes();
    tip.hide();
  }
  looked = null;
  preview.replaceChildren();
  findPlaces();
  mark("looked", []);
  showOpen();
  namePlaces(sayOffers);
  showHints(spotsOf);
  const still = before && document.getElementById(before);
  look(still ? offered(still) : null);
}

const spotsOf = (line) => offers().find((offer) => offer.line === line)?.spots.slice(0, 3) ?? [];
document.body.addEventListener("htmx:afterSwap", (event) => event.target.id === "hint-said" && showHints(spotsOf));

/** Only what goes on from the places chosen so far is open. */
function showOpen() {
  const left = offers().filter((offer) => through.every((spot) => offer.spots.includes(spot)));
  mark("open", left.flatMap((offer) => offer.spots));
  mark("chosen", through);
}

const sayOffers = (spot) => {
  const here = matching(spot);
  const few = here.slice(0, 3).map((offer) => offer.what).join("; ");
  return here.length ? ` Here you can act: ${few}${here.length > 3 ? `; and ${here.length - 3} more` : ""}.` : "";
};

// ---- looking ---------------------------------------------------------------------------------------------------------

/** Shows an offer on the board, and in the list if it is there. */
export function look(offer) {
  if (offer && looked?.line === offer.line) return;
  looked?.button?.classList.remove("looked");
  looked = offer;
  preview.replaceChildren();
  const bar = document.getElementById("effect");
  if (bar) bar.hidden = !offer;
  mark("looked", offer?.spots ?? []);
  if (!offer) return;
  offer.button?.classList.add("looked");
  revealPlaces(offer.spots);
  if (bar) {
    bar.querySelector("[data-what]").textContent = offer.what;
    bar.querySelector("[data-effect]").textContent = offer.effect;
  }
  layPreview(offer);
}

async function layPreview(offer) {
  if (!offer.preview && !offer.drawn) return;
  const drawn = offer.preview ?? (await drawingOf(offer));
  if (looked !== offer || !drawn) return;
  const svg = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  preview.replaceChildren(...svg.childNodes);
}

async function drawingOf(offer) {
  if (!drawings.has(offer.line)) {
    const wanted = new URLSearchParams({ line: offer.line, as: value("seat") });
    const answer = await fetch(`${table.dataset.url}/preview?${wanted}`);
    drawings.set(offer.line, answer.ok ? await answer.text() : "");
  }
  return drawings.get(offer.line);
}

/** Lights what is meant in the list, and brings the first of it into view there. */
function light(meant) {
  const lit = new Set(meant.map((offer) => offer.button));
  for (const button of buttons()) button.classList.toggle("lit", lit.has(button));
  const first = meant.find((offer) => offer.button)?.button;
  if (!first) return;
  const group = first.closest("details");
  if (group) group.open = true;
  const [frame, box, scroller] = [list().getBoundingClientRect(), first.getBoundingClientRect(), list()];
  if (box.top < frame.top) scroller.scrollTop -= frame.top - box.top;
  else if (box.bottom > frame.bottom) scroller.scrollTop += box.bottom - frame.bottom;
}

function lookAway() {
  asked = null;
  tip.hide();
  light([]);
  look(null);
}

// ---- a place ---------------------------------------------------------------------------------------------------------

/** What can be done at a place: what the list offers there; else gestures that end there. */
async function offersAt(spot) {
  const here = matching(spot);
  return here.length || through.length ? here : routesTo(spot);
}

/** Answers for a place: in words beside it, as a ghost on the board, and by light in the list. */
async function answer(spot, { pin = false, nearby = [], hint = "" } = {}) {
  asked = spot;
  const at = placeOf(spot);
  const say = (here) => {
    const about = known(spot);
    if (!at || (!about && !here.length)) return tip.hide();
    const told = { what: about?.text ?? here[0].what, note: about?.note ?? "", offers: here, hint: here.length ? hint : "" };
    tip.show(at, told, { pin: pin && here.length > 0, choose: make, point: look });
  };
  const direct = [...new Map([spot, ...nearby].flatMap((one) => matching(one)).map((offer) => [offer.line, offer])).values()];
  say(direct);
  look(direct[0] ?? null);
  light(direct);       // last: what is said of it below the list on a phone takes room from the list
  if (direct.length) return direct;
  const far = await offersAt(spot);
  if (asked !== spot || !far.length) return far;
  say(far);
  look(far[0]);
  return far;
}

/** One way: it is done. A few: they are chosen from beside the place. Many: the next place says which. */
async function choose(spot, byKeys = false) {
  const here = await offersAt(spot);
  if (here.length === 1) return make(here[0]);
  if (!here.length) return answer(spot);
  if (here.length <= PICKED || sameSpots(here)) {
    await answer(spot, { pin: true });
    if (byKeys) tip.focusFirst();
  } else {
    narrowTo([...through, spot]);
    answer(spot, { hint: "Now choose where, on the board or in the list. Esc shows everything again." });
    if (byKeys) here.find((offer) => offer.button?.checkVisibility())?.button.focus();
  }
}

const sameSpots = (here) => new Set(here.map((offer) => [...offer.spots].sort().join(" "))).size === 1;

/** A finger looks first. Where places lie closer than a finger is wide, all of them are offered. */
async function tap(spot, event) {
  const nearby = openNear(event.clientX, event.clientY);
  const target = spot && matching(spot).length ? spot : (nearby[0] ?? spot);
  if (!target) return lookAway();
  const again = asked === target && tip.answered();
  if (again && looked && (await offersAt(target)).length === 1) return make(looked);
  const here = await answer(target, { pin: true, nearby, hint: "Tap again to do it." });
  if (here.length > PICKED && !sameSpots(here)) narrowTo([...through, target]);
}

/** Does it: by its button in the list, or as a gesture of several moves. */
export function make(offer) {
  tip.hide();
  if (offer.button) return offer.button.click();
  send(offer.line);
}

export function send(line) {
  htmx.ajax("POST", `${table.dataset.url}/act`, {
    values: { version: value("version"), seat: value("seat"), line }, swap: "none",
  });
}

/** Only what can be done at all of those places stays in the list. What is no list, such as a bid, stays anyway. */
function narrowTo(places) {
  through = places;
  const fits = (button) => through.every((spot) => spots(button).includes(spot));
  for (const button of buttons()) button.closest("li").hidden = !fits(button);
  for (const group of document.querySelectorAll("#actions .group")) {
    const lines = [...group.querySelectorAll("li")];
    group.hidden = lines.length > 0 && lines.every((line) => line.hidden);
    if (through.length && !group.hidden && group.matches("details")) group.open = true;
  }
  const all = document.getElementById("all-choices");
  if (all) all.hidden = !through.length;
  showOpen();
}

// ---- mouse, finger, keys ---------------------------------------------------------------------------------------------

const byFinger = (event) => event.pointerType === "touch" || event.pointerType === "pen";

document.addEventListener("click", (event) => {
  if (tip.within(event.target) || wasMoved(event)) return;
  const button = event.target.closest("#actions .list .choice");
  const spot = spotOf(event.target);
  if (button && byFinger(event) && looked?.button !== button) {
    event.preventDefault();
    tip.hide();
    look(offered(button));
    return;
  }
  if (event.target.closest("#do-it") && looked) make(looked);
  if (event.target.closest("#all-choices")) narrowTo([]);
  const hinted = event.target.closest("[data-choice]");
  if (hinted) return play(hinted.dataset.choice);
  if (byFinger(event) && event.target.closest("#board, .aside")) tap(spot, event);
  else if (spot) choose(spot);
  else if (tip.pinned()) lookAway();
}, true);

/** A hint is a choice of the list, or a bid that is typed there. */
function play(line) {
  const found = offers().find((offer) => offer.line === line);
  if (found) make(found);
  else send(line);
}

document.addEventListener("pointerover", (event) => {
  if (byFinger(event) || tip.within(event.target)) return;
  const button = event.target.closest("#actions .list .choice");
  const hinted = event.target.closest("[data-choice]");
  const line = button?.value ?? hinted?.dataset.choice;
  if (line) return look(offers().find((offer) => offer.line === line) ?? null);
  if (tip.pinned()) return;
  const spot = spotOf(event.target);
  if (spot) spot !== asked && answer(spot);
  else if (asked) lookAway();
});

document.addEventListener("focusin", (event) => {
  if (tip.within(event.target)) return;
  const button = event.target.closest("#actions .list .choice");
  if (button && event.target.matches(":focus-visible")) return look(offered(button));
  const spot = spotOf(event.target);
  if (spot && event.target.matches(":focus-visible")) answer(spot);
});

document.addEventListener("keydown", (event) => {
  const spot = spotOf(event.target);
  if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(spot, true);
  }
  if (event.key === "Escape") {
    const back = tip.pinned() ? placeOf(asked) : null;
    lookAway();
    narrowTo([]);
    back?.focus({ preventScroll: true });
  }
});

// ---- track by the route: from hex to hex with the button held ---------------------------------------------------------

let way = null;
document.addEventListener("pointerdown", (event) => {
  const spot = event.button === 0 && !byFinger(event) && table.querySelector("[data-by-route]") ? spotOf(event.target) : null;
  way = spot ? [spot] : null;
});
document.addEventListener("pointerover", (event) => {
  const spot = way && event.buttons & 1 ? spotOf(event.target) : null;
  if (spot && way.at(-1) !== spot) way.push(spot);
});
document.addEventListener("pointerup", async () => {
  const dragged = way;
  way = null;
  if (!dragged || dragged.length < 2) return;
  const end = dragged.at(-1);
  const direct = matching(end).filter((offer) => offer.spots.every((spot) => dragged.includes(spot)));
  const found = [...(await routesTo(end, dragged)), ...direct];
  const most = Math.max(...found.map((offer) => offer.spots.length));
  const along = found.filter((offer) => offer.spots.length === most);
  if (along.length === 1) make(along[0]);
  else if ((await offersAt(end)).length) answer(end, { pin: true });
});

// ---- bids: what the number in the field would mean ------------------------------------------------------------------

let asking = 0;
document.addEventListener("input", (event) => {
  if (!event.target.matches("#amount")) return;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const answer = await fetch(`${table.dataset.url}/note?${new URLSearchParams({ amount: event.target.value, as: value("seat") })}`);
    const said = document.getElementById("bid-note");
    if (answer.ok && said) said.textContent = await answer.text();
  }, 150);
});
