"""What a learner must know of a title: how the inputs of its tables lie in the largest one, and its actions' words."""
from __future__ import annotations

from typing import Any

from roundhouse.bots.net import BIDS
from roundhouse.bots.netfile import felt_rows, layout, layout_digest, reference, seen_rows
from roundhouse.games import Setup

CANDIDATES = 80     # so many of a position are learned from at most


def learner_layout(setup: Setup, seats: list[int]) -> dict[str, Any]:
    """As `learn.py` reads it."""
    largest = reference(setup, seats)
    tables = {n: reference(setup, [n]) for n in seats}
    lines = [words(line) for line in layout(largest)[1]] + [bid_words(bid) for bid in range(int(BIDS))]
    numbers: dict[str, int] = {}
    words_of = [[numbers.setdefault(word, len(numbers)) for word in line] for line in lines]
    net = {"title": setup.title, "edition": setup.edition, "seats": seats, "layout": layout_digest(largest)}
    return {
        "most": max(seats), "inputs": len(layout(largest)[0]), "rows": len(lines), "candidates": CANDIDATES,
        "seen_rows": {n: seen_rows(table, largest) for n, table in tables.items()},
        "felt_rows": {n: felt_rows(n, max(seats)) for n in seats},
        "words": len(numbers), "words_of": words_of, "net": net,
    }


def words(line: str) -> list[str]:
    """The words of an action: each alone, and each with its kind and place."""
    kind, *rest = line.split()
    return [kind, *rest, *(f"{kind}/{place}/{word}" for place, word in enumerate(rest))]


def bid_words(bid: int) -> list[str]:
    """A bid, by its amount and by ranges of amounts."""
    return ["bid", f"bid={bid}", f"bid4={bid // 4}", f"bid10={bid // 10}"]
