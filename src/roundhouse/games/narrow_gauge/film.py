"""What moves in Narrow Gauge: certificates, cards and locomotives, contracts, and money. Dice and markers slide by
themselves, as pieces that have a name."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.film import CARD, TAG, Movement, certificate, coins, panel, purse
from roundhouse.games.narrow_gauge.facts import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CertificateTaken,
    Connected,
    HomePlaced,
    PenaltiesPaid,
    TileTurnedUp,
)
from roundhouse.games.narrow_gauge.facts_rounds import (
    BidSealed,
    BidsOpened,
    CommodityPaid,
    ContractTaken,
    KeptOpened,
    MajorityPaid,
)
from roundhouse.games.narrow_gauge.glyphs import card_symbol
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.rules import NarrowGauge

DECK = ".deck"


def movements(game: NarrowGauge, fact: Fact, viewer: int | None) -> list[Movement]:
    told = FILM.get(type(fact))
    return told(game, fact) if told else []


def _company(company: str) -> str:
    return f"company-{company}"


def _bid(seat: int) -> str:
    """Where a seat's bid lies."""
    return f".auction .bidders li:nth-child({seat + 1}), .auction"


def _track_card(card: str, start: str, end: str) -> Movement:
    return Movement(f"#{card_symbol(card)}", start, end)


def _hand(seat: int, card: str) -> str:
    """Where a card lies in a hand that is seen; else the seat."""
    return f"card-{card}, {panel(seat)}"


def _granted(game: NarrowGauge, contract: str, start: str, seat: int) -> Movement:
    """A contract to those that a seat holds."""
    state = game.board.states[game.board.contract_ids.index(contract)]
    return Movement(CARD, start, f"contract-{contract}, {panel(seat)}", state)


def _locomotives(game: NarrowGauge, company: str, hexes: tuple[str, ...]) -> list[Movement]:
    piece = f"#ng-loco-{game.board.company_ids.index(company)}"
    return [Movement(piece, _company(company), hex_) for hex_ in hexes]


def _home(game: NarrowGauge, fact: HomePlaced) -> list[Movement]:
    return _locomotives(game, fact.company, (fact.hex,))


def _tile(game: NarrowGauge, fact: TileTurnedUp) -> list[Movement]:
    return [Movement(TAG, fact.city, fact.city, fact.commodity)]


def _taken(game: NarrowGauge, fact: CertificateTaken) -> list[Movement]:
    at, company = sheet(game.board), game.board.company_ids.index(fact.company)
    return [certificate(at.companies[company].name, at.letters[company], _company(fact.company), fact.seat)]


def _played(game: NarrowGauge, fact: CardPlayed) -> list[Movement]:
    """The card from the hand, then the locomotives from the company's supply."""
    card = _track_card(fact.card, _hand(fact.seat, fact.card), fact.start)
    return [card, *_locomotives(game, fact.company, fact.hexes)]


def _penalties(game: NarrowGauge, fact: PenaltiesPaid) -> list[Movement]:
    return [coins(f"${one.amount}", purse(fact.seat), one.hex) for one in fact.items if one.amount]


def _connected(game: NarrowGauge, fact: Connected) -> list[Movement]:
    return [coins(f"${fact.total}", fact.city, purse(fact.seat))]


def _drawn(game: NarrowGauge, fact: CardDrawn) -> list[Movement]:
    if fact.card is None:
        return [Movement(CARD, DECK, panel(fact.seat))]
    return [_track_card(fact.card, DECK, _hand(fact.seat, fact.card))]


def _discarded(game: NarrowGauge, fact: CardDiscarded) -> list[Movement]:
    return [_track_card(fact.card, _hand(fact.seat, fact.card), DECK)]


def _sealed(game: NarrowGauge, fact: BidSealed) -> list[Movement]:
    """A bid that is sealed shows nothing but that it is there."""
    return [Movement(CARD, panel(fact.seat), _bid(fact.seat))]


def _opened(game: NarrowGauge, fact: BidsOpened) -> list[Movement]:
    return [coins(f"${bid}", purse(seat), _bid(seat)) for seat, bid in enumerate(fact.bids) if bid]


def _contract(game: NarrowGauge, fact: ContractTaken) -> list[Movement]:
    return [_granted(game, fact.contract, f"contract-{fact.contract}", fact.seat)]


def _kept(game: NarrowGauge, fact: KeptOpened) -> list[Movement]:
    return [
        _granted(game, contract, f"contract-{contract}, {panel(seat)}", seat)
        for seat, contract in enumerate(fact.contracts)
    ]


def _majority(game: NarrowGauge, fact: MajorityPaid) -> list[Movement]:
    return [coins(f"${amount}", _company(fact.company), purse(seat)) for seat, amount in fact.money]


def _commodity(game: NarrowGauge, fact: CommodityPaid) -> list[Movement]:
    return [coins(f"${amount}", f"market-{fact.commodity}", purse(seat)) for seat, amount in fact.money]


FILM: dict[type[Fact], Callable[[NarrowGauge, Any], list[Movement]]] = {
    HomePlaced: _home, TileTurnedUp: _tile, CertificateTaken: _taken, CardPlayed: _played, PenaltiesPaid: _penalties,
    Connected: _connected, CardDrawn: _drawn, CardDiscarded: _discarded, BidSealed: _sealed, BidsOpened: _opened,
    ContractTaken: _contract, KeptOpened: _kept, MajorityPaid: _majority, CommodityPaid: _commodity,
}
