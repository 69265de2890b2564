"""What Spur Line is made of, by name: its hexes and orders, and its railways as they stand."""
from __future__ import annotations

from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.railways import ENGINE, Railway
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words, letters
from roundhouse.games.words import Words, place, term, words
from spur_line import facts
from spur_line.rules import SpurLine, SpurLineState


@once_per_game
def things(game: SpurLine) -> Things:
    """What its facts name by id."""
    inks = colour_words(one["color"] for one in game.data["companies"])
    firms = {id: Firm(n, id, ink, letter, f"#{game.name}-engine-{n}", one["name"])
             for n, (id, ink, letter, one) in enumerate(
                 zip(game.companies, inks, letters(game.companies), game.data["companies"]))}
    towns: dict[str, str] = {one["id"]: one["name"] for one in game.data["hexes"] if "name" in one}

    def order(town: str | None, option: str) -> Words | str:
        return words("the order for {town}", town=place(towns[town], town)) if town else term("an order")
    return Things(game.name, game.name, "£", firms, towns, game, ENGINE, ids=True, others={"card": order})


telling: Telling[SpurLine] = Telling(things, facts)


def railways(s: SpurLineState) -> list[Railway]:
    """Each railway as it stands."""
    at, found = things(s.rules), []
    for n, one in enumerate(s.rules.data["companies"]):
        sold = s.sold(n)
        has = {"Treasury": at.money(s.treasury[n]), "Income": at.money(s.income(n))}
        found.append(Railway(at.firms[one["id"]], s.track[n], sold, one["shares"] - sold,
                             s.rules.data["least_bid"], s.each(n, sold), s.each(n, sold + 1), has))
    return found
