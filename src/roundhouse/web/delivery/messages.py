"""What a message says: which games wait and where to find them, and nothing that only a seat may know."""
from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, RowMapping, select

from roundhouse.games import titles
from roundhouse.web.delivery import kinds
from roundhouse.web.delivery.kinds import News
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.errors import NotFound
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import TableInfo
from roundhouse.web.tables.sql import list_queries
from roundhouse.web.tables.sql.descriptions import describe_rows

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Item:
    """One line of a message: what has happened, at which table, and the page to look at."""

    kind: str
    text: str
    path: str
    """The path of the page to look at."""
    table: TableInfo | None = None
    seat: int = -1
    until: datetime | None = None
    """When the clock runs out, in the player's own time."""


@dataclass(frozen=True)
class Message:
    """Several pieces of news for one player, to be sent as one."""

    player: Player
    items: tuple[Item, ...]
    number: int
    """The same when a message is sent again since nobody knows whether it arrived."""
    sent: float

    @property
    def subject(self) -> str:
        """The message in one line: its only item, how many games wait, or its first item and how many more."""
        first = self.items[0]
        if len(self.items) == 1:
            return first.text
        waiting = sum(item.kind in kinds.WAITING for item in self.items)
        return f"{waiting} games wait for you" if waiting > 1 else f"{first.text}, and {len(self.items) - 1} more"

    @property
    def when(self) -> str:
        """When it was sent, as ISO 8601 in UTC."""
        return datetime.fromtimestamp(self.sent, UTC).isoformat(timespec="seconds")


def compose(
    connection: Connection, player: Player, chosen: Preferences, news: Iterable[RowMapping], now: float
) -> tuple[Item, ...]:
    """The items of a message: each table once for each kind of news, and only what is still so and still wished.

    News that can't be told, as of a table that can't be read, is left out, and the rest is told.
    """
    rows = {(row["table"], row["kind"], row["seat"]): row for row in news}
    situation = kinds.Situation(connection, player.id, now)
    infos = _tables(connection, player, {row["table"] for row in rows.values() if row["table"] is not None})
    items = []
    for row in rows.values():
        try:
            items.append(_item(kinds.news_of(row), infos.get(row["table"]), chosen, situation))
        except Exception:
            log.exception("news %s for player %s can't be told", row["id"], player.id)
    # Who is reminded need not be told of the same turn as well.
    reminded = {item.path for item in items if item is not None and item.kind == "reminder"}
    return tuple(item for item in items if item is not None and not (item.kind == "turn" and item.path in reminded))


def _tables(connection: Connection, player: Player, ids: Iterable[str]) -> dict[str, TableInfo]:
    """The tables as the player is told of them, less those that can't be read or whose game is not here any more."""
    known = titles()
    infos: dict[str, TableInfo] = {}
    for row in list_queries.by_id(connection, ids):
        try:
            if row["game"] in known:
                infos |= describe_rows(connection, player, [row])
        except Exception:
            log.exception("table %s can't be told of", row["id"])
    return infos


def _item(news: News, info: TableInfo | None, chosen: Preferences, situation: kinds.Situation) -> Item | None:
    if (own := kinds.OWN_KINDS.get(news.kind)) is not None:
        words = own.words(news, situation)
        return None if words is None else Item(
            news.kind, own.text.format(words=words), own.path.format(about=news.words)
        )
    kind = kinds.KINDS[news.kind]
    if info is None or (kind.wish and kind.wish not in chosen.wants) or not kind.still(news, info, situation):
        return None
    others = [name for seat, name in zip(info.seats, info.names) if not seat.mine]
    game = f"{info.title} with {_and(others)}" if others else info.title
    seat = info.names[news.seat] if news.seat >= 0 else ""
    text = kind.text.format(game=game, seat=seat)
    until = chosen.local(info.deadline) if kind.waits and info.deadline is not None else None
    if until is not None:
        text += f", until {until:%a %d %b, %H:%M} ({chosen.zone})"
    return Item(news.kind, text, f"/games/{info.id}", info, news.seat, until)


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def player_of(connection: Connection, id: int) -> tuple[Player, float]:
    """A player, and when they were here last. Refused for one who has asked to be forgotten."""
    p = at.players.c
    row = connection.execute(select(p.name, p.login, p.seen).where(p.id == id, p.deleted.is_(None))).first()
    if row is None:
        raise NotFound("there is no such player any more")
    return Player(id, row.name, row.login is None), row.seen
