"""What a step did. The rule that does a thing also tells it, as a fact: a small value with its numbers and its rule.

Facts name things as the notation does (`MGW`, `H10`, seat 2), so that they can be written down as JSON. Whoever speaks
of a step, the log, a scene, the lab's books, a preview, renders its facts and works out no sum again.

A room's `facts.py` has its own facts. They are plain Python, made only while somebody listens.
"""
from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated, ClassVar

# What a number or a word of a fact is. Whoever speaks of it goes by that.
Seat = Annotated[int, "seat"]
Place = Annotated[str, "place"]
Company = Annotated[str, "company"]
Money = Annotated[int, "money"]
Word = Annotated[str, "word"]
"""A word of the rules or of an edition, such as the colour of a cube."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a step did."""

    rules: ClassVar[tuple[str, ...]] = ()
    """Every rule that facts of this kind may carry."""

    rule: str
    """The id of the rule by which it happened."""

    @property
    def spots(self) -> tuple[str, ...]:
        """The places of the board that it changed, as drawings name them."""
        return ()

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """Whose cash it changed, and by how much: (seat, amount)."""
        return ()

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        """Whose score it changed, and by how much, as `State.scores` counts: its money, if nothing else is said."""
        return self.money

    @property
    def account(self) -> str:
        """Under what its money is counted when the game is over, such as "dividends"."""
        return ""

    def seen_by(self, seat: int) -> Fact | None:
        """As much of it as that seat, or a WATCHER, may know when it happens; None if nothing of it shows."""
        return self

    def as_json(self) -> dict[str, object]:
        """The fact as JSON: its kind and all its numbers."""
        return {"fact": type(self).__name__, **asdict(self)}


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A seat's turn begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over. A room's own end may carry more, such as the lines of the final count."""

    why: str
    """What ended it, as the room names it."""
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Happened(Fact):
    """A step of a game whose rules tell no facts of their own: who did it, and its line."""

    rules: ClassVar[tuple[str, ...]] = ("",)

    by: int
    """A seat, or CHANCE."""
    line: str
    """As the notation has it; only its first word where it can't be seen."""
    seen: tuple[int, ...]
    """The seats that see which it is, and perhaps a WATCHER."""

    def seen_by(self, seat: int) -> Fact | None:
        """The fact as that seat may know it: "?" stands for what the step hides from it."""
        return self if seat in self.seen else replace(self, line=self.line.partition(" ")[0] + " ?")


@dataclass(frozen=True, slots=True)
class PlainlyEnded(Ended):
    """The end of such a game."""

    rules: ClassVar[tuple[str, ...]] = ("",)
