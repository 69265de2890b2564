// What the number in the field of a bid would mean.

import { look } from "./choices.js";
import { value } from "./offers.js";

const table = document.getElementById("table");
let asking = 0;
let entered = false;           // the field, just now

// Whoever comes to the field types another number, not more figures of the one that stands there.
function begin({ type, target }) {
  const field = target instanceof HTMLInputElement && target.id === "amount";
  if (field && (entered || type === "focusin")) target.select();
  entered = field && type === "focusin";
}
for (const kind of ["focusin", "click"]) document.addEventListener(kind, begin);

document.addEventListener("input", (event) => {
  if (!event.target.matches("#amount")) return;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const answer = await fetch(`${table.dataset.url}/note?${new URLSearchParams({ amount: event.target.value, as: value("seat") })}`);
    const said = document.getElementById("bid-note");
    if (!answer.ok || !said) return;
    said.textContent = await answer.text();
    look(null);
  }, 150);
});
