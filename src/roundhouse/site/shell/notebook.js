// A notebook: its cells are run one after the other by a worker of its own, which can be stopped.

const state = document.getElementById("state");
const stop = document.getElementById("stop");
const waiting = [];
let worker = null;
let running = null;

function run(cell) {
  if (cell === running || waiting.includes(cell)) return;
  waiting.push(cell);
  next();
}

function next() {
  stop.disabled = !running && !waiting.length;
  if (running || !waiting.length) return;
  running = waiting.shift();
  running.querySelector(".output").replaceChildren();
  running.setAttribute("aria-busy", "true");
  stop.disabled = false;
  if (!worker) {
    worker = new Worker(new URL("notebook-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => heard({ wrong: event.message, end: true });
    state.textContent = "Python is started …";
  }
  worker.postMessage(running.querySelector("textarea").value);
}

/** @param {{ text?: string, drawn?: string, wrong?: string, end?: boolean }} news of the cell that runs */
function heard({ text, drawn, wrong, end }) {
  if (!running) return;
  state.textContent = end ? "" : "It runs …";
  const output = running.querySelector(".output");
  if (text || wrong) {
    const line = document.createElement("pre");
    line.textContent = text || wrong;
    line.classList.toggle("wrong", Boolean(wrong));
    output.append(line);
  }
  if (drawn) output.append(document.createRange().createContextualFragment(drawn));
  if (wrong) waiting.length = 0;      // what stands below builds on it
  if (end) ended();
}

function ended() {
  running?.removeAttribute("aria-busy");
  running = null;
  next();
}

function prepare(cell) {
  cell.addEventListener("submit", (event) => { event.preventDefault(); run(cell); });
  cell.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    run(cell);
  });
}

stop.addEventListener("click", () => {
  worker?.terminate();
  worker = null;
  waiting.length = 0;
  ended();
  state.textContent = "Stopped. What the cells had made is forgotten.";
});
document.getElementById("all").addEventListener("click", () => document.querySelectorAll(".cell").forEach(run));
document.getElementById("more").addEventListener("click", () => {
  const cells = document.querySelectorAll(".cell");
  const cell = cells[0].cloneNode(true);
  const text = cell.querySelector("textarea");
  text.value = text.textContent = "";
  text.rows = 4;
  text.setAttribute("aria-label", `Cell ${cells.length + 1}`);
  cell.removeAttribute("aria-busy");
  cell.querySelector(".output").replaceChildren();
  cells[cells.length - 1].after(cell);
  prepare(cell);
  text.focus();
});
document.querySelectorAll(".cell").forEach(prepare);
