// Facts as movement: pieces go from where they were to where they are. Which piece, from where and to where, the house
// says; a piece of the drawing that has a name and has moved slides by itself.

import { ring } from "./sound.js";

const TIME = 700;              // of one movement, in milliseconds
const APART = 420;             // from one fact to the next
const WITHIN = 90;             // from one piece of a fact to the next
const LONGEST = 3600;          // of a whole film; a longer one is played faster
const REACH = 1.2;             // how far from the middle of its place a piece may stand, in sizes of the place
const NOWHERE = 4;             // who goes no further than this rises where it is
const BEAT = Number(document.getElementById("table").dataset.beat);

const still = matchMedia("(prefers-reduced-motion: reduce)");
const chosen = document.getElementById("speed");
const stage = document.createElement("div");
stage.id = "film";
stage.ariaHidden = "true";
document.body.append(stage);

let before = { spots: new Map(), pieces: new Map() };
let running = [];
let met = new Set();           // pieces of the drawing that somebody is on the way to
let over = Promise.resolve();

/** 1 or 2, or 0 where moves are shown at once. */
export const speed = () => (BEAT ? Number(chosen.value) : 0);
export const beat = () => (speed() ? BEAT / speed() : 0);
export const done = () => over;

chosen.value = localStorage.getItem("film") ?? "1";
chosen.addEventListener("change", () => {
  localStorage.setItem("film", chosen.value);
  skip();
});

// ---- where things are ------------------------------------------------------------------------------------------------

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const canvas = document.querySelector("#board .canvas");
const aside = document.getElementById("aside");

/** Where a piece stands on its board or in its section, which may themselves have been moved. */
function standing(piece) {
  const at = middle(piece.getBoundingClientRect());
  const frame = (canvas.contains(piece) ? canvas : piece.closest("section") ?? document.body).getBoundingClientRect();
  return { x: at.x - frame.x, y: at.y - frame.y };
}

/** The box of a place on the sheet that it belongs to, which may be moved. */
function lying(place) {
  const sheet = canvas.contains(place) ? canvas : aside;
  const [box, frame] = [place.getBoundingClientRect(), sheet.getBoundingClientRect()];
  return { sheet, x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
}

/** To be called before the page changes. */
export function remember() {
  const all = (selector, name, where) =>
    new Map([...document.querySelectorAll(selector)].map((one) => [one.dataset[name], where(one)]));
  before = {
    spots: all("#pieces [data-spot], #aside [data-spot]", "spot", lying),
    pieces: all("[data-piece]", "piece", standing),
  };
}

const seen = (box) => (box?.width ? box : null);
const place = (name) =>
  document.querySelector(/^[#.]/.test(name) ? name : `:is(#ground, #pieces, #aside) [data-spot="${CSS.escape(name)}"]`);

/** The place that is meant; of several names the first that is in sight. */
const goalOf = (names) => names.split(", ").map(place).find((one) => seen(one?.getBoundingClientRect())) ?? null;

/** Where a piece comes from: a place may be gone, or may have been moved itself. */
function sourceOf(names) {
  for (const name of names.split(", ")) {
    const was = seen(before.spots.get(name));
    const frame = was?.sheet.getBoundingClientRect();
    const box = was ? new DOMRect(frame.x + was.x, frame.y + was.y, was.width, was.height) : place(name)?.getBoundingClientRect();
    if (seen(box)) return box;
  }
  return null;
}

const within = ({ x, y }) => ({
  x: Math.min(innerWidth - 20, Math.max(20, x)), y: Math.min(innerHeight - 20, Math.max(20, y)),
});

// ---- pieces ----------------------------------------------------------------------------------------------------------

/** The piece itself, drawn where it has come to; null where it has gone into a pile or a purse, or lies with its like. */
function landed(symbol, box) {
  const to = middle(box);
  let best = null;
  let least = REACH * Math.max(box.width, box.height);
  for (const one of document.querySelectorAll(`:is(#pieces, #aside) use[href="${symbol}"]`)) {
    if (met.has(one) || (aside.contains(one) && before.spots.has(one.closest("[data-spot]")?.dataset.spot))) continue;
    const at = middle(one.getBoundingClientRect());
    const far = Math.hypot(at.x - to.x, at.y - to.y);
    if (far < least) [best, least] = [one, far];
  }
  if (best) met.add(best);
  return best;
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(symbol, like) {
  const svg = stage.appendChild(document.createElementNS(SVG, "svg"));
  const use = svg.appendChild(document.createElementNS(SVG, "use"));
  use.setAttribute("href", symbol);
  const box = use.getBBox();
  const scale = like ? like.width / box.width : document.getElementById("ground").getScreenCTM().a;
  svg.setAttribute("viewBox", `${box.x - 1} ${box.y - 1} ${box.width + 2} ${box.height + 2}`);
  svg.style.width = `${Math.max(14, (box.width + 2) * scale)}px`;
  svg.style.height = `${Math.max(14, (box.height + 2) * scale)}px`;
  return svg;
}

function made(piece, words) {
  const [kind, ...more] = piece.split(" ");
  const one = stage.appendChild(document.createElement("span"));
  one.className = kind === "cert" ? `cert co-${more[0]}` : kind;
  one.append(kind === "cert" ? Object.assign(document.createElement("b"), { textContent: more[1] }) : words);
  return one;
}

const SOUNDS = { coin: "coin", card: "page", tag: "" };
const soundOf = (piece) => SOUNDS[piece.split(" ")[0]] ?? (/^#(at|ng-card)-/.test(piece) ? "page" : "click");

/** One piece on its way, with what stands already where it will be kept out of sight until it is there. */
function send([piece, start, end, words], delay, duration) {
  const place = goalOf(end);
  if (!place) return [];
  const target = place.getBoundingClientRect();
  const goal = piece.startsWith("#") ? landed(piece, target) : place.closest(".cert");
  const box = goal?.getBoundingClientRect();
  const one = piece.startsWith("#") ? drawn(piece, box) : made(piece, words);
  const size = one.getBoundingClientRect();
  const put = ({ x, y }) => `${x - size.width / 2}px ${y - size.height / 2}px`;
  const to = within(middle(box ?? target));
  const was = within(middle(sourceOf(start) ?? target));
  const from = Math.hypot(was.x - to.x, was.y - to.y) < NOWHERE ? { x: to.x, y: to.y + 26 } : was;
  const way = one.animate(
    [{ translate: put(from), opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1.25, offset: 0.25 },
      { translate: put(to), opacity: 1, scale: 1, offset: 0.9 }, { translate: put(to), opacity: goal ? 1 : 0 }],
    { duration, delay, easing: "cubic-bezier(.45,.05,.35,1)", fill: "both" },
  );
  way.finished.then(() => {
    one.remove();
    ring(soundOf(piece));
  }, () => one.remove());
  const hidden = goal?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration });
  return hidden ? [way, hidden] : [way];
}

/** Pieces that have a name and stand elsewhere now: dice, markers. What moves them is shown first. */
function slide(delay, duration) {
  return [...document.querySelectorAll("[data-piece]")].flatMap((one) => {
    const was = before.pieces.get(one.dataset.piece);
    if (!was) return [];
    const is = standing(one);
    const scale = one.getScreenCTM?.().a ?? 1;
    const [dx, dy] = [(was.x - is.x) / scale, (was.y - is.y) / scale];
    if (Math.hypot(dx, dy) < 2) return [];
    return [one.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }],
      { delay, duration, easing: "ease-in-out", fill: "backwards" })];
  });
}

// ---- a film ----------------------------------------------------------------------------------------------------------

/** Plays what moved, fact by fact. */
export function play(facts) {
  skip();
  if (!speed() || still.matches || document.hidden) return over;
  const most = (facts.length - 1) * APART + Math.max(0, ...facts.map((fact) => fact.length - 1)) * WITHIN + TIME;
  const rate = speed() * Math.max(1, most / LONGEST);
  met = new Set();
  running = slide((Math.max(0, facts.length - 1) * APART) / rate, TIME / rate);
  facts.forEach((fact, n) =>
    fact.forEach((movement, k) => running.push(...send(movement, (n * APART + k * WITHIN) / rate, TIME / rate))));
  const mine = running;
  document.documentElement.dataset.film = running.length ? "playing" : "";
  over = Promise.allSettled(running.map((one) => one.finished)).then(() => {
    if (mine === running) document.documentElement.dataset.film = "";
  });
  return over;
}

/** All is where it belongs at once. */
export function skip() {
  for (const one of running) one.finish();
  running = [];
  document.documentElement.dataset.film = "";
}
