"""How a table ends before its end, who may look at it, and how somebody leaves or comes back."""
from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.info import SeatClaim
from roundhouse.web.tables.model.table import LEVELS, Table, owns
from roundhouse.web.tables.repository import TableRepository

MOST_KNOCKS = 5


class Closing:
    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def cancel(self, player: Player, id: str) -> Table:
        """Close a table at which the game has not begun."""
        with self._repository.change(id) as change:
            _require_owner(player, change.before)
            if change.before.status != "waiting":
                raise Refused("the game has begun; it ends when all who play agree")
            change.after = replace(change.before, closed="cancelled")
            announce(change, f"{player.name} has cancelled the table.")
        return change.after

    def agree_to_end(self, player: Player, id: str, agree: bool) -> Table:
        """Agree that the game ends here, or take that back. It is closed when all people who play agree."""
        with self._repository.change(id) as change:
            table = change.before
            table.require_playing()
            for number in table.held_by(player) or (table.seat_of(player, None),):
                table = table.with_seat(replace(table.seats[number], ends=agree))
            change.after = table
            if all(seat.ends for seat in table.seats if seat.person):
                change.after = replace(table, closed="agreed")
                announce(change, "All who play have agreed to end the game here.")
            elif agree:
                announce(change, f"{player.name} would like to end the game here.")
        return change.after

    def leave_game(self, player: Player, id: str, number: int, level: str) -> Table:
        """Leave a game for good: a bot plays on, and the game is not among one's own any more."""
        if level not in LEVELS:
            raise Refused(f"a bot is {LEVELS[0]} to {LEVELS[-1]}")
        with self._repository.change(id) as change:
            table = change.before
            table.require_playing()
            if player.only is not None:
                raise Forbidden("the token of a seat is good for playing only")
            seat = table.seats[table.seat_of(player, number)]
            change.after = table.with_seat(replace(seat, bot=level, holders=frozenset(), key=None))
            announce(change, f"{seat.name} has left the game. A bot plays on for them.")
            if not change.after.people() and all(other.player is None or other.bot for other in change.after.seats):
                change.after = replace(change.after, closed="empty")
        return change.after

    def let_watch(self, player: Player, id: str, watched: bool) -> Table:
        """Whether those who do not sit here may look."""
        with self._repository.change(id) as change:
            _require_owner(player, change.before)
            change.after = replace(change.before, watched=watched)
        return change.after

    def require_sight(self, player: Player | None, table: Table) -> None:
        """Of a table that lets nobody watch, only those who sit there see more than that it exists."""
        if table.watched or table.status == "waiting" or table.held_by(player) or owns(player, table.owner):
            return
        raise Forbidden("those who play here let nobody watch")

    # ---- guests who have lost their cookie ---------------------------------------------------------------------------

    def knock(self, player: Player, id: str, number: int) -> None:
        """Say that a guest's seat is one's own. Who made the table decides."""
        table = self._repository.table(id)
        seat = table.seats[number] if 0 <= number < len(table.seats) else None
        if seat is None or seat.player is None or table.held_by(player) or player.only is not None:
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
            knock = next((one for one in table.knocks if one.player == who), None)
            if knock is None:
                raise NotFound("nobody waits to be let in any more")
            _require_owner(player, table)
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
