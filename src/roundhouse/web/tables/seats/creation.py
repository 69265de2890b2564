"""Making tables: new ones, from a record, the same again, and on from a step of a game that is over."""
from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from roundhouse.bots.masters import MASTER
from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.records import Course, Record, replay
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.names import LONGEST_NAME, checked_name, not_for_people
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.people.tokens import new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import LEVELS, PACES, STAND_IN, Seat, Table
from roundhouse.web.tables.model.table_file import DAMAGED, TableFile, is_table_file
from roundhouse.web.tables.repository import TableRepository, new_id, new_secret
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.seats.asking import AskedPlayers, require_askable
from roundhouse.web.tables.seats.rated import require_rateable
from roundhouse.web.tables.seats.seating import OPEN_NAME
from roundhouse.web.tables.seats.substitutes import BOT_NAMES, require_bot

IN_FILE = re.compile(r"'(.*)' \(in the file\)")
LARGEST_RECORD = 512 * 1024
"""In letters: ten times the longest game."""


class TableCreation:
    """The service that makes tables: new, from a record, a rematch, a branch."""

    def __init__(self, repository: TableRepository, house_bots: Mapping[str, str]) -> None:
        """`house_bots`: the bots beside the levels that may sit at tables here, by the names that players see."""
        self._repository = repository
        self._house_bots = house_bots

    def create(
        self,
        player: Player,
        game: str,
        wishes: Sequence[SeatRequest],
        *,
        edition: str | Edition | None = None,
        options: Mapping[str, object] | None = None,
        public: bool = False,
        pace: str = "live",
        clock: Clock | None = None,
        watched: bool = True,
        hints: bool | None = None,
        rated: bool = False,
        club: str | None = None,
    ) -> Table:
        """A new table with as many seats as there are wishes. It begins when no seat is open. An `edition` is the
        name of one that comes with the game, or one that somebody has brought. `hints` says whether those who play may
        ask for hints; if not said, they may where all sit at one screen. A `rated` table is as
        `rated.py` says; `club` is the group for which it is made."""
        require_self(player)
        title = find_title(game)
        if isinstance(edition, str) and edition not in title.editions:
            raise UserError(f"{title.title} has no edition '{edition}': {', '.join(title.editions)}")
        setup = Setup.of(game, len(wishes), edition, options)
        _check_table(wishes, pace)
        for wish in wishes:
            if wish.bot is not None:
                require_bot(wish.bot, setup, self._house_bots)
        if rated:
            require_rateable(player, wishes, clock, watched, bool(hints))
        with self._repository.database.reading() as connection:
            asked = require_askable(connection, player, wishes)
        player = player.kept()
        seats = [_seat(number, wish, player, asked) for number, wish in enumerate(wishes)]
        table = replace(_new_table(player, Course(setup), seats, public, pace), watched=watched, invite=new_token())
        table = replace(table, rated=rated, club=club)
        alone = all(wish.me or wish.bot is not None for wish in wishes)
        table = replace(table, hints=alone and not rated if hints is None else hints)
        if clock is not None:
            at_zero = "bot" if rated else clock.at_zero
            table = replace(table, each=clock.each, bank=clock.bank, at_zero=at_zero)
        return self._repository.add(table, _challenges(table))

    def seated(
        self, owner: int, setup: Setup, chairs: Sequence[tuple[str, int | None, str | None]], pace: str, clock: Clock
    ) -> Table:
        """A rated table that the house makes, with everybody on their seat, to be inserted: each chair is a name and a
        player or a bot's level."""
        seats = [
            Seat(number, name, player, bot=bot, holders=frozenset() if player is None else frozenset({player}))
            for number, (name, player, bot) in enumerate(chairs)
        ]
        table = _new_table(Player(owner, "", False), Course(setup), seats, False, pace)
        clocked = replace(table, each=clock.each, bank=clock.bank, at_zero="bot")
        return replace(clocked, rated=True, hints=False, invite=new_token())

    def upload(self, player: Player, text: str, ours_only: bool = True) -> Table:
        """A table with the game of a record, every step of it checked, or one that was taken along from another house.
        A game that is not over can be gone on with.

        It is in no public list, and its names are told to be those of a file: anybody can write one. `ours_only` says
        that it must be on an edition that comes with its game.
        """
        require_self(player)
        if len(text) > LARGEST_RECORD:
            raise Refused(f"this is too large for a record: the most is {LARGEST_RECORD // 1024} kB")
        taken = TableFile.loads(text, LARGEST_RECORD) if is_table_file(text) else None
        record = Record.loads(taken.record if taken else text, ours_only=ours_only)
        course = replay(record, self._repository.database.now())
        player = player.kept()
        if taken is None:
            seats = [Seat(n, _name_of_record(name), invite=new_token()) for n, name in enumerate(record.seats)]
        else:
            seats = self._seats_of(taken, record, player)
        table = _new_table(player, course, seats, False, "live")
        return self._repository.add(replace(table, hints=taken is not None and taken.hints, uploaded=True))

    def _seats_of(self, taken: TableFile, record: Record, player: Player) -> list[Seat]:
        """The seats of a table from another house: its bots where they sat, and its player everywhere else."""
        if len(taken.bots) != len(record.seats) or None not in taken.bots:
            raise UserError(DAMAGED)
        first = taken.bots.index(None)
        seats = []
        for number, (bot, name) in enumerate(zip(taken.bots, record.seats)):
            if bot is not None:
                require_bot(bot, record.setup, self._house_bots)
                seats.append(_seat(number, SeatRequest(bot=bot), player))
            else:
                mine = _seat(number, SeatRequest(me=True), player)
                seats.append(mine if number == first else replace(mine, name=_name_of_record(name)))
        return seats

    def rematch(self, player: Player, id: str) -> Table:
        """The same again, seats moved round by one. Who asks first makes it; the others' seats are kept for them."""
        with self._repository.change(id) as change:
            old = change.before
            roles.require(player, old, Action.REMATCH)
            if old.rematch is not None:
                return self._repository.table(old.rematch)
            unwilling = blocks.blockers(change.connection, player.id, old.people())
            again = replace(_again(player, old, unwilling), club=_club_of(change.connection, player, old))
            kept = frozenset(seat.reserved for seat in again.seats if seat.reserved is not None)
            asker = next(seat.number for seat in again.seats if player.id in seat.holders)
            table = self._repository.insert(change.connection, again, [Notice("rematch", kept, asker)])
            change.after = replace(old, rematch=table.id)
        self._repository.tell(table)
        return table

    def branch(self, player: Player, id: str, step: int, seat: int) -> Table:
        """A new table that goes on from a step of a game that is over: the player on one seat, bots on the others, as
        strong as those of that game were."""
        old = self._repository.table(id)
        roles.require(player, old, Action.BRANCH)
        if not (0 <= step < old.step and 0 <= seat < len(old.seats)):
            raise NotFound(f"there is no step {step} or no seat {seat} in this game")
        player = player.kept()
        seats = [
            _seat(number, SeatRequest(me=True) if number == seat else SeatRequest(bot=level), player)
            for number, level in enumerate(rivals_of([one.bot for one in old.seats]))
        ]
        table = _new_table(player, old.course.back_to(step), seats, False, "live")
        return self._repository.add(replace(table, uploaded=old.uploaded, branched=True))


def rivals_of(bots: Sequence[str | None]) -> list[str]:
    """The bots against which a game is tried once more, by those of its seats: people are as the strongest."""
    levels = [bot for bot in bots if bot in (*LEVELS, MASTER)]
    strongest = max(levels, default=STAND_IN)
    return [bot if bot in levels else strongest for bot in bots]


def _check_table(wishes: Sequence[SeatRequest], pace: str) -> None:
    for wish in wishes:
        if wish.bot is None and wish.name is not None and not_for_people(checked_name(wish.name)):
            raise Refused(f"the name {wish.name} is reserved")
    if pace not in PACES:
        raise UserError(f"a pace is {' or '.join(PACES)}, not '{pace}'")


def _new_table(player: Player, course: Course, seats: Sequence[Seat], public: bool, pace: str) -> Table:
    now = time.time()
    return Table(new_id(), course, tuple(seats), player.id, new_secret(), public, pace, created=now, changed=now)


def _challenges(table: Table) -> list[Notice]:
    """The notice for the players who are asked to a table."""
    kept = frozenset(seat.reserved for seat in table.seats if seat.reserved is not None)
    asker = next((seat.number for seat in table.seats if seat.player == table.owner), 0)
    return [Notice("challenge", kept, asker)] if kept else []


def _seat(number: int, wish: SeatRequest, player: Player, asked: AskedPlayers | None = None) -> Seat:
    if wish.asked is not None and asked:
        id, name = asked[wish.asked]
        return Seat(number, name, invite=new_token(), reserved=id)
    if wish.bot is not None:
        return Seat(number, BOT_NAMES.get(wish.bot, wish.bot), bot=wish.bot)
    if wish.me:
        name = player.name if wish.name is None else checked_name(wish.name)
        return Seat(number, name, player.id, holders=frozenset({player.id}))
    return Seat(number, OPEN_NAME, invite=new_token())


def _again(player: Player, old: Table, unwilling: frozenset[int]) -> Table:
    """The same again. No seat is kept for those who are `unwilling` to be asked by this player."""
    moved = (*old.seats[1:], old.seats[0])
    seats = tuple(_seat_again(number, seat, player, old, unwilling) for number, seat in enumerate(moved))
    table = _new_table(player, Course(old.course.setup.anew()), seats, False, old.pace)
    table = replace(table, each=old.each, bank=old.bank, at_zero=old.at_zero)
    return replace(table, watched=old.watched, hints=old.hints, rated=old.rated, invite=new_token())


def _club_of(connection: Connection, player: Player, old: Table) -> str | None:
    """The group for which a table was made, if whoever plays on still belongs to it."""
    m = at.club_members.c
    known = select(m.club).where(m.club == old.club, m.player == player.id)
    return None if old.club is None else connection.execute(known).scalar()


def _seat_again(number: int, seat: Seat, player: Player, old: Table, unwilling: frozenset[int]) -> Seat:
    """A seat of a rematch. People who have not asked for it may come or not; a bot that stood in for one stays."""
    if seat.number in old.held_by(player):
        return Seat(number, seat.name, seat.player, holders=seat.holders)
    if seat.bot is not None:
        return Seat(number, BOT_NAMES.get(seat.bot, seat.bot), bot=seat.bot)
    if seat.player in unwilling:
        return Seat(number, OPEN_NAME, invite=new_token())
    return Seat(number, seat.name, invite=new_token(), reserved=seat.player)


def _name_of_record(name: str) -> str:
    """Names in a file may be anything, and are shown as such."""
    found = IN_FILE.fullmatch(name)
    try:
        name = checked_name(" ".join((found[1] if found else name).split())[:LONGEST_NAME])
    except Refused:
        name = "Somebody"
    return f"'{name}' (in the file)"
