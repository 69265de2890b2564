// The page that stays while the pages of the house come and go in its frame: it opens the house, or attaches to the one
// that another tab has opened.

const VERSION = "/*VERSION*/";
const MOST_MILLISECONDS = 20_000;    // for the old version to end
const BASE = new URL(".", import.meta.url);
const KEPT = `roundhouse${BASE.pathname.replaceAll("/", "_")}`;    // the folder of the browser's own files
const element = (id) => document.getElementById(id);
const frame = element("page");
const workers = navigator.serviceWorker;
let house = null;
let refused = "Is there a network?";
let pageIsThere;
const shown = new Promise((resolve) => { pageIsThere = resolve; });

const doing = (words) => { element("doing").textContent = `${words} …`; };
const told = (share) => { element("done").value = share; };
element("size").textContent = "/*SIZE*/";

// ---- what is told --------------------------------------------------------------------------------------------------

function notice(words, action = "", act = () => {}) {
  const [line, button] = element("notice").children;
  line.textContent = words;
  button.textContent = action;
  button.hidden = !action;
  button.onclick = act;
  element("notice").hidden = !words;
}

function failed(why) {
  doing("The house can't be opened");
  element("done").hidden = true;
  notice(`${why} What you have played is kept.`, "Try again", () => location.reload());
}

/** Tables that can't be read: first they are taken along as they are, then the house can be begun anew. */
async function damaged(why) {
  failed(why);
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(KEPT);
  const file = await (await folder.getFileHandle("tables.sqlite")).getFile();
  notice(`${why} Take it along as it is, for somebody who can mend it; then the house can be begun anew.`, "Take it along", async () => {
    save(new Blob([await file.arrayBuffer()]), "roundhouse-damaged.sqlite");
    notice("A new house takes the place of what can't be read.", "Begin anew", async () => {
      await root.removeEntry(KEPT, { recursive: true });
      location.reload();
    });
  });
}

// ---- the way to the house ------------------------------------------------------------------------------------------

async function begin() {
  if (!workers || !navigator.locks || !window.DecompressionStream)
    throw new Error("This browser is too old for that, or the page has not come by HTTPS.");
  workers.addEventListener("message", hear);
  const registration = await workers.register(new URL("sw.js", BASE), { scope: BASE.pathname, updateViaCache: "none" });
  await useNewest(registration);
  await controlled(registration);
  watchForNewer(registration);
  show();
  await navigator.locks.request(`roundhouse ${BASE.pathname}`, openHouse);
}

function hear({ data, ports }) {
  if (data.installing) { doing("It is brought here, once"); told(0.6 * data.installing); }
  if (data.refused) refused = data.refused;
  if (data.leaving) leave();
  if (data.who && house) workers.controller?.postMessage({ leads: true });
  if (data.ask && house) house.postMessage({ ask: data.ask }, [ports[0]]);
}

/** The page is put away for a newer version, with which this tab begins again at the same address. */
function leave() {
  doing("The newer version is opened");
  notice("");
  element("opening").hidden = false;
  frame.hidden = true;
  frame.contentWindow.location.replace("about:blank");
  setTimeout(() => location.reload(), MOST_MILLISECONDS);
}

/** A version that has come since is used from the start, where no other tab plays with the old one. */
async function useNewest(registration) {
  if (!registration.waiting || !registration.active) return;
  const { held } = await navigator.locks.query();
  if (held.some((one) => one.name === `roundhouse ${BASE.pathname}`)) return;
  const changed = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  registration.waiting.postMessage({ use: true });
  await changed;
}

/** Until pages of this tab go the way of the service worker, and that is of this very version. */
async function controlled(registration) {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!workers.controller && !registration.active)
    await new Promise((resolve, refuse) => {
      workers.addEventListener("controllerchange", resolve, { once: true });
      worker.addEventListener("statechange", () => {
        if (worker.state === "redundant") refuse(new Error(`It could not be brought here whole. ${refused}`));
      });
    });
  const { version } = workers.controller ? await asked(workers.controller, { version: true }) : {};
  if (version === VERSION) return sessionStorage.removeItem("again");
  // This page came around the service worker, or is older than it: once more, by it.
  if (sessionStorage.getItem("again")) throw new Error("Two versions of the house have met.");
  sessionStorage.setItem("again", "1");
  location.reload();
  return new Promise(() => {});
}

function asked(worker, word) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(word, [port2]);
  });
}

function watchForNewer(registration) {
  const offer = () => notice("There is a newer version.", "Use it now", () => registration.waiting?.postMessage({ use: true }));
  registration.addEventListener("updatefound", () => {
    const newer = registration.installing;
    newer?.addEventListener("statechange", () => newer.state === "installed" && offer());
  });
  if (registration.waiting) offer();
  workers.addEventListener("controllerchange", () => location.reload());
}

// ---- the house -----------------------------------------------------------------------------------------------------

/** Held by one tab at a time, until it is closed. */
async function openHouse() {
  const address = BASE.href.replace(/\/$/, "");
  house = new Worker(new URL("house-worker.js", BASE), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  // Bots come when the first page is there: that is what people wait for.
  shown.then(() => {
    const bots = new Worker(new URL("bots-worker.js", BASE), { type: "module" });
    bots.onmessage = ({ data }) => brought(data);
    bots.postMessage({}, [port1]);
  });
  house.onmessage = ({ data }) => heard(data);
  house.onerror = (event) => failed(`It stopped: ${event.message}.`);
  house.postMessage({ open: { address, name: KEPT } }, [port2]);
  workers.controller?.postMessage({ leads: true });
  setInterval(stayAwake, 10_000);
  return new Promise(() => {});
}

/** A service worker that hears nothing for half a minute is ended by its browser, and all lines of its pages with it. */
const stayAwake = () => document.hidden || workers.controller?.postMessage({ leads: true });

function heard({ doing: words, open, kept, engine, failed: why, damaged: unread }) {
  if (words) { doing(words); told(element("done").value + 0.15); }
  if (unread) damaged(why); else if (why) failed(why);
  if (!open) return;
  document.documentElement.dataset.house = "open";
  document.documentElement.dataset.engine = engine;
  if (!kept) notice("This browser keeps nothing, as in a private window: take along what you play, from “What is kept here”.");
  else if (engine === "plain") notice("This house was built without a compiler: the higher levels think for long here.");
}

function brought({ doing: words, missing }) {
  if (missing) notice("The strongest bot needs its net, which comes when there is a network. The others play without.");
  else notice(words ? `${words} …` : "");
}

addEventListener("message", ({ data, origin }) => {
  if (origin === location.origin && data.anew) location.reload();
});

// ---- pages ---------------------------------------------------------------------------------------------------------

function show() {
  frame.addEventListener("load", follow);
  frame.src = location.href;
}

/** The address and the title of this tab are those of the page in the frame. */
function follow() {
  const page = frame.contentWindow;
  if (page.location.href === "about:blank" || !frame.contentDocument.querySelector("title")) return;
  element("opening").hidden = true;
  frame.hidden = false;
  pageIsThere();
  navigator.storage?.persist?.();
  history.replaceState(null, "", page.location.href);
  frame.contentDocument.addEventListener("click", download);
  const say = () => { document.title = frame.contentDocument.title; };
  say();
  new MutationObserver(say).observe(frame.contentDocument.querySelector("title"), { childList: true });
}

/** A file of the house: browsers fetch those around the service worker, and there is nobody. */
async function download(event) {
  const link = event.target.closest("a[download]");
  if (!link) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const said = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  save(await answer.blob(), said?.[1] ?? "roundhouse");
}

function save(blob, name) {
  const here = document.createElement("a");
  here.href = URL.createObjectURL(blob);
  here.download = name;
  here.click();
  setTimeout(() => URL.revokeObjectURL(here.href), 60_000);
}

begin().catch((error) => failed(error.message));
