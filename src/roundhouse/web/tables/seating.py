"""Making tables and sitting down at them: people, people around one screen, bots, invitations, rematches."""
from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import select

from roundhouse.bots.masters import MASTER, require_player
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.records import Course, Record, replay
from roundhouse.web.bots.house_bots import HouseBots
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import LONGEST_NAME, Player, checked_name
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.chat import announce
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import AWAY_SECONDS, LEVELS, PACES, STAND_IN, Seat, Table, holds, owns
from roundhouse.web.tables.repository import TableRepository, new_id, new_secret
from roundhouse.web.tables.sql import table_rows

BOT_NAMES = dict(zip((*LEVELS, MASTER), ("Level 1", "Level 2", "Level 3", "Level 4", "Level 5", "Level 6")))
OPEN_NAME = "Open seat"


class Seating:
    def __init__(self, repository: TableRepository, house_bots: HouseBots) -> None:
        self._repository = repository
        self.house_bots = house_bots
        """The bots beside the levels that may sit at tables here."""

    # ---- new tables --------------------------------------------------------------------------------------------------

    def create(
        self,
        player: Player,
        game: str,
        wishes: Sequence[SeatRequest],
        *,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        public: bool = False,
        pace: str = "live",
        clock: Clock | None = None,
        watched: bool = True,
    ) -> Table:
        """A new table with as many seats as there are wishes. It begins when no seat is open."""
        _require_self(player)
        title = find_title(game)
        if edition is not None and edition not in title.editions:
            raise UserError(f"{title.title} has no edition '{edition}': {', '.join(title.editions)}")
        setup = Setup.of(game, len(wishes), edition, options)
        _check_table(wishes, pace)
        for wish in wishes:
            if wish.bot is not None:
                self._require_bot(wish.bot, setup)
        player = player.kept()
        seats = [_seat(number, wish, player) for number, wish in enumerate(wishes)]
        table = replace(_new_table(player, Course(setup), seats, public, pace), watched=watched, invite=new_token())
        if clock is not None:
            table = replace(table, each=clock.each, bank=clock.bank, at_zero=clock.at_zero)
        return self._repository.add(table)

    def upload(self, player: Player, text: str, public: bool = False) -> Table:
        """A table with the game of a record, every step of it checked. One that is not over can be gone on with."""
        _require_self(player)
        record = Record.loads(text)
        if record.setup.text:
            raise Refused("it was played on an edition of somebody's own; this server has only those of the games")
        course = replay(record, self._repository.database.now())
        player = player.kept()
        seats = [Seat(number, _name_of_record(name), invite=new_token()) for number, name in enumerate(record.seats)]
        return self._repository.add(_new_table(player, course, seats, public, "live"))

    def rematch(self, player: Player, id: str) -> Table:
        """The same again, seats moved round by one. Who asks first makes it; the others' seats are kept for them."""
        with self._repository.change(id) as change:
            old = change.before
            if old.rematch is not None:
                return self._repository.table(old.rematch)
            old.seat_of(player, None)
            if old.status != "over":
                raise Refused("a rematch comes after the end of the game")
            table = self._repository.insert(change.connection, _again(player, old))
            change.after = replace(old, rematch=table.id)
        self._repository.tell(table)
        return table

    def branch(self, player: Player, id: str, step: int, seat: int) -> Table:
        """A new table that goes on from a step of a game that is over: the player on one seat, bots on the others."""
        _require_self(player)
        old = self._repository.table(id)
        if old.status != "over":
            raise Refused("it can be tried from here when the game is over")
        if not (0 <= step < old.step and 0 <= seat < len(old.seats)):
            raise NotFound(f"there is no step {step} or no seat {seat} in this game")
        player = player.kept()
        seats = [
            _seat(number, SeatRequest(me=True) if number == seat else SeatRequest(bot=STAND_IN), player)
            for number in range(len(old.seats))
        ]
        return self._repository.add(_new_table(player, old.course.back_to(step), seats, False, "live"))

    # ---- sitting down ------------------------------------------------------------------------------------------------

    def join(self, player: Player, id: str, number: int | None = None) -> Table:
        """Sit down at an open table, or on a seat that is kept for the player; any such seat if none is named."""
        _require_self(player)
        table = self._repository.table(id)
        if number is None and table.held_by(player):
            return table
        _free_for(player, table, number)
        player = player.kept()
        with self._repository.change(id) as change:
            change.after = change.before.with_seat(_taken(_free_for(player, change.before, number), player))
        return change.after

    def invited(self, token: str) -> tuple[Table, int, bool]:
        """The table and seat of a link; the last says that it invites to an open seat, and is not the seat's own."""
        with self._repository.database.reading() as connection:
            found = table_rows.find_seat(connection, token, hashed(token))
            whole = table_rows.find_table(connection, token) if found is None else None
        if whole is not None:
            table = self._repository.table(whole)
            return table, _first_open(table), True
        if found is None:
            raise NotFound("this link leads to no seat; perhaps somebody has taken it")
        id, number, invitation = found
        return self._repository.table(id), number, invitation

    def accept(self, player: Player, token: str) -> tuple[Table, int]:
        """Sit down by an invitation, or come back to a seat by its own link, on whatever device."""
        _require_self(player)
        table, number, _ = self.invited(token)
        player = player.kept()
        with self._repository.change(table.id) as change:
            if change.before.invite == token:
                number = _first_open(change.before)
            seat = change.before.seats[number]
            if token in (seat.invite, change.before.invite) and seat.open:
                _require_not_closed(change.before)
                if change.before.held_by(player):
                    raise Refused("you sit at this table already; send the link to somebody else")
                change.after = change.before.with_seat(_taken(seat, player))
            elif seat.key == hashed(token):
                change.after = change.before.with_seat(replace(seat, holders=seat.holders | {player.id}))
            else:
                raise NotFound("somebody has taken this seat")
        return change.after, number

    def own_link(self, player: Player, id: str, number: int | None = None) -> str:
        """A new token for a seat's own link, for another device or a program. The one before it ends, as `end_link`."""
        token = new_token()
        self._set_key(player, id, number, hashed(token))
        return token

    def end_link(self, player: Player, id: str, number: int | None = None) -> None:
        """End a seat's own link, and the seats of all who came by it."""
        self._set_key(player, id, number, None)

    def _set_key(self, player: Player, id: str, number: int | None, key: str | None) -> None:
        with self._repository.change(id) as change:
            seat = change.before.seats[change.before.seat_of(player, number)]
            if player.only is not None or player.id != seat.player:
                raise Forbidden("only who sat down here makes or ends the seat's own link")
            change.after = change.before.with_seat(replace(seat, key=key, holders=frozenset({player.id})))

    # ---- bots and absence --------------------------------------------------------------------------------------------

    def sit_bot(self, player: Player, id: str, number: int, level: str) -> Table:
        """A bot for an open seat, another level for a bot, or a bot in the place of somebody who is not there."""
        with self._repository.change(id) as change:
            table = change.before
            self._require_bot(level, table.course.setup)
            if not 0 <= number < len(table.seats):
                raise NotFound(f"there is no seat {number}")
            seat = table.seats[number]
            self._require_bot_allowed(player, table, seat)
            if seat.player is not None and seat.number not in table.held_by(player):
                level = STAND_IN
            name = seat.name if seat.player is not None else BOT_NAMES.get(level, level)
            change.after = table.with_seat(replace(seat, bot=level, name=name, invite=None, reserved=None))
            if seat.person and table.status == "playing":
                announce(change, f"A bot plays for {seat.name} from now on.")
        return change.after

    def _require_bot(self, level: str, setup: Setup) -> None:
        """UserError for what is no level, and no bot that the host lets in and that can play this game."""
        if level in self.house_bots or level == MASTER:
            require_player(self.house_bots.get(level, level), setup)
        elif level not in LEVELS:
            guests = "".join(f", {name}" for name in self.house_bots)
            raise UserError(f"a bot is {LEVELS[0]} to {LEVELS[-1]}{guests}, not '{level}'")

    def _require_bot_allowed(self, player: Player, table: Table, seat: Seat) -> None:
        mine = table.held_by(player)
        if seat.number in mine:
            return
        if seat.player is None:
            if not owns(player, table.owner):
                raise Forbidden("only who made the table can put in a bot or change its level")
            if levels_agreed(player, table.id, table.status, table.seats):
                raise Refused("the level of a bot was agreed when the game began")
        elif not mine:
            raise Forbidden("only those who sit here can put in a bot")
        elif seat.bot is not None:
            raise Forbidden(f"only {seat.name} can change the bot that stands in for them")
        elif seat.number not in self.away(table):
            raise Refused(f"{seat.name} was here a short time ago; a bot can be put in when they stay away")

    def away(self, table: Table) -> frozenset[int]:
        """The seats of whose people none has been here for long, at a table where nothing has happened for long."""
        latest = time.time() - AWAY_SECONDS[table.pace]
        number = table.waits_for
        if number is not None and table.overdue and table.at_zero == "table":
            return frozenset({number})      # their time is up, and the others decide
        if table.status != "playing" or table.changed > latest:
            return frozenset()
        people = [seat for seat in table.seats if seat.person]
        known = set[int]().union(*(seat.holders for seat in people))
        p = at.players.c
        with self._repository.database.reading() as connection:
            here = set(connection.execute(select(p.id).where(p.id.in_(known), p.seen >= latest)).scalars())
        return frozenset(seat.number for seat in people if not seat.holders & here)

    def take_back(self, player: Player, id: str, number: int | None = None) -> Table:
        """Play on by oneself where a bot has been playing for a seat."""
        with self._repository.change(id) as change:
            seat = change.before.seats[change.before.seat_of(player, number)]
            if seat.player is not None and seat.bot is not None:
                change.after = change.before.with_seat(replace(seat, bot=None))
                announce(change, f"{seat.name} plays again.")
        return change.after

    def leave(self, player: Player, id: str, number: int | None = None) -> Table:
        """Get up before the game begins; the seat is open again. In a game, `sit_bot` puts in a bot."""
        with self._repository.change(id) as change:
            if change.before.status != "waiting":
                raise Refused("the game has begun; let a bot play for you instead")
            seat = change.before.seats[change.before.seat_of(player, number)]
            change.after = change.before.with_seat(Seat(seat.number, OPEN_NAME, invite=new_token()))
        return change.after


def levels_agreed(player: Player | None, id: str, status: str, seats: Sequence[Seat]) -> bool:
    """Whether other people have begun a game with the bots as they are."""
    return status == "playing" and any(seat.player is not None and not holds(player, id, seat) for seat in seats)


def may_sit(public: bool, owner: int, seats: Sequence[Seat], seat: Seat, player: Player | None) -> bool:
    """Without an invitation: at public tables, on kept seats, and for who has made the table, who may have several."""
    if not seat.open or (player is not None and player.only is not None):
        return False
    if player is None:
        return public and seat.reserved is None
    if seat.reserved is not None or owns(player, owner):
        return seat.reserved in (None, player.id)
    return public and not any(player.id in other.holders for other in seats)


def _first_open(table: Table) -> int:
    """The seat to which the link of a whole table leads."""
    found = next((seat.number for seat in table.seats if seat.open and seat.reserved is None), None)
    if found is None:
        raise NotFound("all seats of this table are taken")
    return found


def _require_not_closed(table: Table) -> None:
    if table.closed is not None:
        raise Refused("this table is closed")


def _free_for(player: Player, table: Table, number: int | None) -> Seat:
    """The seat of that number, or any on which the player may sit down: one that is kept for them first."""
    _require_not_closed(table)
    named = [seat for seat in table.seats if number in (None, seat.number)]
    fitting = [seat for seat in named if may_sit(table.public, table.owner, table.seats, seat, player)]
    if not fitting:
        raise Refused("this seat is not free for you" if number is not None else "no seat is free for you here")
    kept = [seat for seat in fitting if seat.reserved == player.id]
    return (kept or fitting)[0]


def _check_table(wishes: Sequence[SeatRequest], pace: str) -> None:
    for wish in wishes:
        if wish.bot is None and wish.name is not None:
            checked_name(wish.name)
    if pace not in PACES:
        raise UserError(f"a pace is {' or '.join(PACES)}, not '{pace}'")


def _new_table(player: Player, course: Course, seats: Sequence[Seat], public: bool, pace: str) -> Table:
    now = time.time()
    return Table(new_id(), course, tuple(seats), player.id, new_secret(), public, pace, created=now, changed=now)


def _require_self(player: Player) -> None:
    if player.only is not None:
        raise Forbidden("the token of a seat is good for this seat only")


def _seat(number: int, wish: SeatRequest, player: Player) -> Seat:
    if wish.bot is not None:
        return Seat(number, BOT_NAMES.get(wish.bot, wish.bot), bot=wish.bot)
    if wish.me:
        name = player.name if wish.name is None else checked_name(wish.name)
        return Seat(number, name, player.id, holders=frozenset({player.id}))
    return Seat(number, OPEN_NAME, invite=new_token())


def _taken(seat: Seat, player: Player) -> Seat:
    return replace(
        seat, name=player.name, player=player.id, bot=None, invite=None, reserved=None, holders=frozenset({player.id})
    )


def _again(player: Player, old: Table) -> Table:
    moved = (*old.seats[1:], old.seats[0])
    seats = tuple(_seat_again(number, seat, player, old) for number, seat in enumerate(moved))
    table = _new_table(player, Course(old.course.setup.anew()), seats, False, old.pace)
    table = replace(table, each=old.each, bank=old.bank, at_zero=old.at_zero)
    return replace(table, watched=old.watched, invite=new_token())


def _seat_again(number: int, seat: Seat, player: Player, old: Table) -> Seat:
    """A seat of a rematch. People who have not asked for it may come or not; a bot that stood in for one stays."""
    if seat.number in old.held_by(player):
        return Seat(number, seat.name, seat.player, holders=seat.holders)
    if seat.bot is not None:
        return Seat(number, BOT_NAMES.get(seat.bot, seat.bot), bot=seat.bot)
    return Seat(number, seat.name, invite=new_token(), reserved=seat.player)


def _name_of_record(name: str) -> str:
    """Names in a file may be anything."""
    try:
        return checked_name(" ".join(name.split())[:LONGEST_NAME])
    except Refused:
        return "Somebody"
