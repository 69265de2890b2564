"""What lies beside the board of Narrow Gauge: the auction, hands, certificates, contracts and piles."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.asides import pawn, rail, strip
from roundhouse.games.kit.hands import card, deck, hands
from roundhouse.games.livery import FAINT, INK, TEXT_FACE, fill
from roundhouse.games.markup import Inside, Markup, heading, markup, tag
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.glyphs import CARD_SIZE, at, card_symbol
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.position import BID, CONTRACT, DEAL, FIRST, KEEP, SETUP, Position
from roundhouse.games.narrow_gauge.rounds import commodities, majorities
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.things import dollars, things
from roundhouse.games.scenes import oneself, row, table
from roundhouse.games.sight import Sight
from roundhouse.games.survey import TOWN
from roundhouse.games.words import amount, html, joined, seat, term, words

headed = partial(heading, NarrowGauge.name)


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The companies and hands below the board; the auction, contracts, dividends due and piles beside it."""
    s = sight.state
    under_way = s.phase != SETUP and s.to_act != OVER
    beside = rail(_auction(sight, names), _dealt(sight, names), _contracts(s, names),
                  _due(s, names) if under_way and not _auctioned(s) else None, _deck(s))
    return markup(strip(_register(s, names), _hands(sight, names)), beside)


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
        tag("p", term("The first bids were equal. These are the last.")) if s.tied else None,
        tag("ul", bidders, class_="bidders"),
        tag("p", term("Both pay. The higher bid starts and chooses first."), class_="note"),
        class_="auction",
    )


def _bid(sight: Sight[Position], p: int) -> Markup:
    """NG-HID-2: a bid is sealed until both are in."""
    bids = sight.state.bids
    if bids[p] == NOBODY:
        return tag("span", term("to bid"), class_="waiting")
    if not sight.sees(p) and bids[1 - p] == NOBODY:
        return tag("span", term("sealed"), class_="sealed")
    return tag("span", dollars(bids[p]).text, class_="bid")


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
        tag("p", term("The state that comes first in the alphabet has the first turn."), class_="note"),
        class_="auction",
    )


KEEPING = ("{name} holds {n}, and keeps one", "{name} has chosen")


def contract(s: Position, number: int) -> Markup:
    """A contract's card as printed; one that has been flipped looks used."""
    data: dict[str, Any] = s.game.edition.data["contracts"][number]
    return tag(
        "article", tag("h3", f"{data['state']} ", tag("span", dollars(data["value"]).text, class_="price")),
        tag("p", data["name"], class_="name"), tag("p", data["text"]),
        tag("p", term("Once in the round"), class_="flip") if data["flip"] else None,
        class_=f"contract{' used' if s.flipped & BIT[number] else ''} spot", data_spot=f"contract-{data['id']}",
    )


def _members(bits: int) -> list[int]:
    return [n for n in range(int(bits).bit_length()) if bits & BIT[n]]


# ---- the companies ---------------------------------------------------------------------------------------------------

SPACE, HIGH = 26, 26            # a space of the connection track


def _register(s: Position, names: Sequence[str]) -> Markup:
    """All companies as one table, with the certificates left over before the round ends."""
    heads = (term("Pays"), _numbers(int(s.board.connection_max)), term("On offer"), term("Engines"),
             *(pawn(p, names) for p in range(SEATS)))
    title = headed("NG-SHR-1", term("Companies"))
    head = tag("div", title, [tag("span", said) for said in heads], class_="road heads")
    lines = [_line(s, c) for c in range(s.board.companies)]
    ends = term("{left|# certificate|# certificates} left; the round ends at {last}.", left=sum(s.available),
                last=int(s.board.left_over))
    return tag("section", head, lines, tag("p", ends, class_="note"), class_="register")


def _line(s: Position, c: int) -> Markup:
    """The company's own dividend, its track, what is on offer, what is in supply, and who holds how many."""
    cells: list[Inside] = [f"{dollars(int(s.dividend(c))).text} ×", _track(s, c), _offer(s, c), int(s.supply[c]),
                           *(int(s.owned(p, c)) for p in range(SEATS))]
    engine = tag("svg", tag("use", href=f"#ng-loco-{c}", transform=at(16, 12, 1)), viewBox="0 0 32 24", width=32,
                 height=24, aria_hidden="true")
    name = tag("b", engine, s.board.company_names[c])
    return tag("div", name, [tag("span", cell) for cell in cells], class_="road spot",
               data_spot=f"company-{s.board.company_ids[c]}")


def _numbers(most: int) -> Markup:
    every = (most + 1 + 15) // 16
    numbers = [tag("text", n, x=SPACE * (n + 0.5), y=13) for n in range(0, most + 1, every)]
    return _spaces(most, 17, *numbers)


def _track(s: Position, c: int) -> Markup:
    """NG-CONN-1: the marker stands on the connections made; on the next space is what it would pay."""
    most, made, following = int(s.board.connection_max), int(s.marker[c]), int(s.next_marker(c))
    spaces = "".join(f"M{SPACE * n + 1} 1h{SPACE - 2}v{HIGH - 2}h{2 - SPACE}z" for n in range(most + 1))
    pays = tag("text", dollars(int(s.connection_value(c))).text, x=SPACE * (following + 0.5), y=HIGH / 2 + 4.5)
    marker = tag("use", href=f"#ng-loco-{c}", transform=at(SPACE * (made + 0.5), HIGH / 2, 0.85),
                 data_piece=f"marker-{s.board.company_ids[c]}")
    row_ = tag("path", d=spaces, fill=TOWN, stroke=FAINT)
    return _spaces(most, HIGH, row_, pays if following > made else None, marker)


def _spaces(most: int, high: int, *inside: Inside) -> Markup:
    wide = SPACE * (most + 1)
    return tag("svg", *inside, viewBox=f"0 0 {wide} {high}", width=wide, height=high, aria_hidden="true",
               font_family=TEXT_FACE, font_size=13, text_anchor="middle", fill=INK)


def _offer(s: Position, c: int) -> Inside:
    """Certificates on offer, overlapping so that they can be counted."""
    left = int(s.available[c])
    step = 9 if left < 5 else 36 / left
    sheets = [tag("path", d=f"M{1 + step * k:.1f} 3h22v14h-22z") for k in range(left)]
    drawn = tag("svg", sheets, viewBox="0 0 60 20", width=60, height=20, aria_hidden="true",
                fill=fill(sheet(s.board).companies[c]), stroke=INK, stroke_width=1.2)
    return drawn, tag("i", left or term("none"))


# ---- hands, contracts, piles -----------------------------------------------------------------------------------------


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
    return tag("section", headed("NG-RND-3", term("If the round ended now")), sums, class_="due")


def _contracts(s: Position, names: Sequence[str]) -> Markup | None:
    parts = [
        markup(tag("h3", oneself(names[p])), tag("div", [contract(s, c) for c in held], class_="contract-cards"))
        for p in range(SEATS) if (held := s.contracts_of(p))
    ]
    return tag("section", headed("NG-CON-1", term("Contracts held")), parts, class_="contracts") if parts else None


def _deck(s: Position) -> Markup:
    """NG-HAND-2, NG-HID-3: the piles, and what city tiles are still face down."""
    discard = [s.board.card_ids[c] for c in _members(s.discard)]
    tiles = joined(f"{n} {name}" for name, n in zip(s.board.commodity_ids, s.tiles_left))
    notes = [term("City tiles face down: {tiles}", tiles=tiles)] if s.hidden_cities else []
    return deck(things(s.board), "NG-HAND-2", term("Track cards"),
                term("{n} in the draw pile", n=int(s.pile).bit_count()),
                term("{n} discarded", n=len(discard)), " ".join(discard), notes)
