"""What may be done: each choice is made on a copy, where the rules tell what it does."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from roundhouse.engine.contract import OVER, State
from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Choice
from roundhouse.games.kit.telling import Things, Told
from roundhouse.games.markup import NOTHING, Markup
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, seat, words

S = TypeVar("S", bound=State)
Kind = TypeVar("Kind", bound=Fact)


def find(facts: Sequence[Fact], kind: type[Kind]) -> Kind | None:
    """The first fact of a kind, or None if there is none."""
    return next((fact for fact in facts if isinstance(fact, kind)), None)


class Preview(Generic[S]):
    """A choice that was made on a copy, with all that its step tells."""

    def __init__(self, before: S, code: int) -> None:
        self.before, self.code = before, code
        self.after = cast(S, before.copy())
        self.told: Sequence[Fact] = self.after.tell(code)
        self.me = int(before.to_act)

    def each(self, kind: type[Kind]) -> list[Kind]:
        """The facts of a kind that this step tells, in order."""
        return [fact for fact in self.told if isinstance(fact, kind)]

    def find(self, kind: type[Kind]) -> Kind | None:
        """The first fact of a kind, or None if this step tells none."""
        return find(self.told, kind)

    def the(self, kind: type[Kind]) -> Kind:
        """The fact of a kind that this step always tells."""
        return self.each(kind)[0]

    def chosen(self) -> Told:
        """What is chosen, before all that follows from it."""
        return next(fact for fact in self.told if isinstance(fact, Told) and fact.offers[0])

    def following(self) -> list[Words]:
        """Who is next, or that the game is over; nothing while the same seat goes on, or chance is to come."""
        if self.after.to_act == OVER:
            return [words("the game is over")]
        next_ = int(self.after.to_act)
        return [words("{next} is next", next=seat(next_))] if next_ >= 0 and next_ != self.me else []

    def choice(self, effects: Sequence[Words], at: Things, ghost: Markup = NOTHING) -> Choice:
        """The choice of what is chosen, with its effects, a clause each, and what would lie on the board."""
        line = self.before.game.text(self.code)
        return self.chosen().choice(self.code, line, joined(effects, "; "), at, ghost)


def moves(sight: Sight[Any]) -> list[int]:
    """The codes of all that the seat that looks may do, without its bids; none if it is not to act."""
    s = sight.state
    return [int(code) for code in s.legal() if code < s.game.first_bid] if sight.acts else []


def offered(
    sight: Sight[S], at: Things, effects: Callable[[Preview[S]], Sequence[Words]],
    ghost: Callable[[Preview[S]], Markup] = lambda step: NOTHING,
) -> list[Choice]:
    """Every legal move that is no bid, with its effects, who is next, and what would lie on the board."""
    steps = [Preview(sight.state, code) for code in moves(sight)]
    return [step.choice([*effects(step), *step.following()], at, ghost(step)) for step in steps]
