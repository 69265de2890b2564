"""How fast the lab is: games a second by number of workers, and how that scales.

    python benchmarks/lab.py [--games 200] [--bots level-2] [GAME ..]

Every run plays the same study from nothing, with its records, rows and table. The processes are started anew for each,
so small studies show what starting costs; `of ideal` compares with so many times what one worker does.
"""
from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.console import Console
from rich.table import Table

import roundhouse
from roundhouse.games import Setup, title, titles
from roundhouse.lab.folder import Folder
from roundhouse.lab.metrics import BUILT_IN, measure
from roundhouse.lab.study import Study, play_game
from roundhouse.lab.workers import spread
from roundhouse.records import Record, replay

MEASURED = 10      # games for how long measuring takes


def main() -> None:
    parser = argparse.ArgumentParser(description="Games a second by number of workers.")
    parser.add_argument("game", nargs="*", default=list(titles()))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bots", default="level-2")
    chosen = parser.parse_args()
    cores = os.cpu_count() or 1
    table = Table(title=f"{chosen.games} games of {chosen.bots}, engine {roundhouse.ENGINE}, {cores} cores")
    for head in ("game", "players", "workers", "games/s", "of ideal", "measuring takes"):
        table.add_column(head, justify="left" if head == "game" else "right")
    for name in chosen.game:
        seats = title(name).players[1]
        study = Study(Setup.of(name, seats), (chosen.bots,) * seats, chosen.games, seed=1)
        part = measuring(study)
        alone = 0.0
        for jobs in workers(cores):
            speed = chosen.games / seconds(study, jobs)
            alone = alone or speed
            table.add_row(name, str(seats), str(jobs), f"{speed:.1f}", f"{speed / alone / jobs:.0%}", f"{part:.0%}")
    Console().print(table)


def workers(cores: int) -> list[int]:
    """1, 2, 4 .. and all cores."""
    powers = [1 << n for n in range(cores.bit_length()) if 1 << n <= cores]
    return powers if powers[-1] == cores else [*powers, cores]


def seconds(study: Study, jobs: int) -> float:
    with TemporaryDirectory() as path:
        folder = Folder(Path(path))
        begin = perf_counter()
        folder.open(study)
        for _ in folder.run(study, jobs, partial(spread, jobs=jobs)):
            pass
        return perf_counter() - begin


def measuring(study: Study) -> float:
    """The part of a game's time that goes into metrics and books, not into playing."""
    begin = perf_counter()
    games = [play_game(study, number) for number in range(MEASURED)]
    whole = perf_counter() - begin
    courses = [replay(Record.loads(game.record)) for game in games]
    begin = perf_counter()
    for course in courses:
        measure(course, BUILT_IN)
    return (perf_counter() - begin) / whole


if __name__ == "__main__":
    main()
