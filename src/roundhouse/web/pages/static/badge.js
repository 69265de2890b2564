// How many games wait: in the tab's title, on its icon, on the app's icon. Lists of tables keep themselves up to date.

import { listen } from "./events.js";

const icon = document.getElementById("icon");
const plain = icon.getAttribute("href");
const name = document.title;
const live = () => [...document.querySelectorAll("[data-live]")];

export function showDue(count) {
  if (live().length) document.title = count ? `(${count}) ${name}` : name;
  icon.setAttribute("href", count ? icon.dataset.due : plain);
  const shown = document.getElementById("due");
  shown.textContent = count;
  shown.hidden = !count;
  (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

const PAUSE = 1500;     // however much happens, a list is fetched no more often than this
const SLOWLY = 60_000;  // what no bell rings for, such as a stranger's open table
let fetched = 0;
let coming = 0;

function refreshSoon() {
  if (!coming) coming = setTimeout(refresh, Math.max(0, fetched + PAUSE - Date.now()));
}

async function refresh() {
  coming = 0;
  fetched = Date.now();
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.getAttribute("href");
  for (const part of live()) {
    const now = fresh.getElementById(part.id);
    if (!now || now.innerHTML === part.innerHTML) continue;
    const held = part.contains(document.activeElement);
    part.replaceChildren(...now.childNodes);
    if (held && focused) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }
  showDue(Number(fresh.body.dataset.due));
}

if (live().length) {
  if ("known" in document.body.dataset)
    listen({ due: true }, ({ kind, said }) => {
      if (kind !== "due") return;
      showDue(said);
      refreshSoon();
    });
  setInterval(refreshSoon, SLOWLY);
  document.addEventListener("visibilitychange", () => document.hidden || refreshSoon());
  addEventListener("pageshow", (event) => event.persisted && refreshSoon());
}
showDue(Number(document.body.dataset.due));
