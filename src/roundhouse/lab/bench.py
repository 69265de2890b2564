"""How fast a game is: random moves and playouts a second, and what a copy takes. Measured compiled and plain.

All times are processor time, so that what else a machine does changes little.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from time import process_time

import roundhouse
from roundhouse import _compiled
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.engine.play import copies, playout
from roundhouse.games import titles

COPIES = 2_000


@dataclass(frozen=True)
class Speed:
    """How fast a game is on one core of this machine."""

    game: str
    seats: int
    engine: str
    """Which one ran; and of a game outside the house that is not compiled, that it is plain or stale."""
    moves: float
    """Random moves a second: legal actions listed, one chosen, and applied. Outcomes of chance count too."""
    playouts: float
    """Whole random games a second, set-up included."""
    copy: float
    """Microseconds for a copy in the middle of a game."""


def measure(game: Game, seconds: float) -> Speed:
    """A game's speed with the engine that runs here, measured for about so many seconds of processor time."""
    dice = Dice(1)
    moves = games = 0
    begin = process_time()
    while process_time() - begin < seconds:
        moves += playout(game.start(), dice)
        games += 1
    took = process_time() - begin
    return Speed(game.name, game.seats, _engine_of(game), moves / took, games / took, _copy_time(game, seconds / 4))


def _engine_of(game: Game) -> str:
    module = type(game).__module__
    if roundhouse.ENGINE == "plain" or not str(sys.modules[module].__file__).endswith(".py"):
        return roundhouse.ENGINE
    stale = module.rpartition(".")[0] in _compiled.PLAIN.packages
    return f"{roundhouse.ENGINE}, the game {'stale' if stale else 'plain'}"


def _copy_time(game: Game, seconds: float) -> float:
    dice = Dice(1)
    state = game.start()
    length = playout(game.start(), Dice(1))
    for _ in range(length // 2):
        state.apply(state.random(dice))
    times = 0
    begin = process_time()
    while process_time() - begin < seconds:
        copies(state, COPIES)
        times += COPIES
    return (process_time() - begin) / times * 1e6


def measure_all(names: list[str], seconds: float) -> list[Speed]:
    """Each game at its largest table, in this process."""
    return [measure(titles()[name].game(titles()[name].players[1]), seconds) for name in names]


def measure_elsewhere(engine: str, names: list[str], seconds: float) -> list[Speed] | None:
    """The same with the other engine, which needs a process of its own; None where there is no such engine."""
    command = [sys.executable, "-m", "roundhouse.lab.bench", str(seconds), *names]
    done = subprocess.run(command, env={**os.environ, "ROUNDHOUSE_ENGINE": engine}, capture_output=True, text=True)
    if done.returncode:
        return None
    return [Speed(**row) for row in json.loads(done.stdout)]


if __name__ == "__main__":
    print(json.dumps([asdict(speed) for speed in measure_all(sys.argv[2:], float(sys.argv[1]))]))
