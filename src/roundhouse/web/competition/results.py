"""The results of a game, written with the move that ends it."""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.engine.contract import share_of_win
from roundhouse.web.competition import ratings
from roundhouse.web.competition.scoring import table_points
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import Table

Row = dict[str, Any]
LONGEST_OPENING = 80


def observe(
    connection: Connection, before: Table | None, after: Table, notices: Sequence[Notice], now: float
) -> None:
    """The results of a table whose game has just ended, and who may see them: an observer of the tables."""
    if before is None or after.status != "over" or not counts(after):
        return
    if before.status == "over":
        if is_open(before) != is_open(after):
            _show(connection, after)
        return
    rows = rows_of(after, now)
    if after.rated:
        ratings.rate(connection, after, rows, now)
    connection.execute(insert(at.results), rows)
    if is_open(after):
        connection.execute(insert(at.to_explore).values(table=after.id))


def _show(connection: Connection, table: Table) -> None:
    """Results that others may see from now on, or no longer: a moderator has hidden the table, or shows it again."""
    r, e, shown = at.results.c, at.explored.c, is_open(table)
    connection.execute(update(at.results).where(r.table == table.id).values(open=shown))
    connection.execute(delete(at.to_explore).where(at.to_explore.c.table == table.id))
    if shown and connection.execute(select(e.table).where(e.table == table.id)).first() is None:
        connection.execute(insert(at.to_explore).values(table=table.id))


def counts(table: Table) -> bool:
    """Whether the game was played here from its first step: not one that came as a file, nor one that goes on from the
    middle of another, since anybody could make such a one that is nearly won."""
    return not table.uploaded and not table.branched


def rows_of(table: Table, now: float) -> list[Row]:
    """The results of all seats of a game that is over."""
    result = table.result
    assert result is not None
    sitting = Counter(seat.player for seat in table.seats)
    places = places_of(result.scores, result.winners)
    made, seconds, openings = _played(table)
    # Of several people at one screen the house knows one; whose result it would be is not known.
    players = [seat.player if sitting[seat.player] == 1 else None for seat in table.seats]
    # In a group, whoever plays alone with bots wins as often as they like.
    among = table.club is not None and sum(player is not None for player in players) > 1
    points = table_points(places) if among else [None] * len(places)
    return [
        {
            "table": table.id, "seat": seat.number, "game": table.course.setup.title,
            "edition": table.course.setup.edition, "seats": len(table.seats),
            "player": players[seat.number],
            "bot": seat.bot if seat.player is None else None,
            "place": places[seat.number], "score": result.scores[seat.number],
            "share": share_of_win(seat.number, result.winners),
            "stood_in": min(1.0, seat.stood_in / max(1, made[seat.number])), "hints": seat.hints,
            "seconds": seconds[seat.number], "opening": openings.get(seat.number, ""), "steps": table.step,
            "open": is_open(table), "rated": table.rated, "expected": None, "mu": None, "sigma": None, "ended": now,
            "club": table.club, "points": points[seat.number],
        }
        for seat in table.seats
    ]


def places_of(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Each seat's place: 1 for whoever wins, by whatever breaks ties; then by scores."""
    return [
        1 if seat in winners else max(2, 1 + sum(other > score for other in scores))
        for seat, score in enumerate(scores)
    ]


def is_open(table: Table) -> bool:
    """Whether everybody may see how it ended: where it was open to all, or counted for ratings."""
    return table.watched and not table.hidden and (table.public or table.rated)


def _played(table: Table) -> tuple[Counter[int], dict[int, float], dict[int, str]]:
    """How many steps each seat made, its seconds on turn, and its first move."""
    made: Counter[int] = Counter()
    seconds: dict[int, float] = defaultdict(float)
    openings: dict[int, str] = {}
    since = None
    for step in table.course.steps:
        if step.by >= 0:
            made[step.by] += 1
            if since is not None:
                seconds[step.by] += max(0.0, step.at - since)
            openings.setdefault(step.by, table.game.text(step.code)[:LONGEST_OPENING])
        since = step.at
    return made, seconds, openings
