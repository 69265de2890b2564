"""What moves in Narrow Gauge: certificates, cards and locomotives, contracts, and money. Dice and markers slide by
themselves, as pieces that have a name."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.film import CARD, TAG, Movement, certificate, coins, panel, purse
from roundhouse.games.narrow_gauge.drawing_map import sheet
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
from roundhouse.games.narrow_gauge.rules import NarrowGauge

DECK = ".deck"
SCALES = ".auction"


def movements(game: NarrowGauge, fact: Fact, viewer: int | None) -> list[Movement]:
    told = FILM.get(type(fact))
    return told(game, fact) if told else []


def _company(company: str) -> str:
    return f"company-{company}"


def _locomotives(game: NarrowGauge, company: str, hexes: tuple[str, ...]) -> list[Movement]:
    piece = f"#ng-loco-{game.board.company_ids.index(company)}"
    return [Movement(piece, _company(company), hex_) for hex_ in hexes]


def _home(game: NarrowGauge, fact: HomePlaced) -> list[Movement]:
    return _locomotives(game, fact.company, (fact.hex,))


def _tile(game: NarrowGauge, fact: TileTurnedUp) -> list[Movement]:
    return [Movement(TAG, fact.city, fact.city, fact.commodity)]


def _taken(game: NarrowGauge, fact: CertificateTaken) -> list[Movement]:
    at, company = sheet(game.board), game.board.company_ids.index(fact.company)
    return [certificate(at.companies[company].name, at.letters[company], _company(fact.company), panel(fact.seat))]


def _played(game: NarrowGauge, fact: CardPlayed) -> list[Movement]:
    """The card from the hand where it is seen, else from the seat; then the locomotives, from the company's supply."""
    card = Movement(CARD, f"card-{fact.card}, {panel(fact.seat)}", fact.start, fact.card)
    return [card, *_locomotives(game, fact.company, fact.hexes)]


def _penalties(game: NarrowGauge, fact: PenaltiesPaid) -> list[Movement]:
    return [coins(f"${one.amount}", purse(fact.seat), one.hex) for one in fact.items if one.amount]


def _connected(game: NarrowGauge, fact: Connected) -> list[Movement]:
    return [coins(f"${fact.total}", fact.city, purse(fact.seat))]


def _drawn(game: NarrowGauge, fact: CardDrawn) -> list[Movement]:
    if fact.card is None:
        return [Movement(CARD, DECK, panel(fact.seat))]
    return [Movement(CARD, DECK, f"card-{fact.card}, {panel(fact.seat)}", fact.card)]


def _discarded(game: NarrowGauge, fact: CardDiscarded) -> list[Movement]:
    return [Movement(CARD, f"card-{fact.card}, {panel(fact.seat)}", DECK, fact.card)]


def _sealed(game: NarrowGauge, fact: BidSealed) -> list[Movement]:
    """A bid that is sealed shows nothing but that it is there."""
    return [Movement(CARD, panel(fact.seat), SCALES)]


def _opened(game: NarrowGauge, fact: BidsOpened) -> list[Movement]:
    return [coins(f"${bid}", purse(seat), SCALES) for seat, bid in enumerate(fact.bids) if bid]


def _contract(game: NarrowGauge, fact: ContractTaken) -> list[Movement]:
    return [Movement(CARD, f"contract-{fact.contract}", panel(fact.seat), fact.contract)]


def _kept(game: NarrowGauge, fact: KeptOpened) -> list[Movement]:
    return [Movement(CARD, SCALES, panel(seat), contract) for seat, contract in enumerate(fact.contracts)]


def _majority(game: NarrowGauge, fact: MajorityPaid) -> list[Movement]:
    return [coins(f"${amount}", _company(fact.company), purse(seat)) for seat, amount in fact.money]


def _commodity(game: NarrowGauge, fact: CommodityPaid) -> list[Movement]:
    return [coins(f"${amount}", f"market-{fact.commodity}", purse(seat)) for seat, amount in fact.money]


FILM: dict[type[Fact], Callable[[NarrowGauge, Any], list[Movement]]] = {
    HomePlaced: _home, TileTurnedUp: _tile, CertificateTaken: _taken, CardPlayed: _played, PenaltiesPaid: _penalties,
    Connected: _connected, CardDrawn: _drawn, CardDiscarded: _discarded, BidSealed: _sealed, BidsOpened: _opened,
    ContractTaken: _contract, KeptOpened: _kept, MajorityPaid: _majority, CommodityPaid: _commodity,
}
