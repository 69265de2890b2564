"""Ratings of people for each title, on one scale with the levels: openskill's Plackett-Luce.

The levels stand still where `levels.json` has them, so that a rating means the same next year: `benchmarks/ratings.py`
has measured them, and the settings here. A person's rating is provisional until it is sure to so much.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Seat, Table

LEVELS_FILE = Path(__file__).with_name("levels.json")
BETA, TAU = 25 / 16, 0.05
MU, SIGMA = 25.0, 25 / 3
"""The rating of a player without a rated game: as good as level-3, and quite unsure."""
BEYOND = 1000.0
"""No rating comes to so much."""
LEVEL_SIGMA = 0.3
SURE = 1.6
"""Below that deviation a rating is no longer provisional."""
POINTS = 40
"""A rating is shown as so many points for each of the scale: level-3 has 1000."""
LEAST_CHANCE = 1e-6
MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


@dataclass(frozen=True)
class Rating:
    """How well somebody plays a title, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @staticmethod
    def kept(mu: float, sigma: float | None, games: int = 0) -> Rating:
        """A rating as a row has it. What is none is taken for that of somebody new: it stops no game, and no list."""
        sound = abs(mu) < BEYOND and sigma is not None and 0 < sigma < BEYOND
        return Rating(mu, sigma, games) if sound and sigma is not None else Rating()

    @property
    def points(self) -> int:
        """The rating in points, as players see it."""
        return round(POINTS * self.mu)

    @property
    def give_or_take(self) -> int:
        """In 19 of 20 cases the true one is no further off than that."""
        return round(POINTS * 1.96 * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known yet for the rating to count."""
        return self.sigma > SURE


@cache
def levels_of(game: str) -> dict[str, Rating]:
    """The levels' own ratings for a title, the weakest first; those of a usual game where it has no ladder."""
    known = json.loads(LEVELS_FILE.read_text(encoding="utf-8"))
    return {level: Rating(mu, LEVEL_SIGMA) for level, mu in sorted(known.get(game, known[""]).items())}


def chances(ratings: Sequence[Rating]) -> list[float]:
    """What share of the win each of those at a table can expect, by Plackett-Luce."""
    scale = sqrt(sum(one.sigma**2 + BETA**2 for one in ratings))
    top = max(one.mu for one in ratings)
    weights = [exp((one.mu - top) / scale) for one in ratings]
    return [weight / sum(weights) for weight in weights]


def rate(connection: Connection, table: Table, rows: list[dict[str, Any]], now: float) -> None:
    """Count a rated game that is over: for its people, in its results, and in what is told of forecasts. Whoever has
    left, or was played for by a bot, comes after all others."""
    game = table.course.setup.title
    before = _before(connection, game, table)
    gone = [has_left(seat) for seat in table.seats]
    expected = chances(before)
    ranks = [float(row["place"] + len(rows) * left) for row, left in zip(rows, gone)]
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = [Rating(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=ranks)]
    for seat, row, one, chance in zip(table.seats, rows, after, expected):
        row["expected"] = chance
        if seat.player is not None:
            row |= {"mu": one.mu, "sigma": one.sigma}
            _keep(connection, seat.player, game, one, now)
    if not any(gone):
        _note_forecasts(connection, game, rows)


def has_left(seat: Seat) -> bool:
    """Whether its player has not played the game to its end by themselves."""
    return seat.player is not None and (seat.stood_in > 0 or seat.bot is not None or not seat.holders)


def _before(connection: Connection, game: str, table: Table) -> list[Rating]:
    """The ratings of those at the table, in the order of the seats; those of people are locked until all is kept."""
    people = sorted(seat.player for seat in table.seats if seat.player is not None)
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    new = {"game": game, "mu": MU, "sigma": SIGMA, "games": 0, "sure": 0.0, "changed": table.changed}
    for player in people:
        connection.execute(dialect.insert(at.ratings).values(player=player, **new).on_conflict_do_nothing())
    r = at.ratings.c
    locked = select(r.player, r.mu, r.sigma).where(r.game == game, r.player.in_(people)).order_by(r.player)
    known = {row.player: Rating.kept(row.mu, row.sigma) for row in connection.execute(locked.with_for_update())}
    levels = levels_of(game)
    return [levels[seat.bot or ""] if seat.player is None else known[seat.player] for seat in table.seats]


def _keep(connection: Connection, player: int, game: str, one: Rating, now: float) -> None:
    r = at.ratings.c
    sure = one.mu - 2 * one.sigma
    values = {"mu": one.mu, "sigma": one.sigma, "games": r.games + 1, "sure": sure, "changed": now}
    connection.execute(update(at.ratings).where(r.player == player, r.game == game).values(values))


def _note_forecasts(connection: Connection, game: str, rows: Sequence[dict[str, Any]]) -> None:
    f = at.forecasts.c
    for row in rows:
        chance, won = row["expected"], row["share"]
        more = {
            "seats": 1, "expected": chance, "won": won, "loss": -won * log(max(LEAST_CHANCE, chance)),
            "even": won * log(len(rows)),
        }
        here = (f.game == game) & (f.tenth == min(9, int(10 * chance)))
        added = update(at.forecasts).where(here).values({name: f[name] + value for name, value in more.items()})
        if connection.execute(added).rowcount == 0:
            connection.execute(insert(at.forecasts).values(game=game, tenth=min(9, int(10 * chance)), **more))
