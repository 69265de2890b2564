// A live table: hears that something happened, fetches what this seat may see of it, and shows it move by move.

import "./misclick-guard.js";
import { mark, readPlaces, revealPlaces } from "./board.js";
import { lightUp } from "./choices.js";
import "./bids.js";
import "./play-settings.js";
import "./dragging.js";
import { showDue } from "./badge.js";
import { remember, speed } from "./animation.js";
import "./lesson-progress.js";
import { listen } from "./events.js";
import { answering, fetchNow, heard, keep, learn, meta, mine, newest, shown, table, url } from "./table-sync.js";
import { film, goTo, looked, playFrom } from "./replay.js";
import "./review.js";
import { makeRoom, past } from "./scenes.js";
import { markSince } from "./recap.js";
import { openTab } from "./site.js";
import { ring } from "./sound.js";
import { runClocks, showTimes } from "./clocks.js";
import { reveal } from "./view.js";

const TOO_FAR = 40;                        // after a long absence, the present is what counts

// ---- the present -----------------------------------------------------------------------------------------------------

let going = false;

/** One beat after another of what happened, each after the last has been looked at. People's moves wait for nobody. */
async function goOn() {
  if (going) return;
  going = true;
  while (!past() && shown() !== newest()) {
    if (meta().next === "bot") await looked();
    if (past() || shown() === newest()) break;
    const far = !speed() || shown() > newest() || newest() - shown() > TOO_FAR || document.hidden;
    await fetchNow(far ? {} : { after: shown() });
  }
  going = false;
}

document.addEventListener("changing", remember);
document.addEventListener("changed", arrive);

let arrived = "";
let at = -1;
let turn = mine();
function arrive() {
  const now = `${meta().step} ${meta().latest} ${meta().mark}`;
  lightUp();
  runClocks();
  showTimes();
  showUnread();
  mark("changed", (meta().changed || "").split(" "));
  markSince();
  makeRoom();
  document.title = meta().title;
  showWaiting();
  if (now === arrived) return;
  arrived = now;
  const open = [...document.querySelectorAll("#board .open")];
  if (open.length) reveal(open);
  else revealPlaces((meta().changed || "").split(" "));
  learn(Number(meta().latest), Number(meta().mark));
  if (at >= 0 && shown() > at) film().then(showPayments);
  at = shown();
  if (mine() && !turn) ring("bell");
  turn = mine();
  const log = document.getElementById("log");
  log.scrollTop = log.scrollHeight;
  if (past() || shown() >= newest()) readPlaces();
  showDue(Number(meta().due));
  document.getElementById("next-game").hidden = mine() || !Number(meta().due);
  keepFocus();
  goOn();
}

/** Nobody is thinking as long as what they did waits to be looked at. */
const showWaiting = () => table.classList.toggle("waits", !past() && newest() > shown());

// What a person has opened stays open when the page changes under it.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(name === "hidden" && element.matches("[role=tabpanel]")) && !(name === "open" && element.matches("details"));

// ---- money that came or went floats up once beside the purse ---------------------------------------------------------

function showPayments() {
  for (const purse of document.querySelectorAll("[data-paid]")) {
    const change = Number(purse.dataset.paid);
    const float = document.createElement("span");
    float.className = `float ${change > 0 ? "up" : "down"}`;
    float.ariaHidden = "true";
    float.textContent = `${change > 0 ? "+" : "−"}${purse.textContent.replace(/[0-9].*/, "")}${Math.abs(change)}`;
    purse.after(float);
    setTimeout(() => float.remove(), 1600);
  }
}

// ---- clicks ----------------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-skip]")) {
    event.preventDefault();
    goTo(newest());
  }
  if (event.target.closest("[data-close-scene]")) goOn();
  const as = event.target.closest("[data-as]");
  if (as) {
    event.preventDefault();
    history.replaceState(null, "", `${url}?as=${as.dataset.as}`);
    fetchNow();
  }
});

// ---- chat ------------------------------------------------------------------------------------------------------------

// The line that was sent leaves its box once it is said; one that was refused, or begun in the meantime, stays there.
const chat = document.getElementById("chat-form");
let sending = "";
chat?.addEventListener("htmx:beforeRequest", () => { sending = chat.words.value; });
chat?.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && chat.words.value === sending) chat.reset();
});

// ---- what was seen, for the next visit -------------------------------------------------------------------------------

const chatOpen = () => !document.getElementById("chat").hidden && !document.hidden;

function tellSeen() {
  if (!table.dataset.seat) return;
  const seen = new URLSearchParams({ step: `${past() ? 0 : shown()}` });
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

// ---- a rule opens beside the table, which stays where it is ----------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href*="/rules/"][href*="#"]');
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
  showWaiting();
  keep(news);
  catchUp();
}

/** Asks for what was heard of and is not shown, unless an answer that shows it is on its way. */
function catchUp() {
  if (past() || answering() || heard() <= Number(meta().mark)) return;
  if (newest() > shown()) goOn();
  else fetchNow();
}

document.addEventListener("answered", catchUp);

function countWatchers(count) {
  const said = document.getElementById("watching");
  said.hidden = !count;
  said.textContent = `${count} watching`;
}

addEventListener("pageshow", (event) => event.persisted && fetchNow());

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
for (const kind of ["htmx:sendError", "htmx:timeout"])
  document.body.addEventListener(kind, ({ detail }) => {
    say(lost);
    if (detail.requestConfig.verb === "post" && !past()) fetchNow();
  });
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && line.textContent === lost && document.documentElement.dataset.line === "open") line.hidden = true;
});
document.body.addEventListener("refused", (event) => {
  say(event.detail.value);
  setTimeout(() => (line.hidden = true), 6000);
});

arrive();
if (new URLSearchParams(location.search).has("play")) playFrom(shown());
