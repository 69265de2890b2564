// A live table: hears that something happened, fetches what this seat may see of it, and shows it move by move.

import { learnPlaces, mark, reveal, revealPlaces } from "./board.js";
import { lightUp } from "./choices.js";
import "./guide.js";
import { listen } from "./news.js";
import { openTab } from "./site.js";
import { showDue } from "./due.js";
import { runClocks, showTimes } from "./times.js";

const table = document.getElementById("table");
const url = `/games/${table.dataset.id}`;
const meta = () => document.getElementById("meta").dataset;
const shown = () => Number(meta().step);
const live = () => !new URLSearchParams(location.search).has("at");

const BEAT = Number(table.dataset.beat);   // how long a bot's move is looked at before the next, in milliseconds
const SCENE = 5;                           // a dividend or the like stands as long as this many moves
const TOO_FAR = 40;                        // after a long absence, the present is what counts

let latest = 0;        // how many steps there are, as far as this page has heard
let revision = 0;      // and the state of the table at which it heard that
let busy = false;
let next = null;       // what to ask for when the present question is answered
let waiting = 0;

function learn(step, at) {
  if (at < revision) return;
  latest = step;
  revision = at;
}

// ---- the present -----------------------------------------------------------------------------------------------------

function asked(more) {
  const query = new URLSearchParams(more);
  const as = new URLSearchParams(location.search).get("as");
  if (as) query.set("as", as);
  return `${url}/now?${query}`;
}

async function fetchNow(more = {}) {
  clearTimeout(waiting);
  next = more;
  if (busy) return;
  busy = true;
  try {
    while (next) {
      const question = asked(next);
      next = null;
      await htmx.ajax("GET", question, { swap: "none" });
    }
  } finally {
    busy = false;
  }
}

/** One more beat of what happened, if there is any, after the last one has been looked at. */
function goOn() {
  if (!live() || shown() === latest) return;
  clearTimeout(waiting);
  const pause = meta().mine ? 0 : document.querySelector("#scene section") ? BEAT * SCENE : BEAT;
  waiting = setTimeout(() => {
    const far = !BEAT || shown() > latest || latest - shown() > TOO_FAR || document.hidden;
    fetchNow(far ? {} : { after: shown() });
  }, pause);
}

let arrived = "";
function arrive() {
  const now = `${meta().step} ${meta().latest} ${meta().mark}`;
  lightUp();
  runClocks();
  showTimes();
  showUnread();
  mark("changed", (meta().changed || "").split(" "));
  if (now === arrived) return;
  arrived = now;
  const open = [...document.querySelectorAll("#board .open")];
  if (open.length) reveal(open);
  else revealPlaces((meta().changed || "").split(" "));
  learn(Number(meta().latest), Number(meta().mark));
  showPayments();
  const log = document.getElementById("log");
  log.scrollTop = log.scrollHeight;
  if (!live() || shown() >= latest) learnPlaces();
  document.title = meta().title;
  showDue(Number(meta().due));
  keepFocus();
  goOn();
}

document.body.addEventListener("htmx:afterSettle", arrive);

// What a person has opened stays open when the page changes under it.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(name === "hidden" && element.matches("[role=tabpanel]")) && !(name === "open" && element.matches("details"));

// ---- money that came or went floats up once beside the purse ---------------------------------------------------------

let opened = false;    // whether this page has shown anything yet: what was paid before one came floats nowhere
function showPayments() {
  for (const purse of opened ? document.querySelectorAll("[data-paid]") : []) {
    const change = Number(purse.dataset.paid);
    const float = document.createElement("span");
    float.className = `float ${change > 0 ? "up" : "down"}`;
    float.ariaHidden = "true";
    float.textContent = `${change > 0 ? "+" : "−"}${purse.textContent.replace(/[0-9].*/, "")}${Math.abs(change)}`;
    purse.after(float);
    setTimeout(() => float.remove(), 1600);
  }
  opened = true;
}

// ---- clicks ----------------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-skip]")) {
    event.preventDefault();
    fetchNow();
  }
  if (event.target.closest("[data-close-scene]")) {
    event.preventDefault();
    document.getElementById("scene").replaceChildren();
    goOn();
  }
  const at = event.target.closest("[data-at]");
  if (at && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    goTo(Number(at.dataset.at));
  }
  const as = event.target.closest("[data-as]");
  if (as) {
    event.preventDefault();
    history.replaceState(null, "", `${url}?as=${as.dataset.as}`);
    fetchNow();
  }
  if (event.target.closest("[data-now]") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    goTo(latest);
  }
});

// ---- what was seen, for the next visit -------------------------------------------------------------------------------

const chatOpen = () => !document.getElementById("chat").hidden && !document.hidden;

function tellSeen() {
  if (!table.dataset.seat) return;
  const seen = new URLSearchParams({ step: live() ? shown() : 0 });
  if (chatOpen()) seen.set("talk", meta().talk);
  navigator.sendBeacon(`${url}/seen`, seen);
}

let read = 0;
function showUnread() {
  if (chatOpen()) {
    if (Number(meta().unread) && read < Number(meta().talk)) tellSeen();
    read = Number(meta().talk);
  }
  const count = read >= Number(meta().talk) ? 0 : Number(meta().unread);
  const mark = document.getElementById("unread");
  mark.textContent = count;
  mark.hidden = !count;
}

document.getElementById("tab-chat").addEventListener("open", () => {
  tellSeen();
  showUnread();
});
document.addEventListener("visibilitychange", () => document.hidden && tellSeen());
addEventListener("pagehide", tellSeen);

document.addEventListener("click", (event) => {
  const since = event.target.closest("[data-since]");
  if (!since || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  fetchNow({ after: Number(since.dataset.since) });
});

// ---- a rule opens beside the table, which stays where it is ----------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="/rules/"][href*="#"]');
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  showRule(link.hash.slice(1));
});

async function showRule(id) {
  const book = document.getElementById("rules");
  openTab(document.getElementById("tab-rules"));
  while (!book.querySelector("#book"))
    await new Promise((come) => document.body.addEventListener("htmx:afterSettle", come, { once: true }));
  book.querySelectorAll(".asked").forEach((rule) => rule.classList.remove("asked"));
  const name = document.getElementById(id);
  name?.closest("li, p")?.classList.add("asked");
  name?.scrollIntoView({ block: "center" });
  name?.focus({ preventScroll: true });
}

// ---- the stream ------------------------------------------------------------------------------------------------------

const line = document.getElementById("connection");

listen({ table: table.dataset.id }, ({ kind, said }) => {
  if (kind === "table") hear(said);
  if (kind === "watching") countWatchers(said.count);
  if (kind !== "line") return;
  if (said === "open" && !line.hidden) fetchNow();
  line.hidden = said === "open";
});

function hear(news) {
  learn(news.step, news.revision);
  if (!live() || news.revision <= Number(meta().mark)) return;
  if (news.step > shown()) goOn();
  else fetchNow();
}

function countWatchers(count) {
  const said = document.getElementById("watching");
  said.hidden = !count;
  said.textContent = `${count} watching`;
}

addEventListener("pageshow", (event) => event.persisted && fetchNow());

// ---- replay ----------------------------------------------------------------------------------------------------------

function goTo(step) {
  const at = Math.max(0, Math.min(step, latest));
  const query = new URLSearchParams(location.search);
  if (at === latest) query.delete("at");
  else query.set("at", at);
  const tail = query.toString();
  history.replaceState(null, "", tail ? `${url}?${tail}` : url);
  fetchNow(at === latest ? {} : { at });
}

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

// ---- keys and manners ------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const press = (id) => document.getElementById(id)?.click();
  if (event.key === "[") goTo(shown() - 1);
  if (event.key === "]") goTo(shown() + 1);
  if (event.key === "u" || event.key === "U") press("undo");
  if (event.key === "h" || event.key === "H") press("hint");
  if (event.key === "c" || event.key === "C") toChoices();
  if (event.key === "b" || event.key === "B") document.querySelector("#board [tabindex='0']")?.focus();
  if (event.key === "?") document.getElementById("keys").showModal();
});

// Who plays by keyboard finds the next choice under their fingers.
const CHOICES = "#actions .group:not([open]) > summary, #actions .choice, #actions .quick button";
const toChoices = () => [...document.querySelectorAll(CHOICES)].find((choice) => choice.checkVisibility())?.focus();
let byKeys = false;
document.addEventListener("pointerdown", () => (byKeys = false), true);
document.addEventListener("keydown", () => (byKeys = true), true);

function keepFocus() {
  if (byKeys && document.activeElement === document.body) toChoices();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) document.getElementById("keys").showModal();
});

// What was refused is said where the answer would have been; what could not be sent is said too, and nothing is lost.
const lost = line.textContent;
const say = (words) => { line.textContent = words; line.hidden = false; };
document.body.addEventListener("htmx:sendError", () => say(lost));
document.body.addEventListener("refused", (event) => {
  say(event.detail.value);
  setTimeout(() => (line.hidden = true), 6000);
});

arrive();
