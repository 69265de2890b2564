// Acting: what, where, what comes of it, do it. The mouse looks by hovering, keys by focus, a finger by its first tap;
// what each of them chooses ends in `choose`, and what is laid out is done by one press.

import * as acting from "./acting.js";
import { byFinger, meant, onLot, want, whyNot } from "./aiming.js";
import { findPlaces, fit, known, mark, namePlaces, paint, placeOf, revealPlaces, spotOf } from "./board.js";
import { routesTo, forgetRoutes } from "./gestures.js";
import { showHints } from "./hints.js";
import { buttons, fold, headed, list, listFar, offered, offers, only, value } from "./offers.js";
import { layPreview, forgetDrawings } from "./preview.js";
import * as tip from "./tooltip.js";
import { wasMoved } from "./view.js";

const table = document.getElementById("table");
let looked = null;         // the offer that is shown on the board
let sure = null;           // the button of the list that is pressed for good
let asked = null;          // the place that was pointed at last
let offeredAt = "";        // the version of the table to which the list belongs

/** After every change: what comes next is lit, and what was looked at is looked at still. */
export function lightUp() {
  const version = value("version");
  const before = version === offeredAt && looked?.id;
  const fresh = version !== offeredAt;
  if (fresh) {
    offeredAt = version;
    asked = null;
    tip.rest();
    acting.restart();
    listFar([]);
    if (list()) list().scrollTop = 0;
    forgetDrawings();
    forgetRoutes();
    tip.hide();
  }
  looked = null;
  findPlaces();
  showBeat(fresh);
  showHints(spotsOf);
  const still = before && document.getElementById(before);
  look(still ? offered(still) : laidOut());
}

const spotsOf = (line) => {
  const offer = offers().find((one) => one.line === line);
  return offer ? (offer.spots.length ? offer.spots : offer.by).slice(0, 3) : [];
};
document.body.addEventListener("htmx:afterSwap", (event) => event.target.id === "hint-said" && showHints(spotsOf));

const laidOut = () => [...offers(), ...acting.reached()].find((offer) => offer.line === acting.waiting()) ?? null;
const matching = (spot) => acting.here(offers(), spot);

/** Lights what comes next and nothing else, each kind in its own way; the list says the same, and a line what to do. */
function showBeat(fresh = false, stays = false) {
  const all = offers();
  const { path, what, where, left } = acting.beat(all);
  mark("open", [...what, ...where]);
  mark("chosen", [...path, ...acting.places()]);
  mark("other", acting.others(all));
  paint(acting.kinds(all));
  only(acting.listed(all), { byThings: what.length > 0, depth: path.length, sorting: acting.places().length > 0 });
  for (const group of document.querySelectorAll("#actions .group")) fold(group, path, what);
  const back = document.getElementById("all-choices");
  if (back) back.hidden = !acting.chosen().length && !acting.places().length;
  const bar = document.getElementById("effect");
  if (bar) bar.dataset.ask = document.getElementById("bid-note") || !left.length ? "" : what.length ? "Choose what to do." : path.length && where.length ? "Choose where." : "Choose.";
  table.classList.toggle("aiming", acting.chosen().length > 0);
  namePlaces(sayOffers);
  fit(where, fresh, stays);
  document.dispatchEvent(new Event("beat"));
}

const sayOffers = (spot) => {
  const here = matching(spot);
  const few = here.slice(0, 3).map((offer) => offer.what).join("; ");
  const then = acting.ahead(offers(), spot)?.left ?? [];
  if (then.length && !here.length) return ` Press to choose: ${then.length === 1 ? then[0].what : `${then.length} ways`}.`;
  return here.length ? ` Here you can act: ${few}${here.length > 3 ? `; and ${here.length - 3} more` : ""}.` : "";
};

// ---- looking ---------------------------------------------------------------------------------------------------------

/** Shows an offer on the board, in the list if it is there, and beside "Do it" in words. */
export function look(offer) {
  want([]);
  looked?.button?.classList.remove("looked");
  looked = offer;
  mark("looked", offer ? [...offer.by, ...offer.spots] : []);
  const bar = document.getElementById("effect");
  say(bar, offer?.what ?? bar?.dataset.ask, offer?.effect ?? document.getElementById("bid-note")?.textContent);
  if (bar) bar.querySelector("#do-it").disabled = !offer || offer.line !== acting.waiting();
  offer?.button?.classList.add("looked");
  if (offer) revealPlaces(offer.spots);
  layPreview(offer, () => looked === offer);
}

function say(bar, what = "", effect = "") {
  if (!bar) return;
  bar.querySelector("[data-what]").textContent = what;
  bar.querySelector("[data-effect]").textContent = effect.replace(/([+−])(?=\S)/g, "$1\u2060");     // a sign stays with its sum
}

/** Lights what is meant in the list, and brings the first of it into view there. */
function light(meant) {
  const lit = new Set(meant.map((offer) => offer.button));
  for (const button of buttons()) button.classList.toggle("lit", lit.has(button));
  const first = meant.find((offer) => offer.button?.offsetParent)?.button;
  if (!first || list().matches(":hover")) return;
  const [frame, box, scroller] = [list().getBoundingClientRect(), first.getBoundingClientRect(), list()];
  if (box.top < frame.top) scroller.scrollTop -= frame.top - box.top;
  else if (box.bottom > frame.bottom) scroller.scrollTop += box.bottom - frame.bottom;
}

function lookAway() {
  asked = null;
  tip.hide();
  light([]);
  mark("ahead", []);
  look(laidOut());
}

/** Pointing: a thing shows where it leads; a place its ghost and, beside "Do it", what comes of it; else what is there. */
async function answer(spot) {
  asked = spot;
  tip.hide();
  const here = matching(spot);
  const leads = acting.ahead(offers(), spot);
  mark("ahead", here.length ? [] : (leads?.where ?? []));
  const meant = here.length ? here : (leads?.left ?? []);
  light(meant);
  if (here.length || leads) return here.some((one) => one.line === acting.waiting()) ? look(laidOut()) : look(here.length || meant.length === 1 ? meant[0] : null);
  look(laidOut());
  tell(spot);
  const ways = await waysTo(spot);
  if (asked !== spot || !ways.length) return;
  tip.hide();
  look(ways[0]);
}

/** What is at a place where nothing is chosen now: beside it, or below the list while one looks for a place. */
function tell(spot) {
  const about = known(spot);
  const at = placeOf(spot);
  if (!about || !at) return;
  if (acting.chosen().length) { if (!acting.waiting()) say(document.getElementById("effect"), about.text, about.note); } else tip.show(at, about);
}

/** Ways of several moves that lead to a place, as far as they begin with what was chosen. */
async function waysTo(spot) {
  const ways = await routesTo(spot);
  return ways.filter((way) => acting.chosen().every((one, n) => way.by[n] === one));
}

// ---- choosing --------------------------------------------------------------------------------------------------------

/** A thing or a place was chosen, in whatever way. */
export async function choose(spot, { byKeys = false, byFinger = false } = {}) {
  const stays = byFinger && Boolean(placeOf(spot)?.closest("#board"));       // what is under the finger
  const again = byFinger && acting.places().includes(spot) && laidOut();
  if (again && !asks(again)) return make(again);
  if (acting.choose(offers(), spot)) return settle({ byKeys, stays, waits: byFinger && acting.places().length > 0 });
  if (acting.lead(offers(), spot)) return settle({ byKeys, stays, waits: true });
  const missing = acting.wanting(offers(), spot);
  const ways = missing ? [] : await waysTo(spot);
  if (!ways.length) return refuse(spot, missing);
  acting.reach(spot, ways);
  settle({ byKeys, stays, waits: byFinger });
}

/** Says why nothing is done at a place, and lights what would have to be chosen first. Nothing is laid out any more. */
function refuse(spot, missing) {
  const chosen = acting.beat(offers()).path.length > 0;
  if (!missing && !chosen) tell(spot);
  if (document.getElementById("bid-note")) return;
  acting.unpick();
  look(null);
  say(document.getElementById("effect"), ...whyNot(missing, chosen, known(spot)));
  want(missing?.things ?? []);
}

const asks = (offer) => acting.asks(offer, table.dataset.confirm ?? "always");

/** Shows where one stands now; what needs no second press is done. */
export function settle({ byKeys = false, waits = false, stays = false } = {}) {
  tip.hide();
  mark("ahead", []);
  listFar(acting.reached());
  showBeat(false, stays);
  const offer = laidOut();
  look(offer);
  light(acting.places().length ? acting.listed(offers()) : []);
  const alone = offer && (acting.places().length === 0 || acting.listed(offers()).length === 1);
  if (alone && !waits && !asks(offer)) return make(offer);
  if (!byKeys) return;
  const { what, where } = acting.beat(offers());
  if (offer) document.getElementById("do-it").focus();
  else placeOf(where[0] ?? what[0])?.focus();
}

/** Lays an offer out, and does it where that needs no second press. */
export function pick(offer, byKeys = false) {
  acting.pick(offer);
  settle({ byKeys, waits: true });
  if (!asks(offer)) make(offer);
}

/** Lays out a way that leads to a place, of whatever list. */
export function offer(way, place) {
  if (way.button) acting.pick(way);
  else acting.reach(place, [way]);
  settle();
}

/** Does it: by its button in the list, or as a gesture of several moves. */
export function make(offer) {
  tip.hide();
  sure = offer.button ?? null;
  if (sure) sure.click();
  else htmx.ajax("POST", `${table.dataset.url}/act`, {
    values: { version: value("version"), seat: value("seat"), line: offer.line }, swap: "none",
  });
}

/** Takes back the last beat. Whether there was one. */
export function goBack() {
  const went = acting.back(offers());
  if (went) settle();
  return went;
}

// ---- mouse, finger, keys ---------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (wasMoved(event)) return;
  const on = (selector) => event.target.closest(selector);
  const button = on("#actions .list .choice, #actions .quick button");
  if (button && button === sure) return (sure = null);
  if (button) {
    const offer = [...offers(), ...acting.reached()].find((one) => one.button === button || one.row === button);
    if (offer.button && !asks(offer)) return tip.hide();       // it goes its way
    event.preventDefault();
    return pick(offer, !event.detail);
  }
  if (on("#do-it") && laidOut()) return make(laidOut());
  if (on("#pull")) return table.classList.toggle("pulled");
  if (on("#all-choices")) return acting.restart(), settle();
  if (on("[data-choice]")) return play(on("[data-choice]"));
  const thing = headed(event.target);
  if (thing) event.preventDefault();
  else if (on("a, button, summary, input, select, label")) return;
  if (onLot(event.target)) return document.querySelector("#amount, .quick button")?.focus();
  const spot = thing ?? (on("#board, #aside") ? meant(event) : null);
  if (event.detail > 1 && acting.chosen().includes(spot)) return;       // a double click
  if (spot) choose(spot, { byFinger: byFinger(event), byKeys: Boolean(thing) && !event.detail });
  else if (on("#board")) goBack() || lookAway();
}, true);

/** A hint is a choice of the list, or a bid that is not in it. */
function play(hinted) {
  const line = hinted.dataset.choice;
  const what = hinted.querySelector(".what")?.textContent ?? line;
  const found = offers().find((offer) => offer.line === line);
  if (!found) acting.reach("", [{ line, what, effect: "", by: [], spots: [], final: true }]);
  pick(found ?? acting.reached()[0]);
}

document.addEventListener("pointed", ({ detail: event }) => {
  if (byFinger(event) || event.buttons) return;
  const button = event.target.closest("#actions .list .choice, #actions .quick button");
  const hinted = event.target.closest("[data-choice]");
  if (button || hinted) {
    const line = button?.value ?? hinted.dataset.choice;
    return look([...offers(), ...acting.reached()].find((offer) => offer.line === line) ?? laidOut());
  }
  const spot = headed(event.target) ?? (event.target.closest("#board, #aside") ? meant(event) : null);
  if (spot) spot !== asked && answer(spot);
  else if (asked || looked !== laidOut()) lookAway();
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches(":focus-visible")) return;
  const button = event.target.closest("#actions .list .choice");
  if (button?.id) return look(offered(button));
  const spot = headed(event.target) ?? spotOf(event.target);
  if (spot) answer(spot);
});

document.addEventListener("keydown", (event) => {
  const spot = headed(event.target) ?? spotOf(event.target);
  if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(spot, { byKeys: true });
  }
  if (event.key !== "Escape") return;
  const last = acting.chosen().at(-1);
  if (!goBack()) return lookAway();
  asked = null;
  if (last && !acting.chosen().length) placeOf(last)?.focus({ preventScroll: true });
});
