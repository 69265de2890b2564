"""Lists of tables: one's own with those that wait for one first, and what is open to all."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, RowMapping, or_

from roundhouse.games import titles
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import TableInfo
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.sql import list_queries, table_rows
from roundhouse.web.tables.sql.descriptions import describe_rows
from roundhouse.web.tables.sql.list_queries import TO_JOIN, TO_WATCH, ListPosition, OwnTables, PublicPosition

MOST_LISTED = 100
MOST_COUNTED = 1000
ON_A_PAGE = 20
LONGEST_SEARCH = 60
OWN = {"mine": "", "ended": "over"}
PUBLIC = {"waiting": (TO_JOIN, "waiting"), "playing": (TO_WATCH, "playing"), "finished": (TO_WATCH, "over")}
PAGED = (*OWN, "due", "kept", *PUBLIC)
"""The lists that programs ask for, page by page."""
SORTS = ("turn", "playing", "waiting", "over")
"""The sorts of one's own games, in the order of the list: on turn, the others that go on, not begun, ended."""


@dataclass(frozen=True)
class ListQuery:
    """Which of one's own games are asked for, and which page of them."""

    sort: str = ""
    """One of SORTS, or "" for all."""
    game: str = ""
    words: str = ""
    """Each must be in the game's title or in somebody's name."""
    after: ListPosition | None = None
    before: ListPosition | None = None


@dataclass(frozen=True)
class ListPage:
    """Its neighbours are named by the tables at its edges, so that none is passed over when others come or go."""

    tables: list[TableInfo]
    earlier: ListPosition | None = None
    """What the page before it ends before; None for the first."""
    further: ListPosition | None = None
    """What the next begins after; None for the last."""
    total: int | None = None
    """How many there are on all pages, MOST_COUNTED + 1 for any more; None where each would have to be looked at."""


@dataclass(frozen=True)
class HomeLists:
    """What the home page shows."""

    due: int
    mine: list[TableInfo]
    kept: list[TableInfo]
    waiting: list[TableInfo]
    watch: list[TableInfo]


class Lists:
    """The service of lists: one's own tables, and those that are open to all."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    # ---- one's own ---------------------------------------------------------------------------------------------------

    def mine(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """The player's tables: those that wait for them first, however long ago anything happened there.

        On turn first, by the clock and then by who has waited longest; then what goes on, begins, has ended, the latest
        first.
        """
        with self._repository.database.reading() as connection:
            return list(describe_rows(connection, player, _own(connection, player, "", most)).values())

    def due(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Tables that wait for the player, the most urgent first."""
        with self._repository.database.reading() as connection:
            return list(describe_rows(connection, player, _own(connection, player, "turn", most)).values())

    def kept(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Tables at which a seat is kept for the player, as in a rematch that another has asked for."""
        with self._repository.database.reading() as connection:
            return list(describe_rows(connection, player, _kept(connection, player, most)).values())

    def due_count(self, player: Player | None) -> int:
        """How many tables wait for the player."""
        if player is None:
            return 0
        if player.only is not None:
            return len(self.due(player))
        with self._repository.database.glance() as connection:
            return table_rows.due_count(connection, player.id)

    def my_page(self, player: Player | None, wanted: ListQuery) -> ListPage:
        """A page of the player's tables, in the order of `mine`."""
        if player is None:
            return ListPage([])
        if player.only is not None:
            turn = self.due_count(player) > 0
            return ListPage([info for info in self.mine(player) if _fits(info, turn, wanted)])
        among = _among(player, wanted)
        with self._repository.database.reading() as connection:
            rows = list_queries.own(connection, among, ON_A_PAGE + 1, wanted.after, wanted.before)
            at_start = len(rows) <= ON_A_PAGE if wanted.before else not rows and wanted.after is not None
            if at_start:
                wanted = replace(wanted, after=None, before=None)
                rows = list_queries.own(connection, among, ON_A_PAGE + 1)
            total = None if wanted.words else list_queries.own_count(connection, among, MOST_COUNTED + 1)
            return _page(connection, player, wanted, rows, total)

    def page_of(self, player: Player | None, which: str, after: str = "") -> tuple[list[TableInfo], str]:
        """A page of one of the lists by its name among PAGED, and the place after which the next one begins; "" when
        this is the last."""
        if which in ("due", "kept") or (which in OWN and (player is None or player.only is not None)):
            found = {"due": self.due, "kept": self.kept}.get(which, self.mine)(player)
            return found, ""
        most = MOST_LISTED + 1
        with self._repository.database.reading() as connection:
            if which in OWN:
                assert player is not None
                among = _among(player, ListQuery(OWN[which]))
                rows = list_queries.own(connection, among, most, ListPosition.read(after))
            else:
                question, status = PUBLIC[which]
                rows = list_queries.public(connection, question, status, most, PublicPosition.read(after))
            shown = rows[:MOST_LISTED]
            further = "" if len(rows) < most else str(
                ListPosition.of(shown[-1]) if which in OWN else PublicPosition(shown[-1]["changed"], shown[-1]["id"])
            )
            return list(describe_rows(connection, player, shown).values()), further

    # ---- everybody's -------------------------------------------------------------------------------------------------

    def waiting(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Open tables that anyone may join."""
        return self._public(player, "waiting", most)

    def playing(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Public games that are going on, to watch."""
        return self._public(player, "playing", most)

    def finished(self, player: Player | None, most: int = MOST_LISTED) -> list[TableInfo]:
        """Public games that are over, to watch."""
        return self._public(player, "finished", most)

    def _public(self, player: Player | None, which: str, most: int) -> list[TableInfo]:
        with self._repository.database.reading() as connection:
            rows = list_queries.public(connection, *PUBLIC[which], most)
            return list(describe_rows(connection, player, rows).values())

    def last_level(self, player: Player, game: str) -> str | None:
        """The level of the bots that a player met last in a game of that title; None where there were none."""
        with self._repository.database.reading() as connection:
            return list_queries.last_level(connection, player.id, game)

    def front(self, player: Player | None, most: int) -> HomeLists:
        """All that wait for the player and some more of theirs; some that are others', to join and to watch."""
        due = self.due_count(player)
        with self._repository.database.reading() as connection:
            mine = _own(connection, player, "", due + most)
            kept = _kept(connection, player, most)
            waiting = list_queries.public(connection, TO_JOIN, "waiting", most)
            playing = list_queries.public(connection, TO_WATCH, "playing", most)
            over = list_queries.public(connection, TO_WATCH, "over", most)
            infos = describe_rows(connection, player, [*mine, *kept, *waiting, *playing, *over])

        def others(*lists: Sequence[RowMapping]) -> list[TableInfo]:
            found = [infos[row["id"]] for rows in lists for row in rows if row["id"] in infos]
            return [info for info in found if not info.mine]

        own = [infos[row["id"]] for row in mine if row["id"] in infos]
        return HomeLists(due, own, others(kept), others(waiting), others(playing, over)[:most])


def _kept(connection: Connection, player: Player | None, most: int) -> Sequence[RowMapping]:
    if player is None or player.only is not None:
        return []
    return list_queries.kept(connection, player.id, min(most, MOST_LISTED))


def _own(connection: Connection, player: Player | None, sort: str, most: int) -> Sequence[RowMapping]:
    if player is None:
        return []
    most = min(most, MOST_LISTED)
    if player.only is None:
        return list_queries.own(connection, _among(player, ListQuery(sort)), most)
    id, seat = player.only
    on_turn = ("playing", seat, False)
    rows = list_queries.by_id(connection, [id])
    return [row for row in rows if sort != "turn" or (row["status"], row["to_act"], row["auto"]) == on_turn]


def _page(
    connection: Connection, player: Player, wanted: ListQuery, rows: Sequence[RowMapping], total: int | None
) -> ListPage:
    """A page of rows; one row more than fits says that there is another page."""
    more = len(rows) > ON_A_PAGE
    rows = rows[-ON_A_PAGE:] if wanted.before else rows[:ON_A_PAGE]
    infos = list(describe_rows(connection, player, rows).values())
    earlier = bool(wanted.after) or (more and bool(wanted.before))
    further = bool(wanted.before) or more
    return ListPage(
        infos, ListPosition.of(rows[0]) if earlier else None, ListPosition.of(rows[-1]) if further else None, total
    )


def _among(player: Player, wanted: ListQuery) -> OwnTables:
    h = at.holders.c
    fitting = [or_(h.game.in_(_games(word)), h.names.contains(word, autoescape=True)) for word in _words(wanted)]
    if wanted.game:
        fitting.append(h.game == wanted.game)
    return OwnTables(player.id, SORTS.index(wanted.sort) if wanted.sort in SORTS else None, tuple(fitting))


def _words(wanted: ListQuery) -> list[str]:
    return wanted.words[:LONGEST_SEARCH].casefold().split()


def _games(word: str) -> list[str]:
    return [name for name, title in titles().items() if word in title.title.casefold()]


def _fits(info: TableInfo, turn: bool, wanted: ListQuery) -> bool:
    """Whether the one table of a player who came by a seat's own link is among those asked for."""
    sort = "turn" if turn else "over" if info.status == "closed" else info.status
    names = list_queries.searched(seat.name for seat in info.seats)
    return (
        wanted.sort in ("", sort) and wanted.game in ("", info.game)
        and all(info.game in _games(word) or word in names for word in _words(wanted))
    )
