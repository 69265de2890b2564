"""What is told of a step while somebody listens: larger facts, put together from the position after it."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY
from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.board import OBSTACLE, SETS, WORDS
from roundhouse.games.appalachian_trail.facts import (
    COMPLETE,
    ON_ARRIVAL,
    STOPPED,
    CardDrawn,
    CardTurnedUp,
    Ended,
    Gain,
    GoalDealt,
    ImprovementLaid,
    LineChanged,
    ObstacleLaid,
    ObstacleRemoved,
    ScoreAdded,
    TrailCompleted,
    TrailLaid,
    WayClosed,
    WayOpened,
    WentFirst,
    Won,
)
from roundhouse.games.appalachian_trail.places import cards_to_goal, has_way, meets_goal
from roundhouse.games.appalachian_trail.position import SETUP, Position
from roundhouse.games.appalachian_trail.scoring import Scores, score_sheets


class Standing:
    """How everybody stands before a card is played: the scores, who has completed, who has a way to the Goal."""

    def __init__(self, position: Position) -> None:
        self.sheets = score_sheets(position)
        self.completed = len(position.completed)
        self.ways = [has_way(position, seat) for seat in range(position.seats)]


def hear(position: Position, fact: Fact) -> None:
    """Add a fact to those of the step, if anybody listens."""
    if position.witness is not None:
        position.witness.append(fact)


# ---- set-up, and cards from the deck ---------------------------------------------------------------------------------


def tell_first(position: Position) -> None:
    """AT-SET-4, AT-OPT-4"""
    hear(position, WentFirst("AT-SET-4" if position.board.first == NOBODY else "AT-OPT-4", position.turn))


def tell_goal(position: Position, seat: i64) -> None:
    """AT-SET-1"""
    board = position.board
    right = (seat if seat else position.seats) - 1
    hear(position, GoalDealt("AT-SET-1", seat, board.letters[position.goals[seat]], board.ids[board.goal], right))


def tell_card(position: Position, kind: i64) -> None:
    """AT-SET-2, AT-DRW-2, AT-DRW-3: a card has come to the receiver."""
    card = position.board.names[kind]
    if position.receiver == position.display:
        hear(position, CardTurnedUp("AT-SET-2" if position.phase == SETUP else "AT-DRW-2", card))
    else:
        hear(position, CardDrawn("AT-SET-2" if position.phase == SETUP else "AT-DRW-3", position.receiver, card))


# ---- cards laid and lifted -------------------------------------------------------------------------------------------


def tell_trail(position: Position, before: Standing, kind: i64, laid: i64, cell: i64) -> None:
    """AT-TRL-1, AT-TRL-3, AT-CMP-1: a Trail card of the player whose turn it is."""
    board = position.board
    seat = position.turn
    joins = meets_goal(position, laid, cell)
    beside = board.near[board.goal * WORDS + board.word[cell]] & board.bit[cell] != 0
    missing = 0 if joins else cards_to_goal(position, seat, cell)
    rule = "AT-TRL-1" if cell == board.start else "AT-TRL-3"
    card, as_laid = board.names[kind], board.laid_names[laid]
    hear(position, TrailLaid(rule, seat, card, as_laid, board.ids[cell], beside, missing))
    if len(position.completed) > before.completed:
        tell_completed(position, before)
    tell_changes(position, before)


def tell_completed(position: Position, before: Standing) -> None:
    """AT-CMP-1"""
    seat = position.turn
    scores = Scores(position)
    sheet = scores.sheet(seat)
    lines = tuple([(line.line, line.points) for line in sheet if line.points])
    gains = tuple([
        Gain(line.line, line.points - was.points) for was, line in zip(before.sheets[seat], sheet)
        if line.points != was.points and line.line in ON_ARRIVAL
    ])
    number, cards = len(position.completed), scores.trail_sizes[seat]
    hear(position, TrailCompleted("AT-CMP-1", seat, number, cards, gains, lines, scores.total(seat)))


def tell_side(position: Position, before: Standing, area: i64, card: i64, cell: i64) -> None:
    """AT-OBS-1, AT-IMP-1: a two-sided card that now lies in an area."""
    board = position.board
    which = position.active_set(card)
    name, here = board.names[board.first_sided + card], board.ids[cell]
    points, count = position.active_points(card), position.active_in(area, which)
    if position.active_side(card) == OBSTACLE:
        hear(position, ObstacleLaid("AT-OBS-1", position.turn, area, name, here, points, SETS[which], count))
        closing = "AT-OBS-4"
    else:
        hear(position, ImprovementLaid("AT-IMP-1", position.turn, area, name, here, points, SETS[which], count))
        closing = "AT-IMP-3"
    tell_changes(position, before)
    if before.ways[area] and not position.has_completed(area) and not has_way(position, area):
        hear(position, WayClosed(closing, area))


def tell_removal(position: Position, before: Standing, card: i64, cell: i64) -> None:
    """AT-RNG-2: an obstacle that lay in the area of the player whose turn it is."""
    board = position.board
    seat = position.turn
    side = OBSTACLE * board.sided + card
    name, here = board.names[board.first_sided + card], board.ids[cell]
    which = SETS[board.side_set[side]]
    hear(position, ObstacleRemoved("AT-RNG-2", seat, name, here, board.side_points[side], which))
    tell_changes(position, before)
    if not before.ways[seat] and not position.has_completed(seat) and has_way(position, seat):
        hear(position, WayOpened("AT-RNG-2", seat))


# ---- the score -------------------------------------------------------------------------------------------------------


def tell_changes(position: Position, before: Standing) -> None:
    """AT-SCO-1 to AT-SCO-8: the lines that a play has changed, of whomever."""
    for old, new in zip(before.sheets, score_sheets(position)):
        for was, line in zip(old, new):
            if line.points != was.points:
                hear(position, LineChanged(line.rule, line.seat, line.line, was.points, line.points, line.parts))


def tell_end(position: Position, winners: list[int]) -> None:
    """AT-END-2, AT-END-3, AT-SCO-9: why the game is over, every line that counts, the sums, and who wins."""
    scores = Scores(position)
    totals = tuple([int(scores.total(seat)) for seat in range(position.seats)])
    all_there = len(position.completed) == position.seats
    rule, why = ("AT-END-2", COMPLETE) if all_there else ("AT-END-3", STOPPED)
    hear(position, Ended(rule, why, totals, tuple(winners), position.size[position.deck]))
    for seat, total in enumerate(totals):
        sheet = scores.sheet(seat)
        for line in sheet:
            if line.points or line.parts:
                hear(position, line)
        hear(position, ScoreAdded("AT-SCO-9", seat, tuple([line.points for line in sheet if line.points]), total))
    hear(position, Won("AT-SCO-9", tuple(winners), totals.count(max(totals)) > len(winners)))
