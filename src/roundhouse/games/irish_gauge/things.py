"""The things of Irish Gauge by name: railways, hexes and money as parts of a sentence."""
from __future__ import annotations

from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.railways import ENGINE
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words, letters
from roundhouse.games.words import Span, amount


def pounds(number: float) -> Span:
    """An amount in pounds."""
    return amount(number, "£")


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    rows = zip(board.railway_ids, colour_words(board.railway_colours), letters(board.railway_ids), board.railway_names)
    firms = {name: Firm(n, name, ink, letter, f"#ig-engine-{n}", title)
             for n, (name, ink, letter, title) in enumerate(rows)}
    return Things(IrishGauge.name, "ig", "£", firms, board.names, board, ENGINE, ids=True)


telling: Telling[IrishGauge] = Telling(lambda game: things(game.board), facts)
