"""The things of Age of Rail by name: railroads, places and externals as parts of a sentence."""
from __future__ import annotations

from roundhouse.games.age_of_rail import facts
from roundhouse.games.age_of_rail.board import Board
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words, letters
from roundhouse.games.words import Span, amount


def dollars(number: int, signed: bool = False) -> Span:
    """An amount in whole dollars; `signed` puts its sign before it."""
    return amount(int(number), "$", signed)


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    ids = board.railroad_ids
    rows = zip(ids, board.railroad_shorts, colour_words(board.colours), letters(ids), board.railroad_names)
    firms = {id: Firm(n, name, colour, letter, f"#ar-seal-{n}", title)
             for n, (id, name, colour, letter, title) in enumerate(rows)}
    externals = {f"to:{id}": name for id, name in zip(board.external_ids, board.external_names)}
    places = dict(zip(board.place_ids, board.place_names)) | externals
    return Things(AgeOfRail.name, "ar", "$", firms, places, board, ("-10 -10 20 20", 22, 22))


telling: Telling[AgeOfRail] = Telling(lambda game: things(game.board), facts)
