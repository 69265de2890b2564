// Looking back at the table: arrow keys from step to step, where one stands in the graph, and what was better played out.

import { spotOf } from "./board.js";
import { shown } from "./table-sync.js";
import { goTo } from "./replay.js";

const panel = document.getElementById("review");
const PAUSE = 1400;       // how long each step of what might have been is looked at, in milliseconds
let showing = 0;

function standAt() {
  const step = String(shown());
  for (const one of document.querySelectorAll("#chances .step")) one.classList.toggle("here", one.dataset.at === step);
  for (const one of panel.querySelectorAll(".mistakes > li"))
    one.classList.toggle("here", one.querySelector("[data-at]").dataset.at === step);
}

/** The better move and what might have followed, one step after another on the board. */
async function playInstead(lines, from) {
  const mine = ++showing;
  const query = new URLSearchParams(location.search);
  query.set("at", from);
  history.replaceState(null, "", `${location.pathname}?${query}`);
  for (let count = 1; count <= lines.length && mine === showing; count++) {
    const asked = new URLSearchParams({ at: from, line: lines.slice(0, count).join("; ") });
    await htmx.ajax("GET", `${location.pathname}/instead?${asked}`, { swap: "none" });
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

if (panel) {
  document.addEventListener("changed", standAt);
  document.body.addEventListener("htmx:afterSettle", standAt);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || spotOf(event.target) || event.target.matches("input, textarea, select, [role=tab]")) return;
    if (event.key === "ArrowLeft") goTo(shown() - 1);
    if (event.key === "ArrowRight") goTo(shown() + 1);
  });
  document.addEventListener("click", (event) => {
    const instead = event.target.closest("[data-instead]");
    if (instead) playInstead(instead.dataset.instead.split("; "), Number(instead.dataset.from));
    else if (event.target.closest("[data-at], [data-now]")) showing++;
  });
}
