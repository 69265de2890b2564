"""What happens by itself as time goes by: clocks run out, players are reminded, forgotten tables end."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sqlalchemy import ColumnElement, and_, select

from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce, announce_choice
from roundhouse.web.tables.model.clock import DAY, span
from roundhouse.web.tables.model.table import STAND_IN, Table
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action

MOST_AT_ONCE = 200
FORGOTTEN = {"waiting": 14 * DAY, "playing": 90 * DAY}
"""The time after which a table ends by itself where nothing happens."""


class Timekeeper:
    """The service of time: clocks that run out, reminders, time that is given, tables that are forgotten."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._quarantine = Quarantine("clocks")

    def run_due(self) -> None:
        """All that is due now. Several servers may do this at once: each change is made once.

        A table that can't be read, since its game is not installed for one, keeps no other from its time.
        """
        now = self._repository.database.now()
        c = at.tables.c
        self._each(and_(c.deadline <= now, ~c.overdue, c.status == "playing"), self.run_out)
        self._each(c.remind <= now, self.remind)
        for status, seconds in FORGOTTEN.items():
            # Whether it is public is the same here; but the index of lists begins with it.
            silent = and_(c.public.in_((True, False)), c.status == status, c.changed < now - seconds)
            self._each(silent, partial(self.forget, status=status))

    def _each(self, wanted: ColumnElement[bool], do: Callable[[str], object]) -> None:
        c = at.tables.c
        left_out = self._quarantine.ids()
        question = select(c.id).where(wanted, *([c.id.not_in(left_out)] if left_out else [])).limit(MOST_AT_ONCE)
        with self._repository.database.reading() as connection:
            ids = connection.execute(question).scalars().all()
        for id in ids:
            with self._quarantine.attempt(id):
                do(id)

    def run_out(self, id: str) -> Table:
        """The clock of the seat to act has come to zero: what the table was made with happens now."""
        with self._repository.change(id) as change:
            table, number = change.before, change.before.waits_for
            if number is None or table.deadline is None or table.deadline > change.now or table.overdue:
                return table
            seat = table.seats[number]
            change.after = replace(table, overdue=True, remind=None)
            if table.at_zero == "bot":
                change.after = change.after.with_seat(replace(seat, bot=STAND_IN))
                announce(change, f"{seat.name}'s time is up. A bot has taken the seat until they come back.")
            elif table.at_zero == "move":
                announce(change, f"{seat.name}'s time is up. A bot makes this turn.")
            else:
                announce(change, f"{seat.name}'s time is up. The others decide: wait, give more time, or put in a bot.")
                change.notify("decide", table.people() - seat.holders, number)
            change.notify("clock", seat.holders, number)
        return change.after

    def remind(self, id: str) -> None:
        """Tell the seat to act that its time is nearly up."""
        with self._repository.change(id) as change:
            table, number = change.before, change.before.waits_for
            if table.remind is None or table.remind > change.now:
                return
            change.after = replace(table, remind=None)
            if number is not None:
                change.notify("reminder", table.seats[number].holders, number)

    def give_time(self, player: Player, id: str) -> Table:
        """The others give the one to act as much time again as a turn has."""
        with self._repository.change(id) as change:
            table, number = change.before, change.before.waits_for
            roles.require(player, table, Action.GIVE_TIME)
            if number is None or table.each is None:
                raise Refused("time can be given to a person whose turn it is, at a table with a clock")
            seat = table.seats[number]
            if number in table.held_by(player):
                raise Refused("you can't give time to yourself")
            gone = max(0.0, change.now - (table.deadline or change.now))
            more = table.with_seat(replace(seat, bank=(seat.bank or 0.0) + table.each + gone))
            change.after = replace(more, overdue=False)
            announce_choice(change, f"{seat.name} has been given {span(table.each)} more.")
        return change.after

    def reckon_anew(self, player: Player) -> None:
        """Set the clocks that run for a player again: their holidays are others now."""
        s, c = at.seats.c, at.tables.c
        theirs = select(c.id).join(at.seats, (s.table == c.id) & (s.number == c.to_act)).where(s.player == player.id)
        with self._repository.database.reading() as connection:
            ids = connection.execute(theirs.where(c.status == "playing", c.each.is_not(None))).scalars().all()
        for id in ids:
            with self._quarantine.attempt(id), self._repository.change(id) as change:
                change.after = replace(change.before)

    def forget(self, id: str, status: str) -> None:
        """End a table where nothing has happened for very long."""
        with self._repository.change(id) as change:
            table = change.before
            if table.status == status and table.changed < change.now - FORGOTTEN[status]:
                change.after = replace(table, closed="forgotten")
                announce(change, f"Nothing has happened here for {span(FORGOTTEN[status])}, so the table is closed.")
