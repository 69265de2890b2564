// The list of choices as offers, and what of it is shown. An offer is a line of the list with what it is, where it is
// done, and what is chosen first.

export const list = () => document.querySelector("#actions .list");
export const buttons = () => [...document.querySelectorAll("#actions .list .choice[id], #actions .quick button")];
export const value = (name) => document.querySelector(`#actions [name=${name}]`)?.value ?? "";
const words = (button, name) =>
  [button.closest(".group"), button].flatMap((one) => (one?.dataset[name] || "").split(" ").filter(Boolean));

export function offered(button) {
  const said = (part) => button.querySelector(part)?.textContent ?? "";
  return {
    button, id: button.id, line: button.value, by: words(button, "by"), spots: words(button, "spots"),
    group: groupOf(button), kind: words(button, "kind").at(-1) ?? "", final: "final" in button.dataset, drawn: "preview" in button.dataset,
    what: called(groupOf(button), said(".what") || said(".number") || button.textContent.trim()), effect: said(".effect") || button.title,
  };
}

export const offers = () => buttons().map(offered);

function groupOf(button) {
  const head = button.closest(".group")?.querySelector("h2, h3, summary")?.firstChild.textContent.trim();
  return head ?? "";
}

/** A line under its heading: "Lay FG" and "FG on the Start" are "Lay FG on the Start". */
function called(head, line) {
  if (line.toLowerCase().includes(head.toLowerCase())) return line;
  const again = head.split(" ").at(-1);
  if (line.startsWith(`${again} `)) return `${head}${line.slice(again.length)}`;
  return `${head}: ${line}`;
}

const onTable = (spot) => Boolean(document.querySelector(`:is(#board, .hand) [data-spot="${CSS.escape(spot)}"]`));

/** Only those lines are listed. What stops or passes always is; so is a bid. Where one chooses by things, `depth` says of
    which beat; among several ways to a place, `sorting` says so. */
export function only(kept, { byThings, depth, sorting }) {
  const lines = new Set(kept.map((offer) => offer.line));
  for (const offer of offers().filter((one) => one.button.matches(".choice"))) {
    const line = offer.button.closest("li");
    line.hidden = offer.kind !== "leave" && !lines.has(offer.line);
    // On a phone only what can't be chosen on the board or in the hand is a line, until the list is pulled up.
    const where = byThings && offer.by[depth] ? [offer.by[depth]] : offer.spots;
    line.classList.toggle("placed", offer.kind !== "leave" && !sorting && where.some(onTable));
  }
  for (const group of document.querySelectorAll("#actions .group")) {
    const inside = [...group.querySelectorAll("li")];
    group.hidden = group.id === "far" ? !inside.length : inside.length > 0 && inside.every((line) => line.hidden);
  }
}

/** While one chooses what to do, a group of several lines that one thing starts is a line itself: its heading chooses. */
export function fold(group, path, what) {
  const own = [...group.querySelectorAll(".choice[id]")].map(offered);
  const things = new Set(own.map((offer) => offer.by[path.length]));
  const thing = what.length > 1 && own.length > 1 && things.size === 1 ? [...things][0] : undefined;
  const head = group.querySelector("h2, summary");
  group.classList.toggle("folded", Boolean(thing));
  group.classList.toggle("placed", Boolean(thing) && onTable(thing));
  if (group.matches("details") && !group.hidden && (path.length || what.length < 2)) group.open = true;
  if (!head) return;
  if (thing) group.dataset.thing = thing;
  else delete group.dataset.thing;
  for (const [name, given] of [["role", "button"], ["tabindex", "0"]])
    if (thing) head.setAttribute(name, given);
    else head.removeAttribute(name);
}

/** The thing that a group's heading chooses. */
export const headed = (target) => target.closest?.(".group.folded > :is(h2, summary)")?.parentNode.dataset.thing;

/** Lists ways of several moves, which the page itself does not know. */
export function listFar(ways) {
  const group = document.getElementById("far");
  if (!group) return;
  const lines = ways.map((way) => {
    const line = document.createElement("li");
    const button = line.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = "choice";
    button.value = way.line;
    for (const [name, said] of [["what", way.what], ["effect", way.effect]])
      button.appendChild(Object.assign(document.createElement("span"), { className: name, textContent: said }));
    way.row = button;
    return line;
  });
  group.querySelector("ul").replaceChildren(...lines);
}
