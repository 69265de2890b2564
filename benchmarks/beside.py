"""How fast the games are in several checkouts, such as today's and that of an earlier commit, in one run.

    git worktree add --detach ../earlier COMMIT && (cd ../earlier && python setup.py build_ext --inplace)
    python benchmarks/beside.py ../earlier . [--seconds 1] [--rounds 3]

The checkouts take turns, each in a process of its own; of the rounds the best counts, for what else a machine does only
slows them down. All figures are by processor time, on one core: random moves (list what is legal, choose, apply),
playouts with their set-up, environment steps (128 games a call, with observations and masks), and iterations of the
search from the middle of a random game. Prints a table in Markdown.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

GAMES_A_CALL = 128
KINDS = ("random moves/s", "playouts/s", "environment steps/s", "search iterations/s")
Figures = dict[str, dict[str, float]]


def per_second(batch: Callable[[], int], seconds: float) -> float:
    batch()
    done, begin = 0, process_time()
    while process_time() - begin < seconds:
        done += batch()
    return done / (process_time() - begin)


# ---- in a process of its own, with whatever checkout it was given ----------------------------------------------------


def measure_all(seconds: float) -> Figures:
    from roundhouse.games import titles

    named = {title.title.partition(":")[0]: title for title in titles().values()}
    return {name: measure(title.game(title.players[1]), seconds) for name, title in named.items()}


def measure(game: Any, seconds: float) -> dict[str, float]:
    from roundhouse.engine.dice import Dice
    from roundhouse.engine.play import playout

    dice = Dice(1)
    moves = per_second(lambda: int(playout(game.start(), dice)), seconds)
    playouts = per_second(lambda: min(1, int(playout(game.start(), dice))), seconds)
    return dict(zip(KINDS, (moves, playouts, steps(game, seconds), iterations(game, seconds))))


def steps(game: Any, seconds: float) -> float:
    from roundhouse.envs.vector import VectorGames

    games = VectorGames(game, GAMES_A_CALL, seed=1)

    def batch() -> int:
        games.step(games.random_actions())
        return GAMES_A_CALL

    return per_second(batch, seconds)


def iterations(game: Any, seconds: float) -> float:
    from roundhouse.bots.thinkers import new_search
    from roundhouse.engine.contract import CHANCE
    from roundhouse.engine.dice import Dice
    from roundhouse.engine.play import playout

    half, dice, state = int(playout(game.start(), Dice(1))) // 2, Dice(1), game.start()
    while state.to_act == CHANCE or half > 0:
        state.apply(state.random(dice))
        half -= 1
    seat, search = int(state.to_act), new_search(game, int(state.to_act))

    def batch() -> int:
        for _ in range(50):
            search.iterate(state.imagine(seat, dice), dice)
        return 50

    return per_second(batch, seconds)


# ---- beside each other -----------------------------------------------------------------------------------------------


def elsewhere(checkout: Path, seconds: float) -> Figures:
    """What a checkout does, with its compiled engine."""
    places = {"PYTHONPATH": str(checkout.resolve() / "src"), "ROUNDHOUSE_ENGINE": "compiled"}
    command = [sys.executable, __file__, "--here", "--seconds", str(seconds)]
    done = subprocess.run(command, env={**os.environ, **places}, stdout=subprocess.PIPE, text=True, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def best(rounds: list[Figures]) -> Figures:
    return {game: {kind: max(one[game][kind] for one in rounds) for kind in KINDS} for game in rounds[0]}


def table(names: list[str], columns: list[Figures]) -> str:
    last = [f"{names[-1]} / {names[0]}"] if len(names) > 1 else []
    rows = [["game", "", *names, *last]]
    for game in columns[0]:
        for kind in KINDS:
            figures = [column[game][kind] for column in columns]
            ratio = [f"{figures[-1] / figures[0]:.2f}"] if last else []
            rows.append([game, kind, *[f"{figure:,.0f}" for figure in figures], *ratio])
    rows.insert(1, ["---", "---", *["---:"] * (len(rows[0]) - 2)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def commit_of(checkout: Path) -> str:
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stdout.strip() or checkout.resolve().name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, help="folders with a compiled engine, the earliest first")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each figure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        print(json.dumps(measure_all(given.seconds)))
        return
    if not given.checkouts:
        parser.error("which checkouts are to be measured?")
    rounds = [[elsewhere(checkout, given.seconds) for checkout in given.checkouts] for _ in range(given.rounds)]
    print(table([commit_of(checkout) for checkout in given.checkouts], [best(list(one)) for one in zip(*rounds)]))


if __name__ == "__main__":
    main()
