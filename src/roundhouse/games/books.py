"""The books of a game: who takes what and at what price, what it pays, and what is built where.

A room's `books.py` makes these entries of the facts of a step, and the lab knows of a game only them. A game that keeps
no books can be studied too: who wins, how long and how close needs none.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt


@dataclass(frozen=True)
class Took:
    """A seat takes something for itself: a share, a contract, a town."""

    kind: str
    item: str
    seat: int
    price: int | None = None
    """What it gave for it, where a price was paid."""
    of: str = ""
    """What the item belongs to, where that is worth a table of its own: the railway of a share."""


@dataclass(frozen=True)
class Brought:
    """Something brought a seat this much, for all that the seat holds of it."""

    kind: str
    item: str
    seat: int
    amount: int


@dataclass(frozen=True)
class Sold:
    """A seat gives away one of the things it took, for a price."""

    kind: str
    item: str
    seat: int
    price: int


@dataclass(frozen=True)
class Built:
    """Something now stands on a spot of the map; `by` says what: a railway, or a kind of card."""

    spot: str
    by: str


@dataclass(frozen=True)
class Earned:
    """What stands on a spot of the map brought this much, to whomever."""

    spot: str
    amount: int


Entry = Took | Brought | Sold | Built | Earned


@dataclass(frozen=True)
class Kind:
    """A kind of thing that can be taken: every item there is, so that what nobody takes is seen too."""

    name: str
    words: str
    """What taking one means, and what it is counted to pay, in a sentence or two."""
    items: tuple[str, ...]
    priced: bool = False
    """Whether a price is paid for it that can be held against what it pays."""
    pays: bool = False
    """Whether the books say what it pays."""


@dataclass(frozen=True)
class Shape:
    """A spot of the map: a polygon, a line between two points, or a disc around one. Units are the chart's own."""

    id: str
    label: str
    points: tuple[tuple[float, float], ...]
    ground: str = "plain"
    """What lies there: "plain", "rough", "water", "place" for a town or city, "rail" for a link."""


def hexes(
    ids: Iterable[str], axial: Iterable[tuple[int, int]], labels: Mapping[str, str], grounds: Mapping[str, str]
) -> list[Shape]:
    """Flat-top hexes of a board, north up."""
    corners = [(cos(n * pi / 3), sin(n * pi / 3)) for n in range(6)]
    middle = {name: (1.5 * q, sqrt(3) * (r + q / 2)) for name, (q, r) in zip(ids, axial)}
    return [
        Shape(name, labels.get(name, ""), tuple((x + a, y + b) for a, b in corners), grounds.get(name, "plain"))
        for name, (x, y) in middle.items()
    ]
