// What is at a place that is pointed at, in words beside it. Heard by a screen reader as the description of the place.

const tip = document.createElement("div");
tip.id = "tip";
tip.role = "tooltip";
tip.hidden = true;
tip.append(...["what", "note"].map((name) => Object.assign(document.createElement("p"), { className: name })));
tip.lastChild.id = "tip-told";
document.body.append(tip);

const GAP = 10;
let whose = null;      // the element that is answered for

export function show(at, { text, note }) {
  hide();
  whose = at;
  [tip.firstChild.textContent, tip.lastChild.textContent] = [text, note];
  tip.hidden = false;
  place(at.getBoundingClientRect());
  at.setAttribute("aria-describedby", "tip-told");
}

export function hide() {
  whose?.removeAttribute("aria-describedby");
  whose = null;
  tip.hidden = true;
}

/** Below what it speaks of, or above, or beside: never on it, never outside the window, nor on a phone's choices. */
function place(box) {
  const { offsetWidth: wide, offsetHeight: high } = tip;
  const choices = document.getElementById("actions").getBoundingClientRect();
  const right = document.documentElement.clientWidth;
  const bottom = choices.width > 0.9 * right && choices.top > box.bottom ? choices.top : innerHeight;
  const clamp = (at, size, room) => Math.max(6, Math.min(at, room - size - 6));
  let left = clamp(box.x + box.width / 2 - wide / 2, wide, right);
  let top = box.bottom + GAP;
  if (top + high > bottom - 6) top = box.y - GAP - high;
  if (top < 6) {
    top = clamp(box.y, high, bottom);
    left = box.right + GAP + wide < right ? box.right + GAP : clamp(box.x - GAP - wide, wide, right);
  }
  tip.style.translate = `${left}px ${top}px`;
}

// What it speaks of has moved away under it.
addEventListener("scroll", (event) => whose && event.target.contains(whose) && hide(), { passive: true, capture: true });

let lies = "";                 // where the pointer is
let rests = "";
const whereOf = (event) => `${event.clientX} ${event.clientY}`;

/** Until it moves, the pointer points at nothing. */
export const rest = () => (rests = lies);

function tell(event) {
  if (whereOf(event) === rests) return;
  rests = "";
  document.dispatchEvent(new CustomEvent("pointed", { detail: event }));
}
for (const kind of ["pointerdown", "pointermove"]) addEventListener(kind, (event) => (lies = whereOf(event)), true);
document.addEventListener("pointerover", tell);
document.addEventListener("pointermove", (event) => rests && tell(event));
