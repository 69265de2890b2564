"""The books of Appalachian Trail: cards taken and played, and the lines of the score that they bring."""
from __future__ import annotations

from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE
from roundhouse.games.appalachian_trail.facts import LINE, PLAYED, TAKEN
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.appalachian_trail.things import LINE_WORDS, both_sides, side_name, telling
from roundhouse.games.books import Kind, Shape

UNIT = "points"
entries = telling.entries


def kinds(game: AppalachianTrail) -> list[Kind]:
    """The lines of the scoring chart, the cards that can be played, and those that can be taken."""
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
             (*trail, *(both_sides(board, card) for card in numbers), "ranger")),
    ]


def chart(game: AppalachianTrail) -> list[Shape]:
    """The cells of one area, each a square, with the start and the Goal labelled."""
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
