"""The books of Appalachian Trail: cards taken and played, and the lines of the score that they bring."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, Board
from roundhouse.games.appalachian_trail.card_texts import LINE_WORDS, side_name, sided
from roundhouse.games.appalachian_trail.facts import (
    CardTaken,
    ImprovementLaid,
    ObstacleLaid,
    ObstacleRemoved,
    ScoreLine,
    TrailLaid,
)
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.books import Built, Earned, Entry, Kind, Paid, Shape, Took

UNIT = "points"
PLAYED, TAKEN, LINE = "card played", "card taken", "score line"


def kinds(game: AppalachianTrail) -> list[Kind]:
    board = game.board
    numbers = range(board.sided)
    sides = [side_name(board, card, side) for side in (IMPROVEMENT, OBSTACLE) for card in numbers]
    trail = board.names[:int(board.first_sided)]
    return [
        Kind(LINE, "A line of the scoring chart that gave or cost points at the end.", tuple(LINE_WORDS.values()),
             pays=True),
        Kind(PLAYED, "A card laid: a trail card, an improvement of one's own, an obstacle for another, or a ranger.",
             (*trail, *sides, "ranger")),
        Kind(TAKEN, "A card taken from the display, not drawn unseen.",
             (*trail, *(_both_sides(board, card) for card in numbers), "ranger")),
    ]


def _both_sides(board: Board, card: int) -> str:
    return f"{side_name(board, card, IMPROVEMENT)} / {side_name(board, card, OBSTACLE)}"


def entries(game: AppalachianTrail, facts: Sequence[Fact]) -> list[Entry]:
    return [entry for fact in facts for entry in _entries(game.board, fact)]


def _entries(board: Board, fact: Fact) -> list[Entry]:
    match fact:
        case TrailLaid():
            return [Took(PLAYED, fact.card, fact.seat), Built(fact.cell, "trail")]
        case ImprovementLaid():
            name = side_name(board, sided(board, fact.card), IMPROVEMENT)
            return [Took(PLAYED, name, fact.seat), Built(fact.cell, "improvement")]
        case ObstacleLaid():
            name = side_name(board, sided(board, fact.card), OBSTACLE)
            return [Took(PLAYED, name, fact.seat), Built(fact.cell, "obstacle")]
        case ObstacleRemoved():
            return [Took(PLAYED, "ranger", fact.seat)]
        case CardTaken():
            card = sided(board, fact.card)
            return [Took(TAKEN, _both_sides(board, card) if 0 <= card < board.sided else fact.card, fact.seat)]
        case ScoreLine():
            return _line(fact)
    return []


def _line(fact: ScoreLine) -> list[Entry]:
    words = LINE_WORDS[fact.line]
    found: list[Entry] = [Earned(part.cell, part.points) for part in fact.parts if part.points]
    if fact.points:
        found += [Took(LINE, words, fact.seat), Paid(LINE, words, fact.seat, fact.points)]
    return found


def chart(game: AppalachianTrail) -> list[Shape]:
    board = game.board
    labels = {int(board.start): "start", int(board.goal): "goal"}
    corners = (0, 0), (1, 0), (1, 1), (0, 1)
    return [
        Shape(board.ids[cell], labels.get(cell, ""), tuple((x + a, -y + b) for a, b in corners),
              "place" if cell in labels else "plain")
        for cell, (x, y) in enumerate(board.places)
    ]


def alike(game: AppalachianTrail) -> str:
    """AT-SET-4, AT-OPT-4"""
    drawn = game.options.get("first", "random") == "random"
    return "who goes first is drawn by lot, and nothing else tells seats apart" if drawn else ""
