"""Tuning the weights of a value function by play: a change is kept when it wins more against a pool."""
from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

from roundhouse.bots.bot import Bot
from roundhouse.bots.match import play
from roundhouse.bots.random import RandomBot
from roundhouse.bots.thinkers import GreedyBot
from roundhouse.bots.values import valuer, weights_file
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.games import title

Weights = tuple[float, ...]
_find = cache(lambda name, seats, edition: title(name).game(seats, edition))


@dataclass(frozen=True)
class Trial:
    """One seat plays by `weights`; the others are the pool: one that is random, and the rest by `pool`."""

    game: str
    seats: int
    edition: str
    weights: Weights
    pool: Weights
    seed: int

    def win_share(self, numbers: range) -> float:
        """The candidate's share of the wins, summed over games; its seat changes from game to game."""
        game: Game = _find(self.game, self.seats, self.edition)
        won = 0.0
        for number in numbers:
            seat = number % self.seats
            bots: list[Bot] = [GreedyBot(weights=self.pool) for _ in range(self.seats)]
            if self.seats > 2:
                bots[(seat + 1) % self.seats] = RandomBot()
            bots[seat] = GreedyBot(weights=self.weights)
            result = play(game, [""] * self.seats, bots, self.seed, number).result
            assert result is not None
            if seat in result.winners:
                won += 1 / len(result.winners)
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
    tables = [(seats, e) for seats in range(one.players[0], one.players[1] + 1) for e in one.editions]
    best = tuple(valuer(name).weights)
    dice = Dice(seed)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for number in range(rounds):
            seats, edition = tables[number % len(tables)]
            other = _moved(best, dice)
            half = [range(games // 2), range(games // 2, games)]
            trials = [Trial(name, seats, edition, weights, best, seed + number) for weights in (best, other)]
            shares = list(pool.map(Trial.win_share, [t for t in trials for _ in half], half * 2))
            before, after = (sum(shares[:2]) / games, sum(shares[2:]) / games)
            kept = after > before + 0.5 / games**0.5
            if kept:
                best = other
            yield Round(number, best, after if kept else before, kept)


def _moved(weights: Weights, dice: Dice) -> Weights:
    """Each weight moved by up to half, or left as it is."""
    factors = [1.0 if dice.below(2) else 2.0 ** ((int(dice.below(201)) - 100) / 100) for _ in weights]
    return tuple(round(weight * factor, 4) for weight, factor in zip(weights, factors))


def keep(name: str, weights: Weights, command: str) -> None:
    """Write the weights down, with the command that made them. What else the file says stays."""
    file = weights_file(name)
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    text = json.dumps(before | {"weights": list(weights), "made_by": command}, indent=1)
    file.write_text(text + "\n", encoding="utf-8")
