"""The command `roundhouse`."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

import roundhouse
from roundhouse.cli import lessons, moderation, play, puzzles, records, tournaments, training, workbench
from roundhouse.cli.admin import admin
from roundhouse.cli.common import app, err, out
from roundhouse.cli.lab import lab
from roundhouse.errors import UserError
from roundhouse.games.rooms import FOLDERS
from roundhouse.lab.workers import WorkersError

# Importing these puts their commands on the list, in this order.
COMMANDS = (moderation, play, lessons, records, puzzles, tournaments, training, workbench)
app.add_typer(lab, name="lab")
app.add_typer(admin, name="admin")


def main() -> None:
    """Run a command; what a person can mend is said in one line, without a stack trace."""
    try:
        app()
    except (UserError, WorkersError) as error:
        err.print(f"[bold red]roundhouse:[/] {escape(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except BrokenPipeError:
        # The reader of our output has gone away, as `head` does: nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def _version(wanted: bool) -> None:
    if wanted:
        engine = f"engine {roundhouse.ENGINE}: {roundhouse.ENGINE_WHY}"
        out.print(f"roundhouse {roundhouse.__version__}, {engine}", soft_wrap=True)
        raise typer.Exit


@app.callback()
def roundhouse_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version, and which engine runs.")
    ] = False,
    game: Annotated[
        list[Path] | None,
        typer.Option(help="The folder of a game that is being written; may be repeated.", metavar="FOLDER"),
    ] = None,
) -> None:
    """A home for rail and trail board games. Begin with [bold]roundhouse serve[/], or in the terminal with
    [bold]roundhouse play irish-gauge[/]."""
    for folder in game or []:
        if not folder.is_dir():
            raise UserError(f"--game {folder} is no folder")
        # In the environment, where worker processes find it too.
        known = os.environ.get(FOLDERS)
        os.environ[FOLDERS] = f"{folder.resolve()}{os.pathsep}{known}" if known else str(folder.resolve())


__all__ = ["app", "main"]
