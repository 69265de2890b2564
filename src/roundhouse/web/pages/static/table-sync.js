// What this page shows of the game, and how it asks for more: one question at a time, and never an older answer.

import { ask, have, rebuilt, whole } from "./delta.js";

export const table = document.getElementById("table");
export const url = table.dataset.url;
export const meta = () => document.getElementById("meta").dataset;
export const shown = () => Number(meta().step);
export const mine = () => document.querySelector("#prompt.mine") !== null;

const PATIENCE = 6000;         // an answer that takes longer is not coming
const AGAIN = 1000;
const BEATS = 8;               // as many as may wait to be looked at

let latest = 0;                // how many steps there are, as far as this page has heard
let revision = 0;              // and the state of the table at which it heard that
let next = null;               // what to ask for when the present question is answered
let asking = null;
let stale = false;
let sending = 0;               // forms whose answer is under way: it shows what they did, and need not be asked for
let pictures = [];             // what came with the news, beat by beat: { text, after, step, revision }

export const newest = () => latest;
export const heard = () => revision;
export const answering = () => sending > 0;
export const wait = (milliseconds) => new Promise((come) => setTimeout(come, milliseconds));

export function learn(step, at) {
  if (at < revision) return;
  latest = step;
  revision = at;
}

/** Keeps what the house told of the present before it was asked, if this page has what it was told from. */
export function keep({ now, after, step, revision }) {
  const text = now && rebuilt(now);
  pictures = text ? [...pictures.filter((one) => one.step < step), { text, after, step, revision }].slice(-BEATS) : [];
}

/** The picture that answers a question: of the beat that comes next, or of the present where nothing happened since.
    One that is older than what is shown says nothing, and would be asked for again and again. */
const told = ({ at, after = Infinity, replay }) =>
  at === undefined && !replay
    ? pictures.find((one) => one.revision >= Number(meta().mark) && (one.after === after || (one.after <= after && one.revision === revision)))
    : undefined;

/** Asks for the present, or with `at` or `after` for a moment of the past; resolves when it is shown. */
export function fetchNow(more = {}) {
  next = more;
  asking ??= askAll().finally(() => (asking = null));
  return asking;
}

async function askAll() {
  while (next) {
    const question = fromHere(next);
    next = null;
    stale = false;
    const picture = told(question);
    const answered = picture ? show(picture.text) : await inquire(question);
    if (!answered) await wait(AGAIN);
    if (!answered || stale) next ??= question;
    else await wait(0);
  }
}

/** What comes next does so after what is shown by now, which may be more than when it was asked for. */
const fromHere = (question) => ("after" in question ? { ...question, after: Math.max(question.after, shown()) } : question);

const inquire = (question) => htmx.ajax("GET", address(question), { swap: "none" }).then(() => true, () => false);

function show(text) {
  if (isNews(text)) htmx.swap(document.body, text, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
  return true;
}

function address(more) {
  const query = new URLSearchParams(more);
  const as = new URLSearchParams(location.search).get("as");
  if (as) query.set("as", as);
  return `${url}/now?${query}`;
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => Object.assign(detail.headers, have()));

document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.requestConfig.verb === "post") {
    sending += 1;
    detail.xhr.addEventListener("loadend", () => (sending -= 1) || document.dispatchEvent(new Event("answered")));
  }
  if (/\/(now|act|undo)$/.test(detail.requestConfig.path.split("?")[0])) detail.xhr.timeout = PATIENCE;
});

// An answer that was made before the one that is shown says nothing new, however late it comes. That a page has changed is
// said by us: htmx says it to the form that asked, which may be gone by then. Two answers that come together are one change.
let changing = false;
function isNews(text) {
  const at = /data-mark="(\d+)"/.exec(text);
  if (!at) return true;
  stale = Number(at[1]) < Number(meta().mark);
  if (stale || changing) return !stale;
  changing = true;
  document.dispatchEvent(new Event("changing"));
  setTimeout(() => {
    changing = false;
    document.dispatchEvent(new Event("changed"));
  });
  return true;
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const text = whole(detail.xhr.getResponseHeader("content-type"), detail.serverResponse ?? "");
  if (text === null) fetchNow();
  detail.serverResponse = text;
  if (text === null || !isNews(text)) detail.shouldSwap = false;
});

// A page that has come knows no text of the house yet from which only what is new could be told.
ask(address({}));
