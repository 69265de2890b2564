"""What moves in Age of Rail: seals along new links, shares to their buyers, bids and dividends. Markers slide by
themselves, as pieces that have a name."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.facts import (
    Bid,
    Connected,
    Developed,
    LinkLaid,
    Offered,
    Paid,
    Passed,
    ShareSold,
)
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import sheet
from roundhouse.games.film import TAG, Movement, certificate, coins, panel, purse, said


def movements(game: AgeOfRail, fact: Fact, viewer: int | None) -> list[Movement]:
    told = FILM.get(type(fact))
    return told(game, fact) if told else []


def _share(railroad: str) -> str:
    return f"share:{railroad}"


def _seal(game: AgeOfRail, railroad: str, start: str, end: str) -> Movement:
    return Movement(f"#ar-seal-{game.board.railroad_ids.index(railroad)}", start, end)


def _link(game: AgeOfRail, fact: LinkLaid) -> list[Movement]:
    """The railroad's seal runs along the link; the Treasury pays for it."""
    cost = [coins(f"${fact.cost}", _share(fact.railroad), fact.link)] if fact.cost else []
    return [*cost, _seal(game, fact.railroad, fact.start, fact.end)]


def _external(game: AgeOfRail, fact: Connected) -> list[Movement]:
    there = f"to:{fact.external}"
    cost = [coins(f"${fact.cost}", _share(fact.railroad), there)] if fact.cost else []
    return [*cost, _seal(game, fact.railroad, fact.gate, there)]


def _developed(game: AgeOfRail, fact: Developed) -> list[Movement]:
    grown = Movement(TAG, fact.place, fact.place, f"{fact.before} → {fact.after}")
    return [coins(f"${fact.cost}", purse(fact.seat), fact.place), grown] if fact.cost else [grown]


def _bid(game: AgeOfRail, fact: Bid) -> list[Movement]:
    return [said(f"${fact.price}", fact.seat, _share(fact.railroad))]


def _passed(game: AgeOfRail, fact: Passed) -> list[Movement]:
    return [said("pass", fact.seat, _share(fact.railroad))]


def _offered(game: AgeOfRail, fact: Offered) -> list[Movement]:
    return [said("for sale", fact.seat, _share(fact.railroad))]


def _sold(game: AgeOfRail, fact: ShareSold) -> list[Movement]:
    """From the railroad or from a seller, who has the price."""
    at, railroad = sheet(game), game.board.railroad_ids.index(fact.railroad)
    pile = _share(fact.railroad)
    start, till = (pile, pile) if fact.seller is None else (panel(fact.seller), purse(fact.seller))
    price = [coins(f"${fact.price}", purse(fact.seat), till)] if fact.price else []
    return [*price, certificate(at.colours[railroad], at.letters[railroad], start, fact.seat)]


def _paid(game: AgeOfRail, fact: Paid) -> list[Movement]:
    return [coins(f"${got}", _share(fact.railroad), purse(seat)) for seat, got in fact.money if got]


FILM: dict[type[Fact], Callable[[AgeOfRail, Any], list[Movement]]] = {
    LinkLaid: _link, Connected: _external, Developed: _developed, Bid: _bid, Passed: _passed,
    Offered: _offered, ShareSold: _sold, Paid: _paid,
}
