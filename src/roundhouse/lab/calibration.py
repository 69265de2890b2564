"""Whether chances to win mean what they say: of all seats that were given 30 %, did 30 % win?"""
from __future__ import annotations

from dataclasses import dataclass

from roundhouse.bots import bot
from roundhouse.bots.advice import position_chances
from roundhouse.bots.match import play
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.records.replay import replay


@dataclass(frozen=True)
class Bin:
    """Guesses that lie close together: what they said on average, and how often it came true."""

    guesses: int
    said: float
    came: float


def calibrate(game: Game, player: str, games: int, iterations: int, seed: int = 1, bins: int = 10) -> list[Bin]:
    """Guess at one moment of each of many games, and compare with how they ended."""
    guesses: list[tuple[float, float]] = []
    dice = Dice(seed, 99)
    for number in range(games):
        record = play(game, [player] * game.seats, [bot(player) for _ in range(game.seats)], seed, number)
        assert record.result is not None
        moment = int(dice.below(len(record.log)))
        state = next(step.state for step in replay(record) if step.number == moment)
        won = [seat in record.result.winners for seat in range(game.seats)]
        parts = len(record.result.winners)
        chances = position_chances(state, iterations, dice)
        guesses += [(chance, 1 / parts if seat else 0.0) for chance, seat in zip(chances, won)]
    return [
        Bin(len(some), sum(said for said, _ in some) / len(some), sum(came for _, came in some) / len(some))
        for low in range(bins)
        if (some := [g for g in guesses if min(int(g[0] * bins), bins - 1) == low])
    ]


def error(bins: list[Bin]) -> float:
    """How far guesses are off on average, over all bins."""
    return sum(one.guesses * abs(one.said - one.came) for one in bins) / sum(one.guesses for one in bins)
