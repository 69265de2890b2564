"""The things of Irish Gauge by name: railways, hexes and money as parts of a sentence."""
from __future__ import annotations

from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.railways import ENGINE
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words, letters
from roundhouse.games.words import Span, amount, company, place


@once_per_game
def colours(board: Board) -> dict[str, str]:
    """The colour that each railway is drawn in."""
    return dict(zip(board.railway_ids, colour_words(board.railway_colours)))


def line(board: Board, railway: str) -> Span:
    """A railway by its id, in its colour."""
    return company(railway, colours(board)[railway])


def named(board: Board, hex_: str) -> Span:
    """A hex by its name, or else its id."""
    return place(board.names.get(hex_, hex_), hex_)


def pounds(number: float) -> Span:
    """An amount in pounds."""
    return amount(number, "£")


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    shown = colours(board)
    firms = {
        name: Firm(n, name, shown[name], letter, f"#ig-engine-{n}")
        for n, (name, letter) in enumerate(zip(board.railway_ids, letters(board.railway_ids)))
    }
    return Things(IrishGauge.name, "ig", "£", firms, board.names, board, ENGINE, ids=True)


telling: Telling[IrishGauge] = Telling(lambda game: things(game.board), facts)
