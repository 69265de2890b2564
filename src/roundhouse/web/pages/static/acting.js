// What, where, what comes of it, do it. One small machine for mouse, finger and keys: it knows offers and places, no page.
// An offer has `by`, the things that are chosen first, in order; `spots`, where it can then be done; and `kind`.

let path = [];         // what has been chosen of the things that start something
let at = [];           // then places that the wanted way goes through, where several lead there
let picked = null;     // the offer that is laid out and waits for "Do it", by its line
let far = [];          // ways to a place that take several moves: they are in no list until they are asked for

export const leaves = (offer) => offer.kind === "leave";
const unique = (some) => [...new Set(some)];
const begins = (offer, along) => along.every((one, n) => offer.by[n] === one);

/** Where one stands among those offers: what is left, which things come next, which places. A single way on is taken. */
export function beat(offers, along = path) {
  const left = offers.filter((offer) => !leaves(offer) && begins(offer, along));
  const what = unique(left.map((offer) => offer.by[along.length]).filter(Boolean));
  if (what.length === 1 && left.every((offer) => offer.by[along.length] === what[0])) return beat(offers, [...along, what[0]]);
  const ready = left.filter((offer) => offer.by.length <= along.length);
  return { path: along, left, what, where: unique(ready.flatMap((offer) => offer.spots)), ready };
}

const through = (ways, places) => ways.filter((offer) => places.every((place) => offer.spots.includes(place)));

/** What is in the list now. */
export function listed(offers) {
  const { left } = beat(offers);
  if (far.length) return far;
  return at.length ? through(left, at) : left;
}

/** The kinds of action that each lit thing or place stands for. */
export function kinds(offers) {
  const { path: along, left, ready } = beat(offers);
  const found = new Map(along.map((thing) => [thing, left[0]?.kind]));
  const add = (spot, kind) => spot && !found.has(spot) && found.set(spot, kind);       // what comes first in the list
  for (const offer of left) add(offer.by[along.length], offer.kind);
  for (const offer of ready) for (const spot of offer.spots) add(spot, offer.kind);
  return found;
}

/** Where an action would lead, for who only points at it. */
export const ahead = (offers, thing) => {
  const now = beat(offers);
  return now.what.includes(thing) ? beat(offers, [...now.path, thing]) : null;
};

/** What can be done at a place now: if possible of what goes through the places that were chosen before. */
export function here(offers, spot) {
  const ready = beat(offers).ready.filter((offer) => offer.spots.includes(spot));
  const narrowed = through(ready, at);
  return narrowed.length ? narrowed : ready;
}

/** Whether a click there does anything: a thing or place that comes next, or one that takes back or changes a choice. */
export const answers = (offers, spot) => beat(offers).path.includes(spot) || here(offers, spot).length > 0 || depthOf(offers, spot) >= 0;

/** A thing or a place was chosen. Whether anything came of it. */
export function choose(offers, spot) {
  const now = beat(offers);
  const before = now.path.indexOf(spot);
  const ways = here(offers, spot);
  if (before >= 0 && !ways.length) return goTo(offers, now.path.slice(0, before));
  if (!ways.length) {
    const depth = depthOf(offers, spot);
    return depth >= 0 && goTo(offers, [...now.path.slice(0, depth), spot]);
  }
  const narrows = at.length && !at.includes(spot) && through(ways, at).length;
  [at, far, picked] = [narrows ? [...at, spot] : [spot], [], ways[0].line];      // the best comes first
  return true;
}

/** At which beat a thing can be chosen, now or by changing one's mind; -1 if it can't. */
function depthOf(offers, thing) {
  const { path: along } = beat(offers);
  for (let n = along.length; n >= 0; n--) if (reachable(offers, along.slice(0, n)).includes(thing)) return n;
  return -1;
}
const reachable = (offers, along) =>
  unique(offers.filter((offer) => !leaves(offer) && begins(offer, along)).map((offer) => offer.by[along.length]));

/** Things that were passed by, and are chosen instead by a click. */
export const others = (offers) => {
  const { path: along } = beat(offers);
  return unique(along.flatMap((_, n) => reachable(offers, along.slice(0, n)))).filter(Boolean);
};

/** Where no way leads now, the things that would have to be chosen first, and what stays chosen before them; or null. */
export function wanting(offers, spot) {
  const { path: along } = beat(offers);
  for (let n = along.length; n >= 0; n--) {
    const kept = along.slice(0, n);
    const fit = offers.filter((offer) => !leaves(offer) && begins(offer, kept) && offer.by.length > n && offer.spots.includes(spot));
    if (fit.length) return { kept, things: unique(fit.map((offer) => offer.by[n])), ways: fit };
  }
  return null;
}

/** Chooses whatever has to be chosen first for a place, as far as there is only one thing, and then the place. */
export function lead(offers, spot) {
  const missing = wanting(offers, spot);
  if (missing?.things.length !== 1) return false;
  goTo(offers, [...missing.kept, ...missing.things]);
  return here(offers, spot).length ? choose(offers, spot) : lead(offers, spot);
}

function goTo(offers, along) {
  [path, at, far, picked] = [along, [], [], null];
  const { left } = beat(offers);
  if (left.length === 1) picked = left[0].line;       // one target is chosen already
  return true;
}

/** A line of the list was chosen. Where one stands stays as it is, so that no line moves under the pointer. */
export function pick(offer) {
  picked = offer.line;
}

/** Ways of several moves to a place, of which the first is laid out. */
export function reach(spot, ways) {
  [at, far, picked] = [[spot], ways, ways[0].line];
}

/** The move that is laid out is not meant any more; what was chosen before it stays. */
export function unpick() {
  picked = null;
}

/** Back by one beat: the move that is laid out, the place, the last thing. Whether there was one. */
export function back(offers) {
  if (!picked && !at.length && !path.length) return false;
  const single = beat(offers).left.length === 1;       // it was laid out by itself
  if ((picked || at.length) && !single) [picked, at, far] = [null, [], []];
  else [path, picked, at, far] = [path.slice(0, -1), null, [], []];
  return true;
}

export const waiting = () => picked;
export const chosen = () => path;
export const places = () => at;
export const reached = () => far;
export function restart() { [path, at, picked, far] = [[], [], null, []]; }

/** Whether an offer waits for "Do it", by one's own setting: "always", "final" (only what can't be undone), "never". */
export const asks = (offer, setting) => setting === "always" || (setting === "final" && offer.final);
