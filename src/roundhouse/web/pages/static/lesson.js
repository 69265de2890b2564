// A step of a lesson: the words stand beside what they speak of on the real board, which is ringed. The board and its
// choices are those of a table; what is chosen is a question to the house, and its answer a page.

import "./bids.js";
import { fit, mark, placeOf, readPlaces } from "./board.js";
import { lightUp } from "./choices.js";
import { markSince } from "./recap.js";
import "./dragging.js";
import "./site.js";
import "./lesson-progress.js";
import { reveal } from "./view.js";

const words = document.getElementById("lesson");
const changed = document.getElementById("meta").dataset.changed.split(" ").filter(Boolean);
const AWAY = 16;               // between the words and what they speak of
const LEADS = 420;             // a longer line would lie across what else is to be seen
const EDGE = 8;
const STEP = 16;               // so close lie the places that are tried for the words
const phone = matchMedia("(max-width: 56rem)");

/** What the step speaks of: a seat, a part of the sheet, or a spot of the board. */
function pointed() {
  const named = words.dataset.point.split(" ").filter(Boolean).map((name) => {
    const [kind, rest] = name.split(/:(.*)/);
    if (kind === "seat") return document.getElementById(`seat-${rest}`);
    if (kind === "part") return document.querySelector(`#aside .${CSS.escape(rest)}, #pieces .${CSS.escape(rest)}, #ground .${CSS.escape(rest)}`);
    return placeOf(name);
  });
  return named.filter(Boolean);
}

const lead = document.createElement("div");
lead.id = "lead";
lead.ariaHidden = "true";
let rings = [];
let spot = null;               // where the words stand, until the window is another

function framed(element) {
  const box = element.getBoundingClientRect();
  return {
    left: Math.max(2, box.left - 5), top: Math.max(2, box.top - 5),
    right: Math.min(innerWidth - 2, box.right + 5), bottom: Math.min(innerHeight - 2, box.bottom + 5),
  };
}

/** Rings around what is pointed at, and the words beside the first of it. On a phone they stay in their dock. */
function point() {
  const targets = pointed();
  while (rings.length < targets.length) rings.push(document.body.appendChild(Object.assign(document.createElement("div"), { className: "ring" })));
  const boxes = targets.map(framed);
  rings.forEach((ring, n) => {
    const box = boxes[n];
    ring.hidden = !box || box.bottom <= box.top || box.right <= box.left;
    if (ring.hidden) return;
    ring.style.transform = `translate(${box.left}px, ${box.top}px)`;
    ring.style.width = `${box.right - box.left}px`;
    ring.style.height = `${box.bottom - box.top}px`;
  });
  const beside = !phone.matches && boxes.length > 0;
  words.classList.toggle("beside", beside);
  lead.hidden = true;
  if (!beside) return words.style.removeProperty("transform");
  spot ??= place(boxes);
  const { width, height } = words.getBoundingClientRect();
  const x = spot[0], y = Math.max(EDGE, Math.min(spot[1], innerHeight - height - EDGE));
  words.style.transform = `translate(${x}px, ${y}px)`;
  draw({ left: x, top: y, right: x + width, bottom: y + height }, boxes[0]);
}

const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
const hidden = (box, others) => others.reduce((sum, other) =>
  sum + Math.max(0, Math.min(box.right, other.right) - Math.max(box.left, other.left)) * Math.max(0, Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)), 0);
const apart = (box, other) => Math.hypot(Math.max(0, other.left - box.right, box.left - other.right), Math.max(0, other.top - box.bottom, box.top - other.bottom));

/** Near to what is pointed at, where the words cover least: nothing of that, then little of what can be chosen or read. */
function place(boxes) {
  const { width, height } = words.getBoundingClientRect();
  const top = document.getElementById("main").getBoundingClientRect().top + EDGE;    // the line on top stays free
  const open = boxesOf("#board .open, #aside .open, #actions .choice, #actions .button, #actions .bids");
  const [read, land] = [boxesOf("#pieces [data-spot], #aside section, #effect, .seats .panel"), boxesOf("#ground [data-spot]")];
  let [least, best] = [Infinity, [EDGE, top]];
  for (let x = EDGE; x <= innerWidth - width - EDGE; x += STEP)
    for (let y = top; y <= innerHeight - height - EDGE; y += STEP) {
      const box = { left: x, top: y, right: x + width, bottom: y + height };
      const far = Math.abs(apart(box, boxes[0]) - AWAY);
      const cost = 1000 * hidden(box, boxes) + 10 * hidden(box, open) + 4 * hidden(box, read) + 0.5 * hidden(box, land) + 60 * far;
      if (cost < least) [least, best] = [cost, [x, y]];
    }
  return best;
}

/** A line from the words to what they speak of. */
function draw(from, to) {
  const near = (low, high, other, otherHigh) => (otherHigh < low ? low : other > high ? high : (Math.max(low, other) + Math.min(high, otherHigh)) / 2);
  const [x1, y1] = [near(from.left, from.right, to.left, to.right), near(from.top, from.bottom, to.top, to.bottom)];
  const [x2, y2] = [near(to.left, to.right, from.left, from.right), near(to.top, to.bottom, from.top, from.bottom)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  lead.hidden = length > LEADS;
  lead.style.width = `${length}px`;
  lead.style.transform = `translate(${x1}px, ${y1}px) rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)`;
}

/** Where the dock begins, with the hand that lies on it. */
function dockTop() {
  const hand = document.querySelector(".strip > .hand");
  const lies = hand && document.querySelector("#actions .list") ? hand.offsetHeight : 0;
  return words.parentElement.getBoundingClientRect().top - lies;
}

/** On a phone: to the middle of what is left between the line on top and the dock, all of them or else the first. */
function bringBetween(targets) {
  const boxes = targets.map((one) => one.getBoundingClientRect());
  const [high, low] = [document.querySelector(".top").getBoundingClientRect().bottom, dockTop()];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const seen = bottom - top + 2 * EDGE <= low - high ? { top, bottom } : boxes[0];
  const half = (seen.bottom - seen.top) / 2;
  scrollBy({ top: seen.top + half - Math.max(high + EDGE + half, (high + low) / 2), behavior: "instant" });
}

/** The hand lies on the dock, so it must know how high that is. */
function measure() {
  document.documentElement.style.setProperty("--dock-height", `${words.parentElement.offsetHeight}px`);
}

words.addEventListener("toggle", point, true);
document.body.append(lead);
lightUp();
measure();
mark("changed", changed);
const targets = pointed();
const spots = words.dataset.point.split(" ").filter((name) => name && !/^(seat|part):/.test(name));
if (spots.length) fit(spots);
const open = [...document.querySelectorAll("#board .open")];
const shown = targets.length ? targets : open.length ? open : changed.map(placeOf).filter(Boolean);
if (shown.length) reveal(shown);
if (phone.matches && shown.length) bringBetween(shown);
readPlaces();
markSince();
point();
function anew() {
  spot = null;
  measure();
  point();
}
addEventListener("resize", anew);
addEventListener("scroll", point, true);
document.getElementById("board").addEventListener("view", point);        // it was moved or zoomed
document.fonts.ready.then(anew);

// Whoever uses keys or listens begins at the words; Enter there goes on.
words.focus({ preventScroll: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === words) document.getElementById("go-on")?.click();
});
