"""The books of Age of Rail: shares, places, developments and connections taken, and what shares and links bring."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.board import Board
from roundhouse.games.age_of_rail.facts import Connected, Developed, LinkLaid, Paid, ShareSold
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.books import Built, Earned, Entry, Kind, Shape, Sold, Took
from roundhouse.games.books import Paid as PaidTo

UNIT = "$"


def kinds(game: AgeOfRail) -> list[Kind]:
    board = game.board
    places = tuple(board.place_names)
    return [
        Kind("share", "A share bought in an auction. It pays dividends, connection bonuses and the Final Payoff, or "
             "the price at which its owner sells it on.", tuple(board.railroad_shorts), priced=True, pays=True),
        Kind("place", "The first link of any railroad to a place.", places),
        Kind("development", "A place developed by choice, not by the automatic development.", places),
        Kind("connection", "An external connection built.", tuple(board.external_names)),
    ]


def entries(game: AgeOfRail, facts: Sequence[Fact]) -> list[Entry]:
    return [entry for fact in facts for entry in _entries(game.board, fact)]


def _entries(board: Board, fact: Fact) -> list[Entry]:
    match fact:
        case ShareSold():
            return _sale(board, fact)
        case LinkLaid():
            return _link(board, fact)
        case Developed(how="first" | "second"):
            return [Took("development", _place(board, fact.place), fact.seat)]
        case Connected():
            name = board.external_names[board.external_ids.index(fact.external)]
            return [Took("connection", name, fact.seat)]
        case Paid():
            return _payment(board, fact)
    return []


def _line(board: Board, railroad: str) -> str:
    return board.railroad_shorts[board.railroad_ids.index(railroad)]


def _place(board: Board, place: str) -> str:
    return board.place_names[board.place_ids.index(place)]


def _sale(board: Board, fact: ShareSold) -> list[Entry]:
    name = _line(board, fact.railroad)
    found: list[Entry] = [] if fact.seller is None else [Sold("share", name, fact.seller, fact.price)]
    return [*found, Took("share", name, fact.seat, fact.price)]


def _link(board: Board, fact: LinkLaid) -> list[Entry]:
    name = _line(board, fact.railroad)
    return [
        Built(fact.link, name),
        *(Built(place, name) for place in fact.reached),
        *(Took("place", _place(board, place), fact.seat) for place in fact.connected),
    ]


def _payment(board: Board, fact: Paid) -> list[Entry]:
    """What each holder got; and by a dividend or at the end, what every link and place brought."""
    name = _line(board, fact.railroad)
    found: list[Entry] = [PaidTo("share", name, seat, got) for seat, got in fact.money if got]
    if fact.why == "bonus":
        return found
    for link, *ends in fact.links:
        found.append(Earned(link, sum(ends)))
        found += [Earned(place, worth) for place, worth in zip(link.split("~"), ends)]
    return found


def chart(game: AgeOfRail) -> list[Shape]:
    board = game.board
    at = {place["id"]: (float(place["x"]) / 40, float(place["y"]) / 40) for place in game.edition.data["places"]}
    links = [
        Shape(link, " – ".join(_place(board, end) for end in link.split("~")),
              tuple(at[end] for end in link.split("~")), "rail")
        for link in board.link_ids
    ]
    places = [Shape(name, board.place_names[p], (at[name],), "place") for p, name in enumerate(board.place_ids)]
    return [*links, *places]


def alike(game: AgeOfRail) -> str:
    """AR-SET-4"""
    return "who opens is drawn by lot, and nothing else tells seats apart"
