"""What the commands share: consoles, options and how they are read."""
from __future__ import annotations

import os
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from roundhouse.bots import bot as find_bot
from roundhouse.games.title import ChoiceError

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(help="A game, as `roundhouse games` lists it.")]
Seats = Annotated[int | None, typer.Option(help="How many players; the fewest that the game takes if not said.")]
Edition = Annotated[
    str | None, typer.Option(help="An edition by its name, or the file of one of your own.", metavar="NAME|FILE")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the game; may be repeated.", metavar="NAME=VALUE")
]
Bots = Annotated[str, typer.Option(help="A bot for all seats, or one for each, separated by commas.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game. Any if not said.", min=0)]


def chosen(given: list[str] | None) -> dict[str, object]:
    """Options as they are typed: NAME=VALUE."""
    pairs = [one.partition("=") for one in given or []]
    for name, equals, _ in pairs:
        if not equals:
            raise ChoiceError(f"an option is NAME=VALUE, not '{name}'")
    return {name: value for name, _, value in pairs}


def seat_bots(given: str, seats: int) -> list[str]:
    """A bot for each seat."""
    names = given.split(",")
    if len(names) not in (1, seats):
        raise ChoiceError(f"--bots names one bot for all seats or one for each of the {seats}, not {len(names)}")
    for name in names:
        find_bot(name)
    return names if len(names) == seats else names * seats


def any_seed() -> int:
    return int.from_bytes(os.urandom(4), "big")


def progress_bar() -> Progress:
    """How far it is, and how long it will take."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=err, transient=True)
