"""Commands for those who write a game: one to begin from, and a referee for its rules."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from roundhouse import referee as rules
from roundhouse.cli.common import GameName, app, out
from roundhouse.compiling import compile_game
from roundhouse.games import title as find_title
from roundhouse.scaffold import GameNames, new_game


@app.command("new-game")
def new_game_command(
    name: Annotated[str, typer.Argument(help="What it is called in commands, such as coal-run.")],
    to: Annotated[Path | None, typer.Option(help="The folder to write; NAME if not said.", metavar="FOLDER")] = None,
) -> None:
    """Write a small complete game to grow from, in a package of your own."""
    folder = new_game(name, to)
    package = folder / GameNames(name).package
    out.print(f"{escape(str(folder))} holds a game that plays. Try:", soft_wrap=True)
    for what in (f"--game {package} play {name}", f"--game {package} serve", f"--game {package} referee {name}"):
        out.print(f"  roundhouse {escape(what)}", soft_wrap=True)
    out.print("`roundhouse docs new-game` goes through every file.")


@app.command("compile")
def compile_command(
    folder: Annotated[Path, typer.Argument(help="The folder of a game, with a compiled.txt.", metavar="FOLDER")],
) -> None:
    """Compile the rules of a game of your own, as ours are: many times faster, until a line of them is changed."""
    made = compile_game(folder)
    out.print(f"{escape(str(made))}", soft_wrap=True)


@app.command()
def referee(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many random games are watched.", min=1)] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)] = 1,
) -> None:
    """Have the rules of a game watched: does it keep the laws that every game keeps?"""
    steps = rules.check(find_title(game), games, seed)
    out.print(f"{games} games with {steps} steps: every law holds.")
