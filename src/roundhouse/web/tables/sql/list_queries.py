"""Rows of tables for lists: each list is read from an index, in its order and no further than it is shown."""
from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    bindparam,
    func,
    literal,
    select,
    tuple_,
    update,
)

from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at

UNTOLD = ("secret", "edition_digest", "rules_version", "stamp", "remind", "lease_by", "lease_until")
TOLD = [column for column in at.tables.c if column.name not in UNTOLD]
H = at.holders.c
KEY = (H.sort, H.place, H.table)
PLACE = re.compile(r"([0-3])_(-?\d{1,15}(?:\.\d{1,9})?)_([a-z0-9]{1,16})")
PUBLIC_PLACE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?)_([a-z0-9]{1,16})")
NO_PLACE = "this link leads to no place in the list"


@dataclass(frozen=True, order=True)
class ListPosition:
    """Where a table stands in somebody's list: what it is sorted by. A page begins beside one, not at a number."""

    sort: int
    place: float
    table: str

    def __str__(self) -> str:
        return f"{self.sort}_{self.place}_{self.table}"

    @staticmethod
    def of(row: RowMapping) -> ListPosition:
        """Where a row stands in its list."""
        return ListPosition(row["sort"], row["place"], row["id"])

    @staticmethod
    def read(words: str) -> ListPosition | None:
        """As it was written; None for nothing."""
        if not words:
            return None
        if (found := PLACE.fullmatch(words)) is None:
            raise Refused(NO_PLACE)
        return ListPosition(int(found[1]), float(found[2]), found[3])


def by_id(connection: Connection, ids: Iterable[str]) -> Sequence[RowMapping]:
    """The rows of tables by their ids, in no order."""
    return connection.execute(select(*TOLD).where(at.tables.c.id.in_(ids))).mappings().all()


# ---- one's own -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnTables:
    """Which places in a player's list are looked at."""

    player: int
    sort: int | None = None
    """One of the sorts; None for all."""
    fitting: tuple[ColumnElement[bool], ...] = ()

    @property
    def key(self) -> tuple[Column[Any], ...]:
        """What they are sorted by: for a database, too, what is the same for all sorts nothing."""
        return KEY if self.sort is None else KEY[1:]

    def where(self) -> list[ColumnElement[bool]]:
        """A seat that stands for no table has no sort."""
        return [H.player == self.player, H.sort >= 0 if self.sort is None else H.sort == self.sort, *self.fitting]

    def values(self, place: ListPosition) -> ColumnElement[Any]:
        """A position as it is compared with the columns of the list's order."""
        return tuple_(*astuple(place)[-len(self.key):])


def own(
    connection: Connection,
    among: OwnTables,
    most: int,
    after: ListPosition | None = None,
    before: ListPosition | None = None,
) -> Sequence[RowMapping]:
    """A player's tables in the order of their list: the first, the next after a place, or the last before one."""
    question = select(*TOLD, H.sort, H.place).join_from(at.holders, at.tables, at.tables.c.id == H.table)
    question, key = question.where(*among.where()).limit(most), among.key
    if before is not None:
        question = question.where(tuple_(*key) < among.values(before)).order_by(*(column.desc() for column in key))
        return connection.execute(question).mappings().all()[::-1]
    if after is not None:
        question = question.where(tuple_(*key) > among.values(after))
    return connection.execute(question.order_by(*key)).mappings().all()


def own_count(connection: Connection, among: OwnTables, most: int) -> int:
    """How many there are; of more than `most` nobody counts them all."""
    some = select(literal(1)).select_from(at.holders).where(*among.where()).limit(most).subquery()
    return int(connection.execute(select(func.count()).select_from(some)).scalar_one())


KEPT = (
    select(*TOLD).join_from(at.seats, at.tables, at.tables.c.id == at.seats.c.table)
    .where(at.seats.c.reserved == bindparam("player"), at.tables.c.status == "waiting").limit(bindparam("most"))
)


def kept(connection: Connection, player: int, most: int) -> Sequence[RowMapping]:
    """Tables that have not begun at which a seat is kept for the player, the latest first."""
    rows = connection.execute(KEPT, {"player": player, "most": most}).mappings().all()
    return sorted(rows, key=lambda row: -row["changed"])


# ---- names to search for ---------------------------------------------------------------------------------------------


def searched(names: Iterable[str]) -> str:
    """The names at a table as they are looked for: in one case, and apart by what is in no word."""
    return "\n".join(names).casefold()


NAMED = update(at.holders).where(H.table == bindparam("id")).values(names=bindparam("named"))


def write_names(connection: Connection, id: str, names: Iterable[str]) -> None:
    """Store the names at a table's seats as searches look for them."""
    connection.execute(NAMED, {"id": id, "named": searched(names)})


def write_names_beside(connection: Connection, player: int) -> None:
    """The names at all tables where a player sits, who is called otherwise now."""
    s = at.seats.c
    sat = select(s.table).where(s.player == player)
    rows = connection.execute(select(s.table, s.name).where(s.table.in_(sat)).order_by(s.table, s.number))
    for id, seats in groupby(rows.all(), lambda row: row.table):
        write_names(connection, id, (seat.name for seat in seats))


# ---- everybody's -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PublicPosition:
    """Where a table stands in a public list."""

    changed: float
    table: str

    def __str__(self) -> str:
        return f"{self.changed}_{self.table}"

    @staticmethod
    def read(words: str) -> PublicPosition | None:
        """As it was written; None for nothing."""
        if not words:
            return None
        if (found := PUBLIC_PLACE.fullmatch(words)) is None:
            raise Refused(NO_PLACE)
        return PublicPosition(float(found[1]), found[2])


def _public(*more: ColumnElement[bool]) -> Select[Any]:
    c = at.tables.c
    those = select(*TOLD).where(c.public, c.status == bindparam("status"), ~c.hidden, *more)
    return those.order_by(c.changed.desc(), c.id.desc()).limit(bindparam("most"))


TO_JOIN = _public()
TO_WATCH = _public(at.tables.c.watched)


def public(
    connection: Connection, question: Select[Any], status: str, most: int, after: PublicPosition | None = None
) -> Sequence[RowMapping]:
    """Tables that are open to all, the latest changed first, or those that come after a place."""
    if after is not None:
        c = at.tables.c
        question = question.where(tuple_(c.changed, c.id) < tuple_(after.changed, after.table))
    return connection.execute(question, {"status": status, "most": most}).mappings().all()


def last_level(connection: Connection, player: int, game: str) -> str | None:
    """The level of a bot at the table of that title which a player has made or joined last."""
    t, h, s = at.tables.c, at.holders.c, at.seats.c
    met = select(s.bot).join(at.tables, t.id == s.table).join(at.holders, h.table == s.table)
    met = met.where(h.player == player, h.game == game, s.player.is_(None), s.bot.like("level-%"), ~t.uploaded)
    return connection.execute(met.order_by(t.created.desc(), s.number).limit(1)).scalar_one_or_none()
