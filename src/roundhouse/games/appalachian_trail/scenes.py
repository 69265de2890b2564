"""The great moments of Appalachian Trail: a trail completed, and the final count."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.board import Board
from roundhouse.games.appalachian_trail.facts import COMPLETE, Ended, ScoreLine, TrailCompleted, Won
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.appalachian_trail.texts import tell
from roundhouse.games.appalachian_trail.things import LINE_WORDS, cell_called, part_name, points, signed
from roundhouse.games.markup import Inside, Markup, heading, markup, tag
from roundhouse.games.scenes import row, table
from roundhouse.games.words import amount, html, plain, seat, term, words

headed = partial(heading, AppalachianTrail.name)


def scene(game: AppalachianTrail, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
    """The final count if the facts end the game, else each trail that they complete."""
    for fact in facts:
        if isinstance(fact, Ended):
            return _final(game, fact, facts, names)
    return markup(_completed(fact, names) for fact in facts if isinstance(fact, TrailCompleted))


REACHES = ("{name} reaches the Goal, number {n}", "{name} reaches the Goal, the first of all")


def _completed(fact: TrailCompleted, names: Sequence[str]) -> Markup:
    lines = [tag("li", f"{LINE_WORDS[line]} ", tag("b", points(worth))) for line, worth in fact.lines]
    title = html(words(REACHES[fact.number == 1], name=seat(fact.seat), n=amount(fact.number)), names)
    return tag(
        "section", headed("AT-CMP-1", title), tag("ul", lines),
        tag("p", term("{score|# point|# points} now.", score=fact.score)), class_="scene completed",
    )


def _final(game: AppalachianTrail, end: Ended, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
    title = "All trails are complete" if end.why == COMPLETE else "Nobody goes on: the game is over"
    lines = [fact for fact in facts if isinstance(fact, ScoreLine)]
    won = [tag("p", plain(tell(game, fact), names), class_="winner") for fact in facts if isinstance(fact, Won)]
    counted = count_table(game.board, lines, end.scores, names)
    return tag("section", headed(end.rule, title), counted, won, class_="scene final")


def count_table(board: Board, lines: Sequence[ScoreLine], scores: Sequence[int], names: Sequence[str]) -> Markup:
    """AT-SCO-1 to AT-SCO-8: the lines that count for anybody, by seat, and the sum."""
    counting, cells = counted(board, lines, len(scores))
    rows = [row(LINE_WORDS[name], column) for name, column in zip(counting, cells)]
    return table(["", *names[: len(scores)]], rows, row("together", [total(score) for score in scores]))


def counted(board: Board, lines: Sequence[ScoreLine], seats: int) -> tuple[list[str], list[list[Inside]]]:
    """The lines that count for anybody, and for each what it brings every seat."""
    by_seat = {(line.line, line.seat): line for line in lines if line.points}
    counting = [name for name in LINE_WORDS if any(line == name for line, _ in by_seat)]
    return counting, [[_cell(board, by_seat.get((name, seat))) for seat in range(seats)] for name in counting]


def total(score: int) -> str:
    """A score without a plus sign."""
    return signed(score).lstrip("+")


def _cell(board: Board, line: ScoreLine | None) -> Inside:
    """The points, with the cards that made them."""
    if line is None:
        return ""
    called = {part: cell_called(board, board.ids.index(part.cell)) for part in line.parts}
    made_by = "; ".join(f"{part_name(board, part)} on {called[part]}" for part in line.parts)
    return tag("span", signed(line.points), title=made_by or None)
