"""The books of Appalachian Trail: cards taken and played, and the lines of the score that they bring."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import OVER, Game, State
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, Board
from roundhouse.games.appalachian_trail.position import SETUP, Position
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.appalachian_trail.scoring import LINE_NAMES, Scores
from roundhouse.games.ledger import Began, Built, Earned, Entry, Kind, Paid, Shape, Took
from roundhouse.games.sets import members

UNIT = "points"
LINES = {
    "first": "first to complete", "unfinished": "not completed", "trail": "cards on the trail",
    "longest": "longest trail", "terrain": "longest terrain", "wildlife": "wildlife sets", "scenery": "scenery sets",
    "sides": "improvements and obstacles",
}


def kinds(game: Game) -> list[Kind]:
    board = cast(AppalachianTrail, game).board
    numbers = range(board.sided)
    sides = [side_name(board, n, side) for side in (IMPROVEMENT, OBSTACLE) for n in numbers]
    trail = board.names[:int(board.first_sided)]
    return [
        Kind("score line", "A line of the scoring chart that gave or cost points at the end.", tuple(LINES.values()),
             pays=True),
        Kind("card played", "A card laid: a trail card, an improvement of one's own, an obstacle for another, or a "
             "ranger.", (*trail, *sides, "ranger")),
        Kind("card taken", "A card taken from the display, not drawn unseen.",
             (*trail, *(card_name(board, n) for n in numbers), "ranger")),
    ]


def side_name(board: Board, card: int, side: int) -> str:
    return board.side_names[side * board.sided + card]


def card_name(board: Board, card: int) -> str:
    return f"{side_name(board, card, int(IMPROVEMENT))} / {side_name(board, card, int(OBSTACLE))}"


def entries(before: State, code: int, after: State) -> list[Entry]:
    s, t = cast(Position, before), cast(Position, after)
    found: list[Entry] = []
    if s.to_act >= 0:
        found += _deed(s.board, int(s.to_act), s.game.text(code).split(" "))
    if t.to_act >= 0 and (t.turn != s.turn or s.phase == SETUP):
        found.append(Began(int(t.turn)))
    if t.to_act == OVER:
        found += _score(t)
    return found


def _deed(board: Board, seat: int, words: list[str]) -> list[Entry]:
    first = int(board.first_sided)
    if words[0] == "trail":
        return [Took("card played", words[1], seat), Built(words[2], "trail")]
    if words[0] == "improve":
        card = board.names.index(words[1]) - first
        return [Took("card played", side_name(board, card, int(IMPROVEMENT)), seat), Built(words[3], "improvement")]
    if words[0] == "obstacle":
        card = board.names.index(words[1]) - first
        return [Took("card played", side_name(board, card, int(OBSTACLE)), seat), Built(words[5], "obstacle")]
    if words[0] == "ranger":
        return [Took("card played", "ranger", seat)]
    if words[0] == "take":
        kind = board.names.index(words[1]) - first
        return [Took("card taken", card_name(board, kind) if 0 <= kind < board.sided else words[1], seat)]
    return []


def _score(t: Position) -> list[Entry]:
    board, scores = t.board, Scores(t)
    found: list[Entry] = []
    for seat in range(t.seats):
        lines = scores.lines(seat)
        for name in LINE_NAMES[:-1]:
            if lines[name]:
                found.append(Took("score line", LINES[name], seat))
                found.append(Paid("score line", LINES[name], seat, int(lines[name])))
        found += [Earned(board.ids[cell], int(board.per_card)) for cell in members(scores.trails, seat, 2)]
        found += [
            Earned(board.ids[t.spot[card] - seat * board.cells], int(scores.points_of(card)))
            for card in range(board.sided) if t.lies_in(seat, card)
        ]
    return found


def chart(game: Game) -> list[Shape]:
    board = cast(AppalachianTrail, game).board
    labels = {int(board.start): "start", int(board.goal): "goal"}
    corners = (0, 0), (1, 0), (1, 1), (0, 1)
    return [
        Shape(board.ids[cell], labels.get(cell, ""), tuple((x + a, -y + b) for a, b in corners),
              "place" if cell in labels else "plain")
        for cell, (x, y) in enumerate(board.places)
    ]
