"""What a message says: which games wait and where to find them, and nothing that only a seat may know."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, RowMapping, select

from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import TableInfo
from roundhouse.web.tables.sql import list_queries
from roundhouse.web.tables.sql.descriptions import describe_rows

WHILE_IT_WAITS = ("turn", "reminder")
"""News that is none any more once the seat has acted."""
OPTIONAL = {"begun": "games", "over": "games", "chat": "chat"}
WORDS = {
    "turn": "Your turn: {game}", "reminder": "Your time is nearly up: {game}", "clock": "Your time is up: {game}",
    "decide": "{seat}'s time is up, and you decide: {game}", "ask": "{seat} would like to take back a move: {game}",
    "knock": "Somebody asks to be let back into {seat}'s seat: {game}",
    "begun": "The game has begun: {game}", "over": "The game has ended: {game}", "chat": "Somebody has written: {game}",
}


@dataclass(frozen=True)
class Item:
    kind: str
    text: str
    path: str
    """Of the page to look at."""
    table: TableInfo | None = None
    seat: int = -1
    until: datetime | None = None
    """When the clock runs out, in the player's own time."""


@dataclass(frozen=True)
class Message:
    player: Player
    items: tuple[Item, ...]
    number: int
    """The same when a message is sent again since nobody knows whether it arrived."""
    sent: float

    @property
    def subject(self) -> str:
        first = self.items[0]
        if len(self.items) == 1:
            return first.text
        waiting = sum(item.kind in WHILE_IT_WAITS for item in self.items)
        return f"{waiting} games wait for you" if waiting > 1 else f"{first.text}, and {len(self.items) - 1} more"

    @property
    def when(self) -> str:
        return datetime.fromtimestamp(self.sent, UTC).isoformat(timespec="seconds")


def compose(
    connection: Connection, player: Player, chosen: Preferences, news: Iterable[RowMapping]
) -> tuple[Item, ...]:
    """The items of a message: each table once for each kind of news, and only what is still so."""
    rows = {(row["table"], row["kind"], row["seat"]): row for row in news}
    wanted = [row for row in rows.values() if OPTIONAL.get(row["kind"], "") in ("", *chosen.wants)]
    about = {row["table"] for row in wanted if row["table"] is not None}
    infos = describe_rows(connection, player, list_queries.by_id(connection, about))
    items = [_item(row, infos.get(row["table"]), chosen) for row in wanted]
    # Who is reminded need not be told of the same turn as well.
    reminded = {item.path for item in items if item is not None and item.kind == "reminder"}
    return tuple(item for item in items if item is not None and not (item.kind == "turn" and item.path in reminded))


def _item(row: RowMapping, info: TableInfo | None, chosen: Preferences) -> Item | None:
    kind = row["kind"]
    if kind == "dropped":
        words = f"Messages to one of your addresses did not arrive, so it is no longer used. {row['words']}"
        return Item(kind, words, "/me")
    if kind == "test":
        return Item(kind, "This is a test. Messages arrive here.", "/me")
    if info is None or (kind in WHILE_IT_WAITS and not waits(info, row["seat"])):
        return None
    others = [name for seat, name in zip(info.seats, info.names) if not seat.mine]
    game = f"{info.title} with {_and(others)}" if others else info.title
    seat = info.names[row["seat"]] if row["seat"] >= 0 else ""
    text = WORDS[kind].format(game=game, seat=seat)
    until = chosen.local(info.deadline) if kind in WHILE_IT_WAITS and info.deadline is not None else None
    if until is not None:
        text += f", until {until:%a %d %b, %H:%M} ({chosen.zone})"
    return Item(kind, text, f"/games/{info.id}", info, row["seat"], until)


def waits(info: TableInfo, seat: int) -> bool:
    """Whether a table still waits for the people of that seat."""
    return info.status == "playing" and info.to_act == seat and info.seats[seat].kind == "person"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def player_of(connection: Connection, id: int) -> tuple[Player, float, str | None]:
    """A player, when they were here last, and their e-mail."""
    p = at.players.c
    row = connection.execute(select(p.name, p.login, p.seen, p.email).where(p.id == id)).one()
    return Player(id, row.name, row.login is None), row.seen, row.email
