// Looking back: any moment, the whole game played on by itself, or what somebody did once more.

import { beat, done, play as playFilm, skip, speed } from "./animation.js";
import { fetchNow, meta, newest, shown, url, wait } from "./table-sync.js";
import { past, reading, skipReading } from "./scenes.js";

const LEAST = 150;             // a game that is played "instantly" can still be followed
const root = document.documentElement;
const button = document.getElementById("play");
let turn = 0;                  // rises whenever something else is to be shown

// ---- what is shown is looked at ---------------------------------------------------------------------------------------

let shownAt = 0;
let hurry = () => {};

/** Shows the movements of what has just come. */
export function film() {
  shownAt = performance.now();
  return playFilm(JSON.parse(meta().film));
}

/** Resolves when what is shown has been looked at, or is skipped. */
export function looked() {
  if (document.hidden || !speed()) return Promise.resolve();
  const enough = Promise.all([done(), reading(), wait(Math.max(0, shownAt + beat() - performance.now()))]);
  return Promise.race([enough, new Promise((come) => (hurry = () => come()))]);
}

/** A click or a key: all is where it belongs, and the next move comes. */
function hurryOn() {
  skip();
  if (shown() < newest()) skipReading();
  hurry();
}
document.addEventListener("pointerdown", hurryOn, true);
document.addEventListener("keydown", hurryOn, true);
document.addEventListener("visibilitychange", hurryOn);

// ---- one moment -------------------------------------------------------------------------------------------------------

function address(at) {
  const query = new URLSearchParams(location.search);
  query.delete("play");
  if (at === null) query.delete("at");
  else query.set("at", at);
  const tail = query.toString();
  history.replaceState(null, "", tail ? `${url}?${tail}` : url);
}

export function goTo(step) {
  stop();
  const at = Math.max(0, Math.min(step, newest()));
  address(at === newest() ? null : at);
  return fetchNow(at === newest() ? {} : { at });
}

// ---- played on by itself ----------------------------------------------------------------------------------------------

function stop() {
  turn += 1;
  delete root.dataset.replaying;
  button.setAttribute("aria-pressed", "false");
}

async function run(from, until, tell) {
  stop();
  const mine = turn;
  root.dataset.replaying = "";
  button.setAttribute("aria-pressed", "true");
  await fetchNow({ at: from });
  while (mine === turn && shown() < until()) {
    await Promise.all([looked(), wait(LEAST)]);
    if (mine !== turn) return;
    await fetchNow({ after: shown(), replay: 1 });
    tell();
  }
  if (mine === turn) await looked();
  if (mine === turn) await goTo(tell === quietly ? newest() : shown());
}

const quietly = () => {};
const saying = () => address(shown() < newest() ? shown() : null);

/** The game from a step to its end, or to now. */
export const playFrom = (step) => run(step, newest, saying);
/** What happened between two steps once more, and then the present again. */
export const again = (from, to) => run(from, () => Math.min(to, newest()), quietly);

button.addEventListener("click", () => {
  if (button.getAttribute("aria-pressed") === "true") goTo(shown());
  else playFrom(past() && shown() < newest() ? shown() : 0);
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  const found = (selector) => event.target.closest(selector);
  const at = found("[data-at]:not(time)");
  const once = found("[data-again]");
  const since = found("[data-since]");
  if (!at && !once && !since && !found("[data-now]")) return;
  event.preventDefault();
  if (once) again(...once.dataset.again.split(" ").map(Number));
  else if (since) again(Number(since.dataset.since), newest());
  else if (at && "play" in at.dataset) playFrom(Number(at.dataset.at));
  else goTo(at ? Number(at.dataset.at) : newest());
});

let sliding = 0;
document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  clearTimeout(sliding);
  sliding = setTimeout(() => goTo(Number(event.target.value)), 60);
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "replay") return;
  event.preventDefault();
  goTo(Number(document.getElementById("at").value));
});
