"""What lies beside the board of Narrow Gauge: hands, certificates, contracts and the auction; and the great moments."""
from __future__ import annotations

from typing import Any, cast

from roundhouse.engine.contract import OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.drawing import heading, text
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.drawing_map import sheet
from roundhouse.games.narrow_gauge.drawing_pieces import certificate, die, track_card
from roundhouse.games.narrow_gauge.position import BID, CONTRACT, DEAL, FIRST, KEEP, SETUP
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.scenes import row, table

View = dict[str, Any]


def dues(s: NarrowGaugeState, p: int) -> tuple[int, int]:
    """NG-RND-3, NG-RND-4: what a seat would get for majorities and for commodities if the round ended now."""
    board = s.board
    ahead = sum(s.votes(p, c) > s.votes(1 - p, c) for c in range(board.companies))
    return ahead * int(board.majority_bonus), sum(s.market_value(p, c) for c in range(board.commodities))


def aside(state: State, seat: int | None, names: list[str]) -> str:
    s = cast(NarrowGaugeState, state)
    seen = s.view(seat)
    parts = [_auction(s, seen, names), _dealt(s, seen, names), _hands(s, seen, seat, names)]
    if s.phase != SETUP and s.to_act != OVER:
        parts += [_offer(s), _due(s, names)]
    parts += [_contracts(s, names), _deck(s, seen)]
    return "".join(parts)


# ---- the start of a round --------------------------------------------------------------------------------------------


def _auctioned(s: NarrowGaugeState) -> bool:
    return not s.random_order and s.phase in (DEAL, BID, FIRST, CONTRACT)


def _drafted(s: NarrowGaugeState) -> bool:
    return s.random_order and s.phase in (DEAL, KEEP)


def contracts_shown(s: NarrowGaugeState, seat: int | None) -> list[int]:
    """Those that lie open for all, those dealt to who looks, and those held."""
    found = _members(s.offer) if _auctioned(s) else []
    if _drafted(s):
        dealt = cast(list[object], s.view(seat)["dealt"])
        found = [s.board.contract_ids.index(name) for hand in dealt if isinstance(hand, list) for name in hand]
    return [*found, *(int(c) for p in range(SEATS) for c in s.contracts_of(p))]


def _auction(s: NarrowGaugeState, seen: View, names: list[str]) -> str:
    """NG-BID-1 to NG-BID-7: the contracts turned up, and who has bid."""
    if not _auctioned(s):
        return ""
    bids = seen["bids"]
    lines = "".join(f"<li><b>{text(names[p])}</b> {_bid(bids[p])}</li>" for p in range(SEATS))
    again = "<p>The first bids were equal. These are the last.</p>" if s.tied else ""
    return (
        f'<section class="auction">{heading(f"Bid for the first turn, round {s.round + 1}", "NG-BID-2")}'
        f'<div class="contract-cards">{"".join(contract(s, c) for c in _members(s.offer))}</div>{again}'
        f'<ul class="bidders">{lines}</ul><p class="note">Both pay what they bid. The higher bid has the first turn '
        "and chooses a contract first; a contract may cost at most your bid.</p></section>"
    )


def _bid(bid: object) -> str:
    if bid is None:
        return '<span class="waiting">has not bid yet</span>'
    return '<span class="sealed">has bid, sealed</span>' if bid == "?" else f'bids <span class="bid">${bid}</span>'


def _dealt(s: NarrowGaugeState, seen: View, names: list[str]) -> str:
    """NG-ORD-1 to NG-ORD-3: two contracts each, of which one is kept."""
    if not _drafted(s):
        return ""
    ids = s.board.contract_ids
    parts = []
    for p in range(SEATS):
        dealt, kept = seen["dealt"][p], seen["kept"][p]
        cards = "".join(contract(s, ids.index(c)) for c in dealt) if isinstance(dealt, list) else ""
        count = len(dealt) if isinstance(dealt, list) else dealt
        state = "has chosen" if kept is not None else f"holds {count}, and keeps one"
        parts.append(f'<h4>{text(names[p])} {state}</h4><div class="contract-cards">{cards}</div>')
    return (
        f'<section class="auction">{heading(f"Contracts for round {s.round + 1}", "NG-ORD-1")}{"".join(parts)}'
        '<p class="note">The state that comes first in the alphabet has the first turn.</p></section>'
    )


def contract(s: NarrowGaugeState, number: int) -> str:
    data = s.game.edition.data["contracts"][number]
    used = " used" if s.flipped & BIT[number] else ""
    flips = '<p class="flip">Flip: once in the round</p>' if data["flip"] else ""
    return (
        f'<article class="contract{used} spot" data-spot="contract-{text(data["id"])}"><h4>{text(data["state"])} '
        f'<span class="price">${data["value"]}</span></h4><p class="name">{text(data["name"])}</p>'
        f"<p>{text(data['text'])}</p>{flips}</article>"
    )


def _members(bits: int) -> list[int]:
    return [n for n in range(int(bits).bit_length()) if bits & BIT[n]]


# ---- hands, certificates, contracts, piles ---------------------------------------------------------------------------


def _hands(s: NarrowGaugeState, seen: View, seat: int | None, names: list[str]) -> str:
    """The hand of who looks; both when everything may be seen."""
    hands = seen["hands"]
    open_ = [p for p in range(SEATS) if isinstance(hands[p], list) and hands[p] and seat in (None, p)]
    return "".join(
        f'<section class="hand">{heading("Your hand" if seat == p else f"Hand of {text(names[p])}", "NG-CARD-1")}'
        f'<div class="cards">{"".join(_card(s, c) for c in hands[p])}</div></section>' for p in open_
    )


def _card(s: NarrowGaugeState, name: str) -> str:
    data = s.game.edition.data["cards"][s.board.card_ids.index(name)]
    drawn = track_card(name, [(a, b) for a, b in data["hexes"]])
    return (
        f'<figure class="card spot" data-spot="card-{text(name)}">{drawn}'
        f"<figcaption>{text(data['shape'])}</figcaption></figure>"
    )


def _offer(s: NarrowGaugeState) -> str:
    """NG-SHR-1: a pile for each company."""
    board, plan = s.board, sheet(s.game)
    piles = []
    for c, name in enumerate(board.company_names):
        pays = board.dividend[s.round * board.companies + c] * min(s.marker[c] + 1, board.connection_max)
        left = int(s.available[c])
        drawn = certificate(plan.companies[c], c, plan.letters[c], left, int(s.round) + 1)
        piles.append(
            f'<figure class="pile">{drawn}<figcaption>{text(name)}: <b>{left or "none"}</b> left, '
            f'a connection pays <b>${pays}</b></figcaption></figure>'
        )
    left = sum(s.available)
    ends = f"{left} left; the round ends at {board.left_over}."
    return (
        f'<section class="offer">{heading("Certificates on offer", "NG-SHR-1")}'
        f'<div class="piles">{"".join(piles)}</div><p>{ends}</p></section>'
    )


def _due(s: NarrowGaugeState, names: list[str]) -> str:
    """What the dividends would be if the round ended now."""
    pays = [dues(s, p) for p in range(SEATS)]
    rows = [row("Majorities", [f"${a}" for a, _ in pays]), row("Market", [f"${b}" for _, b in pays])]
    sums = table(["", *names], rows, row("Together", [f"${a + b}" for a, b in pays]))
    return f'<section class="due">{heading("If the round ended now", "NG-RND-3")}{sums}</section>'


def _contracts(s: NarrowGaugeState, names: list[str]) -> str:
    held = [(p, s.contracts_of(p)) for p in range(SEATS)]
    parts = [
        f'<h4>{text(names[p])}</h4><div class="contract-cards">{"".join(contract(s, c) for c in mine)}</div>'
        for p, mine in held if mine
    ]
    held_now = heading("Contracts held", "NG-CON-1") + "".join(parts)
    return f'<section class="contracts">{held_now}</section>' if parts else ""


def _deck(s: NarrowGaugeState, seen: View) -> str:
    """NG-HAND-2, NG-HID-3: the piles, and what city tiles are still face down."""
    discard = cast(list[str], seen["discard"])
    pile = seen["pile"] if isinstance(seen["pile"], int) else len(seen["pile"])
    played = f'<details><summary>{len(discard)} discarded</summary><p>{text(" ".join(discard))}</p></details>'
    tiles = ""
    if s.hidden_cities:
        left = ", ".join(f"{n} {text(name)}" for name, n in zip(s.board.commodity_ids, s.tiles_left))
        tiles = f"<p>City tiles face down: {left}</p>"
    return (
        f'<section class="deck">{heading("Track cards", "NG-HAND-2")}<p>{pile} in the draw pile</p>'
        f"{played if discard else ''}{tiles}</section>"
    )


# ---- the great moments -----------------------------------------------------------------------------------------------


def scene(before: State, code: int, after: State, names: list[str], seat: int | None) -> str:
    """Two sealed bids opened, a round's dividends, the final count. All of it is open by then."""
    s, t = cast(NarrowGaugeState, before), cast(NarrowGaugeState, after)
    if s.phase == BID and s.to_act == SEATS - 1:
        return _opened(s, t, code - int(s.game.first_bid), names)
    if len(t.dividends) > len(s.dividends):
        return _dividends(s, t, names, seat)
    return ""


def _opened(s: NarrowGaugeState, t: NarrowGaugeState, last: int, names: list[str]) -> str:
    bids = [int(s.bids[0]), last]
    lines = "".join(
        f'<li class="{"best" if t.first == p else ""}"><b>{text(names[p])}</b> <span class="bid">${bids[p]}</span></li>'
        for p in range(SEATS)
    )
    if t.phase == CONTRACT:
        end = f"{text(names[t.first])} has the first turn and chooses a contract first."
    elif t.phase == BID:
        end = "A tie: both bid again, once."
    else:
        end = "The first player is drawn, and nobody gets a contract."
    title = heading("The bids are opened", "NG-BID-3")
    return f'<section class="scene bids">{title}<ul>{lines}</ul><p>Both pay. {end}</p></section>'


def _dividends(s: NarrowGaugeState, t: NarrowGaugeState, names: list[str], seat: int | None) -> str:
    """NG-RND-3 to NG-RND-5, line by line; after the last round with the final count."""
    board, plan = s.board, sheet(s.game)
    rows = []
    for c in range(board.companies):
        mine, theirs = s.votes(0, c), s.votes(1, c)
        paid = [f"+${board.majority_bonus}" if lead else "" for lead in (mine > theirs, theirs > mine)]
        sign = f'<svg class="sign" viewBox="-16 -13 32 24" aria-hidden="true"><use href="#ng-loco-{c}"/></svg>'
        rows.append(row(f"{sign}{text(board.company_names[c])} {mine} : {theirs}", paid))
    for c, name in enumerate(board.commodity_ids):
        sign = (
            f'<svg class="sign" viewBox="-16 -18 72 38" aria-hidden="true"><use href="#ng-good-{c}"/>'
            f"{die(plan.goods[c], int(s.die[c]), 37, 0)}</svg>"
        )
        sums = "not moved" if s.row[c] == 0 else f"{s.die[c]} × ${board.row_value[abs(int(s.row[c]))]}"
        values = [s.market_value(p, c) for p in range(SEATS)]
        rows.append(row(f"{sign}{text(name)}: {sums}", [f"+${value}" if value else "" for value in values]))
    first = len(s.dividends)
    total = [int(t.dividends[first + p] + t.dividends[first + SEATS + p]) for p in range(SEATS)]
    foot = row("Dividends", [f"+${value}" for value in total])
    title = "The final count" if t.to_act == OVER else f"Dividends of round {s.round + 1}"
    cash = cast(list[object], t.view(seat)["cash"])
    foot += row("Money", [f"${value}" if value != "?" else "hidden" for value in cash])
    return (
        f'<section class="scene {"final" if t.to_act == OVER else "dividend"}">'
        f'{heading(title, "NG-END-1" if t.to_act == OVER else "NG-RND-3")}'
        f'{table(["", *names], rows, foot)}{_winner(t, names)}</section>'
    )


def _winner(t: NarrowGaugeState, names: list[str]) -> str:
    """NG-END-1 to NG-END-3"""
    winners = t.winners()
    if not winners:
        return ""
    if t.cash[0] != t.cash[1]:
        return f'<p class="winner">{text(names[winners[0]])} wins.</p>'
    dice = f"The money is equal; the dice show {t.dice_total(0)} to {t.dice_total(1)}."
    end = f"{text(names[winners[0]])} wins with the lower sum." if len(winners) == 1 else "The win is shared."
    return f'<p class="winner">{dice} {end}</p>'
