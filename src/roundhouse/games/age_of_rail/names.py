"""The things of Age of Rail by name: railroads, places and externals as parts of a sentence."""
from __future__ import annotations

from functools import cache

from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES, Board
from roundhouse.games.livery import colour_words
from roundhouse.games.words import Span, Words, amount, company, place


def line(board: Board, railroad: int) -> Span:
    """A railroad by its number."""
    return company(board.railroad_shorts[railroad], _colours(tuple(board.colours))[railroad])


@cache
def _colours(colours: tuple[str, ...]) -> list[str]:
    return colour_words(colours)


def line_of(board: Board, railroad: str) -> Span:
    """A railroad by its id."""
    return line(board, board.railroad_ids.index(railroad))


def place_of(board: Board, name: str) -> Span:
    return place(board.place_names[board.place_ids.index(name)], name)


def external_of(board: Board, name: str) -> Span:
    return place(board.external_names[board.external_ids.index(name)], f"to:{name}")


def box_title(box: str) -> str:
    return BOX_TITLES[BOXES.index(box)]


def dollars(number: int, signed: bool = False) -> Span:
    return amount(int(number), "$", signed)


def each_share(sum_: str, divisor: str, rounded: str, each: int) -> Words:
    """How a share's part comes about: "Income 8 / 5, rounded up, is $2"."""
    how = f", rounded {rounded}," if rounded else ""
    return (Span(f"{sum_} / {divisor}{how} is "), dollars(each))
