"""The kinds of news, each with its words and the question whether it is still so, asked right before it is sent."""
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select, union

from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import TableInfo


class Situation:
    """What is so now with the tables and endpoints of a player; each is looked up when it is first asked for."""

    def __init__(self, connection: Connection, player: int, now: float) -> None:
        self._connection = connection
        self._player = player
        self.now = now

    def undo_request(self, table: str) -> tuple[int, frozenset[int]] | None:
        """The seat that wishes to take back moves, and those that have agreed."""
        c = at.asks.c
        row = self._connection.execute(select(c.seat, c.agreed).where(c.table == table)).first()
        return None if row is None else (row.seat, frozenset(json.loads(row.agreed)))

    def claims(self, table: str, seat: int) -> list[frozenset[int]]:
        """For each who claims that seat and waits for an answer: the seats that have agreed."""
        c = at.knocks.c
        waiting = select(c.agreed).where(c.table == table, c.seat == seat, ~c.refused)
        return [frozenset(json.loads(agreed)) for agreed in self._connection.execute(waiting).scalars()]

    def read_up_to(self, table: str) -> tuple[int, float]:
        """How many lines of a table's chat the player has read, and when they were last there."""
        c = at.visits.c
        row = self._connection.execute(select(c.talk, c.at).where(c.table == table, c.player == self._player)).first()
        return (0, 0.0) if row is None else (row.talk, row.at)

    def is_muted(self, table: str, seat: int) -> bool:
        """Whether the player has muted that seat, or has blocked whoever sits there."""
        c = at.mutes.c
        muted = select(c.seat).where(c.table == table, c.player == self._player, c.seat == seat)
        b, s = at.blocks.c, at.seats.c
        blocked = select(s.number).join(at.blocks, b.other == s.player)
        blocked = blocked.where(b.player == self._player, s.table == table, s.number == seat)
        return self._connection.execute(union(muted, blocked)).first() is not None

    def will_be_reminded(self, table: str) -> bool:
        """Whether the time for a reminder is yet to come, as when the seat has been given more time."""
        remind = self._connection.execute(select(at.tables.c.remind).where(at.tables.c.id == table)).scalar()
        return remind is not None and remind > self.now

    def absent_from(self, tournament: str) -> str | None:
        """The name of a tournament from which the player is withdrawn as absent, while they can come back."""
        e, t = at.entrants.c, at.tournaments.c
        asked = select(t.name).join_from(at.tournaments, at.entrants, e.tournament == t.id)
        asked = asked.where(t.id == tournament, t.status.in_(("open", "playing")), e.player == self._player, e.absent)
        return self._connection.execute(asked).scalar()

    @cached_property
    def dropped(self) -> dict[str, str]:
        """The player's endpoints that are no longer used, by their ids."""
        c = at.endpoints.c
        rows = self._connection.execute(
            select(c.id, c.kind, c.host).where(c.player == self._player, c.dropped.is_not(None))
        )
        return {str(row.id): f"{PLACES.get(row.kind, row.kind)} {row.host}".strip() for row in rows}


PLACES = {"mail": "e-mail", "hook": "the webhook at", "push": "a browser by"}


@dataclass(frozen=True)
class News:
    """A piece of news, as it was written down."""

    kind: str
    seat: int
    words: str
    at: float


Check = Callable[[News, TableInfo, Situation], bool]


@dataclass(frozen=True)
class Kind:
    """News of a table."""

    text: str
    """The sentence, with {game} and {seat} to be filled in."""
    still: Check
    """Whether it is still so, and still concerns the player to whom it is to be sent."""
    wish: str = ""
    """The name among `preferences.ALSO` by which a player asks for it; "" for what everybody is told."""
    urgent: bool = False
    """Whether also players who are here are told, who would see it for themselves."""
    waits: bool = False
    """Whether it tells of a game that waits for the player to act."""


def _is_on_turn(news: News, table: TableInfo, now: Situation) -> bool:
    person = table.to_act == news.seat and table.seats[news.seat].kind == "person"
    return table.status == "playing" and person and table.thinking is None and news.seat in table.mine


def _is_nearly_out(news: News, table: TableInfo, now: Situation) -> bool:
    running = table.deadline is not None and not table.overdue
    return _is_on_turn(news, table, now) and running and not now.will_be_reminded(table.id)


def _has_run_out(news: News, table: TableInfo, now: Situation) -> bool:
    _, last_here = now.read_up_to(table.id)
    so_still = {
        "move": True,       # the bot has made that turn, and nothing takes it back
        "bot": table.seats[news.seat].stand_in,
        "table": table.overdue and table.to_act == news.seat,
    }
    return table.status == "playing" and news.seat in table.mine and last_here < news.at and so_still[table.at_zero]


def _is_to_be_decided(news: News, table: TableInfo, now: Situation) -> bool:
    over_time = table.overdue and table.at_zero == "table" and table.to_act == news.seat
    return table.status == "playing" and over_time and bool(table.mine) and news.seat not in table.mine


def _is_asked(news: News, table: TableInfo, now: Situation) -> bool:
    request = now.undo_request(table.id)
    return request is not None and request[0] == news.seat and bool(set(table.mine) - {request[0], *request[1]})


def _is_claimed(news: News, table: TableInfo, now: Situation) -> bool:
    unanswered = any(not agreed & set(table.mine) for agreed in now.claims(table.id, news.seat))
    return (table.owner or bool(table.mine)) and unanswered


def _has_begun(news: News, table: TableInfo, now: Situation) -> bool:
    return table.status == "playing" and bool(table.mine)


def _has_ended(news: News, table: TableInfo, now: Situation) -> bool:
    return table.status in ("over", "closed") and bool(table.mine)


def _is_kept(news: News, table: TableInfo, now: Situation) -> bool:
    return table.status == "waiting" and not table.mine and any(seat.kept for seat in table.seats)


def _is_unread(news: News, table: TableInfo, now: Situation) -> bool:
    lines, _ = now.read_up_to(table.id)
    return bool(table.mine) and lines < table.talk and not now.is_muted(table.id, news.seat)


KINDS = {
    "turn": Kind("Your turn: {game}", _is_on_turn, waits=True),
    "reminder": Kind("Your time is nearly up: {game}", _is_nearly_out, waits=True),
    "clock": Kind("Your time is up: {game}", _has_run_out, urgent=True),
    "decide": Kind("{seat}'s time is up, and you decide: {game}", _is_to_be_decided),
    "ask": Kind("{seat} would like to take back a move: {game}", _is_asked),
    "knock": Kind("Somebody asks to be let back into {seat}'s seat: {game}", _is_claimed),
    "rematch": Kind("{seat} would like a rematch, and a seat is kept for you: {game}", _is_kept),
    "challenge": Kind("{seat} asks you to a game, and a seat is kept for you: {game}", _is_kept),
    "round": Kind("A round of a tournament has begun, and you play: {game}", _has_begun),
    "begun": Kind("The game has begun: {game}", _has_begun, wish="games"),
    "over": Kind("The game has ended: {game}", _has_ended, wish="games"),
    "chat": Kind("Somebody has written: {game}", _is_unread, wish="chat"),
}
"""News of tables."""


@dataclass(frozen=True)
class OwnKind:
    """News that is about no table but about the player's own page."""

    text: str
    """The sentence, with {words} to be filled in."""
    words: Callable[[News, Situation], str | None]
    """What stands in that place; None where the news is not so any more."""
    urgent: bool = True
    path: str = "/me"
    """The page to look at, with {about} to be filled in: what was written down with the news."""


def _dropped_place(news: News, now: Situation) -> str | None:
    return now.dropped.get(news.words)


def _withdrawn_from(news: News, now: Situation) -> str | None:
    return now.absent_from(news.words)


def _is_fresh(news: News, now: Situation) -> str | None:
    return "" if now.now - news.at < TEST_SECONDS else None


TEST_SECONDS = 7 * 86400.0
TEST, DROPPED, ABSENT = "test", "dropped", "absent"
OWN_KINDS = {
    TEST: OwnKind("This is a test. Messages arrive here.", _is_fresh),
    DROPPED: OwnKind("Messages to one of your addresses did not arrive, so it is no longer used: {words}",
                     _dropped_place),
    ABSENT: OwnKind("You were not here, and have been withdrawn from the rounds to come of {words}; you can come back",
                    _withdrawn_from, path="/tournaments/{about}"),
}
WAITING = tuple(name for name, kind in KINDS.items() if kind.waits)
URGENT = {name for name, kind in KINDS.items() if kind.urgent} | {name for name, own in OWN_KINDS.items() if own.urgent}


def news_of(row: Any) -> News:
    """The piece of news in a row of the table `news`."""
    return News(row["kind"], row["seat"], row["words"], row["at"])
