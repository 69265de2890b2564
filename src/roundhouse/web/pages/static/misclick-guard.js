// A list that changes under the pointer is not clicked by accident, and a form that has just come is never sent by the
// browser itself.

const MOMENT = 450;            // a second click so soon was meant for what was there before
const NEAR = 14;               // and so near, in CSS pixels
const CHOOSING = "#actions, #board, #aside";

let changed = -Infinity;
let pressed = -Infinity;
let last = null;
let was = "";

const list = () => document.getElementById("actions").innerHTML;
document.addEventListener("changing", () => (was = list()));
document.addEventListener("changed", () => list() !== was && (changed = performance.now()));

addEventListener("pointerdown", () => (pressed = performance.now()), true);
addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail || !event.target.closest?.(CHOOSING)) return;
  const near = last && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
  const soon = performance.now() - changed < MOMENT;
  last = event;
  if (pressed > changed && !(soon && near)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// A key that is held down chooses once.
addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest?.(CHOOSING)) event.preventDefault();
}, true);

// A form that htmx has not taken up yet would load the page anew.
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.hasAttribute("hx-post")) return;
  event.preventDefault();
  htmx.process(form);
  // Which button it was htmx knows from its click.
  setTimeout(() => (submitter ? submitter.isConnected && submitter.click() : form.isConnected && form.requestSubmit()));
});
