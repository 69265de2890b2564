// Gestures that take several moves, such as track to a hex farther off: the server says which lead to a place.

const table = document.getElementById("table");
const asked = new Map();       // by place, and the way there if one was drawn: a promise of what leads there

export const forgetRoutes = () => asked.clear();

/** What leads to a place; over those that a pointer was drawn over, if it was. */
export function routesTo(spot, by = []) {
  if (!table.querySelector("[data-by-route]")) return Promise.resolve([]);
  const key = [spot, ...by].join(" ");
  if (!asked.has(key)) asked.set(key, fetchRoutes(spot, by));
  return asked.get(key);
}

async function fetchRoutes(to, by) {
  const as = document.querySelector("#actions [name=seat]")?.value ?? "";
  const answer = await fetch(`${table.dataset.url}/routes?${new URLSearchParams({ to, by: by.join(" "), as })}`);
  return answer.ok ? answer.json() : [];
}
