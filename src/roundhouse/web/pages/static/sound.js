// Small dry sounds, for who has switched them on: a bell for one's turn, a punch, a coin, a page.

import { at } from "./base.js";

const toggle = document.getElementById("sound");
const CLOSE = 70;              // sounds of one kind that fall together are one
const kept = new Map();
const last = new Map();

const on = () => localStorage.getItem("sound") === "on";
const show = () => toggle.setAttribute("aria-pressed", on());

export function ring(name) {
  if (!name || !on() || performance.now() - (last.get(name) ?? -CLOSE) < CLOSE) return;
  last.set(name, performance.now());
  if (!kept.has(name)) kept.set(name, new Audio(at(`/static/sounds/${name}.wav`)));
  const sound = kept.get(name).cloneNode();
  sound.volume = 0.5;
  sound.play().catch(() => {});       // a browser may wait for a first touch
}

toggle.addEventListener("click", () => {
  localStorage.setItem("sound", on() ? "off" : "on");
  show();
  ring("bell");
});
show();
