"""The cards of Appalachian Trail in words, and numbers of cards and points."""
from __future__ import annotations

from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SIDES, Board
from roundhouse.games.appalachian_trail.facts import UNSEEN, Part

# The lines of the scoring chart by their names in the state.
LINE_WORDS = {
    "first": "first to complete",
    "unfinished": "not completed",
    "trail": "cards on the continuous trail",
    "longest": "longest continuous trail",
    "terrain": "longest single terrain",
    "wildlife": "sets of wildlife",
    "scenery": "sets of scenery",
    "sides": "active sides",
}


def kind_name(board: Board, kind: int) -> str:
    """A card in as few words as tell it from others."""
    if kind == board.ranger:
        return "Ranger"
    if kind < board.first_sided:
        return board.names[kind]
    card = kind - int(board.first_sided)
    return f"{side_name(board, card, OBSTACLE)} or {side_name(board, card, IMPROVEMENT)}"


def kind_words(board: Board, kind: int) -> str:
    """A card as it is read out."""
    if kind == board.ranger:
        return "Ranger"
    if kind < board.first_sided:
        first, second = (board.terrain_names[letter] for letter in board.names[kind])
        return f"{board.names[kind]}, {first} and {second}" if first != second else f"{board.names[kind]}, {first}"
    card = kind - int(board.first_sided)
    return f"{side_words(board, card, OBSTACLE)}, or {side_words(board, card, IMPROVEMENT)}"


def called(board: Board, card: str) -> str:
    """A card out of a hand or the deck in the log: a two-sided one by what it can become, and its id."""
    if card == UNSEEN:
        return "a card"
    kind = board.names.index(card)
    return f"{kind_name(board, kind)} ({card})" if board.first_sided <= kind < board.ranger else kind_name(board, kind)


def side_name(board: Board, card: int, side: int) -> str:
    return board.side_names[side * int(board.sided) + card]


def side_words(board: Board, card: int, side: int) -> str:
    return f"{side_name(board, card, side)} {signed(int(board.side_points[side * int(board.sided) + card]))}"


def part_name(board: Board, part: Part) -> str:
    """A card that counts: a Trail card as laid, a two-sided one by the side that counts."""
    if part.side not in SIDES:
        return part.card
    return side_name(board, sided(board, part.card), SIDES.index(part.side))


def sided(board: Board, card: str) -> int:
    """The number of a two-sided card."""
    return board.names.index(card) - int(board.first_sided)


def cards(n: int) -> str:
    return f"{n} card{'' if n == 1 else 's'}"


def points(n: int) -> str:
    """A change in points, with its sign."""
    return f"{signed(n)} point{'' if abs(n) == 1 else 's'}"


def score_words(n: int) -> str:
    return f"{signed(n).lstrip('+')} point{'' if abs(n) == 1 else 's'}"


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"
