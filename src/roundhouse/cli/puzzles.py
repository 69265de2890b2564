"""The command that looks for puzzles."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from roundhouse.cli.common import (
    LARGEST_SEED,
    Bots,
    Edition,
    GameName,
    Options,
    Seats,
    app,
    chosen,
    err,
    out,
    processes,
    progress_bar,
    seat_bots,
)
from roundhouse.games import Setup
from roundhouse.lab.puzzles import Hunt, search


@app.command()
def puzzles(
    game: GameName,
    into: Annotated[Path, typer.Option(help="The file to which they are added.", metavar="FILE.jsonl")],
    seats: Seats = None,
    bots: Bots = "level-3",
    games: Annotated[int, typer.Option(help="How many games to look through.", min=1)] = 20,
    iterations: Annotated[int, typer.Option(help="How long to think about each move, twice.", min=1)] = 3000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.", min=0, max=LARGEST_SEED)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Look for puzzles in games between bots: one move is clearly the best, and a quick look misses it.

    Each is written down when it is found. Interrupted? The same command goes on where it was.
    """
    setup = Setup.of(game, seats, edition, chosen(option))
    hunt = Hunt(setup, tuple(seat_bots(bots, setup.seats)), seed, iterations)
    looking = search(hunt, games, processes(jobs, hunt.bots), into)
    done, found = next(looking)     # what is wrong with the file is said before there is a bar
    with progress_bar() as progress:
        task = progress.add_task(f"looking through {game}", total=games, completed=done)
        try:
            for done, found in looking:
                progress.update(task, completed=done)
        except KeyboardInterrupt:
            progress.stop()
            err.print(f"interrupted: {done:,} of {games:,} games are looked through, and what was found is kept in "
                      f"{escape(str(into))}; the same command goes on from there", soft_wrap=True)
            raise typer.Exit(130) from None
    many = "1 puzzle" if found == 1 else f"{found} puzzles"
    out.print(f"{many} of {games} games in {escape(str(into))}", soft_wrap=True)
