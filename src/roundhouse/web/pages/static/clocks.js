// Moments in the reader's own time, and clocks that run.

const today = (then) => new Date().toDateString() === then.toDateString();
/** @type {Intl.DateTimeFormatOptions} */
const HOUR = { hour: "2-digit", minute: "2-digit" };

export function showTimes() {
  for (const said of document.querySelectorAll("time[data-at]")) {
    const then = new Date(1000 * Number(said.dataset.at));
    const words = then.toLocaleString([], today(then) ? HOUR : { weekday: "short", day: "numeric", month: "short", ...HOUR });
    if (said.textContent !== words) said.textContent = words;
    said.title = then.toLocaleString();
  }
}

// By the house's own clock: that of this device may be wrong.
const { time } = document.getElementById("table").dataset;
const ahead = time ? 1000 * Number(time) - Date.now() : 0;

/** @type {[number, string][]} */
const UNITS = [[86400, "d"], [3600, "h"], [60, "m"], [1, "s"]];

function left(seconds) {
  if (seconds <= 0) return "time is up";
  const at = UNITS.findIndex(([length]) => seconds >= length);
  if (at < 0) return "0 s";
  const [length, name] = UNITS[at];
  const next = UNITS[at + 1];
  const rest = next ? ` ${Math.floor((seconds % length) / next[0])} ${next[1]}` : "";
  return `${Math.floor(seconds / length)} ${name}${rest}`;
}

export function runClocks() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const seconds = Number(clock.dataset.until) - (Date.now() + ahead) / 1000;
    const words = left(seconds);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("late", seconds < 60);
  }
}

setInterval(runClocks, 1000);
