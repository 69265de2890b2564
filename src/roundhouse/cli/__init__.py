"""The command `roundhouse`."""
from __future__ import annotations

import os
import sys
from typing import Annotated

import typer
from rich.markup import escape

import roundhouse
from roundhouse.cli import play, records, tournaments, training
from roundhouse.cli.common import app, err, out
from roundhouse.cli.lab import lab
from roundhouse.errors import UserError
from roundhouse.lab.workers import WorkersError

# Importing these puts their commands on the list, in this order.
COMMANDS = (play, records, tournaments, training)
app.add_typer(lab, name="lab")


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
        out.print(f"roundhouse {roundhouse.__version__}, engine {roundhouse.ENGINE}: {roundhouse.ENGINE_WHY}")
        raise typer.Exit


@app.callback()
def roundhouse_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version, and which engine runs.")
    ] = False,
) -> None:
    """A home for rail and trail board games. Begin with [bold]roundhouse serve[/], or in the terminal with
    [bold]roundhouse play irish-gauge[/]."""


__all__ = ["app", "main"]
