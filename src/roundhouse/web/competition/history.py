"""What is known of a player's games: their results, how they did against others, ratings; all read by index.

Others see what was open to all: tables that anybody could watch, and rated ones. A player who wishes to be private
shows nobody anything; whoever was forgotten has no name any more, and games that can still be read.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select, tuple_

from roundhouse.web.competition.form import Form, forms
from roundhouse.web.competition.ratings import Rating
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.sql.table_rows import due_of

ON_A_PAGE = 25
LOOKED_AT = 500
"""How many of the latest games are looked at for streaks, openings and plots."""
WEIGHED = 1000
"""How many of the latest games are looked at for results against others."""
MOST_RIVALS = 12
MOST_PLAYERS = 2**31 - 1
R, P = at.results.c, at.players.c
SOUND = and_(R.seats > 1, R.share.between(0, 1), R.ended.between(0, 1e11))
"""A row that says anything else is left out: it takes no page away."""
PLACE = re.compile(r"(-?\d{1,15}(?:\.\d{1,9})?)_([a-z0-9]{1,16})")


@dataclass(frozen=True)
class Filter:
    """Which of a player's games are asked for."""

    game: str = ""
    seats: int = 0
    rival: int = 0
    """Only those in which this player sat, too."""
    after: str = ""
    """Where the page begins: what `GamesPage.further` of the page before says."""


@dataclass(frozen=True)
class Opponent:
    """Somebody at a table: a person by number, or a bot by its level."""

    name: str
    player: int | None
    bot: str | None


@dataclass(frozen=True)
class Game:
    """One game of a player."""

    table: str
    game: str
    seats: int
    place: int
    share: float
    score: int
    stood_in: float
    hints: int
    rated: bool
    points: int | None
    """The rating afterwards, of a rated game."""
    ended: float
    opening: str
    others: tuple[Opponent, ...]


@dataclass(frozen=True)
class Total:
    """All games of a title with so many players."""

    game: str
    seats: int
    games: int
    wins: float
    kept: int
    """How many were played to the end by the player alone, without a bot in their place."""

    @property
    def beyond(self) -> float:
        """Wins beyond those of a fair share."""
        return self.wins - self.games / self.seats


@dataclass(frozen=True)
class Rivalry:
    """How a player did against one other: who came before whom."""

    other: Opponent
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class GamesPage:
    """Games, the latest first."""

    games: tuple[Game, ...]
    further: str = ""
    """Where the next page begins; "" for the last."""


@dataclass(frozen=True)
class Course:
    """The latest games as a whole: what plots, streaks and openings are made of, the oldest first."""

    ratings: dict[str, list[int]]
    """By title: points after each rated game."""
    beyond: list[float]
    """Wins beyond a fair share, after each game."""
    streak: int
    """How many of the latest games were won in a row."""
    longest: int
    openings: list[tuple[str, str, int, float]]
    """The favourite ones: title, first move, games, share of wins."""
    forms: tuple[Form, ...] = ()


@dataclass(frozen=True)
class History:
    """A player's page."""

    id: int
    name: str
    guest: bool
    former: bool
    private: bool
    since: float
    ratings: dict[str, Rating]
    totals: tuple[Total, ...]
    page: GamesPage
    course: Course
    rivals: tuple[Rivalry, ...]
    keeper: int | None = None
    """The player whose program a bot is; None for people."""
    keeper_name: str = ""
    about: str = ""
    due: int = 0
    """How many games wait for whoever looks."""

    @property
    def games(self) -> int:
        """How many games there are, of all titles."""
        return sum(total.games for total in self.totals)

    @property
    def wins(self) -> float:
        """How many of them were won; a shared win counts in parts."""
        return sum(total.wins for total in self.totals)

    @property
    def reliability(self) -> float | None:
        """The part of all games that they played to the end by themselves; None without any."""
        return sum(total.kept for total in self.totals) / self.games if self.games else None


class Histories:
    """What players have played here, as each viewer may see it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, viewer: Player | None, id: int, wanted: Filter = Filter()) -> History:
        """A player's page, as the viewer may see it. Forbidden where the player shows it to nobody."""
        with self._database.reading() as connection:
            who, ratings = _who(connection, id, viewer)
            seen = seen_by(viewer, id)
            rows = _rows(connection, seen, wanted, LOOKED_AT)
            return History(
                id, who.name, who.login is None, who.deleted is not None, who.private, who.created, ratings,
                _totals(connection, seen), _paged(connection, id, rows), _course(rows), rivals_of(connection, id, seen),
                None if who.keeper_private else who.keeper, who.keeper_name or "", who.about,
                who.due,
            )

    def page_name(self, viewer: Player | None, id: int) -> str:
        """The name on a player's page, with the same rights."""
        with self._database.reading() as connection:
            return str(_who(connection, id, viewer)[0].name)

    def games(self, viewer: Player | None, id: int, wanted: Filter = Filter()) -> GamesPage:
        """A page of a player's games alone, with the same rights."""
        with self._database.reading() as connection:
            _who(connection, id, viewer)
            return _paged(connection, id, _rows(connection, seen_by(viewer, id), wanted, ON_A_PAGE + 1))

    def named(self, words: str, most: int = 20) -> list[Opponent]:
        """Accounts whose names begin so, without those who wish to be private."""
        begin = " ".join(words.split()).casefold()[:40]
        if not begin:
            return []
        found = select(P.id, P.name).where(P.login >= begin, P.login < begin + "\U0010ffff", ~P.private)
        with self._database.glance() as connection:
            rows = connection.execute(found.order_by(P.login).limit(most)).all()
        return [Opponent(row.name, row.id, None) for row in rows]

    def name_of(self, id: int) -> str:
        """The name of an account. NotFound for a guest, and for a player who has left; Forbidden for one who is
        private: that name is said by those who know it."""
        with self._database.glance() as connection:
            asked = select(P.name, P.private).where(P.id == min(id, MOST_PLAYERS), P.login.is_not(None))
            row = connection.execute(asked).first()
        if row is None:
            raise NotFound("there is no such account")
        if row.private:
            raise Forbidden("this player is asked by name only")
        return str(row.name)

    def number_of(self, name: str) -> int | None:
        """The number of an account by its name; None where nobody is called so."""
        with self._database.glance() as connection:
            login = " ".join(name.split()).casefold()
            return connection.execute(select(P.id).where(P.login == login)).scalar()

    def set_private(self, player: Player, private: bool) -> None:
        """Show one's history to nobody, or to all."""
        require_self(player)
        with self._database.writing() as connection:
            connection.execute(at.players.update().where(P.id == player.id).values(private=private))

    def is_private(self, player: Player) -> bool:
        """Whether a player shows their history to nobody."""
        with self._database.glance() as connection:
            return bool(connection.execute(select(P.private).where(P.id == player.id)).scalar())


def _is(viewer: Player | None, id: int) -> bool:
    return viewer is not None and viewer.only is None and viewer.id == id


def seen_by(viewer: Player | None, id: int) -> ColumnElement[bool]:
    """Which of a player's results a viewer may see."""
    return and_(R.player == id, SOUND) if _is(viewer, id) else and_(R.player == id, R.open, SOUND)


def player_row(connection: Connection, viewer: Player | None, id: int) -> Any:
    """A player whose page the viewer may see; NotFound and Forbidden as there."""
    return _who(connection, id, viewer)[0]


def _who(connection: Connection, id: int, viewer: Player | None) -> tuple[Any, dict[str, Rating]]:
    """A player and their ratings. Of guests others hear only where a game of theirs was open to all: their names belong
    to those with whom they play."""
    r, own = at.ratings.c, _is(viewer, id)
    k = at.players.alias("keepers")
    waiting = viewer.id if viewer is not None and viewer.only is None else 0
    asked = select(
        P.name, P.login, P.created, P.deleted, P.private, P.keeper, P.about, k.c.name.label("keeper_name"),
        k.c.private.label("keeper_private"), r.game, r.mu, r.sigma, r.games, due_of(waiting).label("due"),
    )
    joined = asked.outerjoin_from(at.players, at.ratings, r.player == P.id).outerjoin(k, k.c.id == P.keeper)
    rows = connection.execute(joined.where(P.id == id)).all()
    if not rows or not (own or rows[0].login is not None or _was_seen(connection, id)):
        raise NotFound("there is no such player")
    if rows[0].private and not own:
        raise Forbidden("this player shows their games to nobody")
    return rows[0], {row.game: Rating.kept(row.mu, row.sigma, row.games) for row in rows if row.game is not None}


def _was_seen(connection: Connection, id: int) -> bool:
    """Whether a player has played a game that everybody could watch."""
    return connection.execute(select(R.table).where(R.player == id, R.open).limit(1)).first() is not None


def _rows(connection: Connection, seen: ColumnElement[bool], wanted: Filter, most: int) -> Sequence[Any]:
    question = select(at.results).where(seen)
    if wanted.game:
        question = question.where(R.game == wanted.game)
    if wanted.seats:
        question = question.where(R.seats == wanted.seats)
    if wanted.rival:
        met = at.results.alias().c
        question = question.where(R.table.in_(select(met.table).where(met.player == wanted.rival)))
    if wanted.after:
        found = PLACE.fullmatch(wanted.after)
        if found is None:
            raise Refused("this link leads to no place in the list")
        question = question.where(tuple_(R.ended, R.table) < tuple_(float(found[1]), found[2]))
    return connection.execute(question.order_by(R.ended.desc(), R.table.desc()).limit(most)).all()


def _paged(connection: Connection, id: int, rows: Sequence[Any]) -> GamesPage:
    shown = rows[:ON_A_PAGE]
    s = at.seats.c
    sat = select(s.table, s.name, s.player, s.bot).where(s.table.in_([row.table for row in shown]))
    others: dict[str, list[Opponent]] = {}
    for seat in connection.execute(sat.order_by(s.table, s.number)) if shown else ():
        if seat.player != id:
            others.setdefault(seat.table, []).append(Opponent(seat.name, seat.player, seat.bot))
    games = tuple(_game(row, tuple(others.get(row.table, ()))) for row in shown)
    return GamesPage(games, f"{shown[-1].ended}_{shown[-1].table}" if len(rows) > ON_A_PAGE else "")


def _game(row: Any, others: tuple[Opponent, ...]) -> Game:
    points = None if row.mu is None else Rating.kept(row.mu, row.sigma).points
    return Game(
        row.table, row.game, row.seats, row.place, row.share, row.score, row.stood_in, row.hints, row.rated, points,
        row.ended, row.opening, others,
    )


def _totals(connection: Connection, seen: ColumnElement[bool]) -> tuple[Total, ...]:
    kept = func.sum(case((R.stood_in > 0, 0), else_=1))
    asked = select(R.game, R.seats, func.count().label("n"), func.sum(R.share).label("wins"), kept.label("kept"))
    rows = connection.execute(asked.where(seen).group_by(R.game, R.seats).order_by(R.game, R.seats)).all()
    return tuple(Total(row.game, row.seats, row.n, row.wins, row.kept) for row in rows)


def _course(rows: Sequence[Any]) -> Course:
    ratings: dict[str, list[int]] = {}
    beyond, level, run, longest = list[float](), 0.0, 0, 0
    tried: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for row in reversed(rows):
        level += row.share - 1 / row.seats
        beyond.append(level)
        run = run + 1 if row.share > 0 else 0
        longest = max(longest, run)
        if row.mu is not None:
            ratings.setdefault(row.game, []).append(Rating.kept(row.mu, row.sigma).points)
        if row.opening:
            tried[row.game, row.opening] += 1
            won[row.game, row.opening] += row.share
    openings = [(game, line, n, won[game, line] / n) for (game, line), n in tried.most_common(6)]
    return Course(ratings, beyond, run, longest, openings, forms(rows))


def rivals_of(connection: Connection, id: int, seen: ColumnElement[bool]) -> tuple[Rivalry, ...]:
    """Those whom a player met most often in the latest of the games that fit."""
    mine = select(R.table, R.place).where(seen).order_by(R.ended.desc(), R.table.desc()).limit(WEIGHED).subquery()
    met = at.results.alias("met")
    r = met.c
    ahead = func.sum(case((mine.c.place < r.place, 1), else_=0))
    behind = func.sum(case((mine.c.place > r.place, 1), else_=0))
    asked = (
        select(r.player, r.bot, func.max(P.name).label("name"), func.count().label("n"), ahead.label("ahead"),
               behind.label("behind"))
        .select_from(mine).join(met, r.table == mine.c.table).outerjoin(at.players, P.id == r.player)
        .where(or_(and_(r.player.is_not(None), r.player != id), and_(r.player.is_(None), r.bot.is_not(None))))
        .group_by(r.player, r.bot).order_by(func.count().desc(), r.player, r.bot).limit(MOST_RIVALS)
    )
    return tuple(
        Rivalry(Opponent(row.name or row.bot, row.player, row.bot), row.n, row.ahead, row.behind)
        for row in connection.execute(asked)
    )
