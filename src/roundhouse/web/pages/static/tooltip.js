// The answer beside a place: what is there, what can be done and what that brings. Text first, and heard by a screen
// reader as the description of the place. Pinned, it is a list to choose from.

const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);

const SHOWN = 4;       // so many offers are told while one only points
const GAP = 10;
let whose = null;      // the element that is answered for
let listed = [];       // what can be chosen in it, in order
let chosen = null;     // called with one of them
let pointed = null;

const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
};

function written(offer, pin) {
  const line = document.createElement("li");
  const words = [element("b", "", offer.what), " ", element("span", "", offer.effect)];
  if (!pin) line.append(...words);
  else {
    const button = element("button", "", "");
    button.type = "button";
    button.append(...words);
    line.append(button);
  }
  return line;
}

/** Answers at an element. `answer` has what, note, offers, more; `pin` keeps it until something is chosen. */
export function show(at, answer, { pin = false, choose, point } = {}) {
  hide();
  [whose, listed, chosen, pointed] = [at, answer.offers, choose, point];
  tip.classList.toggle("pinned", pin);
  tip.role = pin ? "dialog" : "tooltip";
  tip.ariaLabel = pin ? answer.what : null;
  const told = document.createElement("div");
  told.id = "tip-told";
  if (answer.note) told.append(element("p", "note", answer.note));
  const list = document.createElement("ul");
  list.append(...(pin ? listed : listed.slice(0, SHOWN)).map((offer) => written(offer, pin)));
  if (listed.length) told.append(list);
  const left = (answer.more ?? 0) + (pin ? 0 : Math.max(0, listed.length - SHOWN));
  if (left) told.append(element("p", "note", `${left} more ${left === 1 ? "way" : "ways"} here`));
  if (answer.hint) told.append(element("p", "how", answer.hint));
  tip.replaceChildren(element("p", "what", answer.what), told);
  if (pin) tip.append(closing());
  tip.hidden = false;
  place(at.getBoundingClientRect());
  at.setAttribute("aria-describedby", "tip-told");
}

function closing() {
  const close = element("button", "close", "×");
  close.type = "button";
  close.ariaLabel = "Close";
  close.dataset.close = "";
  return close;
}

export function hide() {
  whose?.removeAttribute("aria-describedby");
  whose = null;
  tip.hidden = true;
}

export const pinned = () => !tip.hidden && tip.classList.contains("pinned");
export const answered = () => (tip.hidden ? null : whose);
export const within = (target) => tip.contains(target);
export const focusFirst = () => tip.querySelector("li button")?.focus();

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

const offerOf = (target) => {
  const line = target.closest("li");
  return line && tip.contains(line) ? listed[[...line.parentNode.children].indexOf(line)] : null;
};

tip.addEventListener("click", (event) => {
  event.stopPropagation();
  const offer = offerOf(event.target);
  const choose = chosen;
  if (offer || event.target.closest("[data-close]")) {
    const back = whose;
    hide();
    if (offer) choose?.(offer);
    else back?.focus?.({ preventScroll: true });
  }
});
for (const look of ["pointerover", "focusin"])
  tip.addEventListener(look, (event) => {
    const offer = offerOf(event.target);
    if (offer) pointed?.(offer);
  });
// What it speaks of has moved away under it.
addEventListener("scroll", (event) => whose && event.target.contains(whose) && hide(), { passive: true, capture: true });
