"""Guests whose browser has lost the cookie by which their seat knew them, and who ask the others to let them back in.

Whoever is let in sees the hand of the seat and plays on there, so nobody decides that alone, and never about somebody
who was here a short time ago. A recovery code (`people/recovery.py`) needs nobody's consent.
"""
from __future__ import annotations

from dataclasses import replace

from sqlalchemy import func, select

from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.info import SeatClaim
from roundhouse.web.tables.model.table import AWAY_SECONDS, Seat, Table
from roundhouse.web.tables.repository import Change, TableRepository
from roundhouse.web.tables.rights import Action

MOST_CLAIMS = 5
FEWEST_AGREED = 2
"""How many others agree at least: one person alone opens nobody's seat."""
QUIET_SECONDS = {"live": 15 * 60, "days": AWAY_SECONDS["days"]}
"""For how long nobody was seen on a seat that is claimed. When somebody was seen last is known to two minutes."""


class SeatClaims:
    """The service by which a guest claims a lost seat, and the others answer."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def claim(self, player: Player, id: str, number: int) -> None:
        """Say that a guest's seat is one's own. The same again changes nothing, nor after it was refused."""
        table = self._repository.table(id)
        if self._require_open(player, table, number):
            return
        player = player.kept()
        with self._repository.change(id) as change:
            table = change.before
            if self._require_open(player, table, number):
                return
            seat = table.seats[number]
            change.after = replace(table, claims=(*table.claims, SeatClaim(number, player.id, player.name)))
            change.notify("knock", frozenset[int]().union(*(one.holders for one in table.seats)), seat.number)

    def _require_open(self, player: Player, table: Table, number: int) -> bool:
        """Refuse a claim that nobody could agree to; True for one that waits for its answer already."""
        roles.require(player, table, Action.CLAIM_SEAT)
        seat = table.seats[number] if 0 <= number < len(table.seats) else None
        if seat is None or seat.player is None or not seat.holders:
            raise Refused("nobody can have lost this seat")
        own = [claim for claim in table.claims if claim.player == player.id]
        if any(claim.refused for claim in own):
            raise Refused("the players here have said no")
        if own:
            return True
        self._require_guest(seat.player)
        self._require_quiet(table, seat)
        if len(people_beside(table, seat)) < FEWEST_AGREED:
            raise Refused("there are too few other players to agree to it; use the seat's recovery code")
        if sum(not claim.refused for claim in table.claims) >= MOST_CLAIMS:
            raise Refused("others wait for an answer already")
        return False

    def _require_guest(self, player: int) -> None:
        with self._repository.database.reading() as connection:
            login = connection.execute(select(at.players.c.login).where(at.players.c.id == player)).scalar()
        if login is not None:
            raise Refused("the player of this seat has an account, and comes back by signing in")

    def _require_quiet(self, table: Table, seat: Seat) -> None:
        since = self._repository.database.now() - QUIET_SECONDS[table.pace]
        with self._repository.database.reading() as connection:
            latest = select(func.max(at.players.c.seen)).where(at.players.c.id.in_(seat.holders))
            seen = connection.execute(latest).scalar() or 0.0
        moved = table.course.last_by((seat.number,)) if seat.bot is None else None
        if seen >= since or (moved is not None and table.course.steps[moved - 1].at >= since):
            raise Refused(f"{seat.name} was here a short time ago")

    def answer(self, player: Player, id: str, claimant: int, agree: bool) -> Table:
        """Agree that somebody comes back to the seat that they say is theirs, or refuse it.

        One who refuses is enough, whoever it is that sits here. Where hands are hidden all others agree, those for whom
        a bot plays too; else all of them who were here a short time ago, and two at least.
        """
        with self._repository.change(id) as change:
            table = change.before
            roles.require(player, table, Action.ANSWER_CLAIM)
            claim = next((one for one in table.claims if one.player == claimant and not one.refused), None)
            if claim is None:
                raise NotFound("nobody waits to be let in any more")
            seat = table.seats[claim.seat]
            if not agree:
                _answered(change, claim, replace(claim, refused=True))
                return change.after
            if player.id in seat.holders:
                raise Refused("this is your seat; its own link opens it on another device")
            self._require_quiet(table, seat)
            mine = table.held_by(player)
            claim = _answered(change, claim, replace(claim, agreed=claim.agreed | set(mine)))
            if not self._awaited(table, claim):
                self._let_in(change, claim)
        return change.after

    def _awaited(self, table: Table, claim: SeatClaim) -> bool:
        """Whether somebody still has to agree."""
        others = people_beside(table, table.seats[claim.seat])
        needed = others if has_hidden_hands(table) else self._here(table, others)
        agreed = {table.seats[number].player for number in claim.agreed}
        return bool(needed - claim.agreed) or len(agreed) < FEWEST_AGREED

    def _here(self, table: Table, seats: set[int]) -> set[int]:
        """Those of the seats whose people were seen a short time ago."""
        known = set[int]().union(*(table.seats[number].holders for number in seats))
        since = self._repository.database.now() - QUIET_SECONDS[table.pace]
        p = at.players.c
        with self._repository.database.reading() as connection:
            here = set(connection.execute(select(p.id).where(p.id.in_(known), p.seen >= since)).scalars())
        return {number for number in seats if table.seats[number].holders & here}

    def _let_in(self, change: Change, claim: SeatClaim) -> None:
        table = change.after
        seat = table.seats[claim.seat]
        # The lost cookie may be in somebody's hands: it opens the seat no longer.
        back = replace(seat, player=claim.player, holders=frozenset({claim.player}), key=None, bot=None)
        others = tuple(one for one in table.claims if one.seat != claim.seat)
        change.after = replace(table.with_seat(back), claims=others)
        announce(change, f"All have agreed that {claim.name} comes back to {seat.name}'s seat.")


def _answered(change: Change, before: SeatClaim, after: SeatClaim) -> SeatClaim:
    claims = tuple(after if one == before else one for one in change.before.claims)
    change.after = replace(change.before, claims=claims)
    return after


def people_beside(table: Table, seat: Seat) -> set[int]:
    """The seats of other people who sat down here and have not left, those for whom a bot plays among them."""
    people = (one for one in table.seats if one.player is not None and one.holders)
    return {one.number for one in people if not one.holders & seat.holders}


def has_hidden_hands(table: Table) -> bool:
    """Whether a seat knows what others do not, or none of them does."""
    state = table.course.state
    everything = state.view(None)
    return any(state.view(seat.number) != everything for seat in table.seats)
