"""`roundhouse admin`: what a host does with the database of a house."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from roundhouse.cli.common import err, out
from roundhouse.errors import UserError

if TYPE_CHECKING:
    from roundhouse.admin.backup import Proof

admin = typer.Typer(no_args_is_help=True, help="For hosts: back up, prove, restore, move and check a house's database.")

From = Annotated[
    str | None,
    typer.Option("--database", help="The house's database.", metavar="URL", envvar="ROUNDHOUSE_DATABASE"),
]
File = Annotated[Path, typer.Argument(help="The file of the backup.")]


@admin.command()
def backup(
    file: File,
    database: From = None,
    prove: Annotated[bool, typer.Option("--prove", help="Restore it aside and play every game again.")] = False,
) -> None:
    """Back up a whole house into one file, also while people play."""
    with _tools(), _progress() as tell:
        from roundhouse.admin import backup as backups

        held = backups.take(_address(database), file, tell)
        rows = sum(one.rows for one in held.values())
        size = file.stat().st_size
        out.print(f"{file}: {held['tables'].rows:,} games, {rows:,} rows, {size:,} bytes", soft_wrap=True)
        proof = backups.prove(file, tell) if prove else None
    if proof is not None:
        _report(proof)


@admin.command()
def prove(file: File) -> None:
    """Restore a backup aside, and play every game of it again: is it what was backed up?"""
    with _tools(), _progress() as tell:
        from roundhouse.admin import backup as backups

        proof = backups.prove(file, tell)
    _report(proof)


@admin.command()
def restore(file: File, database: From = None) -> None:
    """Restore a backup into a new database, of either kind."""
    with _tools(), _progress() as tell:
        from roundhouse.admin import backup as backups

        held = backups.restore(file, _address(database), tell)
    out.print(f"restored: {held['tables'].rows:,} games, {held['players'].rows:,} players")


@admin.command()
def move(
    to: Annotated[str, typer.Argument(help="The new database: sqlite:///FILE or postgresql://..", metavar="URL")],
    database: From = None,
) -> None:
    """Move a house into a new database, from SQLite to PostgreSQL or back, while its servers are closed."""
    with _tools(), _progress() as tell:
        from roundhouse.admin.copying import move as move_all

        held = move_all(_address(database), to, tell)
    out.print(f"moved, every row compared: {held['tables'].rows:,} games, {held['players'].rows:,} players")
    out.print("The old database stays as it is. Open the house on the new one, and put the old one away.")


@admin.command()
def check(
    database: From = None,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what follows from other rows.")] = False,
) -> None:
    """Play every game again and look whether lists, leases, results and triggers are right. Ends with 1 if they are
    not."""
    with _tools(), _progress() as tell:
        from contextlib import closing

        from roundhouse.admin.checking import check as look
        from roundhouse.admin.copying import opened

        with closing(opened(_address(database))) as house:
            if repair:
                house.claim()
            found = look(house, repair, tell)
    for one in found:
        out.print(f"{one.what}{': mended' if one.mended else ''}", soft_wrap=True, markup=False)
    left = sum(not one.mended for one in found)
    out.print(f"{len(found)} findings, {left} left" if found else "all is as it ought to be")
    raise typer.Exit(1 if left else 0)


def _address(database: str | None) -> str:
    from roundhouse.cli.play import default_database

    return database or default_database()


def _report(proof: Proof) -> None:
    for said in (*proof.differences, *(f"as it was backed up, {fault}" for fault in proof.faults)):
        out.print(said, soft_wrap=True, markup=False)
    wrong = len(proof.differences)
    out.print(f"{proof.games:,} games played again, {proof.rows:,} rows compared: {wrong} differences")
    if wrong:
        raise typer.Exit(1)


@contextmanager
def _tools() -> Iterator[None]:
    """What is needed for the web, or a word on how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UserError(f"this needs {error.name}: pip install 'roundhouse-games[web]'") from error


@contextmanager
def _progress() -> Iterator[Callable[[str, int], None]]:
    """A line that says what is being done, where there is a terminal."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:,}"), TimeElapsedColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("opening")
        yield lambda what, count: bar.update(task, description=what, completed=count)
