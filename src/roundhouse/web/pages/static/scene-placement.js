// A scene lies where it covers least: of what can be chosen, then of what is being decided, then of the board's places.

const OPEN = "#board .open, #aside .open";
/** @type {[string, number][]} */
const WEIGHTS = [[OPEN, 1000], ["#aside .auction, #aside .hand, #aside .contracts", 40], ["#ground [data-spot]", 3], ["#aside section", 1]];
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

export function lay(scene) {
  const tries = PLACES.map((place) => {
    scene.dataset.place = place;
    return [covered(scene.getBoundingClientRect()), place];
  });
  scene.dataset.place = tries.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
}

/** Whether it lies on something that can be chosen. */
export function covers(scene) {
  const box = scene.getBoundingClientRect();
  return [...document.querySelectorAll(OPEN)].some((one) => {
    const at = one.getBoundingClientRect();
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  });
}
