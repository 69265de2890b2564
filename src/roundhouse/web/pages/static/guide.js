// The first-game guide: a few pointers at real things on the board, once per browser and game.

import { at as addressOf } from "./base.js";
import { reveal } from "./board.js";

const told = JSON.parse(document.getElementById("pointers")?.textContent || "[]");
const game = document.body.dataset.game;
const bubble = document.getElementById("guide");
const ring = document.getElementById("ring");
const AWAY = 14;               // between what is pointed at and the words
let at = 0;
let scrolled = new Map();      // how far each thing was scrolled before the guide scrolled it

const pointed = () => document.querySelector(told[at]?.at);

function point() {
  const pointer = told[at];
  putBack();
  if (!pointer) return leave();
  bubble.querySelector("[data-text]").textContent = pointer.text;
  bubble.querySelector("[data-count]").textContent = `${at + 1} of ${told.length}`;
  bubble.querySelector("[data-rule]").href = addressOf(`/rules/${game}#${pointer.rule}`);
  bubble.querySelector("[data-next]").textContent = at + 1 < told.length ? "Next" : "Let's play";
  bubble.hidden = false;
  const target = pointed();
  if (!target) return;
  for (let box = target.parentElement; box; box = box.parentElement) scrolled.set(box, [box.scrollLeft, box.scrollTop]);
  reveal([target], true);
  target.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  encircle();
}

/** A ring around what is pointed at, over everything, so that nothing cuts it off; the words beside it. */
function encircle() {
  const target = pointed();
  document.querySelectorAll(".pointed").forEach((element) => element !== target && element.classList.remove("pointed"));
  ring.hidden = !target;
  if (!target) return;
  target.classList.add("pointed");
  const box = target.getBoundingClientRect();
  const [left, top] = [Math.max(4, box.left - 5), Math.max(4, box.top - 5)];
  const [right, bottom] = [Math.min(innerWidth - 4, box.right + 5), Math.min(innerHeight - 4, box.bottom + 5)];
  ring.style.transform = `translate(${left}px, ${top}px)`;
  ring.style.width = `${Math.max(0, right - left)}px`;
  ring.style.height = `${Math.max(0, bottom - top)}px`;
  place({ left, top, right, bottom });
}

/** Below it, above it, or beside it: where there is room. */
function place(box) {
  const { width, height } = bubble.getBoundingClientRect();
  const across = (box.left + box.right - width) / 2;
  const down = (box.top + box.bottom - height) / 2;
  const tries = [
    [across, box.bottom + AWAY], [across, box.top - height - AWAY],
    [box.right + AWAY, down], [box.left - width - AWAY, down],
  ];
  const within = ([x, y]) => [Math.min(innerWidth - width - 8, Math.max(8, x)), Math.min(innerHeight - height - 8, Math.max(8, y))];
  const free = ([x, y]) => x + width <= box.left || x >= box.right || y + height <= box.top || y >= box.bottom;
  const [x, y] = tries.map(within).find(free) ?? within(tries[0]);
  bubble.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

function putBack() {
  for (const [box, [left, top]] of scrolled) box.scrollTo({ left, top, behavior: "instant" });
  scrolled = new Map();
}

function leave() {
  putBack();
  bubble.hidden = ring.hidden = true;
  document.querySelectorAll(".pointed").forEach((element) => element.classList.remove("pointed"));
  localStorage.setItem(`guide:${game}`, "seen");
}

export function startGuide() {
  if (!told.length) return;
  at = 0;
  point();
}

bubble.addEventListener("click", (event) => {
  if (event.target.closest("[data-next]")) { at += 1; point(); }
  if (event.target.closest("[data-leave]")) leave();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-guide]")) startGuide();
});
// A new fragment knows nothing of the guide, and what scrolls takes what is pointed at along.
const follow = () => bubble.hidden || encircle();
document.body.addEventListener("htmx:afterSettle", follow);
document.addEventListener("scroll", follow, true);
addEventListener("resize", follow);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !bubble.hidden) leave();
});

if (told.length && document.getElementById("table").dataset.seat && !localStorage.getItem(`guide:${game}`)) startGuide();
