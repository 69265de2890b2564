"""The list of the rated for a title, and how well ratings have foretold its games."""
from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from roundhouse.web.competition.ratings import Rating, levels_of
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

MOST_LISTED = 100


@dataclass(frozen=True)
class Standing:
    """Somebody in the list: a person by number, or a level."""

    name: str
    player: int | None
    rating: Rating


@dataclass(frozen=True)
class CalibrationBin:
    """All rated seats of which about that share of the win was expected."""

    seats: int
    expected: float
    won: float


@dataclass(frozen=True)
class ForecastAccuracy:
    """How well ratings have foretold, over all rated games of a title."""

    games: int
    loss: float
    """The mean of -log of the chance that the winners were given."""
    even: float
    """The same where everybody at a table is given the same chance."""
    tenths: tuple[CalibrationBin, ...]


class Standings:
    """The ratings of a game's players, with those of the bots' levels among them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, game: str, most: int = MOST_LISTED) -> list[Standing]:
        """People by what they are worth at least, and the levels where they stand; without those who are private."""
        r, p = at.ratings.c, at.players.c
        asked = select(p.id, p.name, r.mu, r.sigma, r.games).join_from(at.ratings, at.players, p.id == r.player)
        asked = asked.where(r.game == game, ~p.private, p.deleted.is_(None)).order_by(r.sure.desc(), r.player)
        with self._database.glance() as connection:
            rows = connection.execute(asked.limit(most)).all()
        people = [Standing(row.name, row.id, Rating.kept(row.mu, row.sigma, row.games)) for row in rows]
        levels = [Standing(level, None, rating) for level, rating in levels_of(game).items()]
        return sorted([*people, *levels], key=lambda one: -(one.rating.mu - 2 * one.rating.sigma))

    def foresight(self, game: str) -> ForecastAccuracy:
        """What was foretold of the games of a title, beside what came."""
        f = at.forecasts.c
        with self._database.glance() as connection:
            asked = select(at.forecasts).where(f.game == game, f.seats > 0, f.won.between(0, f.seats))
            rows = connection.execute(asked.order_by(f.tenth)).all()
        games = sum(row.won for row in rows)
        tenths = tuple(CalibrationBin(row.seats, row.expected / row.seats, row.won / row.seats) for row in rows)
        if not games:
            return ForecastAccuracy(0, 0.0, 0.0, ())
        loss, even = sum(row.loss for row in rows), sum(row.even for row in rows)
        return ForecastAccuracy(round(games), loss / games, even / games, tenths)
