// The board: which places glow, arrow keys between them, what a screen reader hears, and pan and zoom.

const table = document.getElementById("table");
const board = document.getElementById("board");
const canvas = board.querySelector(".canvas");
const SPOT = "#ground [data-spot], #pieces [data-spot], #aside [data-spot]";
const places = new Map();      // spot id -> its elements, on the ground and beside the board
let known = new Map();         // spot id -> what is there and where the arrows lead

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

/** Asks what is where now, for those who hear the board and those who walk it by keys. */
export async function learnPlaces() {
  const answer = await fetch(`/games/${table.dataset.id}/spots${location.search}`);
  if (!answer.ok) return;
  known = new Map((await answer.json()).map((spot) => [spot.id, spot]));
  namePlaces();
}

/** What a screen reader hears of each place. */
export function namePlaces() {
  for (const [id, elements] of places) {
    const spot = known.get(id);
    const element = elements[0];
    if (!spot) continue;
    element.setAttribute("role", "button");
    const open = element.classList.contains("open");
    element.setAttribute("aria-label", spot.text + (open ? ". Here you can act." : ""));
    element.setAttribute("aria-disabled", !open);
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
  walkTo(known.get(spot)?.neighbours[way] ?? nearest(spot, way));
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

// ---- pan and zoom ---------------------------------------------------------------------------------------------------

const view = { scale: 1, x: 0, y: 0 };
const fingers = new Map();
let moved = false;

function show() {
  const { width, height } = board.getBoundingClientRect();
  view.scale = Math.min(6, Math.max(1, view.scale));
  view.x = Math.min(0, Math.max(width * (1 - view.scale), view.x));
  view.y = Math.min(0, Math.max(height * (1 - view.scale), view.y));
  canvas.style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  board.classList.toggle("zoomed", view.scale > 1);
}

function zoom(factor, x, y) {
  const box = board.getBoundingClientRect();
  const [px, py] = [(x ?? box.x + box.width / 2) - box.x, (y ?? box.y + box.height / 2) - box.y];
  const scale = Math.min(6, Math.max(1, view.scale * factor));
  view.x = px - ((px - view.x) * scale) / view.scale;
  view.y = py - ((py - view.y) * scale) / view.scale;
  view.scale = scale;
  show();
}

board.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  moved = false;
});
board.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
  if (others.length) {
    const apart = (finger) => Math.hypot(finger.clientX - others[0].clientX, finger.clientY - others[0].clientY);
    zoom(apart(event) / Math.max(1, apart(before)), others[0].clientX, others[0].clientY);
    moved = true;
  } else if (view.scale > 1) {
    view.x += event.clientX - before.clientX;
    view.y += event.clientY - before.clientY;
    if (Math.hypot(event.movementX, event.movementY) > 3) moved = true;
    show();
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"])
  board.addEventListener(end, (event) => fingers.delete(event.pointerId));
board.addEventListener("click", (event) => {
  if (moved) event.stopImmediatePropagation();
}, true);
board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
}, { passive: false });
document.getElementById("zoom").addEventListener("click", (event) => {
  const factor = Number(event.target.closest("button")?.dataset.zoom);
  if (factor) zoom(factor);
  else if (event.target.closest("button")) { view.scale = 1; show(); }
});
