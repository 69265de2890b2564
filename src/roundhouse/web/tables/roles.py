"""Which roles somebody has at a table, and whether these let them do what they ask. What the roles may, is data:
`rights.py`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Seat, Table, holds, owns
from roundhouse.web.tables.rights import (
    HIDDEN,
    HIDDEN_BY_HOUSE,
    Action,
    Phase,
    Role,
    allowed,
    denial,
    ever_allowed,
    not_now,
    sees,
)


class TableAccess(Protocol):
    """What rights depend on: a table, or what its row says of it."""

    @property
    def id(self) -> str:
        """The table's id."""
    @property
    def owner(self) -> int:
        """The id of the player who has made it."""
    @property
    def public(self) -> bool:
        """Whether anybody may sit down."""
    @property
    def watched(self) -> bool:
        """Whether those who do not sit there may look."""
    @property
    def hidden(self) -> bool:
        """Whether a moderator has hidden it."""
    @property
    def status(self) -> str:
        """The phase of the table, as `Phase` has it."""
    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where, and who may act for them."""


def roles_of(player: Player | None, table: TableAccess, seat: int | None = None) -> frozenset[Role]:
    """What somebody is at a table; with `seat`, only what they are at that seat and to the table as a whole."""
    seats = [one for one in table.seats if seat in (None, one.number)]
    roles = {Role.WATCHER}.union(*(_at_seat(player, table.id, one) for one in seats))
    if player is not None and player.only is not None:
        return frozenset(roles)
    roles.add(Role.PERSON)
    if owns(player, table.owner):
        roles.add(Role.OWNER)
    elif not any(holds(player, table.id, one) or _left(player, one) for one in table.seats):
        roles |= {Role.OUTSIDER, Role.WELCOME} if table.public else {Role.OUTSIDER}
    return frozenset(roles)


def _at_seat(player: Player | None, table: str, seat: Seat) -> set[Role]:
    if player is None:
        return set()
    if holds(player, table, seat):
        bot = seat.bot is not None
        if player.only is not None:
            return {Role.IDLE_TOKEN if bot else Role.SEAT_TOKEN}
        if player.id == seat.player:
            return {Role.STOOD_IN if bot else Role.SEATED}
        return {Role.IDLE_DEVICE if bot else Role.DEVICE}
    if player.only is None and seat.reserved == player.id:
        return {Role.INVITED}
    return {Role.FORMER} if _left(player, seat) else set()


def _left(player: Player | None, seat: Seat) -> bool:
    """Whether somebody has left that seat for good."""
    return player is not None and player.only is None and seat.player == player.id and player.id not in seat.holders


def refusal(player: Player | None, table: TableAccess, action: Action, seat: int | None = None) -> Refused | None:
    """Why somebody may not do it now, there if a `seat` is named; None if they may.

    Forbidden is what is never theirs to do here, whatever the state of the table; what is not for this phase of it is
    Refused.
    """
    phase, roles = Phase(table.status), roles_of(player, table, seat)
    if action is not Action.KNOW and not sees(
        phase, roles_of(player, table), table.watched, table.hidden
    ):
        return Forbidden(HIDDEN_BY_HOUSE if table.hidden else HIDDEN)
    if allowed(action, phase, roles):
        return None
    if ever_allowed(action, roles):
        return Refused(not_now(action, phase))
    elsewhere = seat is not None and ever_allowed(action, roles_of(player, table))
    return Forbidden(f"seat {seat} is not yours" if elsewhere else denial(action, roles))


def rights_of(player: Player | None, table: TableAccess) -> frozenset[Action]:
    """All that somebody may do at a table now, as `refusal` has it of each."""
    phase, roles = Phase(table.status), roles_of(player, table)
    if not sees(phase, roles, table.watched, table.hidden):
        return frozenset({Action.KNOW})
    return frozenset(action for action in Action if allowed(action, phase, roles))


def may(player: Player | None, table: TableAccess, action: Action, seat: int | None = None) -> bool:
    """Whether somebody may do it now, there if a `seat` is named."""
    return refusal(player, table, action, seat) is None


def require(player: Player | None, table: TableAccess, action: Action, seat: int | None = None) -> None:
    """Raise what `refusal` gives, if anything."""
    refused = refusal(player, table, action, seat)
    if refused is not None:
        raise refused


def require_version(player: Player, table: Table, action: Action, version: int, seat: int | None = None) -> None:
    """The same of what is done to the table as somebody saw it: Stale if it has moved on since. Whoever may never do
    it is not told whether it has."""
    refused = refusal(player, table, action, seat)
    if not isinstance(refused, Forbidden):
        table.require_version(version)
    if refused is not None:
        raise refused


def require_seat(player: Player, table: Table, action: Action, seat: int | None = None) -> int:
    """The seat at which somebody may do it: the one named, or the one to act if that is theirs, or their first."""
    require(player, table, action, seat)
    number = table.seat_of(player, seat)
    require(player, table, action, number)
    return number
