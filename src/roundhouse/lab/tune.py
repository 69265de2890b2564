"""Tuning the weights of a value function by play: a change is kept when it wins more against a pool."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roundhouse.bots.bot import Bot
from roundhouse.bots.match import play
from roundhouse.bots.thinkers import GreedyBot
from roundhouse.bots.values import tuned, weights_file
from roundhouse.engine.contract import share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.lab.workers import spread

Weights = tuple[float, ...]

SLIPS = 4       # random moves of a hundred: without them a game that has no chance would be the same again and again
POOL = 5        # how many earlier weights a change must beat; against one alone, just being different would win


@dataclass(frozen=True)
class Trial:
    """One seat plays by `weights`, the others by those in the pool in turn, at all the tables in turn."""

    tables: tuple[Setup, ...]
    weights: Weights
    pool: tuple[Weights, ...]
    seed: int

    def win_share(self, numbers: range) -> float:
        """The candidate's wins as a multiple of its fair share, summed over games; its seat changes all the time."""
        won = 0.0
        for number in numbers:
            table = self.tables[number % len(self.tables)]
            seat = number // len(self.tables) % table.seats
            others = [self.pool[(number + n) % len(self.pool)] for n in range(table.seats)]
            bots: list[Bot] = [GreedyBot(SLIPS, weights) for weights in others]
            bots[seat] = GreedyBot(SLIPS, self.weights)
            result = play(table, [""] * table.seats, bots, self.seed, number).result
            assert result is not None
            won += table.seats * share_of_win(seat, result.winners)
        return won


@dataclass(frozen=True)
class Round:
    """One step of the climb: the best weights after it, their share of wins, and whether the change was kept."""

    number: int
    weights: Weights
    share: float
    kept: bool


def tune(name: str, start: Weights, rounds: int, games: int, seed: int, jobs: int) -> Iterator[Round]:
    """Hill climbing. Each round moves some weights at random and plays the same games with the old and the new ones."""
    one = title(name)
    seatings = range(one.players[0], one.players[1] + 1)
    tables = tuple(Setup.of(name, seats, edition) for seats in seatings for edition in one.editions)
    best = start
    dice = Dice(seed)
    rivals = [best, *(_moved(best, dice) for _ in range(POOL - 1))]
    for number in range(rounds):
        other = _moved(best, dice)
        trials = [Trial(tables, weights, tuple(rivals), seed + number) for weights in (best, other)]
        parts = [range(games * part // jobs, games * (part + 1) // jobs) for part in range(jobs)]
        won = dict(spread(_play_part, [(trial, part) for trial in trials for part in parts], jobs))
        before, after = (sum(won[trial, part] for part in parts) / games for trial in trials)
        kept = after > before + 1 / games**0.5
        if kept:
            best = other
            rivals = [*rivals[1:], best]
        yield Round(number, best, after if kept else before, kept)


def _play_part(part: tuple[Trial, range]) -> float:
    trial, numbers = part
    return trial.win_share(numbers)


def _moved(weights: Weights, dice: Dice) -> Weights:
    """A third of the weights moved by up to half, the others left as they are."""
    factors = [1.0 if dice.below(3) else 2.0 ** ((int(dice.below(201)) - 100) / 100) for _ in weights]
    return tuple(round(weight * factor, 5) for weight, factor in zip(weights, factors))


def read_weights(name: str, file: Path | None = None) -> Weights:
    """The weights of a file like those of the bots, as many as the game has; the bots' own without one."""
    known = tuned(name)[0]
    if file is None:
        return known
    try:
        weights = tuple(float(weight) for weight in json.loads(file.read_text(encoding="utf-8"))["weights"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{file} holds no weights: {error!r}") from error
    if len(weights) != len(known):
        raise UserError(f"{file} holds {len(weights)} weights, and {name} has {len(known)}")
    return weights


def keep(name: str, weights: Weights, command: str, start: Weights, file: Path | None = None) -> None:
    """Write the weights down, with the command that made them and from which; what else is known of the game stays."""
    known = json.loads(weights_file(name).read_text(encoding="utf-8"))
    new = {"weights": list(weights), "made_by": command, "made_from": list(start)}
    text = json.dumps(known | new).replace(', "', ',\n "')
    (file or weights_file(name)).write_text(text + "\n", encoding="utf-8")
