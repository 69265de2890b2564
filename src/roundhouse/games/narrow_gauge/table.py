"""What lies beside the board of Narrow Gauge: the auction, hands, certificates, contracts and piles."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.asides import pawn, rail, strip
from roundhouse.games.kit.hands import card, deck, hands
from roundhouse.games.markup import Markup, heading, markup, tag
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.glyphs import CARD_SIZE, card_symbol
from roundhouse.games.narrow_gauge.position import BID, CONTRACT, DEAL, FIRST, KEEP, SETUP, Position
from roundhouse.games.narrow_gauge.register import register
from roundhouse.games.narrow_gauge.rounds import commodities, majorities
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.things import dollars, things
from roundhouse.games.scenes import oneself, row, table
from roundhouse.games.sight import Sight
from roundhouse.games.words import amount, html, joined, seat, term, words

headed = partial(heading, NarrowGauge.name)


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The companies and hands below the board; the auction, contracts, dividends due and piles beside it."""
    s = sight.state
    under_way = s.phase != SETUP and s.to_act != OVER
    beside = rail(_auction(sight, names), _dealt(sight, names), _contracts(s, names),
                  _due(s, names) if under_way and not _auctioned(s) else None, _deck(s))
    return markup(strip(register(s, names), _hands(sight, names)), beside)


# ---- the start of a round --------------------------------------------------------------------------------------------


def _auctioned(s: Position) -> bool:
    return not s.random_order and s.phase in (DEAL, BID, FIRST, CONTRACT)


def _drafted(s: Position) -> bool:
    return s.random_order and s.phase in (DEAL, KEEP)


def contracts_shown(sight: Sight[Position]) -> list[int]:
    """Those that lie open for all, those dealt to who looks, and those held."""
    s = sight.state
    found = _members(s.offer) if _auctioned(s) else []
    if _drafted(s):
        found = [c for p in range(SEATS) if sight.sees(p) for c in _members(s.dealt[p])]
    return [*found, *(int(c) for p in range(SEATS) for c in s.contracts_of(p))]


def _auction(sight: Sight[Position], names: Sequence[str]) -> Markup | None:
    """NG-BID-1 to NG-BID-7: the contracts turned up, and who has bid."""
    s = sight.state
    if not _auctioned(s):
        return None
    bidders = [tag("li", pawn(p, names), _bid(sight, p)) for p in range(SEATS)]
    return tag(
        "section", headed("NG-BID-2", term("The first turn of round {n}", n=s.round + 1)),
        tag("div", [contract(s, c) for c in _members(s.offer)], class_="contract-cards"),
        tag("p", "The first bids were equal. These are the last.") if s.tied else None,
        tag("ul", bidders, class_="bidders"),
        tag("p", "Both pay. The higher bid starts and chooses first.", class_="note"),
        class_="auction",
    )


def _bid(sight: Sight[Position], p: int) -> Markup:
    """NG-HID-2: a bid is sealed until both are in."""
    bids = sight.state.bids
    if bids[p] == NOBODY:
        return tag("span", "to bid", class_="waiting")
    if not sight.sees(p) and bids[1 - p] == NOBODY:
        return tag("span", "sealed", class_="sealed")
    return tag("span", f"${bids[p]}", class_="bid")


def _dealt(sight: Sight[Position], names: Sequence[str]) -> Markup | None:
    """NG-ORD-1 to NG-ORD-3: two contracts each, of which one is kept."""
    s = sight.state
    if not _drafted(s):
        return None
    parts = []
    for p in range(SEATS):
        dealt = _members(s.dealt[p])
        cards = [contract(s, c) for c in dealt] if sight.sees(p) else None
        doing = html(words(KEEPING[s.kept[p] != NOBODY], name=seat(p), n=amount(len(dealt))), names)
        parts += [tag("h3", doing), tag("div", cards, class_="contract-cards")]
    return tag(
        "section", headed("NG-ORD-1", term("Contracts for round {n}", n=s.round + 1)), parts,
        tag("p", "The state that comes first in the alphabet has the first turn.", class_="note"), class_="auction",
    )


KEEPING = ("{name} holds {n}, and keeps one", "{name} has chosen")


def contract(s: Position, number: int) -> Markup:
    """A contract's card as printed; one that has been flipped looks used."""
    data: dict[str, Any] = s.game.edition.data["contracts"][number]
    return tag(
        "article", tag("h3", f"{data['state']} ", tag("span", f"${data['value']}", class_="price")),
        tag("p", data["name"], class_="name"), tag("p", data["text"]),
        tag("p", "Once in the round", class_="flip") if data["flip"] else None,
        class_=f"contract{' used' if s.flipped & BIT[number] else ''} spot", data_spot=f"contract-{data['id']}",
    )


def _members(bits: int) -> list[int]:
    return [n for n in range(int(bits).bit_length()) if bits & BIT[n]]


# ---- hands, certificates, contracts, piles ---------------------------------------------------------------------------


def _hands(sight: Sight[Position], names: Sequence[str]) -> list[Markup]:
    s = sight.state
    return hands(things(s.board), "NG-CARD-1", sight, names, lambda p: [_card(s, c) for c in _members(s.hand[p])])


def _card(s: Position, number: int) -> Markup:
    data: dict[str, Any] = s.game.edition.data["cards"][number]
    face = tag("svg", tag("use", href=f"#{card_symbol(data['id'])}"), viewBox=f"0 0 {CARD_SIZE[0]} {CARD_SIZE[1]}",
               aria_hidden="true")
    return card(data["id"], face, data["shape"])


def _due(s: Position, names: Sequence[str]) -> Markup:
    """What the dividends would be if the round ended now."""
    pays = [(int(majorities(s, p)), int(commodities(s, p))) for p in range(SEATS)]
    rows = [row(term("Majorities"), [dollars(a).text for a, _ in pays]),
            row(term("Market"), [dollars(b).text for _, b in pays])]
    heads = ["", *(pawn(p, names) for p in range(SEATS))]
    sums = table(heads, rows, row(term("Together"), [dollars(a + b).text for a, b in pays]))
    return tag("section", headed("NG-RND-3", "If the round ended now"), sums, class_="due")


def _contracts(s: Position, names: Sequence[str]) -> Markup | None:
    parts = [
        markup(tag("h3", oneself(names[p])), tag("div", [contract(s, c) for c in held], class_="contract-cards"))
        for p in range(SEATS) if (held := s.contracts_of(p))
    ]
    return tag("section", headed("NG-CON-1", "Contracts held"), parts, class_="contracts") if parts else None


def _deck(s: Position) -> Markup:
    """NG-HAND-2, NG-HID-3: the piles, and what city tiles are still face down."""
    discard = [s.board.card_ids[c] for c in _members(s.discard)]
    tiles = joined(f"{n} {name}" for name, n in zip(s.board.commodity_ids, s.tiles_left))
    notes = [term("City tiles face down: {tiles}", tiles=tiles)] if s.hidden_cities else []
    return deck(things(s.board), "NG-HAND-2", term("Track cards"),
                term("{n} in the draw pile", n=int(s.pile).bit_count()),
                term("{n} discarded", n=len(discard)), " ".join(discard), notes)
