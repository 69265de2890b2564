"""The rows of tournaments: who takes part, who plays whom in which round; and a tournament as everybody may see it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, func, select

from roundhouse.web.competition import scoring
from roundhouse.web.competition.scoring import Line, RoundResult
from roundhouse.web.competition.tournaments.pairing import Past
from roundhouse.web.errors import NotFound
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at

MOST_ENTRANTS = 96
T, E, G = at.tournaments.c, at.entrants.c, at.pairings.c


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a player or a bot."""

    number: int
    name: str
    player: int | None
    bot: str | None
    withdrawn: bool
    absent: bool = False
    """Whether the owner has withdrawn them, since they were not here: they come back when they wish."""
    keeper: int | None = None
    """Whose program a bot is that takes part as a player."""
    seen: float | None = field(default=None, compare=False)
    """When a player was here last."""


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


def pairing_row(id: str, round: int, entrant: int, board: int | None, seat: int, table: str | None) -> dict[str, Any]:
    """A seat of an entrant in a round, or a bye, before it has points."""
    return {"tournament": id, "round": round, "entrant": entrant, "board": board, "seat": seat, "table": table,
            "points": None, "share": 0.0, "part": 0.0}


def locked(connection: Connection, id: str) -> RowMapping:
    """A tournament that nobody else can change until the transaction ends."""
    row = connection.execute(select(at.tournaments).where(T.id == id).with_for_update()).mappings().one_or_none()
    if row is None:
        raise NotFound("there is no such tournament")
    return row


def entrants_of(connection: Connection, id: str) -> list[Entrant]:
    """The entrants of a tournament, under the names that people have now."""
    p = at.players.c
    name = func.coalesce(p.name, E.name).label("name")
    asked = select(E.number, name, E.player, E.bot, E.withdrawn, E.absent, p.keeper, p.seen)
    joined = at.entrants.outerjoin(at.players, p.id == E.player)
    rows = connection.execute(asked.select_from(joined).where(E.tournament == id).order_by(E.number))
    return [Entrant(**row) for row in rows.mappings()]


def name_apart(connection: Connection, id: str, name: str) -> str:
    """The name of a bot, with a number where others of its level take part."""
    known = set(connection.execute(select(E.name).where(E.tournament == id, E.bot.is_not(None))).scalars())
    numbered = (name if n == 1 else f"{name} no. {n}" for n in range(1, MOST_ENTRANTS + 1))
    return next(one for one in numbered if one not in known)


def pairings_of(connection: Connection, id: str) -> Sequence[Any]:
    """All rounds of a tournament: each with its tables in their order, each with its seats."""
    order = (G.round, G.board, G.seat, G.entrant)
    return connection.execute(select(at.pairings).where(G.tournament == id).order_by(*order)).all()


def played(rows: Sequence[Any]) -> list[RoundResult]:
    """The rows of rounds as standings are summed up from them."""
    return [RoundResult(row.round, row.entrant, row.board, row.points, row.share, row.part) for row in rows]


def past_of(rows: Sequence[Any]) -> Past:
    """Who has met whom, sat where and had a bye."""
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


def tournament_of(row: RowMapping, entrants: Sequence[Entrant], rows: Sequence[Any]) -> Tournament:
    """A tournament from its rows."""
    known = {one.number: one for one in entrants}
    rows = [one for one in rows if one.entrant in known]
    boards: dict[int, dict[str | None, list[tuple[Entrant, float | None]]]] = {}
    for one in reversed(rows):
        boards.setdefault(one.round, {}).setdefault(one.table, []).insert(0, (known[one.entrant], one.points))
    by_round = {
        round: tuple(Board(table, tuple(sitting)) for table, sitting in reversed(tables.items()))
        for round, tables in boards.items()
    }
    same = ("id", "name", "owner", "owner_name", "game", "system", "size", "rounds", "round", "status", "pace", "each",
            "bank", "public")
    lines = scoring.standings(known, played(rows))
    facts = {name: row[name] for name in same}
    return Tournament(**facts, entrants=tuple(entrants), standings=tuple(lines), boards=by_round)
