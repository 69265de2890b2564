// What is pointed at. A pointer that rests points at nothing: what has come under it was not looked for.

let lies = "";                 // where the pointer lies
let rests = "";                // where it lay when it was put to rest

const whereOf = (event) => `${event.clientX} ${event.clientY}`;

/** Until it moves, the pointer points at nothing. */
export const rest = () => (rests = lies);

function tell(event) {
  if (whereOf(event) === rests) return;
  rests = "";
  document.dispatchEvent(new CustomEvent("pointed", { detail: event }));
}

for (const kind of ["pointerdown", "pointermove"]) addEventListener(kind, (event) => (lies = whereOf(event)), true);
document.addEventListener("pointerover", tell);
document.addEventListener("pointermove", (event) => rests && tell(event));
