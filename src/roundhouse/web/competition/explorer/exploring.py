"""Takes ended games that everybody may see into the explorer, beside everything else: a duty of the house."""
from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.engine.contract import share_of_win
from roundhouse.web.competition.explorer.sketches import keys, sketch_of
from roundhouse.web.competition.results import counts, is_open
from roundhouse.web.errors import Refused
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import TableRepository

DEEPEST = 8
"""How many moves of people belong to the opening."""
POSITIONS = 8
"""How many positions of each game are sketched."""
AT_ONCE, LONGEST_SECONDS = 50, 0.5
"""Games taken in during a round, and how long one may take."""
COMMON, KNOWN = 0.5, 40
"""A rule that has come up in more than the first, a part of all games, has no list once there are KNOWN games."""
LONGEST_LINE = 140


@dataclass(frozen=True)
class ExploredGame:
    """What the explorer keeps of a game."""

    table: str
    game: str
    edition: str
    seats: int
    steps: int
    rated: bool
    ended: float
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """Each seat's share of the win."""
    opening: tuple[tuple[int, str], ...]
    """The first moves of people: who, and what."""
    rules: frozenset[str]
    """All that came up."""
    sketches: tuple[tuple[int, int], ...]
    """Steps, and the sketches of the positions after them."""


class Exploring:
    """The duty that takes games in."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._unreadable = Quarantine("the explorer")

    def go_on(self) -> int:
        """Take in some of the games that wait; how many there were."""
        w, end = at.to_explore.c, time.monotonic() + LONGEST_SECONDS
        with self._repository.database.glance() as connection:
            ids = connection.execute(select(w.table).limit(AT_ONCE)).scalars().all()
        for id in ids:
            if time.monotonic() > end:
                break
            taken = False
            with self._unreadable.attempt(id):
                self._take(id, self._looked_at(id))
                taken = True
            if not taken:
                self._take(id, None)
        return len(ids)

    def _take(self, id: str, found: ExploredGame | None) -> None:
        """Take a game in, if there is anything to be taken in; it waits no longer."""
        with self._repository.database.writing() as connection:
            # Of two servers that have looked at it one takes it in.
            waited = connection.execute(delete(at.to_explore).where(at.to_explore.c.table == id)).rowcount
            if waited and found is not None:
                take_in(connection, found)

    def _looked_at(self, id: str) -> ExploredGame | None:
        try:
            table = self._repository.table(id)
        except Refused:
            return None
        fits = table.status == "over" and table.result is not None and counts(table) and is_open(table)
        return explored(table) if fits else None


def explored(table: Table) -> ExploredGame:
    """What is kept of a game that is over."""
    course, result = table.course, table.result
    assert result is not None
    made = [(step.by, table.game.text(step.code)[:LONGEST_LINE]) for step in course.steps if step.by >= 0]
    last = len(course.steps)
    looked_at = sorted({max(1, last * n // (POSITIONS + 1)) for n in range(1, POSITIONS + 1)}) if last else []
    return ExploredGame(
        table.id, course.setup.title, course.setup.edition, len(table.seats), table.step, table.rated, table.changed,
        tuple(result.scores), tuple(share_of_win(seat, result.winners) for seat in range(len(table.seats))),
        tuple(made[:DEEPEST]), frozenset(fact.rule for step in course.told() for fact in step.told if fact.rule),
        tuple((step, sketch_of(course.at(step))) for step in looked_at),
    )


def take_in(connection: Connection, one: ExploredGame) -> None:
    """Write down a game that is not there yet."""
    connection.execute(insert(at.explored).values(
        table=one.table, game=one.game, edition=one.edition, seats=one.seats, steps=one.steps, best=max(one.scores),
        rated=one.rated, ended=one.ended,
    ))
    _take_in_opening(connection, one)
    _take_in_rules(connection, one)
    if one.sketches:
        connection.execute(insert(at.likenesses), [
            {"table": one.table, "step": step, "sketch": f"{sketch:016x}", **keys(one.game, one.seats, sketch)}
            for step, sketch in one.sketches
        ])


def beginning(game: str, edition: str, seats: int) -> str:
    """The name of where the tree of an edition with so many players begins."""
    return f"{game} {edition} {seats}"


def _take_in_opening(connection: Connection, one: ExploredGame) -> None:
    node = _counted(connection, 0, beginning(one.game, one.edition, one.seats), -1, one)
    passed = [node]
    for by, line in one.opening:
        node = _counted(connection, node, line, by, one)
        passed.append(node)
    connection.execute(insert(at.opening_games), [
        {"opening": node, "ended": one.ended, "table": one.table} for node in passed
    ])


def _counted(connection: Connection, parent: int, line: str, by: int, one: ExploredGame) -> int:
    """One game more that went this way."""
    o = at.openings.c
    share, score = (one.shares[by], float(one.scores[by])) if by >= 0 else (0.0, 0.0)
    here = (o.parent == parent) & (o.line == line) & (o.by == by)
    more = update(at.openings).where(here).values(games=o.games + 1, share=o.share + share, score=o.score + score)
    found = connection.execute(more.returning(o.id)).scalar()
    if found is None:
        new = insert(at.openings).values(
            parent=parent, line=line, game=one.game, edition=one.edition, seats=one.seats, by=by, games=1, share=share,
            score=score,
        )
        found = connection.execute(new.returning(o.id)).scalar_one()
    return int(found)


def _take_in_rules(connection: Connection, one: ExploredGame) -> None:
    c = at.rule_counts.c
    before = {row.rule: row.games for row in connection.execute(select(c.rule, c.games).where(c.game == one.game))}
    came_up = ["", *sorted(one.rules)]
    known = [rule for rule in came_up if rule in before]
    connection.execute(update(at.rule_counts).where(c.game == one.game, c.rule.in_(known)).values(games=c.games + 1))
    new = [{"game": one.game, "rule": rule, "games": 1} for rule in came_up if rule not in before]
    if new:
        connection.execute(insert(at.rule_counts), new)
    listed = list(worth_a_list(before, one.rules))
    if listed:
        connection.execute(insert(at.rule_games), [
            {"game": one.game, "rule": rule, "ended": one.ended, "table": one.table} for rule in listed
        ])


def worth_a_list(counts: dict[str, int], rules: Iterable[str]) -> Iterable[str]:
    """The rules of which it is worth knowing in which games they came up: those that do not in most."""
    all_games = counts.get("", 0)
    return (rule for rule in rules if all_games < KNOWN or counts.get(rule, 0) <= COMMON * all_games)
