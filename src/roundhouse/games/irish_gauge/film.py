"""What moves in Irish Gauge: engines and cubes onto the map, shares to their buyers, bids and dividends."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.film import Movement, certificate, coins, purse, said
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.facts import (
    BidMade,
    CubePlaced,
    CubesDrawn,
    InterestPlaced,
    Paid,
    Passed,
    ShareSold,
    TrackLaid,
    pile,
)
from roundhouse.games.irish_gauge.map import sheet
from roundhouse.games.irish_gauge.rules import IrishGauge

BAG = ".bag"


def movements(game: IrishGauge, fact: Fact, viewer: int | None) -> list[Movement]:
    told = FILM.get(type(fact))
    return told(game, fact) if told else []


def _engine(game: IrishGauge, fact: TrackLaid) -> list[Movement]:
    """An engine from its railway's supply onto the hex."""
    return [Movement(f"#ig-engine-{game.board.railway_ids.index(fact.railway)}", pile(fact.railway), fact.hex)]


def _cube(board: Board, colour: str, end: str) -> Movement:
    return Movement(f"#ig-cube-{board.colours.index(colour)}", BAG, end)


def _placed(game: IrishGauge, fact: CubePlaced | InterestPlaced) -> list[Movement]:
    return [_cube(game.board, fact.colour, fact.hex)]


def _drawn(game: IrishGauge, fact: CubesDrawn) -> list[Movement]:
    return [_cube(game.board, colour, f"{BAG} .drawn li:last-child") for colour in fact.colours]


def _bid(game: IrishGauge, fact: BidMade) -> list[Movement]:
    return [said(f"£{fact.amount}", fact.seat, pile(fact.railway))]


def _passed(game: IrishGauge, fact: Passed) -> list[Movement]:
    return [said("pass", fact.seat, pile(fact.railway))]


def _sold(game: IrishGauge, fact: ShareSold) -> list[Movement]:
    at, railway = sheet(game), game.board.railway_ids.index(fact.railway)
    bought = certificate(at.colours[railway], at.letters[railway], pile(fact.railway), fact.seat)
    price = [coins(f"£{fact.price}", purse(fact.seat), pile(fact.railway))] if fact.price else []
    return [*price, bought]


def _paid(game: IrishGauge, fact: Paid) -> list[Movement]:
    """From where it is earned to the holders; the major cities pay together, as the railway."""
    earned = [hex_ for hex_, _ in fact.cities] or [pile(fact.railway)]
    return [coins(f"£{got}", earned[n % len(earned)], purse(seat)) for n, (seat, got) in enumerate(fact.money)]


FILM: dict[type[Fact], Callable[[IrishGauge, Any], list[Movement]]] = {
    TrackLaid: _engine, CubePlaced: _placed, InterestPlaced: _placed, CubesDrawn: _drawn, BidMade: _bid,
    Passed: _passed, ShareSold: _sold, Paid: _paid,
}
