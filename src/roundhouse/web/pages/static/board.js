// The board: which places glow, arrow keys between them, and what a screen reader hears.

import { fitTo, reveal } from "./view.js";

const SPOT = "#ground [data-spot], #pieces [data-spot], #aside [data-spot]";
const places = new Map();      // spot id -> its elements, on the ground and beside the board
let learned = new Map();       // spot id -> what is there and where the arrows lead
/** @type {(id: string) => string} */
let more = () => "";           // what can be done at a spot, in words
const REACHES = [8, 20];       // how far beside a place a finger may come down, in CSS pixels
const AROUND = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [Math.cos((n * Math.PI) / 4), Math.sin((n * Math.PI) / 4)]);

/** Cards beside the board come and go; the ground stays. */
export function findPlaces() {
  places.clear();
  for (const place of document.querySelectorAll(SPOT))
    places.set(place.dataset.spot, [...(places.get(place.dataset.spot) || []), place]);
}

/** Marks the places with that class, and no others. */
export function mark(className, ids) {
  const wanted = new Set(ids);
  for (const [id, elements] of places)
    for (const element of elements) element.classList.toggle(className, wanted.has(id));
}

/** Each lit place shows the kind of action that it stands for. */
export function paint(kinds) {
  for (const [id, elements] of places)
    for (const element of elements)
      if (kinds.has(id)) element.dataset.kind = kinds.get(id);
      else delete element.dataset.kind;
}

/** What is where now, as the page itself says. */
export function readPlaces() {
  learned = new Map([...document.querySelectorAll("#places li")].map((place) => [
    place.dataset.place,
    { ...place.dataset, neighbours: JSON.parse(place.firstElementChild.dataset.ways) },
  ]));
  namePlaces();
}

/** What is at a place, in words, and what else one asks of it. */
export const known = (spot) => learned.get(spot);

/** The element of a place that can be seen. */
export const placeOf = (spot) => {
  const elements = places.get(spot) || [];
  return elements.find((one) => one.getBoundingClientRect().width) ?? elements[0];
};

/** Places within a finger's reach at which something can be done: those that are hit, or else those close by. */
export function openNear(x, y) {
  for (const reach of REACHES) {
    const ring = [[0, 0], ...AROUND.map(([dx, dy]) => [reach * dx, reach * dy])];
    const hit = ring.flatMap(([dx, dy]) => document.elementsFromPoint(x + dx, y + dy)).map(spotOf);
    const found = [...new Set(hit)].filter((id) => id && places.get(id)?.[0].classList.contains("open"));
    if (found.length) return found;
  }
  return [];
}

/** What a screen reader hears of each place: what is there, and what can be done. */
export function namePlaces(offers = more) {
  more = offers;
  for (const [id, elements] of places) {
    const spot = learned.get(id);
    const element = elements[0];
    if (!spot) continue;
    element.setAttribute("role", "button");
    const open = element.classList.contains("open");
    element.setAttribute("aria-label", `${spot.text}.${open ? more(id) : ""}`);
    element.setAttribute("aria-disabled", !open && !element.matches(".chosen, .other"));
    if (element.matches(".chosen, .other")) element.setAttribute("aria-pressed", element.matches(".chosen"));
    else element.removeAttribute("aria-pressed");
    if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  }
  if (![...places.values()].some(([first]) => first.tabIndex === 0)) {
    const [first] = places.values();
    if (first) first[0].tabIndex = 0;
  }
}

export function spotOf(target) {
  return target.closest?.(SPOT)?.dataset.spot;
}

/** The thing beside the board for which a piece stands: an engine for its company's line, where the same is drawn. */
const twinOf = (piece) =>
  piece.matches("#pieces use") && document.querySelector(`#aside [data-spot] use[href="${piece.getAttribute("href")}"]`)?.closest("[data-spot]").dataset.spot;

/** All that lies under a point, the topmost first: places, and things for which pieces stand. Not the board under a hand. */
export function spotsAt(x, y) {
  const all = document.elementsFromPoint(x, y);
  const layer = all[0]?.closest("#board, #aside");
  const under = all.filter((one) => !layer || layer.contains(one)).map((one) => twinOf(one) || spotOf(one));
  return [...new Set(under.filter(Boolean))];
}

function walkTo(id) {
  const element = places.get(id)?.[0];
  if (!element) return;
  for (const [first] of places.values()) first.tabIndex = -1;
  element.tabIndex = 0;
  element.focus();
}

document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" }[event.key];
  const spot = spotOf(event.target);
  if (!way || !spot) return;
  event.preventDefault();
  event.stopPropagation();
  walkTo(learned.get(spot)?.neighbours[way] ?? nearest(spot, way));
});

/** Where the drawing names no neighbour: the nearest place in that direction. */
function nearest(spot, way) {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(places.get(spot)[0]);
  let best = null;
  let least = Infinity;
  for (const [id, [element]] of places) {
    const [u, v] = centre(element);
    const [ahead, aside] = { left: [x - u, v - y], right: [u - x, v - y], up: [y - v, u - x], down: [v - y, u - x] }[way];
    const far = ahead + 2 * Math.abs(aside);
    if (ahead > 1 && far < least) [best, least] = [id, far];
  }
  return best;
}

const drawn = (ids) => ids.flatMap((id) => places.get(id) || []);

/** Brings places into the frame, if none of them is there. */
export const revealPlaces = (ids) => reveal(drawn(ids));

/** On a phone, those places fill the frame; without any, what the table beside the board names. While a choice is being
    made, only if they can't be seen well where they are; a board that was tapped stays if any is in sight. */
export function fit(ids, fresh, stays) {
  const spoken = document.querySelector("#aside [data-fit]")?.dataset.fit.split(" ") ?? [];
  fitTo(drawn(ids.length ? ids : spoken), fresh, stays);
}
