// The board: which places glow, arrow keys between them, what a screen reader hears, and pan and zoom.

const board = document.getElementById("board");
const canvas = board.querySelector(".canvas");
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

/** All that lies under a point, the topmost first: places, and things for which pieces stand. */
export function spotsAt(x, y) {
  const under = document.elementsFromPoint(x, y).map((one) => twinOf(one) || spotOf(one));
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

// ---- pan and zoom ---------------------------------------------------------------------------------------------------

const view = { scale: 1, x: 0, y: 0 };
const fingers = new Map();
const READABLE = 10.5;         // the least letters that are read with ease, in CSS pixels
let moved = false;
let held = false;              // something is carried over it

/** Whether the board stays where it is while the pointer moves. */
export const hold = (carried) => (held = carried);

const sizes = () => ({ width: board.clientWidth, height: board.clientHeight, wide: canvas.offsetWidth, high: canvas.offsetHeight });

function show() {
  const { width, height, wide, high } = sizes();
  view.scale = Math.min(6, Math.max(1, view.scale));
  const within = (at, room, size) => (size <= room + 1 ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
  view.x = within(view.x, width, wide * view.scale);
  view.y = within(view.y, height, high * view.scale);
  canvas.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  board.classList.toggle("sideways", wide * view.scale > width + 1);
  board.classList.toggle("zoomed", high * view.scale > height + 1);
}

const movable = () => board.matches(".sideways, .zoomed");

/** So large that its names can be read, as far as the frame has the height: one moves sideways along it. */
function open() {
  const letters = (Number(board.dataset.letters) * canvas.offsetWidth) / document.getElementById("ground").viewBox.baseVal.width;
  view.scale = Math.max(1, letters ? READABLE / letters : 1);
  board.style.setProperty("--needed", `${canvas.offsetHeight * view.scale}px`);
  view.scale = Math.min(view.scale, board.clientHeight / canvas.offsetHeight);
  view.y = 0;
  show();
}

/** Brings something on the board into its frame, if none of it is there. */
export function reveal(elements) {
  const boxes = elements.filter((one) => canvas.contains(one)).map((one) => one.getBoundingClientRect());
  const frame = board.getBoundingClientRect();
  const middle = (box) => [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
  const inside = (/** @type {number[]} */ [x, y]) => x > 0 && x < frame.width && y > 0 && y < frame.height;
  if (!movable() || !boxes.length || boxes.some((box) => inside(middle(box)))) return;
  const [x, y] = middle(boxes[0]);
  view.x += frame.width / 2 - x;
  view.y += frame.height / 2 - y;
  show();
}

/** On a phone, those places with what is around them fill the frame; what is marked with data-fit is always among them. */
const NARROW = matchMedia("(max-width: 56rem)");
const fitted = { now: "", ids: null, view: "" };
export function fit(ids, margin = 10) {
  if (!NARROW.matches) return;
  const own = [...canvas.querySelectorAll("[data-fit]")];
  if (!ids.length) ids = document.querySelector("#aside [data-fit]")?.dataset.fit.split(" ") ?? [];
  const wanted = ids.flatMap((id) => places.get(id) || []).filter((one) => canvas.contains(one));
  const outside = wanted.some((one) => !own.some((area) => area.contains(one)));
  const shown = wanted.length && outside ? wanted : own;
  const frame = canvas.getBoundingClientRect();
  const boxes = shown.map((one) => one.getBoundingClientRect());
  if (!boxes.length || !frame.width) return;
  const [left, top] = ["left", "top"].map((edge) => (Math.min(...boxes.map((box) => box[edge])) - frame[edge]) / view.scale);
  const [right, bottom] = [["right", "left"], ["bottom", "top"]].map(([edge, from]) => (Math.max(...boxes.map((box) => box[edge])) - frame[from]) / view.scale);
  const now = [left, top, right, bottom].map(Math.round).join();
  if (now === fitted.now) return;
  fitted.now = now;
  if (!wanted.length || shown.length === 1) margin = Math.max(margin, 30);
  const [aside, above] = covered();
  const [wide, high] = [board.clientWidth - aside, board.clientHeight - above];
  view.scale = Math.max(1, Math.min((wide - 2 * margin) / (right - left), (high - 2 * margin) / (bottom - top), 3));
  view.x = wide / 2 - ((left + right) / 2) * view.scale;
  view.y = above + high / 2 - ((top + bottom) / 2) * view.scale;
  show();
  [fitted.ids, fitted.view] = [ids, `${view.x} ${view.y} ${view.scale}`];
}

/** How much of the board's right and upper edges lies under buttons and the strip of what the others did. */
function covered() {
  const box = board.getBoundingClientRect();
  const [zoom, since] = ["zoom", "since"].map((id) => document.getElementById(id)?.getBoundingClientRect());
  const over = (one) => one && one.width && one.top < box.bottom && one.bottom > box.top;
  return [over(zoom) ? box.right - zoom.left : 0, over(since) && since.height ? since.bottom - box.top : 0];
}

/** Back to what was fitted last, where one has moved away from it. */
function refit() {
  if (!NARROW.matches || !fitted.ids || fitted.view === `${view.x} ${view.y} ${view.scale}`) return false;
  fitted.now = "";
  fit(fitted.ids);
  return true;
}

export const revealPlaces = (ids) => reveal(ids.flatMap((id) => places.get(id) || []));

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
  } else if (movable() && !held) {
    view.x += event.clientX - before.clientX;
    view.y += event.clientY - before.clientY;
    if (Math.hypot(event.movementX, event.movementY) > 3) moved = true;
    show();
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"])
  board.addEventListener(end, (event) => fingers.delete(event.pointerId));

/** Whether the board has been moved since the pointer came down: its click is the end of that, and nothing else. */
export const wasMoved = (event) => moved && board.contains(event.target);
board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
}, { passive: false });
document.getElementById("zoom").addEventListener("click", (event) => {
  const factor = Number(event.target.closest("button")?.dataset.zoom);
  if (factor) zoom(factor);
  else if (event.target.closest("button") && refit()) return;
  else if (event.target.closest("button") && view.scale === 1) open();
  else if (event.target.closest("button")) { view.scale = 1; show(); }
});

board.addEventListener("focusin", (event) => reveal([event.target]));
// A phone's own bars come and go as one scrolls: only another width is another screen.
let screenWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === screenWidth) return show();
  screenWidth = innerWidth;
  open();
});
open();
