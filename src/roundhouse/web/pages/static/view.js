// The view of the board: pan and zoom, and on a phone what matters now in the frame.

const board = document.getElementById("board");
const canvas = board.querySelector(".canvas");
const NARROW = matchMedia("(max-width: 56rem)");
const READABLE = 10.5;         // the least letters that are read with ease, in CSS pixels
const NEAREST = 6;             // so many times as large as the sheet at most
const FITTED = 2.4;            // the same where it is fitted by itself: what lies around it is seen too
const TOUCHABLE = 20;          // so large a place is hit by a finger, in CSS pixels
const MARGIN = 8;              // around what is fitted, in CSS pixels
const view = { scale: 1, x: 0, y: 0 };
const fingers = new Map();
let moved = false;
let held = false;              // something is carried over it

/** Whether the board stays where it is while the pointer moves. */
export const hold = (carried) => (held = carried);

const sizes = () => ({ width: board.clientWidth, height: board.clientHeight, wide: canvas.offsetWidth, high: canvas.offsetHeight });

/** A sheet that is higher than the frame of a phone is as small as the whole of it needs. */
const least = ({ height, high }) => (NARROW.matches && high ? Math.min(1, height / high) : 1);

function show() {
  const { width, height, wide, high } = sizes();
  view.scale = Math.min(NEAREST, Math.max(least({ height, high }), view.scale));
  const within = (at, from, to, size) => (size <= to - from + 1 ? (from + to - size) / 2 : Math.min(from, Math.max(to - size, at)));
  const [above, below] = NARROW.matches ? covered() : [0, 0];
  view.x = within(view.x, 0, width, wide * view.scale);
  view.y = within(view.y, above, height - below, high * view.scale);
  canvas.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  board.classList.toggle("sideways", wide * view.scale > width + 1);
  board.classList.toggle("zoomed", high * view.scale > height + 1);
  board.dispatchEvent(new Event("view"));
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

// ---- what matters now ------------------------------------------------------------------------------------------------

let wanted = [];               // the elements that were to be seen last
let fitted = "";               // where they lie on the sheet
let byHand = false;            // one has moved the board since

/** On a phone those elements fill the frame, or what is marked with data-fit where they are part of it, or all of it.
    Whoever moves the board themselves keeps what they see, until something else matters. */
export function fitTo(elements, fresh, stays) {
  if (!NARROW.matches) return;
  const own = [...canvas.querySelectorAll("[data-fit]")];
  const asked = elements.filter((one) => canvas.contains(one));
  if (!fresh && (!asked.length || asked.every((one) => wellSeen(one)) || (stays && asked.some((one) => wellSeen(one, 0))))) return;
  const outside = asked.some((one) => !own.some((area) => area.contains(one)));
  wanted = asked.length && outside ? asked : own;
  const key = JSON.stringify(lying());
  if (key === fitted && byHand) return;
  [fitted, byHand] = [key, false];
  centre();
}

/** Whether an element lies in the frame, and is large enough for a finger. */
function wellSeen(element, least = TOUCHABLE) {
  const [box, frame, [above, below]] = [element.getBoundingClientRect(), board.getBoundingClientRect(), covered()];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const inside = x > frame.left && x < frame.right && y > frame.top + above && y < frame.bottom - below;
  return inside && Math.max(box.width, box.height) >= least;
}

/** The box around all that is wanted, on the sheet itself: left, top, right, bottom. */
function lying() {
  const frame = canvas.getBoundingClientRect();
  const boxes = wanted.map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  if (!boxes.length) return [0, 0, canvas.offsetWidth, canvas.offsetHeight];
  const edge = (side, from, most) => Math.round((most(...boxes.map((box) => box[side])) - frame[from]) / view.scale);
  return [edge("left", "left", Math.min), edge("top", "top", Math.min), edge("right", "left", Math.max), edge("bottom", "top", Math.max)];
}

function centre() {
  if (!board.clientWidth) return;
  const [left, top, right, bottom] = lying();
  const [above, below] = covered();
  const [wide, high] = [board.clientWidth, board.clientHeight - above - below];
  const margin = wanted.length > 1 ? MARGIN : 2;
  view.scale = Math.min((wide - 2 * margin) / (right - left), (high - 2 * margin) / (bottom - top), FITTED);
  view.x = wide / 2 - ((left + right) / 2) * view.scale;
  view.y = above + high / 2 - ((top + bottom) / 2) * view.scale;
  show();
}

/** How much of the board's upper and lower edges lies under the strip of what the others did, and under buttons: where
    these have a place of their own, none, wherever the page is scrolled to. */
function covered() {
  const box = board.getBoundingClientRect();
  const [since, zoom] = ["since", "zoom"].map((id) => {
    const one = document.getElementById(id);
    return one && getComputedStyle(one).position === "absolute" ? one.getBoundingClientRect() : null;
  });
  const over = (one) => one?.height && one.top < box.bottom && one.bottom > box.top;
  return [over(since) ? since.bottom - box.top : 0, over(zoom) ? box.bottom - zoom.top : 0];
}

new ResizeObserver(() => NARROW.matches && !byHand && centre()).observe(board);

// ---- fingers, wheel and buttons --------------------------------------------------------------------------------------

function zoom(factor, x, y) {
  const box = board.getBoundingClientRect();
  const [px, py] = [(x ?? box.x + box.width / 2) - box.x, (y ?? box.y + box.height / 2) - box.y];
  const scale = Math.min(NEAREST, Math.max(least(sizes()), view.scale * factor));
  view.x = px - ((px - view.x) * scale) / view.scale;
  view.y = py - ((py - view.y) * scale) / view.scale;
  view.scale = scale;
  byHand = true;
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
    if (Math.hypot(event.movementX, event.movementY) > 3) moved = byHand = true;
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
  const button = event.target.closest("button");
  const factor = Number(button?.dataset.zoom);
  if (factor) zoom(factor);
  else if (button && NARROW.matches) whole();
  else if (button && view.scale === 1) open();
  else if (button) { view.scale = 1; show(); }
});

/** On a phone: back to what matters now, and from there to the whole board. */
function whole() {
  if (byHand) byHand = false;
  else [view.scale, byHand] = [0, true];
  if (byHand) show();
  else centre();
}

board.addEventListener("focusin", (event) => reveal([event.target]));
// A phone's own bars come and go as one scrolls: only another width is another screen.
let screenWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === screenWidth) return show();
  screenWidth = innerWidth;
  open();
});
open();
