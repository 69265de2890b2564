"""What drawings are made of: the board that never changes, its places, choices, and what each seat has."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.words import Words


@dataclass(frozen=True)
class Ground:
    """The part of a board that never changes during a game: SVG inside `<svg viewBox="0 0 width height">`."""

    width: int
    height: int
    svg: Markup
    letters: float = 0
    """The size of the least letters that a player reads on it; a small screen opens it so large that they can be read.

    Words can be set twice: as `for_screens` does, those of another size for a small screen.
    """
    rail: float = 0
    """Of a large screen's sheet, the least width beside the board that its tables need, in the size of the text."""
    strip: float = 0
    """And the least height below it."""
    crowded: bool = False
    """Whether something lies in its lower right corner, where the buttons to come closer would stand, and its words are
    set so close that those for a small screen have room only on the whole board."""


@dataclass(frozen=True)
class Spot:
    """A place on the board that has a name: what a screen reader hears, and where the arrow keys lead from it.

    The drawing marks the same place with data-spot="id".
    """

    id: str
    text: Words
    """What is here now, as a sentence: "Sligo, Town, GSW and MGW here"."""
    neighbours: Mapping[str, str] = field(default_factory=dict)
    """The spot that each of "left", "right", "up", "down" leads to."""
    note: Words = ()
    """What else one asks of it when pointing at it: whose it is, what it costs to come here, what it earns."""


def side_by_side(ids: Sequence[str], texts: Sequence[Words]) -> list[Spot]:
    """Spots in a row, such as the cards of a hand."""
    return _in_line(ids, texts, "left", "right")


def one_above_another(ids: Sequence[str], texts: Sequence[Words]) -> list[Spot]:
    """Spots in a column, such as the lines of a table."""
    return _in_line(ids, texts, "up", "down")


def _in_line(ids: Sequence[str], texts: Sequence[Words], back: str, on: str) -> list[Spot]:
    return [
        Spot(ids[n], texts[n], {way: ids[to] for way, to in ((back, n - 1), (on, n + 1)) if 0 <= to < len(ids)})
        for n in range(len(ids))
    ]


@dataclass(frozen=True)
class Choice:
    """Something that the seat to act may do. Bids are not among them: they are a number, and the page asks for it."""

    code: int
    line: str
    group: str
    """A heading for choices of a kind, such as "Place track"."""
    label: Words
    """The choice in a few words, such as "MGW to Sligo"."""
    effect: Words
    """What it costs and does, from the facts of the step on a copy: "1.5 of 3 points, reaches Sligo: .."."""
    spots: tuple[str, ...] = ()
    """Where on the board it is done; empty if that is no question. Several choices may share a spot."""
    preview: Markup = NOTHING
    """SVG laid over the board while the choice is looked at, such as the shape of a track card."""
    by: tuple[str, ...] = ()
    """The things on the sheet that are chosen first, in order: an action box; a company, then a card. They are spots
    too. Only then do the choice's own spots light up."""
    kind: str = ""
    """How it is lit, one of KINDS. What is to "leave" has a button of its own at the list's foot, and no place."""


KINDS = ("lay", "trade", "grow", "pay", "hinder", "leave")
"""Ways to light what can be done: a colour and a pattern each."""


@dataclass(frozen=True)
class Route:
    """Several moves in one gesture, such as track to a hex farther off: each is checked, and all are made or none."""

    lines: tuple[str, ...]
    label: Words
    effect: Words
    """What they cost and do together, from the facts of the steps on a copy."""
    spots: tuple[str, ...] = ()
    """The places in the order in which the gesture comes to them."""
    preview: Markup = NOTHING
    by: tuple[str, ...] = ()
    """The things that are chosen first, as those of a choice."""


def drawn_over(routes: Sequence[Route], by: Sequence[str]) -> list[Route]:
    """Of those, the ones that a pointer has been drawn over; all of them if none was."""
    return [route for route in routes if not by or set(route.spots) <= set(by)]


@dataclass(frozen=True)
class Holding:
    """A pile of certificates, or of anything of which a seat has several."""

    name: str
    colour: str
    """A word that the stylesheet knows with its pattern and letter: "yellow", "purple", .. or ""."""
    letter: str
    count: int
    worth: str
    """What one of them is worth, with its sign."""
    note: str = ""
    """What it would bring now: "pays £4 a share if all pay"."""


@dataclass(frozen=True)
class Panel:
    """What everybody at the table may know of a seat, as the one who looks may see it."""

    cash: str
    """With its sign; empty where the game has no cash or the one who looks may not see it."""
    worth: str
    """What the seat would score now, with its sign; empty where that is hidden."""
    holdings: tuple[Holding, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    """Anything else, as a name and a value: ("Hand", "5 cards")."""
    marks: tuple[str, ...] = ()
    """Short words beside the name: "dealer", "passed"."""


def picture(drawn: Markup, box: str, name: str, **attributes: object) -> Markup:
    """A drawing as a whole `<svg>`, for a list of games or a chat."""
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes, role="img", aria_label=name)
