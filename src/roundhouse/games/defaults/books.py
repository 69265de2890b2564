"""The books of a game that keeps none: what its facts write themselves, and its map."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.engine.contract import Game
from roundhouse.engine.facts import Fact
from roundhouse.games.books import Entry, Kind, Shape
from roundhouse.games.defaults.board import HEXES, board
from roundhouse.games.defaults.reading import CASH
from roundhouse.games.defaults.things import things
from roundhouse.games.hexmap import CORNERS
from roundhouse.games.kit.telling import Telling

if TYPE_CHECKING:
    from roundhouse.games.title import Title


class NoBooks:
    """Taken, paid and built is what facts of the kit tell; of which kinds there are nobody has told."""

    def __init__(self, unit: str = "points") -> None:
        """`unit` is what is counted: points, or the sign of money."""
        self.UNIT = unit

    def kinds(self, game: Game) -> list[Kind]:
        """Nothing: which things can be taken is not known."""
        return []

    def entries(self, game: Game, facts: Sequence[Fact]) -> list[Entry]:
        """What the facts write of themselves, if they are made with the kit."""
        return Telling(things).entries(game, facts)

    def chart(self, game: Game) -> list[Shape]:
        """The board's hexes, or its places and the links between them."""
        on = board(game)
        if on.kind == HEXES:
            return [
                Shape(one.id, one.name, tuple((one.at[0] + x, one.at[1] + y) for x, y in CORNERS),
                      "place" if one.name else "plain")
                for one in on.places.values()
            ]
        places = [Shape(one.id, one.name or one.id, (one.at,), "place") for one in on.places.values()]
        ends = {id: tuple(on.places[end].at for end in link.ends) for id, link in on.links.items()}
        return [*(Shape(id, "", points, "rail") for id, points in ends.items()), *places]

    def alike(self, game: Game) -> str:
        """Empty: one seat may be better than another."""
        return ""


def make(title: Title) -> NoBooks:
    """The plain books: they count money where the title's view shows the cash of the seats, and points elsewhere."""
    game = title.game()
    money = not game.start().view(None).keys().isdisjoint(CASH)
    return NoBooks(things(game).sign if money else "points")
