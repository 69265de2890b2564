// A scene lies where it covers least: of what can be chosen, then of what is being decided, then of the board's places.

const scene = document.getElementById("scene");
const sheet = document.querySelector(".spread");
const WEIGHTS = [["#board .open, #aside .open", 1000], ["#aside .auction, #aside .hand, #aside .contracts", 40], ["#ground [data-spot], #aside section", 1]];
const PLACES = ["left top", "right top", "left bottom", "right bottom", "middle top", "middle bottom"];

function covered(box) {
  let sum = 0;
  for (const [selector, weight] of WEIGHTS)
    for (const element of document.querySelectorAll(selector)) {
      const other = element.getBoundingClientRect();
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (wide > 0 && high > 0) sum += weight * wide * high;
    }
  return sum;
}

function lay() {
  if (!scene.firstElementChild) return;
  const tries = PLACES.map((place) => {
    scene.dataset.place = place;
    return [covered(scene.getBoundingClientRect()), place];
  });
  scene.dataset.place = tries.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
}

document.body.addEventListener("htmx:afterSettle", lay);
new ResizeObserver(lay).observe(sheet);
lay();
