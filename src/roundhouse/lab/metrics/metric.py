"""What a metric is: a small listener that sees every step of a game and has one number at the end."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, Game, State
from roundhouse.engine.facts import Fact, TurnBegan
from roundhouse.games.books import Entry
from roundhouse.games.title import Title
from roundhouse.records import Result
from roundhouse.records.course import PassedStep


@dataclass(frozen=True)
class WatchedStep:
    """A step with what metrics ask about it. Whatever is dear is worked out once, and only when it is asked for."""

    passed: PassedStep
    title: Title

    @property
    def by(self) -> int:
        """Who acted: a seat, or CHANCE."""
        return self.passed.by

    @property
    def line(self) -> str:
        """What was done, in the notation."""
        return self.passed.line(None)

    @property
    def before(self) -> State:
        """The state before the step."""
        return self.passed.before

    @property
    def after(self) -> State:
        """The state after the step."""
        return self.passed.after

    @property
    def chosen(self) -> bool:
        """Whether a player did it, not chance."""
        return self.by != CHANCE

    @cached_property
    def legal(self) -> Sequence[int]:
        """The codes of all that might have been done."""
        return list(self.before.legal())

    @property
    def legal_words(self) -> set[str]:
        """The kinds of action that might have been taken: the first words of their lines."""
        game = self.before.game
        return {game.kinds[-1 if code >= game.first_bid else game.kind[code]] for code in self.legal}

    @cached_property
    def scores(self) -> list[int]:
        """What each seat would score if the game ended after this step."""
        return self.after.scores()

    @cached_property
    def chances(self) -> list[float]:
        """Each seat's chance to win after this step, by the value function of the bots, which sees everything."""
        return list(valuer(self.after.game.name).shares(self.after))

    @property
    def facts(self) -> Sequence[Fact]:
        """All that the step did."""
        return self.passed.told

    @cached_property
    def entries(self) -> list[Entry]:
        """What the step wrote into the game's books."""
        return self.title.room.books.entries(self.before.game, self.facts)

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins after it, as the rules tell; where they tell none, whether somebody else is next."""
        if any(issubclass(kind, TurnBegan) for kind in self.title.room.texts.FACTS):
            return any(isinstance(fact, TurnBegan) for fact in self.facts)
        return bool(self.after.to_act >= 0 and self.after.to_act != self.by)


class Metric:
    """One number a game. A subclass says what it is called and what it means, watches the steps and gives its value.

    A new one is made for each game; `self.game` and `self.seats` are there from the start, `self.result` at the end.
    """

    name: ClassVar[str]
    """One word, or several joined by underscores: a column of the data."""
    title: ClassVar[str]
    """A few words for a heading."""
    words: ClassVar[str]
    """The definition, as the report prints it."""
    unit: ClassVar[str] = ""
    """What the number counts: "turns", "%", or "money" for the game's own."""
    yes_or_no: ClassVar[bool] = False
    """Whether it is only ever 100 or 0, so that its mean is a share in percent."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats
        self.result = Result([0] * game.seats, [])

    def watch(self, step: WatchedStep) -> None:
        """See one step."""

    def value(self) -> float | None:
        """The number, once the game is over; None if it has none for this game."""
        raise NotImplementedError
