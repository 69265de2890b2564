"""How a table ends before its end, who may look at it, how somebody leaves it for good, and what the house's hosts and
moderators do with it."""
from __future__ import annotations

from dataclasses import replace

from roundhouse.web.errors import Refused
from roundhouse.web.people.moderation import audit
from roundhouse.web.people.moderation.audit import Actor
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce, announce_choice
from roundhouse.web.tables.model.table import LEVELS, Table
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import HIDDEN_BY_HOUSE, Action
from roundhouse.web.tables.seats.rated import require_unrated
from roundhouse.web.tables.sql import removal


class Closing:
    """The service by which tables end, are hidden, or are left."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def cancel(self, player: Player, id: str) -> Table:
        """Close a table at which the game has not begun."""
        with self._repository.change(id) as change:
            roles.require(player, change.before, Action.CANCEL)
            change.after = replace(change.before, closed="cancelled")
            announce(change, f"{player.name} has cancelled the table.")
        return change.after

    def agree_to_end(self, player: Player, id: str, agree: bool) -> Table:
        """Agree that the game ends here, or take that back. It is closed when all who sat down agree, those for whom
        a bot stands in too; whoever has left for good is not asked."""
        with self._repository.change(id) as change:
            table = change.before
            roles.require(player, table, Action.AGREE_TO_END)
            if sum(seat.player is not None for seat in table.seats) < 2:
                require_unrated(table, "it is played to its end, or left")
            mine = [seat for seat in table.seats if player.id == seat.player and player.id in seat.holders]
            if all(seat.ends == agree for seat in mine):
                return table
            for seat in mine:
                table = table.with_seat(replace(seat, ends=agree))
            change.after = table
            if all(seat.ends for seat in table.seats if seat.player is not None and seat.holders):
                change.after = replace(table, closed="agreed")
                announce(change, "All players have agreed to end the game here.")
            elif agree:
                announce_choice(change, f"{player.name} would like to end the game here.")
        return change.after

    def leave_game(self, player: Player, id: str, number: int | None, level: str) -> Table:
        """Leave a game for good: a bot plays on, and the game is not among one's own any more."""
        with self._repository.change(id) as change:
            table = change.before
            seat = table.seats[roles.require_seat(player, table, Action.LEAVE, number)]
            if level not in LEVELS:
                raise Refused(f"a bot is {LEVELS[0]} to {LEVELS[-1]}")
            change.after = table.with_seat(replace(seat, bot=level, holders=frozenset(), key=None))
            announce(change, f"{seat.name} has left the game. A bot plays on for them.")
            empty = all(other.player is None or other.bot for other in change.after.seats)
            if empty and not table.rated and not change.after.people():
                change.after = replace(change.after, closed="empty")
        return change.after

    def let_watch(self, player: Player, id: str, watched: bool) -> Table:
        """Whether those who do not sit here may look."""
        with self._repository.change(id) as change:
            roles.require(player, change.before, Action.LET_WATCH)
            require_unrated(change.before, "others may watch")
            if change.before.hidden:
                raise Refused(HIDDEN_BY_HOUSE)
            change.after = replace(change.before, watched=watched)
        return change.after

    # ---- by the house ------------------------------------------------------------------------------------------------

    def hide(self, actor: Actor, id: str, hidden: bool, dry: bool = False) -> str:
        """Hide a table from all but its people, or show it again. What was done, in words."""
        actor.require(HouseAction.HIDE_TABLE)
        with audit.tried(dry), self._repository.change(id) as change:
            if change.before.hidden == hidden:
                raise Refused("this table is hidden already" if hidden else "this table is not hidden")
            change.after = replace(change.before, hidden=hidden)
            said = f"table {id} is {'hidden: its people alone see it' if hidden else 'shown again'}"
            announce(change, "A moderator has hidden this table from others." if hidden else
                     "A moderator has shown this table again.")
            audit.write(change.connection, actor, HouseAction.HIDE_TABLE, audit.about_table(id), said)
            audit.undo(dry)
        return said

    def remove(self, actor: Actor, id: str, dry: bool = False) -> str:
        """Take a table away, with all that was played and said there. What was done, in words; Refused for one that
        counts: of a tournament, or rated and over."""
        actor.require(HouseAction.REMOVE_TABLE)
        with audit.tried(dry), self._repository.database.writing() as connection:
            said = removal.remove(connection, id)
            audit.write(connection, actor, HouseAction.REMOVE_TABLE, audit.about_table(id), said)
            audit.undo(dry)
        self._repository.forget(id)
        return said
