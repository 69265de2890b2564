"""Tournaments: whoever has an account makes one, people and levels play it, and the house makes tables round by round.

Everything is written with the change that it follows from: a game's points with the move that ends it, a round with its
tables. A round begins when the one before is over; whichever server sees that first makes it, and makes it once.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, or_, select, update

from roundhouse.bots.masters import MASTER
from roundhouse.games import Setup, title
from roundhouse.web.competition import results, scoring
from roundhouse.web.competition.ratings import has_left
from roundhouse.web.competition.tournaments.pairing import Past, circle, in_order, pair, rounds_for_all, unmet
from roundhouse.web.competition.tournaments.rights import TournamentAction as A
from roundhouse.web.competition.tournaments.rights import TournamentRole, allowed, require
from roundhouse.web.competition.tournaments.rights import TournamentRole as R
from roundhouse.web.competition.tournaments.rows import (
    MOST_ENTRANTS,
    E,
    Entrant,
    G,
    T,
    Tournament,
    entrants_of,
    locked,
    name_apart,
    pairing_row,
    pairings_of,
    past_of,
    played,
    tournament_of,
)
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.people.programs.accounts import require_keeper
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import DAY, Clock
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import AWAY_SECONDS, LEVELS, PACES, Table
from roundhouse.web.tables.repository import new_id
from roundhouse.web.tables.seats.rated import NEEDS_ACCOUNT, require_minds_apart
from roundhouse.web.tables.services import Tables

SYSTEMS = {"swiss": "Swiss", "all": "everybody meets everybody"}
MOST_ROUNDS, MOST_OPEN, LONGEST_NAME = 15, 5, 60
MOST_A_DAY = 10
"""How many tournaments one player may make: each may bring hundreds of tables that bots play by themselves."""
AT_ONCE = 20


@dataclass(frozen=True)
class Plan:
    """What is decided when a tournament is made."""

    name: str
    game: str
    system: str
    size: int
    rounds: int
    """The number of rounds of a Swiss; where all meet all it follows from the number of entrants."""
    pace: str
    clock: Clock
    public: bool = True


def tell_nobody(connection: Connection, player: int, tournament: str) -> None:
    """In a house that sends nothing to anybody."""


class Tournaments:
    """The tournaments of this house: made, entered, begun, and gone on with as their games end."""

    def __init__(self, tables: Tables, tell_absent: Callable[[Connection, int, str], None] = tell_nobody) -> None:
        """`tell_absent` lets a player know that they have been withdrawn from a tournament."""
        self._tables, self._tell_absent = tables, tell_absent
        self._database = tables.repository.database
        self._quarantine = Quarantine("tournaments")

    # ---- looking -----------------------------------------------------------------------------------------------------

    def find(self, id: str) -> Tournament:
        """A tournament with its standings and all its rounds."""
        with self._database.reading() as connection:
            row = connection.execute(
                select(at.tournaments, at.players.c.name.label("owner_name"))
                .join_from(at.tournaments, at.players, at.players.c.id == T.owner).where(T.id == id)
            ).mappings().one_or_none()
            if row is None:
                raise NotFound("there is no such tournament")
            return tournament_of(row, entrants_of(connection, id), pairings_of(connection, id))

    def of_table(self, table: str) -> tuple[str, str, int] | None:
        """The tournament for which the house made a table: its address and name, and the round; None for any other."""
        asked = select(T.id, T.name, G.round).join_from(at.pairings, at.tournaments, T.id == G.tournament)
        with self._database.glance() as connection:
            row = connection.execute(asked.where(G.table == table).limit(1)).first()
        return None if row is None else (row.id, row.name, row.round)

    def listed(self, player: Player | None, most: int = 50) -> list[RowMapping]:
        """Public ones and those of the player, the latest first."""
        mine = select(E.tournament).where(E.player == (0 if player is None or player.only is not None else player.id))
        asked = select(T.id, T.name, T.game, T.status, T.round, T.rounds, T.created).where(
            or_(T.public, T.id.in_(mine)), T.status != "cancelled"
        )
        with self._database.glance() as connection:
            return list(connection.execute(asked.order_by(T.created.desc(), T.id).limit(most)).mappings())

    # ---- before it begins --------------------------------------------------------------------------------------------

    def create(self, player: Player, plan: Plan) -> str:
        """A new tournament, open to all who have its address; its number of players is open, too. Its address."""
        _require_account(player)
        _check(plan)
        with self._database.writing() as connection:
            many = select(func.count()).where(T.owner == player.id, T.status.in_(("open", "playing")))
            if connection.execute(many).scalar_one() >= MOST_OPEN:
                raise Refused(f"you run {MOST_OPEN} tournaments already, which is the most at once")
            lately = select(func.count()).where(T.owner == player.id, T.created > time.time() - DAY)
            if connection.execute(lately).scalar_one() >= MOST_A_DAY:
                raise Refused(f"you can make {MOST_A_DAY} tournaments a day at most")
            id = new_id()
            connection.execute(insert(at.tournaments).values(
                id=id, name=plan.name.strip(), owner=player.id, game=plan.game, system=plan.system, size=plan.size,
                rounds=plan.rounds, round=0, status="open", pace=plan.pace, each=plan.clock.each, bank=plan.clock.bank,
                public=plan.public, created=time.time(),
            ))
        return id

    def join(self, player: Player, id: str) -> None:
        """Take part, from the first round on; or come back, after the owner has withdrawn one as absent. Forbidden for
        whom the owner has blocked."""
        _require_account(player)
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.JOIN, roles, row["status"])
            if R.ABSENT in roles:
                mine = (E.tournament == id) & (E.player == player.id)
                connection.execute(update(at.entrants).where(mine).values(withdrawn=False, absent=False))
            else:
                _require_welcome(connection, row, player.id)
                _enter(connection, id, player.name, player.id, None)

    def enter_bot(self, player: Player, id: str, bot: int) -> None:
        """Have a bot take part that the player keeps, or come back. It plays when its program hears of its games."""
        require_keeper(player)
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.ENTER_BOT, roles, row["status"])
            p = at.players.c
            kept = select(p.name).where(p.id == bot, p.keeper == player.id, p.deleted.is_(None))
            name = connection.execute(kept).scalar()
            if name is None:
                raise NotFound("you keep no such bot")
            back = (E.tournament == id) & (E.player == bot) & E.absent
            if connection.execute(update(at.entrants).where(back).values(withdrawn=False, absent=False)).rowcount:
                return
            if row["status"] != "open":
                raise Refused("the tournament has begun; nobody can join any more")
            _require_welcome(connection, row, player.id, bot)
            _enter(connection, id, name, bot, None)

    def add_bot(self, player: Player, id: str, level: str) -> None:
        """Let a level take part; its owner decides that."""
        if level not in (*LEVELS, MASTER):
            raise Refused(f"a bot here is {LEVELS[0]} to {LEVELS[-1]}")
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.ADD_LEVEL, roles, row["status"])
            _enter(connection, id, name_apart(connection, id, level.replace("level-", "Level ")), None, level)

    def remove_bot(self, player: Player, id: str, number: int) -> None:
        """Take a level out again, or somebody's bot, before it begins."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.TAKE_OUT_BOT, roles, row["status"])
            bots = select(at.players.c.id).where(at.players.c.keeper.is_not(None))
            connection.execute(delete(at.entrants).where(
                E.tournament == id, E.number == number, or_(E.player.is_(None), E.player.in_(bots))
            ))

    def withdraw(self, player: Player, id: str) -> None:
        """Take part no longer: in no round that is still to come."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.WITHDRAW, roles, row["status"])
            _withdraw(connection, row, E.player == player.id)

    def withdraw_bot(self, player: Player, id: str, number: int) -> None:
        """The same for a bot that the player keeps."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.WITHDRAW_BOT, roles, row["status"])
            mine = select(at.players.c.id).where(at.players.c.keeper == player.id)
            _withdraw(connection, row, (E.number == number) & E.player.in_(mine))

    def withdraw_absent(self, player: Player, id: str, number: int) -> None:
        """Withdraw somebody who is not here, until they come back: they are told. Refused for whoever is here."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.WITHDRAW_ABSENT, roles, row["status"])
            one = next((one for one in entrants_of(connection, id) if one.number == number), None)
            if one is None or one.player is None or one.withdrawn:
                raise NotFound("nobody of that number takes part")
            if not _is_away(one, row["pace"]):
                raise Refused(f"{one.name} was here a short time ago; they can be withdrawn when they stay away")
            if row["pace"] == "days" and self._tables.repository.resting(connection, {one.player}):
                raise Refused(f"{one.name} is on holiday")
            whom = (E.tournament == id) & (E.number == number)
            connection.execute(update(at.entrants).where(whom).values(withdrawn=True, absent=True))
            self._tell_absent(connection, one.player, id)

    def bots_to_enter(self, player: Player | None, found: Tournament) -> list[tuple[int, str]]:
        """The bots of a player that could take part, by number and name."""
        if player is None or player.guest or player.only is not None or found.status != "open":
            return []
        p, here = at.players.c, [one.player for one in found.entrants if one.player is not None]
        kept = select(p.id, p.name).where(p.keeper == player.id, p.deleted.is_(None), p.id.not_in(here))
        with self._database.glance() as connection:
            return [(row.id, row.name) for row in connection.execute(kept.order_by(p.id))]

    def cancel(self, player: Player, id: str) -> None:
        """Call it off, before it begins."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.CANCEL, roles, row["status"])
            connection.execute(update(at.tournaments).where(T.id == id).values(status="cancelled"))

    def start(self, player: Player, id: str) -> None:
        """Begin with the first round."""
        with self._database.writing() as connection:
            row, roles = _asked(connection, id, player)
            require(A.START, roles, row["status"])
            everybody = entrants_of(connection, id)
            many = sum(not one.withdrawn for one in everybody)
            if many < max(3, row["size"]):
                came = f"{many} {'has' if many == 1 else 'have'} joined so far"
                raise Refused(f"it takes {max(3, row['size'])} to begin, and {came}")
            rounds = row["rounds"]
            if row["system"] == "all":
                rounds = min(MOST_ROUNDS, rounds_for_all(len(everybody), row["size"], *title(row["game"]).players))
            connection.execute(update(at.tournaments).where(T.id == id).values(status="playing", rounds=rounds))
        self.go_on()

    # ---- round by round ----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Begin every round that can begin, and end every tournament that is over: a duty of the scheduler. One that
        can't go on, since its game is not installed for one, keeps no other waiting."""
        left_out = self._quarantine.ids()
        unfinished = select(G.tournament).where(G.tournament == T.id, G.round == T.round, G.points.is_(None)).exists()
        with self._database.reading() as connection:
            ready = connection.execute(
                select(T.id, T.round).where(T.status == "playing", ~unfinished, T.id.not_in(left_out)).limit(AT_ONCE)
            ).all()
        for row in ready:
            with self._quarantine.attempt(row.id):
                self._next(row.id, row.round)

    def _next(self, id: str, round: int) -> None:
        """The next round of a tournament, or its end. Who plays whom is worked out before anything is locked."""
        with self._database.reading() as connection:
            row = connection.execute(select(at.tournaments).where(T.id == id)).mappings().one()
            everybody, rows = entrants_of(connection, id), pairings_of(connection, id)
        active = [one for one in everybody if not one.withdrawn]
        past = past_of(rows)
        to_meet = row["system"] == "all" and row["size"] > 2 and unmet([one.number for one in active], past)
        last = round >= (MOST_ROUNDS if to_meet else row["rounds"])
        over = last or len(active) < max(2, title(row["game"]).players[0])
        tables, idle = ([], []) if over else _drawn(row, everybody, rows, past, round + 1)
        made: list[Table] = []
        with self._database.writing() as connection:
            now = locked(connection, id)
            if (now["round"], now["status"]) != (round, "playing") or entrants_of(connection, id) != everybody:
                return      # another server was first, or somebody has withdrawn: the next look sees to it
            if over:
                values: dict[str, Any] = {"status": "over", "ended": time.time(), "rounds": round}
            else:
                made = self._make(connection, row, everybody, round + 1, tables, idle)
                values = {"round": round + 1, "rounds": max(row["rounds"], round + 1)}
            connection.execute(update(at.tournaments).where(T.id == id).values(values))
        for table in made:
            self._tables.repository.tell(table)

    def _make(
        self, connection: Connection, row: RowMapping, everybody: Sequence[Entrant], round: int,
        tables: Sequence[Sequence[int]], idle: Sequence[int],
    ) -> list[Table]:
        known = {one.number: one for one in everybody}
        made, kept = [], []
        for board, numbers in enumerate(tables):
            table = self._table(connection, row, [known[number] for number in numbers])
            made.append(table)
            kept += [pairing_row(row["id"], round, one, board, seat, table.id) for seat, one in enumerate(numbers)]
        bye = scoring.BYE if row["system"] == "swiss" else 0.0
        kept += [{**pairing_row(row["id"], round, one, None, 0, None), "points": bye} for one in idle]
        connection.execute(insert(at.pairings), kept)
        return made

    def _table(self, connection: Connection, row: RowMapping, sitting: Sequence[Entrant]) -> Table:
        """A rated table with everybody on their seat, its clock running."""
        clock = Clock(row["each"], row["bank"], "bot")
        chairs = [(one.name, one.player, one.bot) for one in sitting]
        setup = Setup.of(row["game"], len(sitting))
        table = self._tables.creation.seated(row["owner"], setup, chairs, row["pace"], clock)
        return self._tables.repository.insert(connection, table, [Notice("round", table.people(), -1)])


def observe(
    connection: Connection, before: Table | None, after: Table, notices: Sequence[Notice], now: float
) -> None:
    """The points of a tournament's table whose game has ended: an observer of the tables."""
    if before is None or before.status == after.status or after.status not in ("over", "closed") or not after.rated:
        return
    rows = connection.execute(select(G.tournament, G.seat).where(G.table == after.id)).all()
    if not rows:
        return
    result, seats = after.result, len(after.seats)
    if result is None:
        points, shares, parts = [0.5] * seats, [0.0] * seats, [0.0] * seats
    else:
        told = results.rows_of(after, now)
        places = [row["place"] + seats * has_left(seat) for row, seat in zip(told, after.seats)]
        points, best = scoring.table_points(places), max(1, *result.scores)
        shares = [0.0 if has_left(seat) else row["share"] for row, seat in zip(told, after.seats)]
        parts = [max(0, score) / best for score in result.scores]
    for seat in range(seats):
        values = {"points": points[seat], "share": shares[seat], "part": parts[seat]}
        connection.execute(update(at.pairings).where(G.table == after.id, G.seat == seat).values(values))


def _drawn(
    row: RowMapping, everybody: Sequence[Entrant], rows: Sequence[Any], past: Past, round: int
) -> tuple[list[list[int]], list[int]]:
    """The tables of a round, in the order of their seats, and who has a bye."""
    active = {one.number for one in everybody if not one.withdrawn}
    if row["system"] == "all" and row["size"] == 2:
        pairs = [[one for one in two if one in active] for two in circle([one.number for one in everybody], round)]
        tables = [in_order(two, past) for two in pairs if len(two) == 2]
        return tables, [two[0] for two in pairs if len(two) == 1]
    lines = scoring.standings(sorted(active), played(rows))
    points = {line.entrant: line.points for line in lines} if row["system"] == "swiss" else {}
    shape = (row["size"], *title(row["game"]).players)
    return pair([line.entrant for line in lines], points, past, shape, f"{row['id']} {round}")


def absent(player: Player | None, found: Tournament) -> frozenset[int]:
    """The numbers of those whom a player may withdraw since they are not here; of none, but for the owner."""
    own = player is not None and player.only is None and player.id == found.owner
    roles = frozenset({R.OWNER} if own else ())
    if not allowed(A.WITHDRAW_ABSENT, roles, found.status):
        return frozenset()
    return frozenset(one.number for one in found.entrants if not one.withdrawn and _is_away(one, found.pace))


def _is_away(one: Entrant, pace: str) -> bool:
    """Whether a player has not been here for as long as it takes at a table until a bot may play for them."""
    return one.seen is not None and one.seen < time.time() - AWAY_SECONDS.get(pace, AWAY_SECONDS["days"])


# ---- who takes part --------------------------------------------------------------------------------------------------


def _asked(
    connection: Connection, id: str, player: Player
) -> tuple[RowMapping, frozenset[TournamentRole]]:
    """A tournament, and what the player is to it."""
    row = locked(connection, id)
    if player.only is not None or player.guest or player.program:
        return row, frozenset()
    roles = {R.ACCOUNT} | ({R.OWNER} if row["owner"] == player.id else set())
    p = at.players.c
    asked = select(E.player, E.absent, E.withdrawn).join_from(at.entrants, at.players, p.id == E.player)
    mine = or_(E.player == player.id, p.keeper == player.id)
    for one in connection.execute(asked.where(E.tournament == id, mine)):
        if one.player != player.id:
            roles.add(R.KEEPER)
        elif one.absent:
            roles.add(R.ABSENT)
        elif not one.withdrawn or row["status"] != "playing":
            roles.add(R.ENTRANT)
    return row, frozenset(roles)


def _enter(connection: Connection, id: str, name: str, player: int | None, bot: str | None) -> None:
    rows = connection.execute(select(E.number, E.player).where(E.tournament == id)).all()
    taken, people = {row.number for row in rows}, {row.player for row in rows if row.player is not None}
    if player is not None and player in people:
        raise Refused("you take part already" if bot is None else "it takes part already")
    # Whoever comes and goes and comes again takes no place of another.
    free = next((number for number in range(MOST_ENTRANTS) if number not in taken), None)
    if free is None:
        raise Refused(f"at most {MOST_ENTRANTS} can take part")
    if player is not None:
        require_minds_apart(connection, people | {player})
    connection.execute(insert(at.entrants).values(
        tournament=id, number=free, name=name, player=player, bot=bot, withdrawn=False
    ))


def _require_welcome(connection: Connection, row: RowMapping, *who: int) -> None:
    """Forbidden where the owner has blocked one of these."""
    if any(blocks.blockers(connection, one, [row["owner"]]) for one in who):
        raise Forbidden("this tournament is not open to you")


def _withdraw(connection: Connection, row: RowMapping, whom: ColumnElement[bool]) -> None:
    """Before it begins as if they had never come, and later from the rounds to come."""
    here = (E.tournament == row["id"]) & whom
    if row["status"] == "open":
        connection.execute(delete(at.entrants).where(here))
    else:
        connection.execute(update(at.entrants).where(here).values(withdrawn=True, absent=False))


# ---- who may ---------------------------------------------------------------------------------------------------------


def _check(plan: Plan) -> None:
    """Refused, in words, for what can't be played."""
    least, most = title(plan.game).players
    if not 0 < len(plan.name.strip()) <= LONGEST_NAME or not plan.name.isprintable():
        raise Refused(f"the name of a tournament has 1 to {LONGEST_NAME} letters")
    if plan.system not in SYSTEMS:
        raise Refused(f"a tournament is {' or '.join(SYSTEMS)}")
    if not least <= plan.size <= most:
        raise Refused(f"a table of {title(plan.game).title} has {least} to {most} players")
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise Refused(f"a tournament has 1 to {MOST_ROUNDS} rounds")
    if plan.pace not in PACES:
        raise Refused(f"a pace is {' or '.join(PACES)}")


def _require_account(player: Player) -> None:
    require_self(player)
    if player.guest:
        raise Refused(NEEDS_ACCOUNT.replace("this table counts", "a tournament counts"))
