"""Lists of tables: one's own with those that wait for one first, and what is open to all."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from roundhouse.games import titles
from roundhouse.web.desk import Desk
from roundhouse.web.infos import info_of
from roundhouse.web.model import TableInfo
from roundhouse.web.players import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage import store

MOST_LISTED = 100
ON_A_PAGE = 20
LONGEST_SEARCH = 60
SORTS = ("turn", "playing", "waiting", "over")
"""Of one's own games: on turn, the others that go on, not begun, ended."""


@dataclass(frozen=True)
class Wanted:
    """Which of one's own games are asked for."""

    sort: str = ""
    """One of SORTS, or "" for all."""
    game: str = ""
    words: str = ""
    """Each must be in the game's title or in somebody's name."""
    page: int = 1


@dataclass(frozen=True)
class Page:
    tables: list[TableInfo]
    number: int
    last: int
    total: int
    """On all pages."""


class Lists(Desk):
    # ---- one's own ---------------------------------------------------------------------------------------------------

    def mine(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """The player's tables: those that wait for them first, however long ago anything happened there."""
        if player is None:
            return []
        if player.only is not None:
            return self._listed(player, _of(player), 1)
        return self._own(player, min(most, MOST_LISTED), 0)

    def due(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Tables that wait for the player, the most urgent first."""
        if player is None:
            return []
        return self._listed(player, and_(_of(player, False), _turn_of(player)), most, _order(player))

    def due_count(self, player: Player | None) -> int:
        """How many tables wait for the player."""
        return 0 if player is None else self._count(and_(_of(player, False), _turn_of(player)))

    def my_page(self, player: Player | None, wanted: Wanted) -> Page:
        """A page of the player's tables, in the order of `mine`."""
        if player is None:
            return Page([], 1, 1, 0)
        plain = player.only is None and wanted.sort in ("", "over") and not wanted.game and not wanted.words
        fitting = and_(_of(player, _ended(wanted.sort)), *_conditions(player, wanted))
        total = self._own_count(player.id, wanted.sort) if plain else self._count(fitting)
        last = max(1, -(-total // ON_A_PAGE))
        number = min(max(1, wanted.page), last)
        skip = ON_A_PAGE * (number - 1)
        if plain:
            return Page(self._own(player, ON_A_PAGE, skip, wanted.sort), number, last, total)
        return Page(self._listed(player, fitting, ON_A_PAGE, _order(player), skip), number, last, total)

    def _own_count(self, player: int, sort: str) -> int:
        with self.database.reading() as connection:
            going_on = 0 if sort else store.held_count(connection, player, False)
            return going_on + store.held_count(connection, player, True)

    def _own(self, player: Player, most: int, skip: int, sort: str = "") -> list[TableInfo]:
        """What goes on, of which nobody has very much, and then what has ended, of which there may be any number."""
        found = [] if sort else self._listed(player, store.held_by(player.id, False), most, _order(player), skip)
        with self.database.reading() as connection:
            going_on = 0 if sort else store.held_count(connection, player.id, False)
            ids = store.ended_by(connection, player.id, most - len(found), max(0, skip - going_on))
            rows = store.listed(connection, at.tables.c.id.in_(ids), None)
        return found + [info_of(player, dict(row), seats) for row, seats in rows]

    # ---- everybody's -------------------------------------------------------------------------------------------------

    def waiting(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Open tables that anyone may join."""
        return self._listed(player, and_(at.tables.c.public, at.tables.c.status == "waiting"), most)

    def playing(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Public games that are going on, to watch."""
        c = at.tables.c
        return self._listed(player, and_(c.public, c.watched, c.status == "playing"), most)

    def finished(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Public games that are over, to watch."""
        c = at.tables.c
        return self._listed(player, and_(c.public, c.watched, c.status == "over"), most)

    def _listed(
        self, player: Player | None, wanted: ColumnElement[bool], most: int | None,
        order: Iterable[ColumnElement[Any]] = (), skip: int = 0,
    ) -> list[TableInfo]:
        with self.database.reading() as connection:
            rows = store.listed(connection, wanted, None if most is None else min(most, MOST_LISTED), order, skip)
        return [info_of(player, dict(row), seats) for row, seats in rows]

    def _count(self, wanted: ColumnElement[bool]) -> int:
        with self.database.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(at.tables).where(wanted)).scalar_one())


def _of(player: Player, ended: bool | None = None) -> ColumnElement[bool]:
    return at.tables.c.id == player.only[0] if player.only else store.held_by(player.id, ended)


def _ended(sort: str) -> bool | None:
    """Whether games of that sort have ended; None for all."""
    return None if not sort else sort == "over"


def _turn_of(player: Player) -> ColumnElement[bool]:
    """Whether a table waits for the player, and not for what acts for them."""
    c, h = at.tables.c, at.holders.c
    if player.only:
        mine: ColumnElement[bool] = c.to_act == player.only[1]
    else:
        mine = exists().where(h.table == c.id, h.seat == c.to_act, h.player == player.id)
    return and_(c.status == "playing", ~c.auto, mine)


def _order(player: Player) -> list[ColumnElement[Any]]:
    """On turn first, by the clock and then by who has waited longest; then what goes on, begins, has ended."""
    c = at.tables.c
    turn = _turn_of(player)
    never = 1e12
    return [
        case((turn, 0), (c.status == "playing", 1), (c.status == "waiting", 2), else_=3),
        case((turn, func.coalesce(c.deadline, never)), else_=never),
        case((turn, c.changed), else_=-c.changed),
    ]


def _conditions(player: Player, wanted: Wanted) -> list[ColumnElement[bool]]:
    c = at.tables.c
    found: list[ColumnElement[bool]] = []
    if wanted.sort == "turn":
        found.append(_turn_of(player))
    elif wanted.sort == "over":
        found.append(c.status.in_(("over", "closed")))
    elif wanted.sort in SORTS:
        found.append(c.status == wanted.sort)
    if wanted.game:
        found.append(c.game == wanted.game)
    return found + [_mentions(word) for word in wanted.words[:LONGEST_SEARCH].casefold().split()]


def _mentions(word: str) -> ColumnElement[bool]:
    """Whether a table's game or somebody at it is called so."""
    games = [name for name, title in titles().items() if word in title.title.casefold()]
    s = at.seats.c
    named = exists().where(s.table == at.tables.c.id, func.lower(s.name).contains(word, autoescape=True))
    return or_(at.tables.c.game.in_(games), named)
