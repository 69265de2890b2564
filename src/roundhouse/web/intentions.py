"""What a seat leaves to be done for it: a sealed choice before its turn, or a secret limit in an auction."""
from __future__ import annotations

import re
from dataclasses import replace

from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY, IllegalAction, State
from roundhouse.web.errors import Refused
from roundhouse.web.model import AuctionInfo
from roundhouse.web.table import Intention, Table

LIMIT = re.compile(r"up to (\d{1,6})")
PASS = "pass"


def auction_of(state: State) -> str | None:
    """A name for the auction or the sealed choice that is open, the same until it is over."""
    auction = _ascending(state)
    if auction is not None:
        return f"lot {auction.lot} opened by {auction.opener}"
    if state.to_act < 0:
        return None
    view = state.view(-1)
    return f"{view.get('phase')} in round {view.get('round')}"


def _ascending(state: State) -> Auction | None:
    auction = getattr(state, "auction", None)
    return auction if isinstance(auction, Auction) and auction.lot != NOBODY else None


def _sealed(state: State) -> bool:
    """Whether the seat to act makes a choice that another seat can't see."""
    if state.to_act < 0:
        return False
    code = state.legal()[0]
    return any(not state.sees(seat, code) for seat in range(state.game.seats))


def _when_it_acts(state: State, seat: int) -> State | None:
    """A sealed choice as that seat will face it: what the others choose before has no effect on what it may."""
    ahead = state.copy()
    while ahead.to_act >= 0 and ahead.to_act != seat and _sealed(ahead):
        ahead.apply(ahead.legal()[0])
    return ahead if ahead.to_act == seat else None


def offer(table: Table, seat: int) -> AuctionInfo | None:
    """In what the seat may leave word now; None where it may not."""
    state = table.line.state
    auction = _ascending(state)
    left = table.intentions.get(seat)
    wish = None if left is None else left.wish
    if auction is not None:
        return AuctionInfo("limit", int(auction.least()), (), wish) if seat in auction.still_in() else None
    if state.to_act == seat:
        return None
    ahead = _when_it_acts(state, seat)
    return None if ahead is None else AuctionInfo("sealed", 0, tuple(ahead.lines()), wish)


def leave(table: Table, seat: int, wish: str | None) -> Table:
    """With the seat's wish noted, or withdrawn."""
    others = {number: one for number, one in table.intentions.items() if number != seat}
    if wish is None:
        return replace(table, intentions=others)
    wish = " ".join(wish.split())
    _check(offer(table, seat), wish)
    auction = auction_of(table.line.state)
    assert auction is not None
    return replace(table, intentions={**others, seat: Intention(auction, wish)})


def _check(auction: AuctionInfo | None, wish: str) -> None:
    if auction is None:
        raise Refused("there is no auction in which you can leave word now")
    if auction.kind == "sealed":
        if wish not in auction.choices:
            raise Refused(f"'{wish}' is none of your choices: {auction.choices[0]} to {auction.choices[-1]}")
    elif wish != PASS and not LIMIT.fullmatch(wish):
        raise Refused("a limit is 'up to' and an amount, or 'pass'")


def still_open(table: Table) -> Table:
    """Without what was left for auctions that are over."""
    if not table.intentions:
        return table
    auction = auction_of(table.line.state)
    kept = {seat: one for seat, one in table.intentions.items() if one.auction == auction}
    return table if len(kept) == len(table.intentions) else replace(table, intentions=kept)


def carried_out(table: Table) -> int | None:
    """The code of what the seat to act has left to be done; None if that can't be done, so that it must decide."""
    left = table.intentions.get(table.to_act)
    if left is None:
        return None
    state = table.line.state
    lines = [left.wish]
    if limit := LIMIT.fullmatch(left.wish):
        auction = _ascending(state)
        assert auction is not None
        least = int(auction.least())
        lines = [f"bid {least}", PASS] if least <= int(limit[1]) else [PASS]
    for line in lines:
        try:
            code = table.game.parse(line)
            state.copy().apply(code)
            return code
        except (IllegalAction, ValueError):
            continue
    return None
