"""The things of Age of Rail by name: railroads, places and externals as parts of a sentence."""
from __future__ import annotations

from functools import cache

from roundhouse.engine.bits import members
from roundhouse.games.age_of_rail import facts
from roundhouse.games.age_of_rail.board import Board
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words, letters
from roundhouse.games.words import Span, amount, company, place


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
    """A place by its id, as words name it."""
    return place(board.place_names[board.place_ids.index(name)], name)


def external_of(board: Board, name: str) -> Span:
    """An external by its id, as words name it."""
    return place(board.external_names[board.external_ids.index(name)], f"to:{name}")


def dollars(number: int, signed: bool = False) -> Span:
    """An amount in whole dollars; `signed` puts its sign before it."""
    return amount(int(number), "$", signed)


def links_of(s: Position, railroad: int) -> list[int]:
    """The links that a railroad has built."""
    return members(s.links, railroad, s.board.link_words)


def places_of(s: Position, railroad: int) -> list[int]:
    """The places that a railroad has reached."""
    return members(s.network, railroad, s.board.place_words)


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    rows = zip(board.railroad_ids, board.railroad_shorts, _colours(tuple(board.colours)), letters(board.railroad_ids))
    firms = {id: Firm(n, name, colour, letter, f"#ar-seal-{n}") for n, (id, name, colour, letter) in enumerate(rows)}
    externals = {f"to:{id}": name for id, name in zip(board.external_ids, board.external_names)}
    places = dict(zip(board.place_ids, board.place_names)) | externals
    return Things(AgeOfRail.name, "ar", "$", firms, places, board, ("-10 -10 20 20", 22, 22))


telling: Telling[AgeOfRail] = Telling(lambda game: things(game.board), facts)
