"""What reviews found of each player's own moves, kept so that all of a player's games are seen together."""
from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from sqlalchemy import and_, delete, func, insert, select

from roundhouse.bots.mistakes import COSTLY, GameReview, Mistake
from roundhouse.games import titles
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import TableRepository

PHASES = ("the first third", "the second third", "the last third")
"""The parts of a game, by its steps."""
BID = re.compile(r"bid (\d+)")
SEEN_TOGETHER = 500
"""How many of the latest reviewed games are seen together."""
ALIKE = 2.5
"""The most by which the sure worth of people of the same rating differs, on openskill's scale: 100 points."""
T, R = at.studies.c, at.results.c


@dataclass(frozen=True)
class Phase:
    """Moves of a part of the game."""

    name: str
    moves: int = 0
    good: int = 0
    """Those that cost less of the chance than anybody could see."""
    lost: float = 0.0
    """Chances to win that were lost, all together."""

    @property
    def accuracy(self) -> float:
        """The part that was good; 0 without any."""
        return self.good / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Auctions:
    """Bids that were mistakes."""

    over: int = 0
    """Bids for which a lower one would have been better,"""
    money: int = 0
    """by so much together,"""
    over_cost: float = 0.0
    """and what that cost of chances to win, together."""
    stayed: int = 0
    """Bids where a pass would have been better."""
    stayed_cost: float = 0.0
    under: int = 0
    """Too low a bid, or a pass where a bid would have been better."""
    under_cost: float = 0.0

    @property
    def any(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.over or self.stayed or self.under)


@dataclass(frozen=True)
class TitleStudy:
    """All reviewed games of a title."""

    game: str
    games: int
    phases: tuple[Phase, ...]
    auctions: Auctions
    themes: tuple[tuple[str, int, float], ...]
    """What the better moves would have been about: in words, how often, and what missing it cost; the costliest
    first."""
    others: tuple[int, float] | None = None
    """How many people have about the same rating, and their accuracy."""

    @property
    def whole(self) -> Phase:
        """All phases together."""
        return Phase("all", sum(one.moves for one in self.phases), sum(one.good for one in self.phases),
                     sum(one.lost for one in self.phases))


@dataclass(frozen=True)
class Study:
    """One's own play, from all reviewed games."""

    titles: tuple[TitleStudy, ...]
    waiting: int
    """Games that have not been reviewed yet."""
    asked: int = 0
    """Those of them that are to be."""


@dataclass
class _Sums:
    games: int = 0
    phases: list[list[float]] = field(default_factory=lambda: [[0, 0, 0.0] for _ in PHASES])
    auctions: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, list[float]] = field(default_factory=dict)


class Studies:
    """The service that keeps what reviews found, and shows it to the player whose moves they were."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def keep(self, table: Table, looked: GameReview, now: float | None = None) -> None:
        """Keep what a review of a table found, for each of its people; what an earlier one found is replaced."""
        rows = rows_of(table, looked, now or time.time())
        with self._repository.database.writing() as connection:
            connection.execute(delete(at.studies).where(T.table == table.id))
            if rows:
                connection.execute(insert(at.studies), rows)

    def unreviewed(self, player: Player, most: int) -> list[str]:
        """The player's latest games that no review has looked at."""
        known = and_(T.table == R.table, T.seat == R.seat)
        asked = select(R.table).outerjoin(at.studies, known).where(R.player == player.id, T.table.is_(None))
        with self._repository.database.glance() as connection:
            return list(connection.execute(asked.order_by(R.ended.desc()).limit(most)).scalars())

    def of(self, player: Player) -> Study:
        """A player's own play, by title."""
        mine = select(T.game, T.told).where(T.player == player.id).order_by(T.ended.desc()).limit(SEEN_TOGETHER)
        known = and_(T.table == R.table, T.seat == R.seat)
        q = at.reviews_asked.c
        asked = select(func.count()).where(q.player == player.id).scalar_subquery()
        waiting = select(func.count().label("games"), asked.label("asked")).select_from(at.results)
        waiting = waiting.outerjoin(at.studies, known).where(R.player == player.id, T.table.is_(None))
        with self._repository.database.reading() as connection:
            rows = connection.execute(mine).all()
            others = {row.game: (row.people, row.good / row.moves) for row in connection.execute(_alike(player.id))}
            left = connection.execute(waiting).one()
        return Study(summed(rows, others), left.games, left.asked)


def _alike(player: int) -> Any:
    """What those play like whose ratings are about a player's own."""
    mine, theirs = at.ratings.alias("mine").c, at.ratings.alias("theirs").c
    sums = func.sum(T.good).label("good"), func.sum(T.moves).label("moves")
    about = and_(theirs.game == mine.game, theirs.sure.between(mine.sure - ALIKE, mine.sure + ALIKE),
                 theirs.player != player)
    asked = select(T.game, *sums, func.count(T.player.distinct()).label("people"))
    asked = asked.select_from(mine.player.table.join(theirs.player.table, about).join(
        at.studies, and_(T.player == theirs.player, T.game == theirs.game)
    ))
    return asked.where(mine.player == player, T.moves > 0).group_by(T.game)


def rows_of(table: Table, looked: GameReview, now: float) -> list[dict[str, Any]]:
    """A row for each seat of one person who sits nowhere else at the table."""
    sitting = Counter(seat.player for seat in table.seats)
    return [
        _row(table, seat.number, looked, now) | {"player": seat.player}
        for seat in table.seats if seat.player is not None and sitting[seat.player] == 1
    ]


def _row(table: Table, seat: int, looked: GameReview, now: float) -> dict[str, Any]:
    phases = [[0, 0, 0.0] for _ in PHASES]
    for step in looked.steps:
        if step.by == seat:
            part = phases[min(len(PHASES) - 1, (step.number - 1) * len(PHASES) // max(1, len(looked.steps)))]
            cost = max(0.0, -step.gain)
            part[0] += 1
            part[1] += cost < COSTLY
            part[2] = round(part[2] + cost, 6)
    mine = [one for one in looked.mistakes if one.by == seat]
    kinds: dict[str, list[float]] = {}
    for one in mine:
        sums = kinds.setdefault(one.kind, [0, 0.0])
        sums[0] += 1
        sums[1] = round(sums[1] + one.cost, 6)
    told = {"phases": phases, "auctions": auctions_of(mine), "kinds": kinds}
    return {
        "table": table.id, "seat": seat, "game": table.course.setup.title, "ended": table.changed, "made": now,
        "moves": sum(one[0] for one in phases), "good": sum(one[1] for one in phases), "told": json.dumps(told),
    }


def auctions_of(mistakes: Sequence[Mistake]) -> dict[str, float]:
    """The sums of `Auctions` over mistakes, by their names."""
    sums: Counter[str] = Counter()
    for one in mistakes:
        made, better = BID.fullmatch(one.line), BID.fullmatch(one.better[0])
        if made and better and int(better[1]) < int(made[1]):
            sums.update({"over": 1, "money": int(made[1]) - int(better[1]), "over_cost": one.cost})
        elif made and one.better[0] == "pass":
            sums.update({"stayed": 1, "stayed_cost": one.cost})
        elif better and (made or one.line == "pass"):
            sums.update({"under": 1, "under_cost": one.cost})
    return dict(sums)


def summed(rows: Sequence[Any], others: dict[str, tuple[int, float]]) -> tuple[TitleStudy, ...]:
    """What is kept of games, by title: those first of which there are most."""
    found: dict[str, _Sums] = {}
    for row in rows:
        told = _read(row.told)
        if told is None:
            continue
        sums = found.setdefault(row.game, _Sums())
        sums.games += 1
        for part, more in zip(sums.phases, told["phases"]):
            part[:] = [one + other for one, other in zip(part, more)]
        sums.auctions.update(told["auctions"])
        for kind, (times, cost) in told["kinds"].items():
            known = sums.kinds.setdefault(theme_of(row.game, kind), [0, 0.0])
            known[0] += times
            known[1] += cost
    return tuple(
        TitleStudy(
            game, sums.games,
            tuple(Phase(name, int(moves), int(good), lost) for name, (moves, good, lost) in zip(PHASES, sums.phases)),
            Auctions(**sums.auctions), tuple(sorted(((name, int(times), cost) for name, (times, cost)
                                                     in sums.kinds.items()), key=lambda one: -one[2])),
            others.get(game),
        )
        for game, sums in sorted(found.items(), key=lambda one: (-one[1].games, one[0]))
    )


def _read(text: str) -> dict[str, Any] | None:
    """What was told of one game; None where that can't be read: the others are summed up without it."""
    try:
        told: dict[str, Any] = json.loads(text)
        numbers = [*chain.from_iterable(told["phases"]), *told["auctions"].values(),
                   *chain.from_iterable(told["kinds"].values())]
        fits = (len(told["phases"]) == len(PHASES) and {len(one) for one in told["phases"]} == {3}
                and set(told["auctions"]) <= set(Auctions.__dataclass_fields__)
                and {len(one) for one in told["kinds"].values()} <= {2})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return told if fits and all(isinstance(one, int | float) for one in numbers) else None


def theme_of(game: str, kind: str) -> str:
    """The heading under which a kind of reason belongs, in words."""
    title = titles().get(game)
    themes: dict[str, str] = {} if title is None else getattr(title.room.claims, "THEMES", {})
    return themes.get(kind, "Something else")
