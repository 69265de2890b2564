"""The explorer: finding games again among all that everybody may see. Each question is one statement, by index."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, literal, select, tuple_, union_all

from roundhouse.web.competition.explorer.exploring import COMMON
from roundhouse.web.competition.explorer.sketches import alike, keys
from roundhouse.web.competition.history import PLACE, Opponent
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

ON_A_PAGE = 25
BRANCHES = 30
CANDIDATES = 150
"""How many positions are looked at for each part of a sketch."""
MOST_ALIKE = 12
LEAST_ALIKE = 0.55
SURE = 1.96
"""The half width of a chance's range, in standard deviations: 19 of 20 true chances are in theirs."""
E, N, R, P, T = at.explored.c, at.openings.c, at.results.c, at.players.c, at.tables.c
G, U, L = at.opening_games.c, at.rule_games.c, at.likenesses.c


@dataclass(frozen=True)
class GameQuery:
    """Which games are asked for."""

    player: int = 0
    game: str = ""
    edition: str = ""
    seats: int = 0
    shortest: int = 0
    """Steps, at least; and at most, 0 for any."""
    longest: int = 0
    least: int | None = None
    """What the highest score is at least."""
    rule: str = ""
    """One that came up; it needs the game, too."""
    opening: int = 0
    """The number of a place in the tree of openings."""
    after: str = ""
    """Where the page begins."""


@dataclass(frozen=True)
class SeatResult:
    """A seat of a game that was found."""

    who: Opponent
    place: int
    score: int


@dataclass(frozen=True)
class FoundGame:
    """A game that was found."""

    table: str
    game: str
    edition: str
    steps: int
    rated: bool
    ended: float
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True)
class FoundPage:
    """Games, the latest first."""

    games: tuple[FoundGame, ...]
    further: str = ""


@dataclass(frozen=True)
class Branch:
    """A move in the tree of openings, and what came of it."""

    id: int
    line: str
    by: int
    games: int
    share: float
    """The mean share of the win for the seat that moved."""
    score: float

    @property
    def doubt(self) -> float:
        """By how much the share may be off, for so few games (Wilson's interval, half of its width)."""
        n, p = self.games, self.share
        return SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)


@dataclass(frozen=True)
class Tree:
    """A place in the tree of openings: how one comes there, and how it went on."""

    game: str
    edition: str
    seats: int
    games: int
    path: tuple[Branch, ...]
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Beginning:
    """Where the tree of an edition with so many players begins."""

    id: int
    edition: str
    seats: int
    games: int


@dataclass(frozen=True)
class RuleCount:
    """A rule, with the number and the part of all games in which it came up."""

    rule: str
    games: int
    part: float

    @property
    def listed(self) -> bool:
        """Whether it is known in which games: not of what comes up in most."""
        return self.part <= COMMON


@dataclass(frozen=True)
class Likeness:
    """A position of another game that is like the one asked for."""

    table: str
    step: int
    steps: int
    alike: float
    ended: float


class Explorer:
    """What can be asked of all games that everybody may see."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, wanted: GameQuery) -> FoundPage:
        """The games that fit, a page of them. Who wishes to be private is found by nobody."""
        with self._database.reading() as connection:
            rows = connection.execute(question(wanted).limit(ON_A_PAGE + 1)).all()
            shown = rows[:ON_A_PAGE]
            seats = _seats(connection, [row.table for row in shown])
        games = tuple(
            FoundGame(
                row.table, row.game, row.edition, row.steps, row.rated, row.ended, tuple(seats.get(row.table, ()))
            )
            for row in shown
        )
        return FoundPage(games, f"{shown[-1].ended}_{shown[-1].table}" if len(rows) > ON_A_PAGE else "")

    def beginnings(self, game: str) -> list[Beginning]:
        """Where the trees of a title begin, those with the most games first."""
        asked = select(N.id, N.edition, N.seats, N.games).where(N.parent == 0, N.game == game)
        with self._database.glance() as connection:
            rows = connection.execute(asked.order_by(N.games.desc(), N.edition, N.seats)).all()
        return [Beginning(*row) for row in rows]

    def tree(self, id: int) -> Tree | None:
        """A place in the tree of openings; None where there is none."""
        with self._database.reading() as connection:
            path = connection.execute(_up_from(id)).all()
            if not path:
                return None
            asked = select(at.openings).where(N.parent == id).order_by(N.games.desc(), N.line).limit(BRANCHES)
            below = connection.execute(asked).all()
        here = path[0]
        return Tree(
            here.game, here.edition, here.seats, here.games,
            tuple(_branch(row) for row in reversed(path) if row.parent), tuple(map(_branch, below)),
        )

    def rules(self, game: str) -> list[RuleCount]:
        """How often each rule of a title came up, the rarest first."""
        c = at.rule_counts.c
        with self._database.glance() as connection:
            rows = connection.execute(select(c.rule, c.games).where(c.game == game)).all()
        all_games = next((row.games for row in rows if row.rule == ""), 0)
        found = [RuleCount(row.rule, row.games, row.games / all_games) for row in rows if row.rule and all_games]
        return sorted(found, key=lambda one: (one.games, one.rule))

    def like(self, game: str, seats: int, sketch: int, but: str) -> list[Likeness]:
        """Positions like the one with that sketch in other games than the table `but`, the likest first, one of each
        game."""
        with self._database.reading() as connection:
            rows = connection.execute(_candidates(game, seats, sketch, but)).all()
        best: dict[str, Likeness] = {}
        for row in rows:
            one = Likeness(row.table, row.step, row.steps, alike(sketch, int(row.sketch, 16)), row.ended)
            if one.alike >= LEAST_ALIKE and (row.table not in best or best[row.table].alike < one.alike):
                best[row.table] = one
        return sorted(best.values(), key=lambda one: (-one.alike, -one.ended, one.table))[:MOST_ALIKE]


def question(wanted: GameQuery) -> Select[Any]:
    """The statement that finds games: it begins where the least of them are, and goes from the latest on."""
    shown = E.table, E.game, E.edition, E.steps, E.rated, E.ended
    asked: Select[Any] = select(*shown).join(at.tables, and_(T.id == E.table, ~T.hidden))
    ended: ColumnElement[float] = E.ended
    table: ColumnElement[str] = E.table
    if wanted.player:
        asked = asked.join(at.results, and_(R.table == E.table, R.player == wanted.player, R.open))
        asked = asked.join(at.players, and_(P.id == R.player, ~P.private))
        ended, table = R.ended, R.table
    if wanted.opening:
        asked = asked.join(at.opening_games, and_(G.table == E.table, G.opening == wanted.opening))
        ended, table = (ended, table) if wanted.player else (G.ended, G.table)
    if wanted.rule and wanted.game:
        here = and_(U.table == E.table, U.ended == E.ended, U.game == wanted.game, U.rule == wanted.rule)
        asked = asked.join(at.rule_games, here)
        ended, table = (ended, table) if wanted.player or wanted.opening else (U.ended, U.table)
    for column, said in ((E.game, wanted.game), (E.edition, wanted.edition), (E.seats, wanted.seats)):
        asked = asked.where(column == said) if said else asked
    asked = asked.where(E.steps >= wanted.shortest) if wanted.shortest else asked
    asked = asked.where(E.steps <= wanted.longest) if wanted.longest else asked
    asked = asked if wanted.least is None else asked.where(E.best >= wanted.least)
    if wanted.after:
        found = PLACE.fullmatch(wanted.after)
        if found is None:
            raise Refused("this link leads to no place in the list")
        asked = asked.where(tuple_(ended, table) < tuple_(float(found[1]), found[2]))
    return asked.order_by(ended.desc(), table.desc())


def _seats(connection: Connection, tables: Sequence[str]) -> dict[str, list[SeatResult]]:
    if not tables:
        return {}
    s = at.seats.c
    asked = select(s.table, s.name, R.player, R.bot, R.place, R.score).join(
        at.results, and_(R.table == s.table, R.seat == s.number)
    )
    found: dict[str, list[SeatResult]] = {}
    for row in connection.execute(asked.where(s.table.in_(tables)).order_by(s.table, R.place, s.number)):
        one = SeatResult(Opponent(row.name, row.player, row.bot), row.place, row.score)
        found.setdefault(row.table, []).append(one)
    return found


def _up_from(id: int) -> Select[Any]:
    """A place in the tree and all above it, the lowest first."""
    up = select(at.openings, literal(0).label("height")).where(N.id == id).cte("up", recursive=True)
    above = at.openings.alias("above")
    up = up.union_all(select(above, up.c.height + 1).where(above.c.id == up.c.parent))
    return select(up).order_by(up.c.height)


def _candidates(game: str, seats: int, sketch: int, but: str) -> Select[Any]:
    """Positions that share a part of the sketch, some of each."""
    parts = []
    for name, key in keys(game, seats, sketch).items():
        here = and_(L[name] == key, L.table != but)
        parts.append(select(select(L.table, L.step, L.sketch).where(here).limit(CANDIDATES).subquery()))
    found = union_all(*parts).subquery()
    told = select(found.c.table, found.c.step, found.c.sketch, E.steps, E.ended)
    same = and_(E.table == found.c.table, E.game == game, E.seats == seats)
    return told.join(at.explored, same).join(at.tables, and_(T.id == E.table, ~T.hidden))


def _branch(row: Any) -> Branch:
    return Branch(row.id, row.line, row.by, row.games, row.share / row.games, row.score / row.games)
