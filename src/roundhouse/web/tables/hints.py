"""Hints: whether a table allows them, and how many each seat has had where others play.

A hint is made where bots think, by `advise` of `bots/thinking.py`.
"""
from __future__ import annotations

from dataclasses import replace

from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.seats.rated import require_unrated


class Hints:
    """The service that allows hints and counts them."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def allow(self, player: Player, id: str, hints: bool) -> Table:
        """Whether those who play may ask for hints: decided before the game begins."""
        with self._repository.change(id) as change:
            roles.require(player, change.before, Action.LET_HINT)
            require_unrated(change.before, "there are no hints")
            change.after = replace(change.before, hints=hints)
        return change.after

    def asked(self, player: Player, table: Table, seat: int) -> None:
        """A hint is given to a seat of the player, at the position of that table: it is counted once, and all see it.
        Where nobody plays elsewhere, nothing is written down."""
        roles.require(player, table, Action.HINT, seat)
        if not table.hints:
            raise Refused("this table was made without hints")
        if table.to_act != seat:
            raise Refused("hints are for the player whose turn it is")
        if not any(one.player not in (None, table.seats[seat].player) for one in table.seats):
            return
        with self._repository.change(table.id) as change:
            one = change.before.seats[seat]
            if one.hinted != table.version:
                change.after = change.before.with_seat(replace(one, hints=one.hints + 1, hinted=table.version))
