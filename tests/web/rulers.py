"""What a ruler says of a table in a browser: sizes, what is cut off, letters, and what lies on what."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

MEASURE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const ground = document.getElementById("ground");
  const map = ground.getBoundingClientRect();
  const sheet = box(".spread");
  return {
    across: map.width / innerWidth, down: map.height / innerHeight,
    sheet: (sheet.width * sheet.height) / (innerWidth * innerHeight),
  };
}"""
# Whatever scrolls by more than a pixel, of those that hold what a decision needs.
HIDDEN = """selectors => selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  .map((part) => [
    part.id || part.className, part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth,
  ])
  .filter(([, down, across]) => Math.max(down, across) > 1)"""
CUT_OFF = """selector => [...document.querySelectorAll(selector)].filter((part) => {
  const box = part.getBoundingClientRect();
  return box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map((part) => part.outerHTML.slice(0, 90))"""
SMALL = """least => [...document.querySelectorAll("#ground text, #pieces text")]
  .filter((words) => words.getBoundingClientRect().width > 0)
  .map((words) => [words.textContent, parseFloat(getComputedStyle(words).fontSize) * words.getScreenCTM().a])
  .filter(([, size]) => size < least)"""
# Which of these lie on each other by more than a pixel.
OVERLAPPING = """selectors => {
  const every = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
  const found = selectors.flatMap((selector) => every(selector).map((box) => [selector, box]))
    .filter(([, box]) => box.width);
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const on = (a, b) => across(a, b) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return found.flatMap(([one, a], n) => found.slice(n + 1).filter(([, b]) => on(a, b)).map(([other]) => [one, other]));
}"""
# Names against each other, against places, and against whatever is or can be built: all as they are really drawn.
CROSSED = """({ names, places, lines }) => {
  const wide = (one) => one.getBoundingClientRect().width;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(wide);
  const boxes = shown(names).map((words) => {
    const { left, right, top, bottom, height } = words.getBoundingClientRect();
    const air = height * 0.2;                           // a line's box is higher than its letters
    return { left: left + 1, right: right - 1, top: top + air, bottom: bottom - air, says: words.textContent };
  });
  const on = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const within = (value, from, to) => Math.max(from, Math.min(value, to));
  const far = (box, x, y) => Math.hypot(x - within(x, box.left, box.right), y - within(y, box.top, box.bottom));
  const found = [];
  boxes.forEach((box, n) => boxes.slice(0, n).forEach((other) => on(box, other) && found.push([box.says, other.says])));
  for (const place of shown(places)) {
    const { left, right, top, bottom, width } = place.getBoundingClientRect();
    for (const box of boxes)
      if (far(box, (left + right) / 2, (top + bottom) / 2) < width / 4) found.push([box.says, place.dataset.spot]);
  }
  for (const line of lines ? document.querySelectorAll(lines) : []) {
    const matrix = line.getScreenCTM();
    for (let at = 0; at < line.getTotalLength(); at += 4) {
      const { x, y } = line.getPointAtLength(at).matrixTransform(matrix);
      for (const box of boxes) if (!far(box, x, y)) found.push([box.says, "a line"]);
    }
  }
  return [...new Set(found.map(String))];
}"""


@dataclass(frozen=True)
class Measures:
    across: float
    down: float
    sheet: float


def measured(page: Page) -> Measures:
    """How much of the window's width and height the map has, and how much of its area the sheet."""
    return Measures(**page.evaluate(MEASURE))


def scrolled_away(page: Page, *selectors: str) -> Any:
    return page.evaluate(HIDDEN, list(selectors))


def cut_off(page: Page, selector: str) -> Any:
    """What of these is beyond the window."""
    return page.evaluate(CUT_OFF, selector)


def overlapping(page: Page, selectors: list[str]) -> Any:
    return page.evaluate(OVERLAPPING, selectors)


def small_letters(page: Page, least: float) -> Any:
    return page.evaluate(SMALL, least)


def crossed_names(page: Page, names: str, places: str, lines: str = "") -> Any:
    return page.evaluate(CROSSED, {"names": names, "places": places, "lines": lines})
