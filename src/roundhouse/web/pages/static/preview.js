// The ghost of a piece: what would lie on the board if the choice that is looked at were made.

import { value } from "./offers.js";

const layer = document.getElementById("preview");
const table = document.getElementById("table");
const drawings = new Map();

export const forgetDrawings = () => drawings.clear();

/** Lays it there, once it is known, if it is still `wanted`. */
export async function layPreview(offer, wanted) {
  layer.replaceChildren();
  if (!offer?.preview && !offer?.drawn) return;
  const drawn = offer.preview ?? (await drawingOf(offer));
  if (!wanted() || !drawn) return;
  const svg = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  layer.replaceChildren(...svg.childNodes);
}

async function drawingOf(offer) {
  if (!drawings.has(offer.line)) {
    const asked = new URLSearchParams({ line: offer.line, as: value("seat") });
    const answer = await fetch(`${table.dataset.url}/preview?${asked}`);
    drawings.set(offer.line, answer.ok ? await answer.text() : "");
  }
  return drawings.get(offer.line);
}
