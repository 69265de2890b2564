"""The books of Age of Rail: shares, places, developments and connections taken, and what shares and links bring."""
from __future__ import annotations

from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.things import telling
from roundhouse.games.books import Kind, Shape

UNIT = "$"
entries = telling.entries


def kinds(game: AgeOfRail) -> list[Kind]:
    """Shares, places, developments and external connections, with every item that the board has of them."""
    board = game.board
    places = tuple(board.place_names)
    return [
        Kind("share", "A share bought in an auction. It pays dividends, connection bonuses and the Final Payoff, or "
             "the price at which its owner sells it on.", tuple(board.railroad_shorts), priced=True, pays=True),
        Kind("place", "The first link of any railroad to a place.", places),
        Kind("development", "A place developed by choice, not by the automatic development.", places),
        Kind("connection", "An external connection built.", tuple(board.external_names)),
    ]


def chart(game: AgeOfRail) -> list[Shape]:
    """The links as lines and the places as points, in the edition's coordinates."""
    board = game.board
    at = {place["id"]: (float(place["x"]) / 40, float(place["y"]) / 40) for place in game.edition.data["places"]}
    named = dict(zip(board.place_ids, board.place_names))
    links = [
        Shape(link, " – ".join(named[end] for end in link.split("~")),
              tuple(at[end] for end in link.split("~")), "rail")
        for link in board.link_ids
    ]
    places = [Shape(name, board.place_names[p], (at[name],), "place") for p, name in enumerate(board.place_ids)]
    return [*links, *places]


def alike(game: AgeOfRail) -> str:
    """AR-SET-4"""
    return "who opens is drawn by lot, and nothing else tells seats apart"
