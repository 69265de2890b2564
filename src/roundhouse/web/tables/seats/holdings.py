"""The seats and games of a player, all at once: renamed, handed over, left for good."""
from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, insert, or_, select, tuple_, update

from roundhouse.web.people.holdings import FORMER
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.table import STAND_IN, Table
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.seats.seating import OPEN_NAME
from roundhouse.web.tables.sql import chat_rows, list_queries


class TableHoldings:
    """The `Holdings` of this house."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def rename(self, connection: Connection, player: int, before: str, after: str) -> None:
        """Give a player another name, as `Holdings` says."""
        s = at.seats.c
        _touch(connection, player)
        connection.execute(update(at.seats).where(s.player == player, s.name == before).values(name=after))
        connection.execute(update(at.entrants).where(at.entrants.c.player == player).values(name=after))
        list_queries.write_names_beside(connection, player)
        chat_rows.rename(connection, player, {before}, after)

    def hand_over(self, connection: Connection, guest: Player, account: Player) -> None:
        """Give all that a guest holds to an account, as `Holdings` says. What the account has noted already stays."""
        _touch(connection, guest.id)
        h, s, t, v = at.holders.c, at.seats.c, at.tables.c, at.visits.c
        held = {(row.table, row.seat) for row in connection.execute(select(at.holders).where(h.player == account.id))}
        for row in connection.execute(select(at.holders).where(h.player == guest.id)).all():
            connection.execute(delete(at.holders).where(h.table == row.table, h.seat == row.seat, h.player == guest.id))
            if (row.table, row.seat) not in held:
                connection.execute(insert(at.holders).values(**{**row._mapping, "player": account.id}))
        connection.execute(update(at.seats).where(s.player == guest.id).values(player=account.id))
        connection.execute(update(at.seats).where(s.reserved == guest.id).values(reserved=account.id))
        connection.execute(update(at.tables).where(t.owner == guest.id).values(owner=account.id))
        connection.execute(update(at.results).where(at.results.c.player == guest.id).values(player=account.id))
        known = select(v.table).where(v.player == account.id).scalar_subquery()
        connection.execute(delete(at.visits).where(v.player == guest.id, v.table.in_(known)))
        connection.execute(update(at.visits).where(v.player == guest.id).values(player=account.id))
        p = at.practice.c
        same = select(p.table).where(p.player == account.id).scalar_subquery()
        connection.execute(delete(at.practice).where(p.player == guest.id, p.table.in_(same)))
        connection.execute(delete(at.reviews_asked).where(at.reviews_asked.c.player == guest.id))
        for rows in (at.practice, at.studies):
            connection.execute(update(rows).where(rows.c.player == guest.id).values(player=account.id))
        connection.execute(update(at.chat).where(at.chat.c.player == guest.id).values(player=account.id))
        self.rename(connection, account.id, guest.name, account.name)

    def end_links(self, connection: Connection, player: int) -> None:
        """End the own links of a player's seats, as `Holdings` says."""
        _touch(connection, player)
        s, h = at.seats.c, at.holders.c
        mine = select(s.table, s.number).where(s.player == player)
        others = tuple_(h.table, h.seat).in_(mine) & (h.player != player)
        connection.execute(delete(at.holders).where(others))
        connection.execute(update(at.seats).where(s.player == player).values(key=None))

    def leave_all(self, player: Player) -> None:
        """Take a player out of all tournaments and tables, as `Holdings` says, and say so in the chat of games that go
        on."""
        with self._repository.database.writing() as connection:
            _withdraw(connection, player.id)
        for id in self._tables_of(player):
            with self._repository.change(id) as change:
                change.after = _without(change.before, player)
                if change.after.status == "playing" and change.before.held_by(player):
                    announce(change, "A player has left for good. A bot plays on.")

    def _tables_of(self, player: Player) -> set[str]:
        """The tables where a player holds a seat, has sat down, or is waited for as the owner."""
        s, h, t = at.seats.c, at.holders.c, at.tables.c
        joined = at.seats.outerjoin(at.holders, (h.table == s.table) & (h.seat == s.number))
        held = select(s.table).select_from(joined).where(or_(h.player == player.id, s.player == player.id))
        own = select(t.id).where(t.owner == player.id, t.status == "waiting")
        with self._repository.database.reading() as connection:
            return set(connection.execute(held.union(own)).scalars())

    def forget(self, connection: Connection, player: Player) -> None:
        """Take a player's name away wherever it stands, as `Holdings` says."""
        id = player.id
        _touch(connection, id)
        chat_rows.rename(connection, id, {player.name} | chat_rows.names(connection, id), FORMER)
        for rows in (at.visits, at.practice, at.studies, at.reviews_asked, at.knocks):
            connection.execute(delete(rows).where(rows.c.player == id))
        connection.execute(update(at.entrants).where(at.entrants.c.player == id).values(name=FORMER))
        kept = at.seats.c.reserved == id
        connection.execute(update(at.seats).where(kept).values(reserved=None, name=OPEN_NAME))


def _withdraw(connection: Connection, player: int) -> None:
    """Take a player out of the tournaments that have not begun and the rounds that are to come. Those of their own that
    have not begun are called off."""
    e, t = at.entrants.c, at.tournaments.c
    not_begun = select(t.id).where(t.status == "open")
    connection.execute(delete(at.entrants).where(e.player == player, e.tournament.in_(not_begun)))
    connection.execute(update(at.entrants).where(e.player == player).values(withdrawn=True))
    own = update(at.tournaments).where(t.owner == player, t.status == "open")
    connection.execute(own.values(status="cancelled"))


def _touch(connection: Connection, player: int) -> None:
    """Tell all who remember a table of that player that it has changed.

    Before anything else of it is written: who makes a move there takes the table's row first, too, and waits for it.
    """
    held = select(at.holders.c.table).where(at.holders.c.player == player)
    waiting = select(at.knocks.c.table).where(at.knocks.c.player == player)
    kept = select(at.seats.c.table).where(at.seats.c.reserved == player)
    concerned = held.union(waiting, kept, *chat_rows.tables(player))
    t = at.tables.c
    connection.execute(update(at.tables).where(t.id.in_(concerned)).values(stamp=t.stamp + 1, revision=t.revision + 1))


def _without(table: Table, player: Player) -> Table:
    """A table whose seats no longer know a player; a bot plays on where they would be waited for."""
    for seat in table.seats:
        if seat.player != player.id and player.id not in seat.holders:
            continue
        holders = seat.holders - {player.id}
        alone = not holders
        bot = STAND_IN if alone and seat.bot is None and table.status == "playing" else seat.bot
        name = FORMER if seat.player == player.id else seat.name
        table = table.with_seat(replace(seat, name=name, holders=holders, bot=bot, key=None if alone else seat.key))
    if table.status == "waiting" and table.owner == player.id:
        table = replace(table, closed="cancelled")
    return table
