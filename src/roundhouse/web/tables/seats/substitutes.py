"""Bots at a table: on seats of their own, and in the place of people who are away."""
from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import select

from roundhouse.bots.masters import MASTER, require_player
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import announce_choice
from roundhouse.web.tables.model.seat_rules import levels_agreed
from roundhouse.web.tables.model.table import AWAY_SECONDS, LEVELS, STAND_IN, Seat, Table
from roundhouse.web.tables.repository import Change, TableRepository
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.seats.rated import require_rated_bot, require_unrated

LEAST_JUDGES = 2
"""Nobody alone puts a bot in the place of somebody who is slow, or who comes last for it."""
BOT_NAMES = dict(zip((*LEVELS, MASTER), ("Level 1", "Level 2", "Level 3", "Level 4", "Level 5", "Level 6")))


class Substitutes:
    """The service that puts bots on seats and gives seats back to their people."""

    def __init__(self, repository: TableRepository, house_bots: Mapping[str, str]) -> None:
        """`house_bots`: the bots beside the levels that may sit at tables here, by the names that players see."""
        self._repository = repository
        self._house_bots = house_bots

    def sit_bot(self, player: Player, id: str, number: int, level: str) -> Table:
        """A bot for an open seat, another level for a bot, or a bot in the place of somebody who is not there."""
        with self._repository.change(id) as change:
            table = change.before
            seat = self._require_right(player, table, number)
            require_bot(level, table.course.setup, self._house_bots)
            if table.rated:
                require_rated_bot(level)
            if number in table.held_by(player) and table.status == "playing":
                require_unrated(table, "no bot plays for you; if you leave, you concede")
            if seat.player is not None and seat.number not in table.held_by(player):
                level = STAND_IN
            if seat.person and not self._agree(change, player, seat):
                return change.after
            name = seat.name if seat.player is not None else BOT_NAMES.get(level, level)
            change.after = change.after.with_seat(replace(seat, bot=level, name=name, reserved=None, unseat=0))
            if seat.person and table.status == "playing":
                announce_choice(change, f"A bot plays for {seat.name} from now on.")
        return change.after

    def _require_right(self, player: Player, table: Table, number: int) -> Seat:
        """The seat of that number, if the player may put a bot there."""
        seat = table.seats[number] if 0 <= number < len(table.seats) else None
        if seat is None:
            roles.require(player, table, Action.BOT_FOR_ABSENT)
            raise NotFound(f"there is no seat {number}")
        if number in table.held_by(player):
            roles.require(player, table, Action.BOT_FOR_SELF, number)
        elif seat.player is None:
            roles.require(player, table, Action.SET_BOT)
            if levels_agreed(player, table.id, table.status, table.seats, table.rated):
                raise Refused("the level of a bot was agreed when the game began")
        else:
            roles.require(player, table, Action.BOT_FOR_ABSENT)
            if seat.bot is not None:
                raise Forbidden(f"only {seat.name} can change the bot that stands in for them")
            if number not in self.away(table):
                raise Refused(
                    f"{seat.name} was here a short time ago; a bot can be put in when they stay away"
                    + (", if two of the others and all who are here agree" if table.rated else "")
                )
        return seat

    def away(self, table: Table) -> dict[int, frozenset[int]]:
        """The seats for whose people the others may have a bot play, each with the seats that must agree to it; none
        of them where whoever comes first decides.

        They have not been here for long, and are not on holiday, at a table where nothing has happened for long; or
        they are slow: it has been their turn for as long, without a clock, though they have been here.
        """
        number = table.waits_for
        if number is not None and table.overdue and table.at_zero == "table":
            return {number: frozenset()}        # their time is up, and the others decide
        latest = time.time() - AWAY_SECONDS[table.pace]
        if table.status != "playing" or table.changed > latest:
            return {}
        absent = self._absent(table, latest)
        found = dict[int, frozenset[int]]()
        for seat in table.seats:
            judges = frozenset(
                one.number for one in table.seats
                if one.person and one.number not in absent and not one.holders & seat.holders
            )
            if seat.number in absent and not table.rated:
                found[seat.number] = frozenset()
            elif len(judges) >= LEAST_JUDGES and (
                seat.number in absent or (seat.number == number and table.each is None)
            ):
                found[seat.number] = judges
        return found

    def _absent(self, table: Table, latest: float) -> frozenset[int]:
        people = [seat for seat in table.seats if seat.person]
        known = set[int]().union(*(seat.holders for seat in people))
        p = at.players.c
        with self._repository.database.reading() as connection:
            here = set(connection.execute(select(p.id).where(p.id.in_(known), p.seen >= latest)).scalars())
            return frozenset(
                seat.number for seat in people if not seat.holders & here
                and not (table.pace == "days" and self._repository.resting(connection, seat.holders))
            )

    def _agree(self, change: Change, player: Player, seat: Seat) -> bool:
        """Whether all have agreed now who must, that a bot plays for somebody else."""
        judges = self.away(change.before).get(seat.number, frozenset())
        mine = change.before.held_by(player)
        if seat.number in mine or not judges:
            return True
        seat = replace(seat, unseat=seat.unseat | sum(1 << number for number in judges.intersection(mine)))
        if all(seat.unseat >> number & 1 for number in judges):
            return True
        change.after = change.before.with_seat(seat)
        if seat != change.before.seats[seat.number]:
            announce_choice(change, f"{player.name} would have a bot play for {seat.name}, who is away or slow.")
        return False

    def take_back(self, player: Player, id: str, number: int | None = None) -> Table:
        """Play on by oneself where a bot has been playing for a seat."""
        with self._repository.change(id) as change:
            seat = change.before.seats[roles.require_seat(player, change.before, Action.TAKE_BACK, number)]
            if seat.player is not None and seat.bot is not None:
                change.after = change.before.with_seat(replace(seat, bot=None))
                announce_choice(change, f"{seat.name} plays again.")
        return change.after


def require_bot(level: str, setup: Setup, house_bots: Mapping[str, str]) -> None:
    """UserError for what is no level, and no bot that the host lets in and that can play this game."""
    if level in house_bots or level == MASTER:
        require_player(house_bots.get(level, level), setup)
    elif level not in LEVELS:
        others = "".join(f", {name}" for name in house_bots)
        raise UserError(f"a bot is {LEVELS[0]} to {LEVELS[-1]}{others}, not '{level}'")

