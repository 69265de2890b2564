"""Where tables are looked up and changed: one change at a time to each, written before anybody hears of it."""
from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from threading import Lock
from zlib import crc32

from sqlalchemy import Connection

from roundhouse.web.errors import SessionsChanged
from roundhouse.web.people.player import Identity, Player
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model import clock, premoves
from roundhouse.web.tables.model.info import VisitorInfo
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.sql import table_rows
from roundhouse.web.tables.sql.table_rows import TableCheck

REMEMBERED = 1000
LEASE_SECONDS = 3.0
"""For how long a server is trusted to be at a bot's move; it says again and again that it still is."""
LONGEST_LEASE = 2 * LEASE_SECONDS
"""What is left of a lease at most; one for longer was written by a clock that was wrong."""
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """An address that nobody guesses: who has it may watch."""
    return "".join(secrets.choice(LETTERS) for _ in range(11))


def new_secret() -> str:
    """What chance at a table is drawn from, and told to nobody."""
    return secrets.token_hex(32)


UNNOTICED = {"seats", "intentions", "mutes", "lease_by", "lease_until"}
NOTICED = tuple(one.name for one in fields(Table) if one.name not in UNNOTICED)


def _noticed(before: Table, after: Table) -> bool:
    """Whether others may notice what has changed: not word left for an auction, a seat's new link, who is spared whose
    words, who lets a bot think."""
    if any(getattr(before, name) != getattr(after, name) for name in NOTICED):
        return True
    pairs = zip(before.seats, after.seats, strict=True)
    return any(old is not new and replace(old, key=new.key) != new for old, new in pairs)


Observer = Callable[[Connection, Table | None, Table, Sequence[Notice], float], None]
"""Called with a change before it is kept, on its connection: the table before (None for a new one) and after, the
notices of the change, and the time. What it raises undoes the change."""


def _never(player: int) -> None:
    """The holidays of somebody who has none."""


def no_holidays(connection: Connection) -> clock.Holidays:
    """The holidays of players who have named none, for a house without preferences."""
    return _never


class Change:
    """A table that is being changed. `after` is completed and written when the block ends, and can be read then."""

    def __init__(self, connection: Connection, before: Table, now: float, asked: TableCheck) -> None:
        self.connection = connection
        self.before = before
        self.after = before
        self.now = now
        self.asked = asked
        self.notices: list[Notice] = []

    def notify(self, kind: str, players: Iterable[int], seat: int) -> None:
        """Have these players told, wherever they wish to be, once the change is kept."""
        self.notices.append(Notice(kind, frozenset(players), seat))

    @property
    def caller(self) -> VisitorInfo:
        """What concerns who changes it, beside the table."""
        return self.asked.caller

    def concerns_listeners(self) -> bool:
        """Whether anybody may have to be told of it who is not here, or anything follows from it."""
        ended = self.before.status != self.after.status
        shown = self.before.hidden != self.after.hidden
        return bool(self.notices) or self.asked.listening or ended or shown or self.before.seats != self.after.seats


class TableRepository:
    """The tables in the database, and a bounded memory of those that were looked at last."""

    def __init__(
        self, database: Database, holidays: Callable[[Connection], clock.Holidays] = no_holidays,
        observers: Sequence[Observer] = (),
    ) -> None:
        """`holidays` gives those that players have named; `observers` write what follows from a change with it."""
        self.database = database
        self._holidays = holidays
        self._observers = observers
        self.me = secrets.token_hex(8)
        """The name of this server among those that share the database."""
        self.listeners: list[Callable[[Table, Player | None], None]] = []
        """Called with every table that this server has changed, and with the player whose move changed it, if it was
        one; from whatever thread changed it."""
        self.alive: Callable[[str], bool] = lambda server: False
        """Whether another server has been heard of in these seconds."""
        self.acts = True
        """Whether this server lets bots think."""
        self.bot_hosts: Callable[[], Iterable[str]] = tuple
        """The machines for bots that have been heard of in these seconds."""
        self.heard_mark: Callable[[str], None] = lambda mark: None
        """Is told the mark of sessions with each question that brings it along: see `people/tokens.py`."""
        self._memory: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def table(self, id: str) -> Table:
        """The table as it stands, whoever changed it."""
        known = self._recall(id)
        with self.database.glance() as connection:
            stamp, mark = table_rows.stamp(connection, id)
        self._hear(mark)
        return self._newest(id, known, stamp)

    def heard_of(self, id: str, stamp: int | None) -> Table:
        """The table as it stands, after word from another server. At that stamp, steps were made and nothing else."""
        known = self._recall(id)
        table = None
        if known is not None and known.stamp + 1 == stamp:
            with self.database.glance() as connection:
                table = table_rows.gone_on(connection, known)
        if table is None:
            return self.table(id)
        self._remember(table)
        return table

    def table_and_visitor(self, player: Player | None, id: str) -> tuple[Table, VisitorInfo]:
        """The table as it stands, and what concerns who comes there."""
        if player is None or player.only is not None:
            return self.table(id), VisitorInfo()
        known = self._recall(id)
        with self.database.glance() as connection:
            asked = table_rows.check(connection, id, player.id)
        self._hear(asked.mark, player)
        return self._newest(id, known, asked.stamp), asked.caller

    def visitors(self, id: str, players: Iterable[Player]) -> dict[Identity, VisitorInfo]:
        """What concerns each of these players at a table, by their identity."""
        known = {player.identity: VisitorInfo() for player in players}
        with self.database.glance() as connection:
            found, mark = table_rows.visitors(connection, id, [number for number, only in known if only is None])
        self._hear(mark)
        return known | {(number, None): info for number, info in found.items()}

    def _hear(self, mark: str | None, player: Player | None = None) -> None:
        """Take note of the mark of sessions. SessionsChanged where one has ended since this player was looked up."""
        if mark is not None:
            self.heard_mark(mark)
            if player is not None and player.as_of not in (None, mark):
                raise SessionsChanged

    def _newest(self, id: str, known: Table | None, stamp: int | None) -> Table:
        if known is not None and known.stamp == stamp:
            return known
        with self.database.reading() as connection:
            table = table_rows.load(connection, id, known)
        self._remember(table)
        return table

    @contextmanager
    def change(self, id: str, player: Player | None = None) -> Iterator[Change]:
        """Change a table, alone. An exception leaves all as it was."""
        with self.database.writing() as connection:
            known = self._recall(id)
            asked = table_rows.check(connection, id, 0 if player is None else player.id, lock=True)
            self._hear(asked.mark, player)
            before = known if known and known.stamp == asked.stamp else table_rows.load(connection, id, known)
            change = Change(connection, before, self.database.now(), asked)
            yield change
            if change.after is before:
                return
            holidays = self._holidays(connection) if asked.resting else _never
            change.after = self._complete(before, change.after, change.now, holidays)
            told = before.revision != change.after.revision
            table_rows.write(connection, before, change.after, self._word(change.after, before) if told else None)
            if change.concerns_listeners():
                self._observe(connection, before, change.after, change.notices, change.now)
        self.tell(change.after, player)

    def add(self, table: Table, notices: Sequence[Notice] = ()) -> Table:
        """A new table, and what players should hear of it."""
        with self.database.writing() as connection:
            table = self.insert(connection, table, notices)
        self.tell(table)
        return table

    def insert(self, connection: Connection, table: Table, notices: Sequence[Notice] = ()) -> Table:
        """A new table as a part of a change; word of it goes out by `tell` when all is kept."""
        now = self.database.now()
        table = replace(table, created=now, changed=now)
        table = self._complete(None, table, table.created, self._holidays(connection))
        table_rows.add(connection, table, self._word(table))
        self._observe(connection, None, table, notices, table.created)
        return table

    def _observe(
        self, connection: Connection, before: Table | None, after: Table, notices: Sequence[Notice], now: float
    ) -> None:
        for observer in self._observers:
            observer(connection, before, after, notices, now)

    def _complete(self, before: Table | None, table: Table, now: float, holidays: clock.Holidays) -> Table:
        """The table after what follows of itself: chance, premoves that are past, clocks, the server of the next
        move."""
        table = premoves.still_open(table.after_chance(now))
        if before is not None and before.course is not table.course:
            table = replace(table, changed=now, version=before.version + 1).with_votes_void()
        table = clock.run(before, table, now, holidays)
        if table.auto:
            by = self._thinker(table)
            table = replace(table, lease_by=by, lease_until=now + LEASE_SECONDS if by is not None else 0.0)
        if before is None or _noticed(before, table):
            table = replace(table, revision=table.revision + 1)
        return replace(table, stamp=table.stamp + 1)

    def _thinker(self, table: Table) -> str | None:
        """The server that is to act at a table: the one that has thought for it before, and has its thoughts of then at
        hand; or this one; or where bots think elsewhere one of those machines, None where none is heard of."""
        if table.lease_by is not None and self.alive(table.lease_by):
            return table.lease_by
        if self.acts:
            return self.me
        hosts = sorted(self.bot_hosts())
        return hosts[crc32(table.id.encode()) % len(hosts)] if hosts else None

    def _word(self, table: Table, before: Table | None = None) -> str | None:
        """To the other servers, of a change that everybody may know of; sent when it is kept and not before."""
        if self.database.sqlite:
            return None
        played = before is not None and table_rows.only_played(before, table)
        return f"{self.me} {table.id} {table.lease_by if table.auto else ''} {table.stamp if played else ''}"

    def resting(self, connection: Connection, players: Iterable[int]) -> bool:
        """Whether all of these have holidays now, in which their clocks stand still."""
        of, now = self._holidays(connection), self.database.now()
        spans = [of(player) for player in players]
        return bool(spans) and all(span is not None and span[0] <= now < span[1] for span in spans)

    def tell(self, table: Table, player: Player | None = None) -> None:
        """Remember a table that was changed, and tell all listeners of it."""
        self._remember(table)
        for listener in self.listeners:
            listener(table, player)

    # ---- memory ------------------------------------------------------------------------------------------------------

    def _recall(self, id: str) -> Table | None:
        with self._lock:
            if id in self._memory:
                self._memory.move_to_end(id)
            return self._memory.get(id)

    def forget(self, id: str) -> None:
        """Look a table up anew when it is next asked for."""
        with self._lock:
            self._memory.pop(id, None)

    def _remember(self, table: Table) -> None:
        with self._lock:
            known = self._memory.get(table.id)
            if known is None or known.stamp < table.stamp:
                self._memory[table.id] = table
                self._memory.move_to_end(table.id)
            if len(self._memory) > REMEMBERED:
                self._memory.popitem(last=False)
