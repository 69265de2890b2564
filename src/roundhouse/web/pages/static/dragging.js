// A shorter way for the same: a card is drawn onto its cell, an engine onto its hex, and track from hex to hex.

import * as acting from "./acting.js";
import { spotsAt } from "./board.js";
import { choose, offer, settle } from "./choices.js";
import { routesTo } from "./gestures.js";
import { offers } from "./offers.js";
import { hold } from "./view.js";

const SLACK = 8;               // so far a press moves before it draws, in CSS pixels
const table = document.getElementById("table");
let press = null;              // where the pointer came down, the thing it took up, and the places it has been drawn over
let drawn = false;             // the click that ends it means nothing more

const things = () => {
  const { what, path } = acting.beat(offers());
  return new Set([...what, ...path, ...acting.others(offers())]);
};

addEventListener("pointerdown", (event) => {
  drawn = false;
  press = null;
  const mouse = event.pointerType === "mouse";
  if (event.button !== 0 || !event.target.closest(mouse ? "#board, #aside" : "#aside")) return;
  const under = spotsAt(event.clientX, event.clientY);
  const known = things();
  const thing = under.find((spot) => known.has(spot));
  const tracks = mouse && table.querySelector("[data-by-route]") && event.target.closest("#board");
  if (!thing && !tracks) return;
  const element = event.target.matches("#pieces use") ? event.target : event.target.closest("[data-spot]");
  press = { thing, element, x: event.clientX, y: event.clientY, way: under.filter((spot) => !known.has(spot)).slice(0, 1), ghost: null };
  if (thing) hold(true);       // the board stays where it is
}, true);

addEventListener("pointermove", (event) => {
  if (!press || (!drawn && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK)) return;
  if (!drawn && press.thing && !carry()) return;
  drawn = true;
  if (press.ghost) press.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const here = spotsAt(event.clientX, event.clientY).find((spot) => spot !== press.thing);
  if (here && press.way.at(-1) !== here) press.way.push(here);
}, true);

/** From now on it is carried, and where it can go is lit. */
function carry() {
  if (!acting.beat(offers()).path.includes(press.thing)) acting.choose(offers(), press.thing);
  if (!acting.beat(offers()).where.length) return stop();
  settle({ waits: true });
  press.ghost = document.body.appendChild(document.createElement("div"));
  press.ghost.id = "carried";
  const drawing = press.element?.querySelector("svg");
  if (drawing) press.ghost.append(drawing.cloneNode(true));
  return true;
}

function stop() {
  press?.ghost?.remove();
  press = null;
  hold(false);
  return false;
}

addEventListener("pointerup", async (event) => {
  const { thing, way } = press ?? {};
  stop();
  if (!drawn || !way) return;
  const under = spotsAt(event.clientX, event.clientY);
  const { where, ready } = acting.beat(offers());
  const end = under.find((spot) => where.includes(spot)) ?? way.at(-1);
  if (!thing && way.length < 2) return;
  const along = [...(way.length > 1 ? await routesTo(end, way) : []), ...ready.filter((one) => one.spots.includes(end) && one.spots.every((spot) => way.includes(spot)))]
    .filter((one) => !thing || one.by.includes(thing));
  const most = Math.max(0, ...along.map((one) => one.spots.length));
  const best = along.filter((one) => one.spots.length === most);
  if (best.length === 1 && most > 1) offer(best[0], end);
  else if (where.includes(end) || along.length) choose(end);
}, true);
addEventListener("pointercancel", stop, true);
addEventListener("click", (event) => {
  if (!drawn || !event.isTrusted) return;
  drawn = false;
  event.stopImmediatePropagation();
}, true);
