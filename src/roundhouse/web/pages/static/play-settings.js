// How one plays, chosen at the table and kept for all devices.

import { at } from "./base.js";

const table = document.getElementById("table");

document.getElementById("confirms")?.addEventListener("change", ({ target }) => {
  table.dataset.confirm = target.value;
  fetch(at("/me/play"), { method: "POST", body: new URLSearchParams({ confirms: target.value, forced: "keep" }), redirect: "manual" });
});
