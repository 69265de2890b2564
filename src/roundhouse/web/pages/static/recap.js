// What the others did since one's last turn: outlined on the board in their colours, with numbers in the order of it.

const SVG = "http://www.w3.org/2000/svg";
const canvas = document.querySelector("#board .canvas");
const ground = document.getElementById("ground");
const LARGE = 9;               // a number's radius, in CSS pixels
// Where numbers may stand, as parts of the box around a place, best first.
const CORNERS = [
  [0.9, 0.06], [0.9, 0.94], [0.1, 0.06], [0.1, 0.94], [0.5, -0.1], [0.5, 1.1], [1.2, 0.5], [-0.2, 0.5], [1.1, -0.1], [1.1, 1.1],
  [-0.1, -0.1], [-0.1, 1.1], [0.5, -0.3], [0.5, 1.3], [1.4, 0.2], [1.4, 0.8], [-0.4, 0.2], [-0.4, 0.8],
];

function layer(id) {
  const made = document.createElementNS(SVG, "svg");
  made.id = id;
  made.setAttribute("class", "marks");
  made.setAttribute("viewBox", ground.getAttribute("viewBox"));
  made.ariaHidden = "true";
  return made;
}
const outlines = layer("outlines");    // under the pieces and the names
const numbers = layer("numbers");
ground.after(outlines);
canvas.append(numbers);

/** By place, who did something there and when. */
function found() {
  const marks = new Map();
  for (const line of document.querySelectorAll("#since li")) {
    const colour = getComputedStyle(line).color;
    for (const mark of (line.dataset.marks || "").split(";").filter(Boolean)) {
      const [number, ...spot] = mark.split(" ");
      const id = spot.join(" ");
      marks.set(id, [...(marks.get(id) ?? []), { number, colour }]);
    }
  }
  return marks;
}

let taken = [];                // boxes on the screen that no number should lie on: names, numbers before it, figures

function boxesOf(selector, weight) {
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.width).map(({ left, right, top, bottom }) => ({ left, right, top, bottom, weight }));
}

export function markSince() {
  taken = [...boxesOf("#ground text", 3), ...boxesOf("#pieces text", 1)];
  outlines.replaceChildren();
  numbers.replaceChildren();
  for (const old of document.querySelectorAll(".did")) {
    old.classList.remove("did");
    delete old.dataset.did;
  }
  for (const [spot, marks] of found()) {
    const place = document.querySelector(`:is(#ground, #pieces, #aside) [data-spot="${CSS.escape(spot)}"]`);
    if (!place) continue;
    if (canvas.contains(place)) outline(place, marks);
    else {
      place.classList.add("did");
      place.dataset.did = [...new Set(marks.map((mark) => mark.number))].slice(-3).join(", ");
      place.style.setProperty("--by", marks.at(-1).colour);
    }
  }
}

function outline(place, marks) {
  const box = place.getBBox();
  const whole = outlines.getScreenCTM();
  const into = whole.inverse().multiply(place.getScreenCTM());
  const shape = place.matches("g") ? frame(box) : place.cloneNode(false);
  for (const name of [...shape.getAttributeNames()])
    if (!["d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx"].includes(name)) shape.removeAttribute(name);
  shape.setAttribute("transform", `matrix(${into.a} ${into.b} ${into.c} ${into.d} ${into.e} ${into.f})`);
  shape.style.stroke = marks.at(-1).colour;
  outlines.append(shape);
  const size = LARGE / whole.a;
  const last = [...new Map(marks.map((mark) => [mark.number, mark])).values()].slice(-3);
  const corner = freeCorner(box, into, whole, last.length);
  last.forEach((mark, n) => numbers.append(badge(corner.x + (n - last.length + 1) * 1.7 * size, corner.y, size, mark)));
}

/** The first corner of a place where so many numbers lie on no name and on no other number; or else the best. */
function freeCorner(box, into, whole, many) {
  const tries = CORNERS.map(([across, down]) => {
    const corner = new DOMPoint(box.x + box.width * across, box.y + box.height * down).matrixTransform(into);
    const { x, y } = corner.matrixTransform(whole);
    const far = LARGE + 1;
    const row = { left: x - far - (many - 1) * 1.7 * LARGE, right: x + far, top: y - far, bottom: y + far };
    return { corner, row, hides: taken.reduce((sum, other) => sum + (touch(row, other) ? other.weight : 0), 0) };
  });
  const best = tries.reduce((least, one) => (one.hides < least.hides ? one : least));
  taken.push({ ...best.row, weight: 2 });
  return best.corner;
}

const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function frame(box) {
  const shape = document.createElementNS(SVG, "rect");
  for (const name of ["x", "y", "width", "height"]) shape.setAttribute(name, box[name]);
  return shape;
}

function badge(x, y, size, { number, colour }) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
  const disc = group.appendChild(document.createElementNS(SVG, "circle"));
  disc.setAttribute("r", "1");
  disc.style.fill = colour;
  const words = group.appendChild(document.createElementNS(SVG, "text"));
  words.setAttribute("y", "0.42");
  words.textContent = number;
  return group;
}

addEventListener("resize", markSince);
