"""What the commands share: consoles, options and how they are read."""
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from roundhouse.bots import bot as find_bot
from roundhouse.bots.match import bot_of
from roundhouse.errors import UserError
from roundhouse.plugins import is_own

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
LARGEST_SEED = 2**48    # leaves room for the seeds that are counted up from it
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same game. Any if not said.", min=0, max=LARGEST_SEED)
]

FAULTS_SHOWN = 3    # of each bot


def chosen(given: list[str] | None) -> dict[str, object]:
    """Options as they are typed: NAME=VALUE."""
    pairs = [one.partition("=") for one in given or []]
    for name, equals, _ in pairs:
        if not equals:
            raise UserError(f"an option is NAME=VALUE, not '{name}'")
    return {name: value for name, _, value in pairs}


def listed(given: str) -> list[str]:
    """Names as they are typed: with commas between them, and blanks if one likes."""
    return [name.strip() for name in given.split(",")]


def seat_bots(given: str, seats: int) -> list[str]:
    """A bot for each seat."""
    names = listed(given)
    if len(names) not in (1, seats):
        raise UserError(f"--bots names one bot for all seats or one for each of the {seats}, not {len(names)}")
    for name in names:
        find_bot(name)
    return names if len(names) == seats else names * seats


def processes(jobs: int, bots: Iterable[str] = ()) -> int:
    """How many are wanted; 0 is one a core. A user's own bot never plays in this one process, which must outlive it."""
    return max(jobs or os.cpu_count() or 1, 2 if any(map(is_own, bots)) else 1)


def print_faults(faults: Sequence[tuple[str, str]]) -> None:
    """What bots did wrong, each fault with where it was: how often it happened to each bot, and the first few."""
    for name, times in Counter(bot_of(fault) for _, fault in faults).items():
        often = "once" if times == 1 else f"{times:,} times"
        err.print(f"[yellow]{escape(name)} failed {often}[/]; random moves were made in its place", soft_wrap=True)
        for where, fault in [one for one in faults if bot_of(one[1]) == name][:FAULTS_SHOWN]:
            err.print(f"  {escape(where)}: {escape(fault)}", soft_wrap=True)
        if times > FAULTS_SHOWN:
            err.print(f"  and {times - FAULTS_SHOWN:,} more")


def any_seed() -> int:
    """A seed from the operating system, for a run that is not to be repeated."""
    return int.from_bytes(os.urandom(4), "big")


def progress_bar() -> Progress:
    """How far it is, and how long it will take."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=err, transient=True)


def check_writable(file: Path) -> None:
    """Before hours of work, whether what comes of it can be written."""
    there = file.exists()
    try:
        file.open("ab").close()
        if not there:
            file.unlink()
    except OSError as error:
        raise UserError(f"{file} can't be written: {error}") from error
