"""The log of what hosts and moderators did: each line holds the digest of itself and of the line before it, and
triggers of the database refuse to change or delete one."""
from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, RowMapping, insert, select, text

from roundhouse.web.errors import Forbidden
from roundhouse.web.people.moderation.rights import HOUSE_RIGHTS, HouseAction
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

HOST, MODERATOR = "host", "moderator"
LINES_ON_A_PAGE = 100
DIGESTED = ("at", "by", "by_name", "action", "about", "detail", "network")


@dataclass(frozen=True)
class Actor:
    """Who does something to others in the house's name."""

    name: str
    role: str
    """HOST, MODERATOR, or "" for somebody who is neither."""
    player: int | None = None
    """None for whoever runs the command on the machine itself."""
    network: str = ""
    """The address that it comes from, without its last part."""

    def require(self, action: HouseAction) -> None:
        """Forbidden unless the role of this person may do that."""
        if self.role not in HOUSE_RIGHTS[action]:
            who = "moderators do" if MODERATOR in HOUSE_RIGHTS[action] else "a host does"
            raise Forbidden(f"only {who} this")


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    id: int
    at: float
    by: int | None
    by_name: str
    action: str
    about: str
    detail: str
    network: str


class _Undone(Exception):
    """Ends a dry run: what was written in it is not kept."""


@contextmanager
def tried(dry: bool) -> Iterator[None]:
    """A block in which something is written and `undo` is called last: in a dry run nothing of it is kept."""
    try:
        yield
    except _Undone:
        if not dry:
            raise


def undo(dry: bool) -> None:
    """In a dry run, end the transaction that is open without keeping anything of it."""
    if dry:
        raise _Undone


def write(connection: Connection, actor: Actor, action: HouseAction, about: str, detail: str = "") -> None:
    """Add a line to the log, with the change that it tells of, or not at all."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE audit IN EXCLUSIVE MODE"))      # a chain has one end
    c = at.audit.c
    before = connection.execute(select(c.digest).order_by(c.id.desc()).limit(1)).scalar() or ""
    row = {
        "at": time.time(), "by": actor.player, "by_name": actor.name[:40], "action": action.name.lower()[:24],
        "about": about[:40], "detail": detail[:400], "network": actor.network[:64],
    }
    connection.execute(insert(at.audit).values(**row, digest=_digest(before, row)))


def lines(connection: Connection, about: str = "", before: int | None = None) -> list[Line]:
    """A page of the log, the latest first: all of it, or what is about one player or table. `before` is the number of
    the last line of the page before."""
    c = at.audit.c
    question = select(*(c[name] for name in Line.__dataclass_fields__)).order_by(c.id.desc()).limit(LINES_ON_A_PAGE)
    if about:
        question = question.where(c.about == about)
    if before is not None:
        question = question.where(c.id < before)
    return [Line(**row) for row in connection.execute(question).mappings()]


def broken(connection: Connection) -> list[int]:
    """The numbers of lines that do not follow from the line before: somebody has changed the log, or taken lines out
    of it."""
    found, before = [], ""
    for row in connection.execute(select(at.audit).order_by(at.audit.c.id)).mappings():
        if row["digest"] != _digest(before, row):
            found.append(int(row["id"]))
        before = row["digest"]
    return found


def _digest(before: str, row: Mapping[str, object] | RowMapping) -> str:
    return sha256(repr([before, *(row[name] for name in DIGESTED)]).encode()).hexdigest()


def about_player(number: int) -> str:
    """How the log names a player, whatever they are called."""
    return f"player {number}"


def about_table(id: str) -> str:
    """How the log names a table."""
    return f"table {id}"


def page(database: Database, actor: Actor, about: str = "", before: int | None = None) -> list[Line]:
    """A page of the log for somebody who may read it, as `lines` gives it."""
    actor.require(HouseAction.MODERATE)
    with database.reading() as connection:
        return lines(connection, about, before)
