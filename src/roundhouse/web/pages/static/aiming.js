// What a click is meant for, and what is said where it can't be: what would have to be chosen first.

import * as acting from "./acting.js";
import { mark, openNear, spotOf, spotsAt } from "./board.js";
import { offers } from "./offers.js";

export const byFinger = (event) => event.pointerType === "touch" || event.pointerType === "pen";

/** Of all that lies under a click, the first where something can be done, such as a lit Town with whatever stands in it;
    then what can be chosen; by a finger, also what is close by; then what would be of use if something else were chosen. */
export function meant(event) {
  const under = spotsAt(event.clientX, event.clientY);
  const all = offers();
  const first = (/** @type {(all: any[], spot: string) => unknown} */ does) => under.find((spot) => does(all, spot));
  const near = byFinger(event) && event.target.closest("#board") ? openNear(event.clientX, event.clientY)[0] : null;
  return first((some, spot) => acting.here(some, spot).length) ?? first(acting.answers) ?? near ?? first(acting.wanting) ?? under[0] ?? spotOf(event.target);
}

/** The certificate that is for sale leads to the bids, wherever it lies. */
export function onLot(target) {
  const card = document.querySelector(".auction > svg use")?.getAttribute("href");
  return card && target.closest(".auction > svg, #aside .pile")?.querySelector(`use[href="${card}"]`);
}

const SEVERAL = 4;             // more are counted, not named

/** Why nothing is done at a place: what would have to be chosen first, and what is there. */
export function whyNot(missing, chosen, about) {
  const first = missing ? [...new Set(missing.ways.map((way) => `“${way.group}”`))] : [];
  const named = first.length > SEVERAL ? `one of ${first.length} things` : first.join(", ").replace(/, (?=[^,]*$)/, " or ");
  const said = named ? `For this place choose ${named} first.` : "Nothing can be done there now.";
  return [chosen ? `Not with what is chosen. ${said}` : said, about && (chosen || missing) ? [about.text, about.note].filter(Boolean).join("; ") : ""];
}

/** Those things are what one looks for: beside the board, and in the list. */
export function want(things) {
  mark("wanted", things);
  for (const group of document.querySelectorAll("#actions .group")) group.classList.toggle("wanted", things.includes(group.dataset.thing));
}
