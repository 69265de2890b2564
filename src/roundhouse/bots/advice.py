"""What a strong player would say of a position, or of a whole game."""
from __future__ import annotations

from dataclasses import dataclass

from roundhouse.bots.live import LiveGame
from roundhouse.bots.thinkers import SearchBot, new_search
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, State
from roundhouse.engine.dice import Dice
from roundhouse.records.record import Record
from roundhouse.records.replay import replay


@dataclass(frozen=True)
class Move:
    """A move with the chance to win of every seat after it, and how many iterations followed it."""

    line: str
    chances: list[float]
    visits: int


@dataclass(frozen=True)
class Hint:
    seat: int
    chances: list[float]
    """Every seat's chance to win now, as this seat sees it."""
    moves: list[Move]
    """The best first. None for a seat that is not to act."""


def hint(live: LiveGame, seat: int, iterations: int = 3000, seed: int = 1) -> Hint:
    """Advice to a seat from what that seat may know, and nothing else."""
    if live.over:
        return Hint(seat, list(valuer(live.record.game.name).shares(live.state)), [])
    search = SearchBot(iterations).think(live.seat(seat), Dice(seed))
    moves = []
    if live.to_act == seat:
        game = live.record.game
        moves = [Move(game.text(code), chances, visits) for code, visits, chances in search.findings()]
    return Hint(seat, list(search.chances_now()), moves)


@dataclass(frozen=True)
class Moment:
    """A step of a game and what it changed."""

    step: int
    by: int
    line: str
    before: list[float]
    after: list[float]

    @property
    def gain(self) -> float:
        """How much the chance of whoever acted rose; for chance, the largest change of any seat."""
        changes = [a - b for a, b in zip(self.after, self.before)]
        return max(map(abs, changes)) if self.by == CHANCE else changes[self.by]


def review(record: Record, iterations: int = 300, seed: int = 1) -> list[Moment]:
    """A game step by step, with the chances of every seat before and after. Everything is known in hindsight."""
    moments = []
    before: list[float] = []
    for step in replay(record):
        after = position_chances(step.state, iterations, Dice(seed, step.number))
        if step.number:
            moments.append(Moment(step.number, step.by, step.line, before, after))
        before = after
    return moments


def position_chances(state: State, iterations: int, dice: Dice) -> list[float]:
    """Every seat's chance to win from a position in which everything is known."""
    if state.winners():
        return list(valuer(state.game.name).shares(state))
    search = new_search(state.game, max(0, int(state.to_act)))
    for _ in range(iterations):
        search.iterate(state.copy(), dice)
    return list(search.chances_now())


__all__ = ["Hint", "Moment", "Move", "hint", "review"]
