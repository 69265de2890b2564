"""How a game looks in a browser: what each room's `drawing.py` provides. The pages know of a game only this."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Protocol

from roundhouse.engine.contract import Game, State


@dataclass(frozen=True)
class Ground:
    """The part of a board that never changes during a game: SVG inside `<svg viewBox="0 0 width height">`."""

    width: int
    height: int
    svg: str
    letters: float = 0
    """The size of the least letters that a player reads on it; a small screen opens it so large that they can be read.

    Words can be set twice: as `for_screens` does, those of another size for a small screen.
    """


@dataclass(frozen=True)
class Spot:
    """A place on the board that has a name: what a screen reader hears, and where the arrow keys lead from it.

    The drawing marks the same place with data-spot="id".
    """

    id: str
    text: str
    """What is here now, as a sentence: "Sligo, Town, GSW and MGW here"."""
    neighbours: Mapping[str, str] = field(default_factory=dict)
    """The spot that each of "left", "right", "up", "down" leads to."""


def side_by_side(ids: Sequence[str], words: Sequence[str]) -> list[Spot]:
    """Spots in a row, such as the cards of a hand."""
    return [
        Spot(ids[n], words[n], {way: ids[to] for way, to in (("left", n - 1), ("right", n + 1)) if 0 <= to < len(ids)})
        for n in range(len(ids))
    ]


@dataclass(frozen=True)
class Choice:
    """Something that the seat to act may do. Bids are not among them: they are a number, and the page asks for it."""

    code: int
    line: str
    group: str
    """A heading for choices of a kind, such as "Place track"."""
    label: str
    """The choice in a few words, such as "MGW to Sligo"."""
    effect: str
    """What it costs and does, told before it is made: "1.5 of 3 points, reaches Sligo: +£2 for each MGW share"."""
    spots: tuple[str, ...] = ()
    """Where on the board it can be chosen; empty if it can't. Several choices may share a spot."""
    preview: str = ""
    """SVG laid over the board while the choice is looked at, such as the shape of a track card."""


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
    facts: tuple[tuple[str, str], ...] = ()
    """Anything else, as a name and a value: ("Hand", "5 cards")."""
    marks: tuple[str, ...] = ()
    """Short words beside the name: "dealer", "passed"."""


@dataclass(frozen=True)
class Pointer:
    """A step of the first-game guide: a CSS selector of what it points at, and one or two sentences."""

    at: str
    text: str
    rule: str


class Drawing(Protocol):
    """The seat that looks is a seat, -1 for a watcher, or None for one who may see everything (a finished game).

    Nothing that the seat may not know is in any answer: what is hidden is read from `state.view(seat)` alone.
    """

    POINTERS: tuple[Pointer, ...]
    RULES: Mapping[str, str]
    """The rule behind each kind of move, by the first word of its line."""

    def ground(self, game: Game) -> Ground: ...

    def pieces(self, state: State, seat: int | None) -> str:
        """All that changes, as SVG over the ground."""
        ...

    def spots(self, state: State, seat: int | None) -> list[Spot]: ...

    def choices(self, state: State, names: list[str]) -> list[Choice]:
        """What the seat to act may do, bids left out; asked for that seat's own page only."""
        ...

    def bid_note(self, state: State, amount: int, names: list[str]) -> str:
        """What a bid of that amount would mean, in a sentence: cash left, what the share pays now."""
        ...

    def panels(self, state: State, seat: int | None) -> list[Panel]: ...

    def aside(self, state: State, seat: int | None, names: list[str]) -> str:
        """What lies beside the board, as HTML sections: the auction, certificates for sale, bag or deck, the hand."""
        ...

    def changed(self, before: State, code: int, after: State, seat: int | None) -> list[str]:
        """The spots that the last step changed, to be pointed at once."""
        ...

    def scene(self, before: State, code: int, after: State, names: list[str], seat: int | None) -> str:
        """HTML of a moment worth stopping for, such as a dividend with its sums or the final count; else empty."""
        ...

    def picture(self) -> str:
        """The board as a whole `<svg>`, a game well under way, for the list of games."""
        ...


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """An element of SVG or HTML. `inside` is markup; a trailing _ is dropped from a name and _ becomes -."""
    given = "".join([f' {_spelt(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None])
    return f"<{name}{given}>{inside}</{name}>"


@cache
def _spelt(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    """Coordinates to a tenth: what the eye can tell, and not a byte more."""
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value) if isinstance(value, int) else escape(str(value))


def heading(words: str, rule: str) -> str:
    """The heading of a panel or a scene, with the rule that a question mark beside it opens; `words` is markup."""
    return tag("h3", words, data_rule=rule)


def for_screens(large: str, small: str) -> str:
    """The same words twice: as they are, and larger where a board is small. A stylesheet shows one of them."""
    return tag("g", large, class_="on-large") + tag("g", small, class_="on-small", display="none")


SPOTS = re.compile(r'<(\w+) class="spot[^>]*(/>|></\1>)')


def pictured(markup: str, box: str, name: str, **attributes: object) -> str:
    """A drawing as a whole `<svg>`, without its places to click, for nothing can be clicked there."""
    return tag("svg", SPOTS.sub("", markup), xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes, role="img",
               aria_label=name)


def text(value: object) -> str:
    """Words from outside, safe as the content of an element."""
    return escape(str(value), quote=False)
