"""What a title's folder provides besides its rules: texts, drawing, books, claims, valuer, observer, gestures.

Each is a module of that name in the folder, or any object with these functions. All the house knows a game by these.
Whoever looks gets a `Sight`, never a state; whoever tells gets facts.
"""
from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from roundhouse.engine.contract import Game, State
from roundhouse.engine.facts import Fact
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.value import Valuer
from roundhouse.games.books import Entry, Kind, Shape
from roundhouse.games.claims import Claim, Line
from roundhouse.games.drawn import Choice, Ground, Panel, Route, Spot
from roundhouse.games.film import Movement
from roundhouse.games.markup import Markup
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words
from roundhouse.plugins import foreign_code, told

if TYPE_CHECKING:
    from roundhouse.games.title import Title

log = logging.getLogger(__name__)
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

    RULES: Mapping[str, str]
    """The rule behind each kind of move, by the first word of its line."""

    def ground(self, game: G) -> Ground:
        """The part of the board that never changes during a game."""
        ...

    def pieces(self, sight: Sight[S], names: Sequence[str]) -> Markup:
        """All that changes, as SVG over the ground."""
        ...

    def spots(self, sight: Sight[S]) -> list[Spot]:
        """The places on the board that have a name, with what is there as the one who looks may see it."""
        ...

    def choices(self, sight: Sight[S]) -> list[Choice]:
        """What the seat that looks may do, bids left out; empty if it is not to act."""
        ...

    def bid_note(self, sight: Sight[S], amount: int) -> Words:
        """What a bid of that amount would mean, in a sentence: cash left, what the share pays now."""
        ...

    def panels(self, sight: Sight[S]) -> list[Panel]:
        """What everybody may know of each seat, in the order of the seats."""
        ...

    def aside(self, sight: Sight[S], names: Sequence[str]) -> Markup:
        """What lies beside the board, as HTML sections: the auction, certificates for sale, bag or deck, the hand."""
        ...

    def scene(self, game: G, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
        """A moment worth stopping for, such as a dividend with its sums or the final count; else empty."""
        ...

    def movements(self, game: G, fact: Fact, viewer: int | None) -> list[Movement]:
        """Which pieces the fact, as the viewer knows it, moves from where to where: a film of what happened."""
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

    def alike(self, game: G) -> str:
        """Why no seat can be better than another, as the reason of a sentence; empty where one may be."""
        ...


class Reasons(Protocol[S]):
    """A game as a coach speaks of it."""

    ENDS: tuple[type[Fact], ...]
    """The facts with which an action is over, besides the beginning of a turn: what follows is another thought."""
    ANSWERS: tuple[type[Fact], ...]
    """The facts by which a rival's answer is told. Steps that depend on a hand nobody sees have none of them."""

    OUTCOMES: tuple[str, ...]
    """The kinds of claims that say what comes of a move: told where nothing better sets it apart."""

    def claims(self, line: Line[S]) -> list[Claim]:
        """What can be said of a move: what it does that others may not do."""
        ...

    def about(self, sight: Sight[S]) -> list[Words]:
        """What is decided now and what is usually good, in a few sentences, for one who asks."""
        ...


class Gestures(Protocol[S]):
    """Several moves as one thought, for games in which that is common."""

    def routes(self, sight: Sight[S], to: str, by: Sequence[str] = ()) -> list[Route]:
        """What the seat that looks can do in one gesture that ends at that spot, the best first; "" for what needs no
        spot. Empty if it is not to act. `by` are the spots that a pointer was drawn over on its way there, if it was:
        then only ways over those count."""
        ...


class Valuers(Protocol):
    """A game as bots judge it."""

    def make(self, weights: list[float]) -> Valuer:
        """A value function with those weights, which are named by it and kept in the folder's `weights.json`."""
        ...


class Observers(Protocol):
    """A game as numbers."""

    def make(self, game: Game) -> Encoder:
        """An encoder that turns positions of the game into numbers."""
        ...


@dataclass(frozen=True)
class Parts(Generic[G, S]):
    """All parts of a game at once. A game's tests make one of its modules, where mypy checks that they fit."""

    texts: Texts[G, S]
    drawing: Drawing[G, S]
    books: Books[G]
    valuer: Valuers
    observer: Observers
    gestures: Gestures[S] | None = None
    claims: Reasons[S] | None = None


class Room(Generic[G, S]):
    """The parts of a title, each opened when it is first asked for.

    A part that the folder does not have, or that can't be opened, has a plain one of the house in its place
    (`games/defaults/`); `faults` tells the reason of the latter.
    """

    def __init__(self, title: Title) -> None:
        self.title = title
        self.faults: dict[str, str] = {}
        """By the name of a part of the folder: why it is not used."""

    @cached_property
    def texts(self) -> Texts[G, S]:
        """The game in words."""
        part: Texts[G, S] = self._part("texts", Texts)
        return part

    @cached_property
    def drawing(self) -> Drawing[G, S]:
        """The game as pictures."""
        part: Drawing[G, S] = self._part("drawing", Drawing)
        return part

    @cached_property
    def books(self) -> Books[G]:
        """The game as a lab sees it."""
        part: Books[G] = self._part("books", Books)
        return part

    @cached_property
    def claims(self) -> Reasons[S]:
        """The game as a coach speaks of it."""
        part: Reasons[S] = self._part("claims", Reasons)
        return part

    @cached_property
    def valuer(self) -> Valuers:
        """The game as bots judge it."""
        part: Valuers = self._part("valuer", Valuers)
        return part

    @cached_property
    def observer(self) -> Observers:
        """The game as numbers."""
        part: Observers = self._part("observer", Observers)
        return part

    @cached_property
    def gestures(self) -> Gestures[S]:
        """Several moves in one gesture."""
        part: Gestures[S] = self._part("gestures", Gestures)
        return part

    def has_own(self, name: str) -> bool:
        """Whether a part is the title's own, and not the plain one of the house."""
        return name not in self.faults and getattr(self, name) is self._own(name)

    def give_up(self, name: str, error: BaseException | str) -> Any:
        """The plain part of the house, from now on in the place of the title's own, which is of no use."""
        why = error if isinstance(error, str) else told(error)
        self.faults[name] = why
        log.warning("the %s of %s is of no use, and a plain one takes its place: %s", name, self.title.name, why)
        self.__dict__[name] = self._plain(name)
        return self.__dict__[name]

    def _part(self, name: str, asked: type) -> Any:
        try:
            with foreign_code():
                own = self._own(name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return self.give_up(name, error)
        if own is None:
            return self._plain(name)
        wanted = [*asked.__annotations__, *(key for key in vars(asked) if not key.startswith("_"))]
        missing = [key for key in wanted if not hasattr(own, key)]
        return self.give_up(name, f"{name}.py has no {', '.join(missing)}") if missing else own

    def _own(self, name: str) -> Any:
        module = f"{self.title.package}.{name}"
        return import_module(module) if find_spec(module) else None

    def _plain(self, name: str) -> Any:
        return import_module(f"roundhouse.games.defaults.{name}").make(self.title)
