"""Plays the ladders of all games at all numbers of players, and writes the page about them.

    python benchmarks/ladder.py --jobs 2

An interrupted run goes on where it was: results are kept in the file named with --keep. The page is written anew after
each table, and shows a row once all of its games are played. --scale 0.1 plays a tenth of the games, --game and --seats
only some of the tables.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import track

from roundhouse.games import Setup
from roundhouse.lab.ladder_page import NEWCOMERS, page, planned, play_table, played_before, rungs, section, setups
from roundhouse.lab.results_file import ResultsFile

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
    kept = ResultsFile(chosen.keep)
    sections: dict[Setup, str] = {}
    plans = {setup: rungs(setup, chosen.scale) for setup in setups()}
    rows = sum(len(plan) for plan in plans.values())
    for setup, plan in plans.items():
        sections[setup] = section(setup, plan, played_before(setup, plan, kept), rows)
    write(chosen.write, list(sections.values()), rows)
    if kept.outdated:
        console.print(f"{kept.outdated} kept games were played by other bots than those of today, and don't count")
    for setup, plan in plans.items():
        if setup.title not in (chosen.game or [setup.title]) or setup.seats not in (chosen.seats or [setup.seats]):
            continue
        begin = perf_counter()
        name = f"{setup.title}, {setup.seats} players"
        games = len(planned(setup, plan))
        played = list(track(play_table(setup, plan, kept, chosen.jobs), name, games, console=console, transient=True))
        for fault in [fault for one in played for fault in one.faults][:10]:
            console.print(fault)
        console.print(f"{name}: {games} games in {perf_counter() - begin:.0f} s")
        sections[setup] = section(setup, plan, played, rows)
        write(chosen.write, list(sections.values()), rows)


def write(file: Path, sections: list[str], rows: int) -> None:
    command = "python benchmarks/" + " ".join(["ladder.py", *sys.argv[1:]])
    file.write_text(f"{page(sections, command, rows)}{told_of_newcomers(file)}", encoding="utf-8")


def told_of_newcomers(file: Path) -> str:
    """The last section of the page as it is, which `newcomer.py` writes."""
    _, heading, rest = (file.read_text(encoding="utf-8") if file.exists() else "").partition(NEWCOMERS)
    return f"\n{heading}{rest}" if heading else ""


if __name__ == "__main__":
    main()
