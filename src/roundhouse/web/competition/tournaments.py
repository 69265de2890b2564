"""Tournaments: whoever has an account makes one, people and levels play it, and the house makes tables round by round.

Everything is written with the change that it follows from: a game's points with the move that ends it, a round with its
tables. A round begins when the one before is over; whichever server sees that first makes it, and makes it once.
"""
from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.bots.masters import MASTER
from roundhouse.games import Setup, title
from roundhouse.web.competition import results, scoring
from roundhouse.web.competition.pairing import Past, circle, in_order, pair, rounds_for_all, unmet
from roundhouse.web.competition.ratings import has_left
from roundhouse.web.competition.scoring import Line, RoundResult
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import DAY, Clock
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import LEVELS, PACES, Table
from roundhouse.web.tables.repository import new_id
from roundhouse.web.tables.seats.rated import NEEDS_ACCOUNT
from roundhouse.web.tables.services import Tables

SYSTEMS = {"swiss": "Swiss", "all": "everybody meets everybody"}
MOST_ENTRANTS, MOST_ROUNDS, MOST_OPEN, LONGEST_NAME = 96, 15, 5, 60
MOST_A_DAY = 10
"""How many tournaments one player may make: each may bring hundreds of tables that bots play by themselves."""
AT_ONCE = 20
T, E, G = at.tournaments.c, at.entrants.c, at.pairings.c


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


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a player or a bot."""

    number: int
    name: str
    player: int | None
    bot: str | None
    withdrawn: bool


@dataclass(frozen=True)
class Board:
    """A table of a round, or the byes of one: then there is no table."""

    table: str | None
    entrants: tuple[tuple[Entrant, float | None], ...]
    """In the order of the seats, each with the points; None while the game goes on."""


@dataclass(frozen=True)
class Tournament:
    """A tournament as everybody may see it."""

    id: str
    name: str
    owner: int
    owner_name: str
    game: str
    system: str
    size: int
    rounds: int
    round: int
    status: str
    """"open", "playing", "over" or "cancelled"."""
    pace: str
    each: float
    bank: float
    public: bool
    entrants: tuple[Entrant, ...]
    standings: tuple[Line, ...]
    boards: Mapping[int, tuple[Board, ...]]
    """The boards of each round, the latest round first."""

    def entrant_of(self, player: Player | None) -> Entrant | None:
        """Who somebody is here."""
        known = None if player is None or player.only is not None else player.id
        return next((one for one in self.entrants if known is not None and one.player == known), None)

    def table_of(self, entrant: Entrant | None) -> str | None:
        """The table at which somebody plays in the round that goes on; None once that game is over."""
        for board in self.boards.get(self.round, ()):
            if any(one == entrant and points is None for one, points in board.entrants):
                return board.table
        return None


class Tournaments:
    """The tournaments of this house: made, entered, begun, and gone on with as their games end."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
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
            return _told(row, _entrants(connection, id), _pairings(connection, id))

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
        """Take part, from the first round on. Forbidden for whom the owner has blocked."""
        _require_account(player)
        self._enter(id, player.name, player.id, None, None)

    def add_bot(self, player: Player, id: str, level: str) -> None:
        """Let a level take part; its owner decides that."""
        if level not in (*LEVELS, MASTER):
            raise Refused(f"a bot here is {LEVELS[0]} to {LEVELS[-1]}")
        self._enter(id, level.replace("level-", "Level "), None, level, player)

    def _enter(self, id: str, name: str, player: int | None, bot: str | None, by: Player | None) -> None:
        try:
            with self._database.writing() as connection:
                row = _locked(connection, id)
                if by is not None:
                    _require_owner(by, row)
                _require_status(row, "open", "the tournament has begun; nobody can join any more")
                if player is not None and blocks.blockers(connection, player, [row["owner"]]):
                    raise Forbidden("this tournament is not open to you")
                taken = connection.execute(select(E.number).where(E.tournament == id)).scalars().all()
                # Whoever comes and goes and comes again takes no place of another.
                free = next((number for number in range(MOST_ENTRANTS) if number not in taken), None)
                if free is None:
                    raise Refused(f"at most {MOST_ENTRANTS} can take part")
                if bot is not None:
                    name = _told_apart(connection, id, name)
                connection.execute(insert(at.entrants).values(
                    tournament=id, number=free, name=name, player=player, bot=bot, withdrawn=False
                ))
        except IntegrityError as error:
            raise Refused("you take part already") from error

    def remove_bot(self, player: Player, id: str, number: int) -> None:
        """Take a level out again, before it begins."""
        with self._database.writing() as connection:
            row = _locked(connection, id)
            _require_owner(player, row)
            _require_status(row, "open", "the tournament has begun")
            connection.execute(delete(at.entrants).where(
                E.tournament == id, E.number == number, E.player.is_(None)
            ))

    def withdraw(self, player: Player, id: str) -> None:
        """Take part no longer: in no round that is still to come."""
        with self._database.writing() as connection:
            row = _locked(connection, id)
            mine = (E.tournament == id) & (E.player == player.id)
            if player.only is not None or connection.execute(select(E.number).where(mine)).first() is None:
                raise Forbidden("you do not take part here")
            if row["status"] == "open":
                connection.execute(delete(at.entrants).where(mine))
            elif row["status"] == "playing":
                connection.execute(update(at.entrants).where(mine).values(withdrawn=True))
            else:
                raise Refused("this tournament is over")

    def cancel(self, player: Player, id: str) -> None:
        """Call it off, before it begins."""
        with self._database.writing() as connection:
            row = _locked(connection, id)
            _require_owner(player, row)
            _require_status(row, "open", "the tournament has begun")
            connection.execute(update(at.tournaments).where(T.id == id).values(status="cancelled"))

    def start(self, player: Player, id: str) -> None:
        """Begin with the first round."""
        with self._database.writing() as connection:
            row = _locked(connection, id)
            _require_owner(player, row)
            _require_status(row, "open", "the tournament has begun already")
            many = connection.execute(select(func.count()).where(E.tournament == id)).scalar_one()
            if many < max(3, row["size"]):
                came = f"{many} {'has' if many == 1 else 'have'} joined so far"
                raise Refused(f"it takes {max(3, row['size'])} to begin, and {came}")
            rounds = row["rounds"]
            if row["system"] == "all":
                rounds = min(MOST_ROUNDS, rounds_for_all(many, row["size"], *title(row["game"]).players))
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
            everybody, rows = _entrants(connection, id), _pairings(connection, id)
        active = [one for one in everybody if not one.withdrawn]
        past = _past(rows)
        to_meet = row["system"] == "all" and row["size"] > 2 and unmet([one.number for one in active], past)
        last = round >= (MOST_ROUNDS if to_meet else row["rounds"])
        over = last or len(active) < max(2, title(row["game"]).players[0])
        tables, idle = ([], []) if over else _drawn(row, everybody, rows, past, round + 1)
        made: list[Table] = []
        with self._database.writing() as connection:
            now = _locked(connection, id)
            if (now["round"], now["status"]) != (round, "playing") or _entrants(connection, id) != everybody:
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
            kept += [_pairing(row["id"], round, one, board, seat, table.id) for seat, one in enumerate(numbers)]
        bye = scoring.BYE if row["system"] == "swiss" else 0.0
        kept += [{**_pairing(row["id"], round, one, None, 0, None), "points": bye} for one in idle]
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


# ---- rows ------------------------------------------------------------------------------------------------------------


def _drawn(
    row: RowMapping, everybody: Sequence[Entrant], rows: Sequence[Any], past: Past, round: int
) -> tuple[list[list[int]], list[int]]:
    """The tables of a round, in the order of their seats, and who has a bye."""
    active = {one.number for one in everybody if not one.withdrawn}
    if row["system"] == "all" and row["size"] == 2:
        pairs = [[one for one in two if one in active] for two in circle([one.number for one in everybody], round)]
        tables = [in_order(two, past) for two in pairs if len(two) == 2]
        return tables, [two[0] for two in pairs if len(two) == 1]
    lines = scoring.standings(sorted(active), _played(rows))
    points = {line.entrant: line.points for line in lines} if row["system"] == "swiss" else {}
    shape = (row["size"], *title(row["game"]).players)
    return pair([line.entrant for line in lines], points, past, shape, f"{row['id']} {round}")


def _pairing(id: str, round: int, entrant: int, board: int | None, seat: int, table: str | None) -> dict[str, Any]:
    return {"tournament": id, "round": round, "entrant": entrant, "board": board, "seat": seat, "table": table,
            "points": None, "share": 0.0, "part": 0.0}


def _locked(connection: Connection, id: str) -> RowMapping:
    row = connection.execute(select(at.tournaments).where(T.id == id).with_for_update()).mappings().one_or_none()
    if row is None:
        raise NotFound("there is no such tournament")
    return row


def _entrants(connection: Connection, id: str) -> list[Entrant]:
    """The entrants of a tournament, under the names that people have now."""
    p = at.players.c
    asked = select(E.number, func.coalesce(p.name, E.name).label("name"), E.player, E.bot, E.withdrawn)
    joined = at.entrants.outerjoin(at.players, p.id == E.player)
    rows = connection.execute(asked.select_from(joined).where(E.tournament == id).order_by(E.number))
    return [Entrant(**row) for row in rows.mappings()]


def _told_apart(connection: Connection, id: str, name: str) -> str:
    """The name of a bot, with a number where others of its level take part."""
    known = set(connection.execute(select(E.name).where(E.tournament == id, E.bot.is_not(None))).scalars())
    numbered = (name if n == 1 else f"{name} no. {n}" for n in range(1, MOST_ENTRANTS + 1))
    return next(one for one in numbered if one not in known)


def _pairings(connection: Connection, id: str) -> Sequence[Any]:
    order = (G.round, G.board, G.seat, G.entrant)
    return connection.execute(select(at.pairings).where(G.tournament == id).order_by(*order)).all()


def _played(rows: Sequence[Any]) -> list[RoundResult]:
    return [RoundResult(row.round, row.entrant, row.board, row.points, row.share, row.part) for row in rows]


def _past(rows: Sequence[Any]) -> Past:
    past = Past()
    tables: dict[str, list[int]] = {}
    for row in rows:
        if row.table is None:
            past.byes[row.entrant] += 1
        else:
            tables.setdefault(row.table, []).append(row.entrant)
    for table in tables.values():
        past.add(table)
    return past


def _told(row: RowMapping, entrants: Sequence[Entrant], rows: Sequence[Any]) -> Tournament:
    known = {one.number: one for one in entrants}
    rows = [one for one in rows if one.entrant in known]
    boards: dict[int, dict[str | None, list[tuple[Entrant, float | None]]]] = {}
    for one in reversed(rows):
        boards.setdefault(one.round, {}).setdefault(one.table, []).insert(0, (known[one.entrant], one.points))
    told = {
        round: tuple(Board(table, tuple(sitting)) for table, sitting in reversed(tables.items()))
        for round, tables in boards.items()
    }
    same = ("id", "name", "owner", "owner_name", "game", "system", "size", "rounds", "round", "status", "pace", "each",
            "bank", "public")
    lines = scoring.standings(known, _played(rows))
    facts = {name: row[name] for name in same}
    return Tournament(**facts, entrants=tuple(entrants), standings=tuple(lines), boards=told)


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


def _require_owner(player: Player, row: RowMapping) -> None:
    if player.only is not None or player.id != row["owner"]:
        raise Forbidden("only the owner of the tournament decides this")


def _require_status(row: RowMapping, status: str, why: str) -> None:
    if row["status"] != status:
        raise Refused(why)
