// Gestures that take several moves, such as track to a hex farther off: the server says which lead to a place.

const table = document.getElementById("table");
const asked = new Map();       // by place: a promise of what leads there

export const forgetRoutes = () => asked.clear();

export function routesTo(spot) {
  if (!table.querySelector("[data-by-route]")) return Promise.resolve([]);
  if (!asked.has(spot)) asked.set(spot, fetchRoutes(spot));
  return asked.get(spot);
}

async function fetchRoutes(spot) {
  const as = document.querySelector("#actions [name=seat]")?.value ?? "";
  const answer = await fetch(`/games/${table.dataset.id}/routes?${new URLSearchParams({ to: spot, as })}`);
  return answer.ok ? answer.json() : [];
}
