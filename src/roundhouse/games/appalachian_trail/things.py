"""What Appalachian Trail calls its cards, cells and lines of the score, and where a drawing has them."""
from __future__ import annotations

from roundhouse.games.appalachian_trail import facts
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SIDES, Board
from roundhouse.games.appalachian_trail.facts import Part, spot
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.telling import Telling, Things
from roundhouse.games.words import amount, term

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


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    seats = int(board.goal_code - board.start_code)     # each may go first
    called = [(cell, cell_called(board, number)) for number, cell in enumerate(board.ids)]
    places = {spot(seat, cell): name for seat in range(seats) for cell, name in called}
    faces = {"": "#at-back", **{name: f"#at-card-{n}" for n, name in enumerate(board.laid_names)}}
    faces |= {name: f"#{kind_symbol(board, kind)}" for kind, name in enumerate(board.names)}
    return Things(
        "appalachian-trail", "at", "", {}, places, board, ("0 0 1 1", 1, 1), cards=faces, others={
            "card": lambda card, option: card_called(board, card, option),
            "side": lambda side, option: side_called(board, *side),
            "terrain": lambda letter, option: board.terrain_names[letter],
            "line": lambda line, option: LINE_WORDS[line],
        },
    )


telling: Telling[AppalachianTrail] = Telling(lambda game: things(game.board), facts)


def kind_symbol(board: Board, kind: int) -> str:
    """The name of the drawing of a card in a hand or in the display."""
    if kind == board.ranger:
        return "at-ranger"
    if kind >= board.first_sided:
        return f"at-both-{kind - int(board.first_sided)}"
    return f"at-card-{board.laid_names.index(board.names[kind])}"


# ---- cells -----------------------------------------------------------------------------------------------------------

BESIDE_GOAL = {(-1, 0): "the cell before the Goal", (0, 1): "the cell above the Goal",
               (0, -1): "the cell below the Goal", (1, 0): "the cell behind the Goal"}


def cell_called(board: Board, cell: int) -> str:
    """A cell by what is seen there: Start and Goal, what lies beside the Goal, or its milestone and how far it lies up
    or down from the line between the two."""
    column, row = board.places[cell]
    goal_column, goal_row = board.places[board.goal]
    if cell == board.start:
        return "the Start"
    if cell == board.goal:
        return "the Goal"
    if (beside := (column - goal_column, row - goal_row)) in BESIDE_GOAL:
        return BESIDE_GOAL[beside]
    if column == 0 and abs(row) == 1:
        return f"the cell {'above' if row > 0 else 'below'} the Start"
    return f"milestone {column}" + (f", {abs(row)} {'up' if row > 0 else 'down'}" if row else "")


# ---- cards -----------------------------------------------------------------------------------------------------------


def card_called(board: Board, card: str | None, option: str) -> str:
    """A card of a hand or the deck: by what it can become, in "full", by its "id", or as it is "booked"."""
    if card is None:
        return "a card"
    if option == "id":
        return card
    kind = board.names.index(card)
    if option == "booked":
        two_sided = board.first_sided <= kind < board.ranger
        return both_sides(board, kind - int(board.first_sided)) if two_sided else card
    if option == "full":
        return kind_words(board, kind)
    if kind == board.ranger and not option:
        return "a Ranger"
    return kind_name(board, kind)


def both_sides(board: Board, card: int) -> str:
    """A two-sided card as the books have it."""
    return f"{side_name(board, card, IMPROVEMENT)} / {side_name(board, card, OBSTACLE)}"


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


def side_called(board: Board, card: str, side: str) -> str:
    """A card that counts: a Trail card as laid, a two-sided one by the side that counts."""
    return side_name(board, sided(board, card), SIDES.index(side)) if side in SIDES else card


def part_name(board: Board, part: Part) -> str:
    """The name of a card that counts in a score."""
    return side_called(board, part.card, part.side)


def side_name(board: Board, card: int, side: int) -> str:
    """The printed name of one side of a two-sided card."""
    return board.side_names[side * int(board.sided) + card]


def side_words(board: Board, card: int, side: int) -> str:
    """The printed name of one side, with its points."""
    return f"{side_name(board, card, side)} {signed(int(board.side_points[side * int(board.sided) + card]))}"


def sided(board: Board, card: str) -> int:
    """The number of a two-sided card."""
    return board.names.index(card) - int(board.first_sided)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def cards(n: int) -> str:
    """A number of cards in words: "1 card", "2 cards"."""
    return term("{n|# card|# cards}", n=n)


def points(n: int) -> str:
    """A change in points, with its sign."""
    return term("{n:signed|# point|# points}", n=n)


def score_words(n: int) -> str:
    """A score in words, with a sign only below 0."""
    return term("{n|# point|# points}", n=n)


def signed(n: int) -> str:
    """A number with its sign: "+3", "−2", "0"."""
    return amount(n, signed=True).text
