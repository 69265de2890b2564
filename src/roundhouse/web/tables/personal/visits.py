"""What a player has seen of a table, and what they have noted about it."""
from __future__ import annotations

import time

from sqlalchemy import insert, update

from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import Visit
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action

LONGEST_NOTES = 4000


class Visits:
    """The service that notes how far players have seen, and keeps their notes."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def mark_seen(self, player: Player | None, id: str, step: int | None = None, talk: int | None = None) -> None:
        """Note how far a player has seen the game or read the chat; nobody un-sees anything. Of those who only watch
        nothing is noted."""
        table, caller = self._repository.table_and_visitor(player, id)
        roles.require(player, table, Action.SEE)
        if player is None or not table.held_by(player):
            return
        seen = {"step": min(step or 0, table.step), "talk": min(talk or 0, table.talk)}
        known = caller.visit or Visit()
        self._put(player, id, {"step": max(seen["step"], known.step), "talk": max(seen["talk"], known.talk)})

    def note(self, player: Player, id: str, notes: str) -> None:
        """Private notes on a table."""
        roles.require(player, self._repository.table(id), Action.NOTES)
        if len(notes) > LONGEST_NOTES:
            raise Refused(f"notes have at most {LONGEST_NOTES} letters")
        self._put(player, id, {"notes": notes})

    def _put(self, player: Player, id: str, values: dict[str, object]) -> None:
        if player.only is not None or player.id == 0:
            return
        v = at.visits.c
        values = {**values, "at": time.time()}
        with self._repository.database.writing() as connection:
            theirs = update(at.visits).where(v.player == player.id, v.table == id).values(values)
            if not connection.execute(theirs).rowcount:
                usual = {"step": 0, "talk": 0, "notes": ""}
                connection.execute(insert(at.visits).values({**usual, **values, "player": player.id, "table": id}))
