"""Tuning the weights of a value function by play: a change is kept when it wins more against a pool."""
from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from roundhouse.bots.bot import Bot
from roundhouse.bots.match import play
from roundhouse.bots.thinkers import GreedyBot
from roundhouse.bots.values import valuer, weights_file
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.games import title

Weights = tuple[float, ...]
_find = cache(lambda name, seats, edition: title(name).game(seats, edition))


SLIPS = 4       # random moves of a hundred: without them a game that has no chance would be the same again and again
POOL = 5        # how many earlier weights a change must beat; against one alone, just being different would win


@dataclass(frozen=True)
class Table:
    game: str
    seats: int
    edition: str


@dataclass(frozen=True)
class Trial:
    """One seat plays by `weights`, the others by those in the pool in turn, at all the tables in turn."""

    tables: tuple[Table, ...]
    weights: Weights
    pool: tuple[Weights, ...]
    seed: int

    def win_share(self, numbers: range) -> float:
        """The candidate's wins as a multiple of its fair share, summed over games; its seat changes all the time."""
        won = 0.0
        for number in numbers:
            table = self.tables[number % len(self.tables)]
            game: Game = _find(table.game, table.seats, table.edition)
            seat = number // len(self.tables) % table.seats
            others = [self.pool[(number + n) % len(self.pool)] for n in range(table.seats)]
            bots: list[Bot] = [GreedyBot(SLIPS, weights) for weights in others]
            bots[seat] = GreedyBot(SLIPS, self.weights)
            result = play(game, [""] * table.seats, bots, self.seed, number).result
            assert result is not None
            if seat in result.winners:
                won += table.seats / len(result.winners)
        return won


@dataclass(frozen=True)
class Round:
    number: int
    weights: Weights
    share: float
    kept: bool


def tune(name: str, rounds: int, games: int, seed: int, jobs: int) -> Iterator[Round]:
    """Hill climbing. Each round moves some weights at random and plays the same games with the old and the new ones."""
    one = title(name)
    seatings = range(one.players[0], one.players[1] + 1)
    tables = tuple(Table(name, seats, edition) for seats in seatings for edition in one.editions)
    best = tuple(valuer(name).weights)
    dice = Dice(seed)
    rivals = [best, *(_moved(best, dice) for _ in range(POOL - 1))]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for number in range(rounds):
            other = _moved(best, dice)
            parts = [range(games * part // jobs, games * (part + 1) // jobs) for part in range(jobs)]
            trials = [Trial(tables, weights, tuple(rivals), seed + number) for weights in (best, other)]
            shares = list(pool.map(Trial.win_share, [t for t in trials for _ in parts], parts * 2))
            before, after = (sum(shares[:jobs]) / games, sum(shares[jobs:]) / games)
            kept = after > before + 1 / games**0.5
            if kept:
                best = other
                rivals = [*rivals[1:], best]
            yield Round(number, best, after if kept else before, kept)


def _moved(weights: Weights, dice: Dice) -> Weights:
    """A third of the weights moved by up to half, the others left as they are."""
    factors = [1.0 if dice.below(3) else 2.0 ** ((int(dice.below(201)) - 100) / 100) for _ in weights]
    return tuple(round(weight * factor, 5) for weight, factor in zip(weights, factors))


def keep(name: str, weights: Weights, command: str, file: Path | None = None) -> None:
    """Write the weights down, with the command that made them; what else is known of the game stays."""
    known = json.loads(weights_file(name).read_text(encoding="utf-8"))
    text = json.dumps(known | {"weights": list(weights), "made_by": command})
    (file or weights_file(name)).write_text(text.replace(', "', ',\n "') + "\n", encoding="utf-8")
