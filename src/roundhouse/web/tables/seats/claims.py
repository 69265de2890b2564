"""Guests who have lost the cookie by which their seat knew them, and ask the others to let them back in."""
from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.people.rights import Action
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.info import SeatClaim
from roundhouse.web.tables.model.table import Table, owns
from roundhouse.web.tables.repository import TableRepository

MOST_KNOCKS = 5


class SeatClaims:
    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def knock(self, player: Player, id: str, number: int) -> None:
        """Say that a guest's seat is one's own. Who made the table decides."""
        table = self._repository.table(id)
        roles.require(player, table, Action.CLAIM_SEAT)
        seat = table.seats[number] if 0 <= number < len(table.seats) else None
        if seat is None or seat.player is None:
            raise Refused("this seat is nobody's who could have lost it")
        self._require_guest(seat.player)
        player = player.kept()
        with self._repository.change(id) as change:
            others = _others(change.before, player.id)
            if len(others) >= MOST_KNOCKS:
                raise Refused("others are waiting to be let in already")
            change.after = replace(change.before, knocks=(*others, SeatClaim(number, player.id, player.name)))
            announce(change, f"{player.name} says that {seat.name}'s seat is theirs.")
            change.notify("knock", {change.before.owner}, number)

    def _require_guest(self, player: int) -> None:
        with self._repository.database.reading() as connection:
            login = connection.execute(select(at.players.c.login).where(at.players.c.id == player)).scalar()
        if login is not None:
            raise Refused("who sits there has an account, and comes back by signing in")

    def let_in(self, player: Player, id: str, who: int, agree: bool) -> Table:
        """Let somebody back into the seat that they say is theirs, or not. All who play are told."""
        with self._repository.change(id) as change:
            table = change.before
            _require_owner(player, table)
            knock = next((one for one in table.knocks if one.player == who), None)
            if knock is None:
                raise NotFound("nobody waits to be let in any more")
            seat = table.seats[knock.seat]
            change.after = replace(table, knocks=_others(table, who))
            if agree:
                # The lost cookie may be in somebody's hands: it opens the seat no longer.
                back = replace(seat, player=who, holders=frozenset({who}), key=None, bot=None)
                change.after = change.after.with_seat(back)
                announce(change, f"{player.name} has let {knock.name} into {seat.name}'s seat.")
        return change.after


def _others(table: Table, player: int) -> tuple[SeatClaim, ...]:
    return tuple(knock for knock in table.knocks if knock.player != player)


def _require_owner(player: Player, table: Table) -> None:
    if not owns(player, table.owner):
        raise Forbidden("only who made the table decides this")
