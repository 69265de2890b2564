"""A fact says everything about itself: its sentence, what it moves, and what it writes into the books.

The rules make it as they make any fact; what stands here is plain Python, and asked for only when somebody looks. What
a fact names by id, `Things` knows by name, colour and symbol: a room makes one of them of its board.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from roundhouse.engine.contract import Game
from roundhouse.engine.facts import Fact, Seat
from roundhouse.games.books import Entry, Took
from roundhouse.games.drawn import Choice
from roundhouse.games.film import CARD, Movement
from roundhouse.games.kit.messages import message, spoken, spots_of
from roundhouse.games.markup import NOTHING, Markup
from roundhouse.games.words import Part, Span, Words, amount, company, place, plain, spans, text

G = TypeVar("G", bound=Game, contravariant=True)


@dataclass(frozen=True)
class Firm:
    """A railway as it is shown."""

    number: int
    name: str
    colour: str
    letter: str
    piece: str
    """The symbol of what it builds with, as the drawing has defined it."""
    title: str = ""
    """Its whole name."""


@dataclass(frozen=True)
class Things:
    """What the facts of a game name by id."""

    game: str
    prefix: str
    """What the ids of its drawing begin with."""
    sign: str
    firms: Mapping[str, Firm]
    places: Mapping[str, str]
    board: Any
    """The room's own, for what only its facts ask."""
    badge: tuple[str, int, int]
    """What of a company's piece is shown in a line of text: its box, and how wide and high it is there."""
    ids: bool = False
    """Whether a place that is named in full has its id beside its name."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """The symbol of each card's face, as the drawing has defined it; that of "" is a card's back."""
    others: Mapping[str, Callable[[Any, str], Part]] = field(default_factory=dict)
    """How all else is called, by the kind that its type names: a card, a contract, a row of a market."""
    viewer: int | None = None
    """The seat that looks, or a WATCHER; None sees all."""

    def place(self, id: str, full: bool = False) -> Span:
        """The name of a place by its id; `full` adds the id where the game shows ids."""
        name = self.places.get(id, id)
        return place(f"{name} ({id})" if full and self.ids and name != id else name, id)

    def company(self, id: str, option: str = "") -> Span:
        """The name of a company by its id, in its colour; its whole "title" or its "id" is plain text."""
        firm = self.firms[id]
        return text(firm.title if option == "title" else id) if option else company(firm.name, firm.colour)

    def line(self, number: int) -> Span:
        """The name of a company by its number."""
        return self.company(list(self.firms)[number])

    def money(self, number: float, signed: bool = False) -> str:
        """An amount with the game's sign of money; what is gained or lost is `signed`."""
        return amount(number, self.sign, signed).text

    def face(self, card: str | None) -> str:
        """A card's symbol, or any card's where the drawing has none."""
        return self.cards.get(card or "", CARD)

    def other(self, kind: str, value: Any, option: str = "") -> Words:
        """As the room calls it, or by its id."""
        if kind in self.others:
            return spans(self.others[kind](value, option))
        return spans(f"a {kind}" if value is None else value[0] if isinstance(value, tuple) else str(value))

    def name(self, kind: str, value: Any, option: str = "") -> str:
        """The same as plain text, for the books."""
        return plain(self.other(kind, value, option))


class Said:
    """What says something: a fact, or an item of a list in one."""

    __slots__ = ()

    says: ClassVar[str | Mapping[str, str]] = ""
    """A whole sentence, or several of which `form` is the name of one; none where another fact says it too."""
    goes_by: ClassVar[str] = ""
    """Its sentences go by this field: one is named after its value, or how many there are; else it is that of "none"
    where there is no value, and of "some" where there is one."""

    @property
    def form(self) -> str:
        """Which of its sentences: that of what it goes by, or of its rule, or else of why it happened; and of these the
        one that has a field's name after it, where that is not empty: "water contract"."""
        if isinstance(self.says, str):
            return ""
        found: Any = getattr(self, self.goes_by or "rule", "")
        form = str(len(found) if isinstance(found, tuple) else found)
        if form not in self.says:
            form = str(getattr(self, "why", "")) if not self.goes_by else "none" if found in (None, "") else "some"
        longer = (one for one in self.says if one.startswith(f"{form} ") and getattr(self, one[len(form) + 1:], None))
        return next(longer, form)


class Told(Said):
    """What a fact of the kit, or of a room that is made of it, has besides its numbers."""

    __slots__ = ()

    silent: ClassVar[tuple[str, ...]] = ()
    """Fields of a type that its sentence leaves out, because other facts or the table show them."""
    hidden: ClassVar[tuple[str, ...]] = ()
    """Fields that only its seat sees when it happens, or everybody, if it has none."""
    counted_as: ClassVar[str | Mapping[str, str]] = ""
    """Under what its money is counted when the game is over, such as "dividends"; or several, by the first word of a
    form."""
    where: ClassVar[tuple[str, ...]] = ()
    """The fields that name the places it changed."""
    first: ClassVar[tuple[str, ...]] = ()
    """Those that name the things on the sheet that are chosen first, where it is a choice."""
    offers: ClassVar[tuple[str, str | Mapping[str, str]]] = ("", "")
    """As a choice that brings it about: the heading it stands under, and a few words, or several by `form`."""
    lit: ClassVar[str] = ""
    """How that choice is lit on the board, one of `drawn.KINDS`."""
    gets: ClassVar[str] = ""
    """The field with the money that its seat gets; with a minus before it, what the seat pays."""
    takes: ClassVar[tuple[str, ...]] = ()
    """What its seat takes by it, as the books have it: the kind, the item's name as a message, the price's field."""

    @property
    def account(self) -> str:
        """What its class says."""
        return self.counted_as if isinstance(self.counted_as, str) else self.counted_as[self.form.split()[0]]

    def seen_by(self, seat: int) -> Any:
        """The fact, or for other seats the same without what is its own seat's secret."""
        fact: Any = self
        return replace(fact, **dict.fromkeys(self.hidden)) if self.hidden and fact.seat not in (None, seat) else fact

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """What its seat gets or pays, if that is anything."""
        fact: Any = self
        amount = getattr(self, self.gets.strip("-"), 0) * (-1 if self.gets.startswith("-") else 1)
        return ((fact.seat, amount),) if amount and fact.seat is not None else ()

    @property
    def spots(self) -> tuple[str, ...]:
        """The places of the board that it changed, as drawings name them."""
        return spots_of(self, self.where)

    @property
    def by(self) -> tuple[str, ...]:
        """The things on the sheet that are chosen first, as spots, where the fact is a choice."""
        return spots_of(self, self.first)

    def choice(self, code: int, line: str, effect: Words, at: Things, preview: Markup = NOTHING) -> Choice:
        """The choice that brings the fact about; where it is done are its spots that are not chosen first."""
        heading, labels = self.offers
        label = labels if isinstance(labels, str) else labels[self.form]
        group = plain(message(self, heading, at))
        spots = () if self.lit == "leave" else tuple(spot for spot in self.spots if spot not in self.by)
        return Choice(code, line, group, message(self, label, at), effect, spots, preview, self.by, self.lit)

    def sentence(self, at: Things) -> Words:
        """The fact in words, with names for its ids; empty where another fact says it too."""
        return spoken(self, at)

    def film(self, at: Things) -> list[Movement]:
        """What moves on the table, and from where to where; nothing unless a kind of fact says so."""
        return []

    def entries(self, at: Things) -> list[Entry]:
        """What it writes into the books: what its seat takes by it, unless a kind of fact says more."""
        if not self.takes:
            return []
        kind, item, *price = self.takes
        return [Took(kind, plain(message(self, item, at)), *(getattr(self, name) for name in ("seat", *price)))]


@dataclass(frozen=True, slots=True)
class OfSeat(Told, Fact):
    """Something that a seat does, or that happens to it."""

    seat: Seat


class Telling(Generic[G]):
    """What the facts of a game say, move and write, with the names of its things."""

    def __init__(self, things: Callable[[G], Things], *modules: ModuleType) -> None:
        """`things` gives the names of a game's things; the facts of these modules that name a rule are all it tells."""
        self.things = things
        made = [(module, one) for module in modules for one in vars(module).values() if isinstance(one, type)]
        self.FACTS: tuple[type[Fact], ...] = tuple(
            one for module, one in made
            if issubclass(one, Fact) and "rules" in vars(one) and one.__module__ == module.__name__
        )

    def tell(self, game: G, fact: Fact) -> Words:
        """The fact in words; empty where another fact says it too."""
        return fact.sentence(self.things(game)) if isinstance(fact, Told) else ()

    def movements(self, game: G, fact: Fact, viewer: int | None) -> list[Movement]:
        """What the fact moves on the table, as the viewer may see it."""
        return fact.film(replace(self.things(game), viewer=viewer)) if isinstance(fact, Told) else []

    def entries(self, game: G, facts: Sequence[Fact]) -> list[Entry]:
        """What these facts write into the books, in order."""
        return [entry for fact in facts if isinstance(fact, Told) for entry in fact.entries(self.things(game))]
