// What the others did since one's last turn: outlined on the board in their colours, with numbers in the order of it.

const SVG = "http://www.w3.org/2000/svg";
const canvas = document.querySelector("#board .canvas");
const ground = document.getElementById("ground");
const LARGE = 9;               // a number's radius, in CSS pixels

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

export function markSince() {
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
      place.dataset.did = [...new Set(marks.map((mark) => mark.number))].slice(-3).join(" ");
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
  const corner = new DOMPoint(box.x + box.width * 0.9, box.y + box.height * 0.06).matrixTransform(into);
  const size = LARGE / whole.a;
  const last = [...new Map(marks.map((mark) => [mark.number, mark])).values()].slice(-3);
  last.forEach((mark, n) => numbers.append(badge(corner.x + (n - last.length + 1) * 1.7 * size, corner.y, size, mark)));
}

function frame(box) {
  const shape = document.createElementNS(SVG, "rect");
  for (const name of ["x", "y", "width", "height"]) shape.setAttribute(name, box[name]);
  return shape;
}

function badge(x, y, size, { number, colour }) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
  const disc = group.appendChild(document.createElementNS(SVG, "circle"));
  disc.setAttribute("r", 1);
  disc.style.fill = colour;
  const words = group.appendChild(document.createElementNS(SVG, "text"));
  words.setAttribute("y", 0.42);
  words.textContent = number;
  return group;
}

addEventListener("resize", markSince);
