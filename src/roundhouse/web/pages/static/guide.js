// The first-game guide: a few pointers at real things on the board, once per browser and game.

import { reveal } from "./board.js";

const told = JSON.parse(document.getElementById("pointers")?.textContent || "[]");
const game = document.body.dataset.game;
const bubble = document.getElementById("guide");
let at = 0;

function point() {
  const pointer = told[at];
  document.querySelectorAll(".pointed").forEach((element) => element.classList.remove("pointed"));
  if (!pointer) return leave();
  const target = document.querySelector(pointer.at);
  bubble.querySelector("[data-text]").textContent = pointer.text;
  bubble.querySelector("[data-count]").textContent = `${at + 1} of ${told.length}`;
  const rule = bubble.querySelector("[data-rule]");
  rule.href = `/rules/${game}#${pointer.rule}`;
  rule.parentElement.hidden = !pointer.rule;
  bubble.querySelector("[data-next]").textContent = at + 1 < told.length ? "Next" : "Let's play";
  bubble.hidden = false;
  if (!target) return;
  target.classList.add("pointed");
  reveal([target]);
  target.scrollIntoView({ block: "center", behavior: "instant" });
  place(target.getBoundingClientRect());
}

function place(box) {
  const { width, height } = bubble.getBoundingClientRect();
  const below = box.bottom + 14 + height < innerHeight;
  const y = below ? box.bottom + 14 : Math.max(8, box.top - height - 14);
  const x = Math.min(innerWidth - width - 8, Math.max(8, box.x + box.width / 2 - width / 2));
  bubble.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

function leave() {
  bubble.hidden = true;
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
// A new fragment knows nothing of the guide, and takes its mark away.
document.body.addEventListener("htmx:afterSettle", () => {
  if (!bubble.hidden) document.querySelector(told[at].at)?.classList.add("pointed");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !bubble.hidden) leave();
});

if (told.length && document.getElementById("table").dataset.seat && !localStorage.getItem(`guide:${game}`)) startGuide();
