"""`roundhouse admin`: what a host does with people's accounts, tables and sign-ups, each with a line in the log."""
from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from roundhouse.cli.admin import From, _address, _tools, admin
from roundhouse.cli.common import out
from roundhouse.errors import UserError

if TYPE_CHECKING:
    from roundhouse.web.people.moderation.audit import Actor
    from roundhouse.web.people.moderation.moderation import Moderation
    from roundhouse.web.storage.database import Database
    from roundhouse.web.tables.services import Tables

MOST_OF_A_LETTER = 1024 * 1024
Who = Annotated[str, typer.Argument(help="An account's name, or a player's number as 17.", metavar="WHO")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Check it and say what would be done, and do nothing.")]
Address = Annotated[str, typer.Option(help="The house's own address, for links.", envvar="ROUNDHOUSE_ADDRESS")]


class _House:
    """An open database with the services that a host has on it."""

    def __init__(self, database: Database) -> None:
        from roundhouse.web import others
        from roundhouse.web.people.moderation.audit import HOST, Actor
        from roundhouse.web.people.moderation.moderation import Moderation
        from roundhouse.web.people.players import Players

        self.database = database
        self.tables: Tables = others.tables(database, {})
        players = Players(database, self.tables.holdings)
        self.moderation: Moderation = Moderation(database, players, self.tables.holdings)
        self.me: Actor = Actor(f"{getpass.getuser()}, by command", HOST)

    def say(self, said: str, dry: bool) -> None:
        """What was done, or would be."""
        out.print(f"{'nothing is done; without --dry-run: ' if dry else ''}{said}", soft_wrap=True, markup=False)


@contextmanager
def _house(database: str | None) -> Iterator[_House]:
    """The house of a database; whatever is refused there is told in one line."""
    with _tools():
        from roundhouse.admin.copying import opened
        from roundhouse.web.errors import Refused

        try:
            with closing(opened(_address(database))) as there:
                yield _House(there)
        except Refused as error:
            raise UserError(error.why) from error


# ---- rights ----------------------------------------------------------------------------------------------------------


@admin.command()
def host(
    who: Who, database: From = None, end: Annotated[bool, typer.Option("--end", help="End these rights.")] = False,
    dry_run: Dry = False,
) -> None:
    """Make somebody a host, who may do on the page what `admin` does; or end that."""
    _set_role(who, "" if end else "host", database, dry_run)


@admin.command()
def moderator(
    who: Who, database: From = None, end: Annotated[bool, typer.Option("--end", help="End these rights.")] = False,
    dry_run: Dry = False,
) -> None:
    """Make somebody a moderator, who settles reports, bans and hides; or end that."""
    _set_role(who, "" if end else "moderator", database, dry_run)


def _set_role(who: str, role: str, database: str | None, dry: bool) -> None:
    with _house(database) as house:
        house.say(house.moderation.set_role(house.me, house.moderation.find(who), role, dry), dry)


# ---- people ----------------------------------------------------------------------------------------------------------


@admin.command()
def ban(
    who: Who, database: From = None,
    days: Annotated[float | None, typer.Option(help="For so many days; for good if not said.")] = None,
    why: Annotated[str, typer.Option(help="What they are told when they try to sign in.")] = "",
    dry_run: Dry = False,
) -> None:
    """Keep somebody out: they are signed out everywhere at once. Their games stay, and others may put in a bot."""
    with _house(database) as house:
        house.say(house.moderation.ban(house.me, house.moderation.find(who), days, why, dry_run), dry_run)


@admin.command()
def lift(who: Who, database: From = None, dry_run: Dry = False) -> None:
    """End a ban."""
    with _house(database) as house:
        house.say(house.moderation.lift(house.me, house.moderation.find(who), dry_run), dry_run)


@admin.command()
def rename(
    who: Who, name: Annotated[str, typer.Argument(help="Their new name.")], database: From = None, dry_run: Dry = False
) -> None:
    """Give somebody another name, at all tables too."""
    with _house(database) as house:
        house.say(house.moderation.rename(house.me, house.moderation.find(who), name, dry_run), dry_run)


@admin.command("reset-password")
def reset_password(who: Who, database: From = None, address: Address = "", dry_run: Dry = False) -> None:
    """End an account's password, and print a link by which its owner sets another one."""
    with _house(database) as house:
        said, path = house.moderation.reset_password(house.me, house.moderation.find(who), dry_run)
        house.say(said, dry_run)
    if not dry_run:
        out.print("Give this link to them and to nobody else; it is good once, for a day:")
        print(_link(address, path))


@admin.command()
def merge(
    who: Who, into: Annotated[str, typer.Argument(help="The account that stays.")], database: From = None,
    dry_run: Dry = False,
) -> None:
    """Give all games of one player to an account, and end the first."""
    with _house(database) as house:
        find = house.moderation.find
        house.say(house.moderation.merge(house.me, find(who), find(into), dry_run), dry_run)


@admin.command()
def sessions(
    who: Who, database: From = None,
    end: Annotated[str | None, typer.Option(help="End the session of that id, or `all`.", metavar="ID")] = None,
    dry_run: Dry = False,
) -> None:
    """List where somebody is signed in, or end that: every server refuses an ended session at once."""
    with _house(database) as house:
        number = house.moderation.find(who)
        if end is not None:
            id = "" if end == "all" else end
            house.say(house.moderation.end_sessions(house.me, number, id, dry_run), dry_run)
            return
        for one in house.moderation.sessions(house.me, number):
            out.print(f"{one.id}  since {_moment(one.created)}  {one.device}", markup=False)


# ---- tables ----------------------------------------------------------------------------------------------------------

TableId = Annotated[str, typer.Argument(help="The table, as in its address.", metavar="TABLE")]


@admin.command()
def hide(
    table: TableId, database: From = None,
    end: Annotated[bool, typer.Option("--end", help="Show it again.")] = False, dry_run: Dry = False,
) -> None:
    """Hide a table from all but its people, or show it again."""
    with _house(database) as house:
        house.say(house.tables.closing.hide(house.me, table, not end, dry_run), dry_run)


@admin.command()
def remove(table: TableId, database: From = None, dry_run: Dry = False) -> None:
    """Take a table away, with all that was played and said there. There is no way back but a backup."""
    with _house(database) as house:
        house.say(house.tables.closing.remove(house.me, table, dry_run), dry_run)


# ---- the house -------------------------------------------------------------------------------------------------------


@admin.command("sign-ups")
def sign_ups(
    mode: Annotated[str | None, typer.Argument(help="open, invited or closed; nothing to see how it is.")] = None,
    database: From = None, dry_run: Dry = False,
) -> None:
    """Open the house to everybody, to those who were invited, or to nobody new."""
    with _house(database) as house:
        from roundhouse.web.people.moderation import sign_ups as modes

        if mode is not None:
            house.say(modes.set_mode(house.database, house.me, mode, dry_run), dry_run)
            return
        with house.database.reading() as connection:
            now = modes.mode(connection)
        out.print(f"sign-ups are {now}: {modes.MODES[now]}")


@admin.command()
def invite(
    database: From = None, uses: Annotated[int, typer.Option(help="How many may come by it.")] = 1,
    days: Annotated[float, typer.Option(help="For how many days it is good.")] = 14,
    note: Annotated[str, typer.Option(help="For whom it is, for the log.")] = "",
    address: Address = "", dry_run: Dry = False,
) -> None:
    """Print a link by which somebody new makes an account, also where sign-ups are by invitation."""
    with _house(database) as house:
        from roundhouse.web.people.moderation import sign_ups as modes

        said, path = modes.invite(house.database, house.me, uses, days, note, dry_run)
        house.say(said, dry_run)
    if not dry_run:
        print(_link(address, path))


@admin.command()
def bounce(database: From = None) -> None:
    """Read a letter that came back, from the standard input, and turn off the address at which it did not arrive."""
    with _house(database) as house:
        from roundhouse.web.delivery import bounces

        house.say(bounces.turn_off(house.database, sys.stdin.buffer.read(MOST_OF_A_LETTER)), False)


@admin.command()
def statistics(database: From = None) -> None:
    """Count players, games, moves, messages, reports."""
    with _house(database) as house:
        from roundhouse.web.people.moderation.statistics import statistics as counted

        for name, value in counted(house.database, house.me).items():
            out.print(f"{name:<24} {value:>14,}" if isinstance(value, int) else f"{name:<24} {value:>14}")


@admin.command()
def log(
    database: From = None,
    about: Annotated[str, typer.Option(help="Only of one player: an account's name, or a number.", metavar="WHO")] = "",
) -> None:
    """Print what hosts and moderators did, the latest last, and whether anybody has changed that. Ends with 1 if so."""
    with _house(database) as house:
        from roundhouse.web.people.moderation import audit

        subject = audit.about_player(house.moderation.find(about)) if about else ""
        with house.database.reading() as connection:
            lines, broken = audit.lines(connection, subject), audit.broken(connection)
    for line in reversed(lines):
        by = f"{line.by_name}{f' (player {line.by})' if line.by else ''}"
        out.print(f"{line.id:>5}  {_moment(line.at)}  {by}: {line.detail}", markup=False, soft_wrap=True)
    if broken:
        raise UserError(f"somebody has changed this log: lines {', '.join(map(str, broken[:10]))} do not follow")


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def _link(address: str, path: str) -> str:
    return f"{address.rstrip('/')}{path}" if address else f"{path}  (behind the house's address)"
