"""Who may sit on which seat, and whose bots are agreed: sums over a table's seats, without the table."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Seat, holds, owns


def levels_agreed(player: Player | None, id: str, status: str, seats: Sequence[Seat], rated: bool) -> bool:
    """Whether other people have begun a game with the bots as they are, or its result counts for ratings: those who
    won against the strongest have played against the strongest from the first move on."""
    return status == "playing" and (
        rated or any(seat.player is not None and not holds(player, id, seat) for seat in seats)
    )


def may_sit(public: bool, owner: int, seats: Sequence[Seat], seat: Seat, player: Player | None) -> bool:
    """Whether a player may sit down without an invitation: at a public table, on a seat that is kept for them, or as
    the owner of the table, who may have several seats."""
    if not seat.open or (player is not None and player.only is not None):
        return False
    if player is None:
        return public and seat.reserved is None
    if seat.reserved is not None or owns(player, owner):
        return seat.reserved in (None, player.id)
    return public and not any(player.id in other.holders for other in seats)
