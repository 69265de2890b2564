"""Sitting down at a table and getting up: at public tables, by invitations, and by a seat's own link."""
from __future__ import annotations

from dataclasses import replace

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.seat_rules import may_sit
from roundhouse.web.tables.model.table import Seat, Table
from roundhouse.web.tables.repository import Change, TableRepository
from roundhouse.web.tables.rights import DENIED, HIDDEN_BY_HOUSE, Action
from roundhouse.web.tables.seats.rated import require_apart, require_fit, require_unrated
from roundhouse.web.tables.sql import table_rows

OPEN_NAME = "Open seat"


class Seating:
    """The service of sitting down, seats' own links, and getting up."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def join(self, player: Player, id: str, number: int | None = None) -> Table:
        """Sit down at an open table, or on a seat that is kept for the player; any such seat if none is named."""
        require_self(player)
        table = self._repository.table(id)
        if number is None and table.held_by(player):
            return table
        roles.require(player, table, Action.SIT, number)
        _require_asked(player, table)
        _free_for(player, table, number)
        require_fit(table, player)
        player = player.kept()
        with self._repository.change(id) as change:
            roles.require(player, change.before, Action.SIT, number)
            _require_asked(player, change.before)
            require_fit(change.before, player)
            require_apart(change.connection, change.before, player)
            _require_welcome(change, player)
            change.after = change.before.with_seat(_taken(_free_for(player, change.before, number), player))
        self._repository.forget(id)     # whoever has blocked the new player is spared what they say
        return change.after

    def decline(self, player: Player, id: str) -> Table:
        """Let the seats go that are kept for a player. Whoever made the table reads it in the chat."""
        require_self(player)
        with self._repository.change(id) as change:
            roles.require(player, change.before, Action.DECLINE)
            after = change.before
            for seat in after.seats:
                if seat.open and seat.reserved == player.id:
                    after = after.with_seat(Seat(seat.number, OPEN_NAME, invite=new_token()))
            change.after = after
            announce(change, f"{player.name} has declined. The seat is open.")
        return change.after

    def invited(self, token: str) -> tuple[Table, int | None, bool]:
        """The table and seat of a link; the last says that it invites to a seat, and is not the seat's own. No seat
        where all to which it invites are taken: whoever comes late may still be shown the way to the table."""
        with self._repository.database.reading() as connection:
            found = table_rows.find_seat(connection, token, hashed(token))
            whole = table_rows.find_table(connection, token) if found is None else None
        if whole is not None:
            table = self._repository.table(whole)
            return table, _first_open(table), True
        if found is None:
            raise NotFound("this link leads to no seat")
        id, number, invitation = found
        table = self._repository.table(id)
        return table, None if invitation and not table.seats[number].open else number, invitation

    def accept(self, player: Player, token: str) -> tuple[Table, int]:
        """Sit down by an invitation, or come back to a seat by its own link, on whatever device."""
        require_self(player)
        table, number, invitation = self.invited(token)
        if invitation:
            _require_not_closed(table)
            require_fit(table, player)
        player = player.kept()
        with self._repository.change(table.id) as change:
            if change.before.invite == token:
                number = _first_open(change.before)
            if number is None:
                raise NotFound("all seats of this table are taken")
            seat = change.before.seats[number]
            if token in (seat.invite, change.before.invite) and seat.open:
                _require_not_closed(change.before)
                if change.before.held_by(player):
                    raise Refused("you sit at this table already; send the link to somebody else")
                require_fit(change.before, player)
                require_apart(change.connection, change.before, player)
                _require_welcome(change, player)
                change.after = change.before.with_seat(_taken(seat, player))
            elif seat.key == hashed(token):
                change.after = change.before.with_seat(replace(seat, holders=seat.holders | {player.id}))
            else:
                raise NotFound("somebody has taken this seat")
        self._repository.forget(table.id)
        return change.after, number

    def own_link(self, player: Player, id: str, number: int | None = None) -> str:
        """A new token for a seat's own link, for another device or a program. The one before it ends, as `end_link`."""
        token = new_token()
        require_unrated(self._repository.table(id), "you play it signed in, and by no link")
        self._set_key(player, id, number, Action.SEAT_LINK, hashed(token))
        return token

    def end_link(self, player: Player, id: str, number: int | None = None) -> None:
        """End a seat's own link, and the seats of all who came by it."""
        self._set_key(player, id, number, Action.END_SEAT_LINK, None)

    def _set_key(self, player: Player, id: str, number: int | None, action: Action, key: str | None) -> None:
        with self._repository.change(id) as change:
            seat = change.before.seats[roles.require_seat(player, change.before, action, number)]
            change.after = change.before.with_seat(replace(seat, key=key, holders=frozenset({player.id})))

    def leave(self, player: Player, id: str, number: int | None = None) -> Table:
        """Get up before the game begins; the seat is open again. In a game, `sit_bot` puts in a bot."""
        with self._repository.change(id) as change:
            seat = change.before.seats[roles.require_seat(player, change.before, Action.GET_UP, number)]
            change.after = change.before.with_seat(Seat(seat.number, OPEN_NAME, invite=new_token()))
        return change.after


def _require_welcome(change: Change, player: Player) -> None:
    """Refused where one of those who sit there, or the owner, has blocked this player. The words don't say so."""
    if change.before.hidden:
        raise Forbidden(HIDDEN_BY_HOUSE)
    here = change.before.people() | {change.before.owner}
    if blocks.blockers(change.connection, player.id, here):
        raise Forbidden(DENIED[Action.SIT])


def _first_open(table: Table) -> int | None:
    """The seat to which the link of a whole table leads; None where all are taken."""
    return next((seat.number for seat in table.seats if seat.open and seat.reserved is None), None)


def _require_asked(player: Player, table: Table) -> None:
    """Forbidden for a bot that nobody has asked: people choose whether they play with programs."""
    if player.program and table.owner != player.id and all(seat.reserved != player.id for seat in table.seats):
        raise Forbidden("a bot sits down where it was asked to: on a seat that is kept for it, or by an invitation")


def _require_not_closed(table: Table) -> None:
    if table.closed is not None:
        raise Refused("this table is closed")


def _free_for(player: Player, table: Table, number: int | None) -> Seat:
    """The seat of that number, or any on which the player may sit down: one that is kept for them first."""
    _require_not_closed(table)
    named = [seat for seat in table.seats if number in (None, seat.number)]
    fitting = [seat for seat in named if may_sit(table.public, table.owner, table.seats, seat, player)]
    if not fitting:
        raise Refused("this seat is not free for you" if number is not None else "no seat is free for you here")
    kept = [seat for seat in fitting if seat.reserved == player.id]
    return (kept or fitting)[0]


def _taken(seat: Seat, player: Player) -> Seat:
    return replace(
        seat, name=player.name, player=player.id, bot=None, reserved=None, holders=frozenset({player.id})
    )
