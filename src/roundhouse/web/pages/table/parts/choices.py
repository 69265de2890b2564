"""What a seat may choose on the page of a table: choices in groups, bids, and gestures of several moves."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from roundhouse.engine.contract import State
from roundhouse.games import title as find_title
from roundhouse.games.drawn import Choice, Route
from roundhouse.games.markup import NOTHING, Markup, asked, markup
from roundhouse.games.sight import Sight, sight
from roundhouse.games.title import Title
from roundhouse.games.words import plain
from roundhouse.web.tables.model.info import Moment

QUICK_BIDS = (0, 1, 2, 5)


@dataclass(frozen=True)
class Group:
    """Choices of a kind."""

    name: str
    choices: tuple[Choice, ...]
    shared: Choice
    """What all of them have in common: a choice with those of its things, places and its kind that are theirs too."""
    ask: Markup
    """A question mark that opens the rule for them."""

    @property
    def marks(self) -> Markup:
        """What all of them say of themselves, as attributes."""
        return _marks(self.shared.by, self.shared.spots, self.shared.kind)

    def own_marks(self, choice: Choice) -> Markup:
        """What a choice says besides."""
        spots = [spot for spot in choice.spots if spot not in self.shared.spots]
        return _marks(choice.by[len(self.shared.by):], spots, "" if self.shared.kind else choice.kind)


def _marks(by: Sequence[str], spots: Sequence[str], kind: str) -> Markup:
    given = {"by": " ".join(by), "spots": " ".join(spots), "kind": kind}
    return markup(*(Markup(' data-{}="{}"').format(name, value) for name, value in given.items() if value))


@dataclass(frozen=True)
class Bid:
    """An amount that is offered as a button, with what it would mean."""

    amount: int
    text: str
    why: str
    note: str


@dataclass(frozen=True)
class Bids:
    """The amounts that may be bid now, and how they are asked for."""

    least: int
    most: int
    quick: tuple[Bid, ...]
    note: str
    ask: Markup


def gestures_of(moment: Moment, to: str = "", by: Sequence[str] = ()) -> list[Route]:
    """What the one who looks can do in one gesture that ends at a place, or that needs none; over places, if it was
    drawn over any."""
    room = find_title(moment.table.game).room
    return room.gestures.routes(sight(moment.state, moment.seat), to, by) if moment.may_act else []


def groups_of(title: Title, choices: Sequence[Choice]) -> tuple[Group, ...]:
    """The choices of a seat in groups, each under its heading, in the order in which they come."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.group, []).append(choice)
    # The kind of the last choice is what the group is about.
    return tuple(Group(name, tuple(some), _shared(some), _ask(title, some[-1].line)) for name, some in kinds.items())


def _shared(choices: Sequence[Choice]) -> Choice:
    first = choices[0]
    if len(choices) == 1:
        return replace(first, by=(), spots=(), kind="")
    spots = tuple(spot for spot in first.spots if all(spot in choice.spots for choice in choices))
    same = [len(set(things)) == 1 for things in zip(*(choice.by for choice in choices))]
    kind = first.kind if all(choice.kind == first.kind for choice in choices) else ""
    return replace(first, by=first.by[: [*same, False].index(False)], spots=spots, kind=kind)


def final_codes(moment: Moment, choices: Sequence[Choice]) -> frozenset[int]:
    """The choices after which others may have acted before they could be taken back; none where nobody else plays."""
    if not any(seat.kind == "person" and not seat.mine for seat in moment.table.seats):
        return frozenset()
    found = set()
    for choice in choices:
        after = moment.state.copy()
        after.apply(choice.code)
        if after.to_act != moment.state.to_act:
            found.add(choice.code)
    return frozenset(found)


def _ask(title: Title, line: str) -> Markup:
    rule = title.room.drawing.RULES.get(line.partition(" ")[0])
    return asked(title.name, rule) if rule else NOTHING


def bids_of(title: Title, moment: Moment, known: Sight[State], names: list[str]) -> Bids | None:
    """The bids that may be made now; None where there is no auction for the seat."""
    if not moment.may_act:
        return None
    amounts = bid_amounts(moment.state)
    if not amounts:
        return None
    least, most = amounts[0], amounts[-1]
    unit = title.room.books.UNIT
    sign = "" if unit.isalpha() else unit

    def bid(more: int) -> Bid:
        note = plain(title.room.drawing.bid_note(known, least + more), names)
        return Bid(least + more, f"{sign}{least + more}", f"+{more}" if more else "the least", note)

    quick = tuple(bid(more) for more in QUICK_BIDS if least + more <= most)
    return Bids(least, most, quick, quick[0].note, _ask(title, "bid"))


def bid_amounts(state: State) -> list[int]:
    """The amounts that may be bid now; none where there is no auction."""
    first = int(state.game.first_bid)
    return [int(code) - first for code in state.legal() if code >= first] if state.to_act >= 0 else []
