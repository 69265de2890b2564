// Hints on the board: a number on each place of a move that is advised, and the ghost of what it is answered with. A
// click on the number plays the move.

import { mark, placeOf } from "./board.js";

const canvas = document.querySelector("#board .canvas");
const layer = document.createElement("div");
layer.id = "hints";
canvas.append(layer);

/** Marks what is advised now, or nothing. `spotsOf` says where a move is chosen on the board. */
export function showHints(spotsOf) {
  const advised = [...document.querySelectorAll("#hint-said [data-choice]")];
  layer.replaceChildren();
  for (const old of document.querySelectorAll("[data-hinted]")) delete old.dataset.hinted;
  for (const one of advised.reverse()) for (const spot of spotsOf(one.dataset.choice)) badge(spot, one);
}

function badge(spot, advised) {
  const place = placeOf(spot);
  if (!place) return;
  if (!canvas.contains(place)) {
    place.dataset.hinted = advised.dataset.rank;
    return;
  }
  const [box, frame] = [place.getBoundingClientRect(), canvas.getBoundingClientRect()];
  const made = document.createElement("button");
  made.type = "button";
  made.tabIndex = -1;        // the list beside the board is the way to it by keys
  made.dataset.choice = advised.dataset.choice;
  made.textContent = advised.dataset.rank;
  made.ariaLabel = `Hint ${advised.dataset.rank}: ${advised.querySelector(".what").textContent}`;
  made.style.left = `${(100 * (box.right - frame.x)) / frame.width}%`;     // beside the figures that stand in the place
  made.style.top = `${(100 * (box.y - frame.y)) / frame.height}%`;
  layer.append(made);
}

/** The answer of the next seat, laid on the board as it would be made; the next look at anything takes it away. */
document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-answer]");
  if (!asked) return;
  const drawn = new DOMParser().parseFromString(asked.querySelector("template").innerHTML, "image/svg+xml").documentElement;
  document.getElementById("preview").replaceChildren(...drawn.childNodes);
});

/** What the reason of an advised move speaks of is marked while somebody is at it. */
function atReason(event) {
  const advised = event.target.closest(".hints li")?.querySelector("[data-reason]");
  mark("reason", advised?.dataset.reason.split(" ").filter(Boolean) ?? []);
}
for (const moved of ["pointerover", "focusin"]) document.getElementById("actions").addEventListener(moved, atReason);
