// What every page does: the lamp, menus, tabs, copying a link, searching the rules.

import { at } from "./base.js";

document.addEventListener("click", (event) => {
  const found = (selector) => event.target.closest(selector);
  if (found("[data-lamp]")) turnLamp();
  const copy = found("[data-copy]");
  if (copy) copyLink(copy);
  const tab = found("[role=tab]");
  if (tab) openTab(tab);
});

// A menu closes when something in it has been chosen, or anything else is clicked, or by Esc.
const closeMenus = (but) => document.querySelectorAll(".menu[open]").forEach((menu) => (menu.open = menu === but));
document.addEventListener("click", (event) => closeMenus(event.target.closest(".menu > summary")?.parentElement));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenus());

function turnLamp() {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark"
    || (root.dataset.theme !== "day" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "day" : "lamp";
  localStorage.setItem("theme", root.dataset.theme);
}

// A link for others must lead to this machine from theirs: its own name for itself does not.
async function linkFor(path) {
  const alone = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].includes(location.hostname);
  const told = alone ? await fetch(at("/address")).then((answer) => answer.json()).catch(() => ({})) : {};
  return { link: new URL(path, told.reachable || location.href).href, alone: alone && !told.reachable };
}

async function copyLink(button) {
  const { link, alone } = await linkFor(button.dataset.copy);
  const words = button.textContent;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link });
    else await navigator.clipboard.writeText(link);
    button.textContent = alone ? "Copied: for this machine only" : "Copied";
  } catch {
    prompt("Copy this link:", link);
  }
  setTimeout(() => (button.textContent = words), 2000);
}

export function openTab(tab) {
  for (const other of tab.closest("[role=tablist]").querySelectorAll("[role=tab]")) {
    const open = other === tab;
    other.setAttribute("aria-selected", open);
    other.tabIndex = open ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !open;
  }
  tab.dispatchEvent(new Event("open"));
}

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest("[role=tab]");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!tab || !step) return;
  const tabs = [...tab.closest("[role=tablist]").querySelectorAll("[role=tab]")];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  openTab(next);
  next.focus();
});

// A rulebook is searched as one types: rules and chapters without the words step aside.
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-search]")) return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  const book = document.getElementById(event.target.dataset.search);
  let found = 0;
  for (const part of book.querySelectorAll(":scope > *, :scope > ul > li, :scope > ol > li")) {
    const text = part.textContent.toLowerCase();
    part.hidden = !words.every((word) => text.includes(word));
    if (!part.hidden && !part.querySelector(":scope > li")) found += 1;
  }
  const said = document.getElementById(event.target.dataset.search + "-found");
  said.textContent = words.length ? (found ? `${found} places` : "Nothing found") : "";
});
