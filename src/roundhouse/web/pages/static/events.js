// What a page hears from the house, over the line that it shares with the other pages of this browser.

import { at } from "./base.js";
import { Line } from "./event-connection.js";

const HERE = 30_000;           // how often a page says that it is still there

/** Calls `hear({ kind, said })` with the news of a table ("table", "watching"), of the door ("due"), of the line ("line"). */
export function listen({ table = "", due = false }, hear) {
  const told = (news) => {
    if (news.kind === "line") document.documentElement.dataset.line = news.said;
    hear(news);
  };
  if (window.SharedWorker) overWorker({ table, due }, told);
  else alone({ table, due }, told);
}

function overWorker(wish, hear) {
  const worker = new SharedWorker(at("/static/events-worker.js"), { type: "module", name: "events" });
  const { port } = worker;
  worker.onerror = () => alone(wish, hear);      // it could not be loaded: the house was away just then
  port.onmessage = ({ data }) => hear(data);
  port.postMessage(wish);
  setInterval(() => port.postMessage(wish), HERE);
  addEventListener("pagehide", () => port.postMessage({ bye: true }));
  addEventListener("pageshow", (event) => event.persisted && port.postMessage(wish));
  addEventListener("online", () => port.postMessage({ ...wish, again: true }));
}

/** Without a shared worker each page has its own line, and only while it is looked at. */
function alone({ table, due }, hear) {
  const line = new Line(hear);
  const follow = () => (document.hidden ? line.close() : line.want(table ? [table] : [], due));
  document.addEventListener("visibilitychange", follow);
  addEventListener("online", follow);
  addEventListener("pagehide", () => line.close());
  addEventListener("pageshow", (event) => event.persisted && follow());
  follow();
}
