"""Plays the ladders of all games at all numbers of players, and writes the page about them.

    python benchmarks/ladder.py --jobs 2

An interrupted run goes on where it was: results are kept in the file named with --keep. The page is written anew after
each table. --scale 0.1 plays a tenth of the games, --game and --seats only some of the tables.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import track

from roundhouse.lab.ladder_page import page, play_table, rungs, section, setups

ROOT = Path(__file__).parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--scale", type=float, default=1.0, help="of the games planned, how many to play")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--seats", type=int, action="append", help="only tables of so many; may be repeated")
    parser.add_argument("--keep", type=Path, default=ROOT / "docs" / "ladder.jsonl", help="where results are kept")
    parser.add_argument("--write", type=Path, default=ROOT / "docs" / "ladder.md", help="the page")
    chosen = parser.parse_args()
    console = Console(stderr=True)
    wanted = [one for one in setups() if one.game in (chosen.game or [one.game])]
    wanted = [one for one in wanted if one.seats in (chosen.seats or [one.seats])]
    sections = []
    for setup in wanted:
        plan = rungs(setup.seats, chosen.scale)
        games = sum(len(rung.matches(setup.seats)) for rung in plan)
        begin = perf_counter()
        name = f"{setup.game}, {setup.seats} players"
        coming = play_table(setup, plan, chosen.keep, chosen.jobs)
        played = list(track(coming, name, total=games, console=console, transient=True))
        for fault in [fault for one in played for fault in one.faults][:10]:
            console.print(fault)
        console.print(f"{name}: {games} games in {perf_counter() - begin:.0f} s")
        sections.append(section(setup, plan, played))
        chosen.write.write_text(page(sections, "python benchmarks/" + " ".join(["ladder.py", *sys.argv[1:]])))


if __name__ == "__main__":
    main()
