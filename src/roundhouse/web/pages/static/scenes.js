// Scenes: a dividend, bids opened, the end. Each stays until it has been read, and until it is dismissed when one's own
// turn comes next; another one waits for it. What asks for an answer comes at once.

import { speed } from "./animation.js";
import { covers, lay } from "./scene-placement.js";
import { mine, shown } from "./table-sync.js";

const A_WORD = 220;            // to read it, in milliseconds
const LEAST = 3000;

const box = document.getElementById("scene");
let waiting = [];
let closed = "";               // the scene that was dismissed last
let passed = false;            // whether the game has gone on since
let timer = 0;
let heard = [];                // who waits until the scene has been read

const current = () => box.querySelector(":scope > section");
const read = () => !timer;
export const past = () => new URLSearchParams(location.search).has("at") || "replaying" in document.documentElement.dataset;

/** Resolves when nothing is left to read. */
export const reading = () => (read() ? Promise.resolve() : new Promise((come) => heard.push(come)));

document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id !== "scene") return;
  detail.shouldSwap = false;
  offer(detail.fragment.querySelector("#scene > section"));
});

function offer(fresh) {
  const here = current();
  if (!fresh && here && !here.matches("[data-urgent]") && !past() && Number(here.dataset.scene) <= shown()) {
    passed = Number(here.dataset.scene) < shown();
    leaveIfRead();
  } else if (fresh && fresh.dataset.scene === closed && !past()) {
    return;
  } else if (fresh && here && fresh.dataset.scene === here.dataset.scene && !fresh.matches("[data-urgent]")) {
    Idiomorph.morph(here, fresh);
    htmx.process(here);
  } else if (fresh?.dataset.scene && here?.dataset.scene && !read() && speed() && !past()) {
    waiting.push(fresh);
  } else show(fresh);
}

function show(fresh) {
  passed = false;
  clearTimeout(timer);
  timer = 0;
  box.replaceChildren(...(fresh ? [fresh] : []));
  if (fresh) {
    htmx.process(fresh);
    makeRoom();
    box.getAnimations().forEach((one) => one.play());
    begin();
  } else {
    waiting = [];
    tell();
  }
}

/** From now on it is being read. */
function begin() {
  if (!current()?.dataset.scene) return;
  const words = current().innerText.split(/\s+/).filter(Boolean).length;
  const time = Math.max(LEAST, words * A_WORD) / (speed() || 1);
  box.style.setProperty("--reading", `${time}ms`);
  box.scrollTop = 0;
  timer = setTimeout(finish, time);
}

function finish() {
  const held = box.matches(":hover") && !mine();
  current()?.classList.toggle("held", held);
  if (held) {
    timer = setTimeout(finish, LEAST);
    return;
  }
  timer = 0;
  if (waiting.length) show(waiting.shift());
  else leaveIfRead();
  if (read()) tell();
}

function leaveIfRead() {
  if (passed && read() && !mine()) show(null);
}

function tell() {
  heard.splice(0).forEach((come) => come());
}

/** It has been read, or shall not be. */
export function dismiss() {
  closed = current()?.dataset.scene ?? closed;
  show(waiting.shift() ?? null);
}

/** Who skips the film does not wait for its scene either; it stays in sight until the next. */
export function skipReading() {
  if (read()) return;
  clearTimeout(timer);
  finish();
}

/** Out of the way of what can be chosen; where there is no such place, it shows its heading only. */
export function makeRoom() {
  box.classList.remove("folded");
  if (!current() || getComputedStyle(box).position !== "absolute") return;
  lay(box);
  if (mine() && current().dataset.scene && covers(box)) {
    box.classList.add("folded");
    lay(box);
  }
}
document.addEventListener("beat", makeRoom);
new ResizeObserver(makeRoom).observe(document.querySelector(".spread"));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-scene]")) {
    event.preventDefault();
    dismiss();
  } else if (event.target.closest("#scene.folded")) box.classList.remove("folded");
});
box.addEventListener("pointerleave", () => current()?.classList.remove("held"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !current()?.querySelector("[data-close-scene]") || document.querySelector("dialog[open]")) return;
  event.stopImmediatePropagation();
  current().querySelector("[data-close-scene]").click();
}, true);
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.path.endsWith("/act") && current()?.dataset.scene) {
    waiting = [];
    dismiss();
  }
});
makeRoom();
begin();
