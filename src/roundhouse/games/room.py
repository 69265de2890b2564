"""What a game's room provides besides its rules: texts, drawing, books. All the house knows a game by these.

Each is a module of the room or any object with these functions; `Room` in the room's `room.py` ties them together, and
mypy checks there that they fit. Whoever looks gets a `Sight`, never a state; whoever tells gets facts.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from roundhouse.engine.contract import Game, State
from roundhouse.engine.facts import Fact
from roundhouse.games.books import Entry, Kind, Shape
from roundhouse.games.drawn import Choice, Ground, Panel, Pointer, Route, Spot
from roundhouse.games.markup import Markup
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words

G = TypeVar("G", bound=Game, contravariant=True)
S = TypeVar("S", bound=State, contravariant=True)


class Texts(Protocol[G, S]):
    """A game in words."""

    FACTS: tuple[type[Fact], ...]
    """Every kind of fact that the rules tell."""

    def tell(self, game: G, fact: Fact) -> Words:
        """What happened, as a sentence; empty where another fact of the step says it too."""
        ...

    def prompt(self, sight: Sight[S]) -> Words:
        """What may be done now, without whose turn it is: "bid on the MGW share, or pass"; or that the game is over."""
        ...

    def board(self, sight: Sight[S]) -> Words:
        """The whole table as text, for a terminal."""
        ...

    def help(self) -> Words:
        """What can be typed, in a few lines."""
        ...


class Drawing(Protocol[G, S]):
    """A game as pictures."""

    POINTERS: tuple[Pointer, ...]
    RULES: Mapping[str, str]
    """The rule behind each kind of move, by the first word of its line."""

    def ground(self, game: G) -> Ground: ...

    def pieces(self, sight: Sight[S], names: Sequence[str]) -> Markup:
        """All that changes, as SVG over the ground."""
        ...

    def spots(self, sight: Sight[S]) -> list[Spot]: ...

    def choices(self, sight: Sight[S]) -> list[Choice]:
        """What the seat that looks may do, bids left out; empty if it is not to act."""
        ...

    def bid_note(self, sight: Sight[S], amount: int) -> Words:
        """What a bid of that amount would mean, in a sentence: cash left, what the share pays now."""
        ...

    def panels(self, sight: Sight[S]) -> list[Panel]: ...

    def aside(self, sight: Sight[S], names: Sequence[str]) -> Markup:
        """What lies beside the board, as HTML sections: the auction, certificates for sale, bag or deck, the hand."""
        ...

    def scene(self, game: G, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
        """A moment worth stopping for, such as a dividend with its sums or the final count; else empty."""
        ...

    def picture(self) -> Markup:
        """The board as a whole `<svg>`, a game well under way, for the list of games."""
        ...


class Books(Protocol[G]):
    """A game as a lab sees it."""

    UNIT: str
    """What scores and prices are counted in: "£", "$" before a number, or a word after it."""

    def kinds(self, game: G) -> list[Kind]:
        """What can be taken, every item of it."""
        ...

    def entries(self, game: G, facts: Sequence[Fact]) -> list[Entry]:
        """What a step writes into the books."""
        ...

    def chart(self, game: G) -> list[Shape]:
        """The map, flat: every spot that `Built` and `Earned` may name."""
        ...


class Routes(Protocol[S]):
    def __call__(self, sight: Sight[S], to: str) -> list[Route]:
        """What the seat that looks can do in one gesture that ends at that spot, the best first; "" for what needs no
        spot. Empty if it is not to act."""
        ...


@dataclass(frozen=True)
class Room(Generic[G, S]):
    texts: Texts[G, S]
    drawing: Drawing[G, S]
    books: Books[G]
    routes: Routes[S] | None = None
    """For games in which several moves are often one thought."""
