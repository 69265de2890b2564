"""What players hold beyond their account, as the people's side of the house sees it."""
from __future__ import annotations

from typing import Protocol

from sqlalchemy import Connection

from roundhouse.web.people.player import Player

FORMER = "A former player"
"""The name that stands in the place of a player who was forgotten."""


class Holdings(Protocol):
    """Seats and games of players; the tables have the one of this house.

    What is given a connection is kept with everything else that is written on it, or not at all.
    """

    def rename(self, connection: Connection, player: int, before: str, after: str) -> None:
        """Give a player another name wherever they are named under the name that they had."""

    def hand_over(self, connection: Connection, guest: Player, account: Player) -> None:
        """Give all seats and games of a guest to an account, under its name."""

    def end_links(self, connection: Connection, player: int) -> None:
        """End the own links of all seats where a player has sat down, and the seats of all who came by them."""

    def leave_all(self, player: Player) -> None:
        """Take a player out of all their seats, each table in a change of its own; bots play on where they would be
        waited for. What is done already is not done twice, so it may be called again."""

    def forget(self, connection: Connection, player: Player) -> None:
        """Take a player's name out of what was said, and all their notes away."""
