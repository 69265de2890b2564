// A shared worker: holds the line for all open pages of this browser, and tells each what it asked for.

import { Line } from "./event-connection.js";

const FORGOTTEN = 5 * 60_000;  // a page that has not said for so long that it is there, is not
const pages = new Map();       // port -> { table, due, at }
const line = new Line(tell);
let changing = 0;

function tell(news) {
  for (const [port, page] of pages)
    if (news.kind === "line" || (news.kind === "due" ? page.due : page.table === news.said.table)) port.postMessage(news);
}

/** Whoever comes may be somebody else by now, so the line is opened anew for anyone who does. */
function change() {
  clearTimeout(changing);
  changing = setTimeout(() => {
    for (const [port, page] of pages) if (Date.now() - page.at > FORGOTTEN) pages.delete(port);
    const wanted = [...pages.values()];
    line.want([...new Set(wanted.map((page) => page.table).filter(Boolean))].sort(), wanted.some((page) => page.due));
  }, 20);
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    const known = pages.has(port);
    if (data.bye) pages.delete(port);
    else pages.set(port, { ...data, at: Date.now() });
    if (data.bye || data.again || !known) change();
    if (!data.bye && !known && line.state !== "new") port.postMessage({ kind: "line", said: line.state });
  };
};
