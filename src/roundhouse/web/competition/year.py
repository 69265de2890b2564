"""A year of a player in one page: what they played, how it went, and with whom."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import and_, select

from roundhouse.web.competition.history import R, Rivalry, player_row, rivals_of, seen_by
from roundhouse.web.competition.ratings import Rating
from roundhouse.web.errors import NotFound
from roundhouse.web.people.player import Player
from roundhouse.web.storage.database import Database

FIRST, LAST = 1970, 2999
DAY = 86400
MOST = 5000
"""How many games of a year are counted; the latest of them."""


@dataclass(frozen=True)
class TitleYear:
    """A title in a year."""

    game: str
    games: int
    wins: float
    best: int
    """The highest score."""
    before: int | None
    """The rating after the first and the last rated game."""
    after: int | None


@dataclass(frozen=True)
class Year:
    """A player's year. Months and days are those of UTC."""

    id: int
    name: str
    year: int
    games: int
    wins: float
    fair: float
    """What a fair share of the wins would have been."""
    months: tuple[int, ...]
    """Games in each of the twelve."""
    titles: tuple[TitleYear, ...]
    """Those with the most games first."""
    streak: int
    """The most wins in a row."""
    busiest: tuple[str, int]
    """The day with the most games, and how many."""
    hours: float
    """Hours on turn, all in all."""
    rivals: tuple[Rivalry, ...]
    earlier: bool
    """Whether there are games from before it."""
    due: int = 0
    """How many games wait for whoever looks."""


class Years:
    """The service that sums up years; others see what was open to all, as on a player's page."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, viewer: Player | None, id: int, year: int) -> Year:
        """A year, as the viewer may see it. NotFound for one without games."""
        if not FIRST <= year <= LAST:
            raise NotFound("there is no such year")
        begin, end = (datetime(one, 1, 1, tzinfo=UTC).timestamp() for one in (year, year + 1))
        with self._database.reading() as connection:
            who = player_row(connection, viewer, id)
            seen = seen_by(viewer, id)
            within = and_(R.ended >= begin, R.ended < end)
            asked = select(R.game, R.seats, R.share, R.score, R.seconds, R.ended, R.mu, R.sigma).where(seen, within)
            rows = connection.execute(asked.order_by(R.ended.desc(), R.table.desc()).limit(MOST)).all()
            if not rows:
                raise NotFound(f"no game of {year} is known here")
            rivals = rivals_of(connection, id, and_(seen, within))
            before = select(R.table).where(seen, R.ended < begin).limit(1)
            earlier = connection.execute(before).first() is not None
        return summed(id, who.name, year, rows[::-1], rivals, earlier, who.due)


def summed(
    id: int, name: str, year: int, rows: Sequence[Any], rivals: tuple[Rivalry, ...], earlier: bool, due: int
) -> Year:
    """The sums over a year's results, the oldest first: thousands of rows, gone through column by column."""
    games, seats, shares, _, seconds, ended, _, _ = zip(*rows)
    days = Counter(int(moment // DAY) for moment in ended)
    months: Counter[int] = Counter()
    for day, often in days.items():
        months[datetime.fromtimestamp(day * DAY, UTC).month] += often
    runs = [len(list(each)) for won, each in groupby([share > 0 for share in shares]) if won]
    busiest, most = max(days.items(), key=lambda one: (one[1], one[0]))
    by_title: dict[str, list[Any]] = {game: [] for game, _ in Counter(games).most_common()}
    for row in rows:
        by_title[row[0]].append(row)
    return Year(
        id, name, year, len(rows), sum(shares), sum(often / of for of, often in Counter(seats).items()),
        tuple(months[month] for month in range(1, 13)),
        tuple(_title(game, of_title) for game, of_title in by_title.items()),
        max(runs, default=0), (f"{datetime.fromtimestamp(busiest * DAY, UTC):%Y-%m-%d}", most),
        sum(seconds) / 3600, rivals, earlier, due,
    )


def _title(game: str, rows: Sequence[Any]) -> TitleYear:
    _, _, shares, scores, _, _, mus, _ = zip(*rows)
    known = [n for n, mu in enumerate(mus) if mu is not None]
    rated = [Rating.kept(rows[n].mu, rows[n].sigma).points for n in (*known[:1], *known[-1:])]
    return TitleYear(
        game, len(rows), sum(shares), max(scores), rated[0] if rated else None, rated[-1] if rated else None,
    )
