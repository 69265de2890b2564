"""What can be said of a move: claims, each with its worth, its words, and a proof that plays it out.

A room's `claims.py` reads claims off a line: a move, what it does until the action is over, and what strong play
answers.
The coach compares the claims of two moves by kind and thing, and tells the one in which they differ most.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from roundhouse.engine.contract import State
from roundhouse.engine.facts import Fact
from roundhouse.games.words import Part, Words, words

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)


def copied(state: S) -> S:
    """A copy, of the same kind."""
    return cast(S, state.copy())


@dataclass(frozen=True)
class Step:
    """Something done in a line."""

    by: int
    text: str
    """In the notation."""


@dataclass(frozen=True)
class Line(Generic[S_co]):
    """A move as whoever makes it sees it, and what comes of it against strong play."""

    me: int
    """The seat that moves."""
    text: str
    """The move, in the notation."""
    before: S_co
    after: S_co
    """When the action is over: another is to act, chance decides, or seats choose unseen."""
    steps: tuple[Step, ...]
    """The move, and what follows until then."""
    facts: tuple[Fact, ...]
    reply: tuple[Step, ...] = ()
    """What the next seat does then, if the search is sure enough of it and it depends on nothing hidden."""
    reply_facts: tuple[Fact, ...] = ()
    """By which it is told."""

    @property
    def sealed(self) -> bool:
        """Whether the move is chosen unseen: nothing follows from it yet."""
        return self.before.sealed()

    @property
    def rivals(self) -> list[int]:
        """All seats but the one that moves."""
        return [seat for seat in range(self.before.game.seats) if seat != self.me]


@dataclass(frozen=True)
class Claim:
    """Something true of a move."""

    kind: str
    """What it is about: "pays", "outbid", .."""
    thing: str
    """Of which railway, company or seat. Claims of the same kind and thing are compared."""
    worth: float
    """In money or points to whoever moves, less what it brings the strongest rival. It chooses, and is never told."""
    says: str
    """A message, with its arguments in braces."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    check: Callable[[], bool] = lambda: True
    """Whether it is found again by playing it out."""
    spots: tuple[str, ...] = ()
    """The places of the board that it speaks of."""

    @property
    def words(self) -> Words:
        """The message with its arguments filled in."""
        return words(self.says, **self.parts)


Proof = Callable[[Line[S], str, Mapping[str, Any]], object]
"""Finds a claim again: given the line, the thing, and what was told of it."""


class Claims(Generic[S]):
    """The claims of a line, as a room collects them. Each kind has a proof; one that has none can't be made."""

    def __init__(self, line: Line[S], proofs: Mapping[str, Proof[S]]) -> None:
        self.line = line
        self.found: list[Claim] = []
        self._proofs = proofs

    def add(
        self, kind: str, thing: str, worth: float, says: str, parts: Mapping[str, Any] | None = None,
        spots: tuple[str, ...] = (), /, **told: object,
    ) -> None:
        """A claim; `told` is what its proof has to find again: every number and name in the words."""
        proof, line = self._proofs[kind], self.line
        self.found.append(Claim(kind, thing, worth, says, parts or {}, lambda: bool(proof(line, thing, told)), spots))
