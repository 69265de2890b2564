"""What rulebooks are made of: lists in words, tables, and numbers in their order, as Markdown."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

CARDINALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PARTS = {2: "half", 3: "a third", 4: "a quarter", **{n: f"one {ORDINALS[n]}" for n in range(5, len(ORDINALS))}}


def listed(items: Iterable[object]) -> str:
    """One thing after another: "1, 2 and 3"."""
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table with that head."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def ordinal(number: int) -> str:
    """Where something stands in a row: "third", or "14th"."""
    return ORDINALS[number] if 0 <= number < len(ORDINALS) else f"{number}th"


def part(whole: int) -> str:
    """One part of so many: "one fifth"."""
    return PARTS.get(whole, f"1/{whole}")


def in_words(number: int) -> str:
    """A small number as it is said, a greater one in figures."""
    return CARDINALS[number] if 0 <= number < len(CARDINALS) else str(number)
