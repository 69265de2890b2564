"""What can be said of auctions in Irish Gauge: what a share brings beside its price, and whose income it thins."""

from __future__ import annotations

from roundhouse.engine.contract import NOBODY
from roundhouse.games import auction_claims
from roundhouse.games.claims import Claims
from roundhouse.games.irish_gauge.claims_reading import each_share, holders_of, points_to, pounds, rail, town
from roundhouse.games.irish_gauge.facts import ShareSold
from roundhouse.games.irish_gauge.position import INITIAL_AUCTION, Position
from roundhouse.games.words import Span, Words, joined, seat

A_CALL = 3  # cubes
A_TURN = 3  # build points


def add(found: Claims[Position]) -> None:
    """Add what can be said of a call for an auction, a bid, or a pass."""
    line, s = found.line, found.line.before
    calls = line.text.startswith("auction")
    lot = s.board.railway_ids.index(line.text.split()[1]) if calls else int(s.auction.lot)
    name, share = s.board.railway_ids[lot], rail(s, lot)
    value = int(s.next_value(lot))
    to_come = -(-int(s.bag_size) // A_CALL)
    each = each_share(s, lot, int(s.sold[lot]) + 1)
    worth = value + each * to_come * 0.7
    if calls:
        auction_claims.add_call(found, share, name, "£", value, each)
        _thins(found, lot)
    auction_claims.add_bid(found, share, name, "£", each)
    sold = next((fact for fact in line.facts if isinstance(fact, ShareSold)), None)
    if sold is not None and sold.seat == line.me:
        _buys(found, lot, sold.price, value, worth)
    elif sold is not None:
        _lets(found, lot, sold, value, worth)
    if line.text == "pass":
        _dear(found, lot, value, each, to_come)


def _thins(found: Claims[Position], lot: int) -> None:
    """One share more of a railway pays each of them less."""
    line, s, t = found.line, found.line.before, found.line.after
    mine, (theirs, who) = holders_of(s, lot, line.me)
    before, after = each_share(s, lot), each_share(s, lot, int(s.sold[lot]) + 1)
    if theirs > mine and before - after >= 0.5 and t.sold[lot] == s.sold[lot] + 1:
        found.add(
            "thins",
            s.board.railway_ids[lot],
            (before - after) * (theirs - mine) * int(s.bag_size) / 4.0,
            "Another share of {line} cuts what each of {who}'s earns: {after} a call on average instead of {before}.",
            {"line": rail(s, lot), "who": seat(who), "after": pounds(after), "before": pounds(before)},
            before=before,
            after=after,
            who=who,
        )


def _buys(found: Claims[Position], lot: int, price: int, value: int, worth: float) -> None:
    """What is bought by this line: its value at the end, what it pays now, and the price."""
    line, s, t = found.line, found.line.before, found.line.after
    name, share = s.board.railway_ids[lot], rail(s, lot)
    against = (
        ""
        if auction_claims.bid_of(line) and not auction_claims.able(s, line.rivals, auction_claims.bid_of(line))
        else "Against strong play "
    )
    if s.phase == INITIAL_AUCTION:
        near = [h for h, points in points_to(t, lot).items() if points <= A_TURN]
        parts: dict[str, Span | Words] = {
            "line": share,
            "price": pounds(price),
            "value": pounds(value),
            "towns": joined([town(s, h) for h in near], ", ", " and "),
        }
        says = "you get {line} for {price}; it counts {value} at the end" + (
            ", and {towns} lie a turn away." if len(near) > 1 else ", and {towns} lies a turn away." if near else "."
        )
        told = {"price": price, "value": value, "near": [s.board.grid.ids[h] for h in near]}
        found.add(
            "buys",
            name,
            value + 1.5 * len(near) + 3.0 - price,
            against + (says if against else "Y" + says[1:]),
            parts,
            **told,
        )
        return
    each = each_share(t, lot)
    calls = -(-int(t.bag_size) // A_CALL)
    says = (
        "you get {line} for {price}; it counts {value} at the end, and a call pays it {each} on average, as the track "
        "lies: {calls} can still come."
    )
    if calls == 1:
        says = "you get {line} for {price}; it counts {value} at the end and pays {each} on average at the last call."
    found.add(
        "buys",
        name,
        worth - price,
        against + (says if against else "Y" + says[1:]),
        {"line": share, "price": pounds(price), "value": pounds(value), "each": pounds(each), "calls": str(calls)},
        price=price,
        value=value,
        each=each,
        calls=calls,
    )


def _lets(found: Claims[Position], lot: int, sold: ShareSold, value: int, worth: float) -> None:
    """Who gets it instead, for how much, and what is left to them."""
    line, s, t = found.line, found.line.before, found.line.after
    left = int(t.cash[sold.seat])
    rest = range(lot + 1, len(s.board.railway_ids)) if s.phase == INITIAL_AUCTION else range(0)
    says = "Against strong play {who} gets {line} for {price}, and has {left} left."
    otherwise = auction_claims.for_certain(s, sold.seat) if line.text.startswith("bid") else None
    if otherwise is not None:
        says = (
            "Against strong play {who} gets {line} all the same, but for {price} instead of {otherwise}, and has "
            "{left} left."
        )
    elif rest and line.text == "pass":
        says = "You keep {mine} for {rest}; against strong play {who} gets {line} for {price}, and has {left} left."
    found.add(
        "lets",
        s.board.railway_ids[lot],
        sold.price - worth,
        says,
        {
            "who": seat(sold.seat),
            "line": rail(s, lot),
            "price": pounds(sold.price),
            "left": pounds(left),
            "mine": pounds(int(t.cash[line.me])),
            "otherwise": pounds(otherwise or 0),
            "rest": joined([rail(s, r) for r in rest], ", ", " and "),
        },
        who=sold.seat,
        price=sold.price,
        left=left,
        mine=int(t.cash[line.me]),
        otherwise=otherwise,
    )
    least = min((int(t.next_value(r)) for r in range(len(t.board.railway_ids)) if t.next_value(r)), default=0)
    if line.text == "pass" and s.phase != INITIAL_AUCTION:
        auction_claims.add_broke(found, sold.seat, sold.price, least, "£", rail(s, lot), s.board.railway_ids[lot])


def _dear(found: Claims[Position], lot: int, value: int, each: float, to_come: int) -> None:
    """Why not to go on: the next bid is more than it brings, or the money is for what is still to come."""
    line, s = found.line, found.line.before
    if s.phase == INITIAL_AUCTION:
        rest = list(range(lot + 1, len(s.board.railway_ids)))
        auction_claims.add_purse(
            found, joined([rail(s, r) for r in rest], ", ", " and "), [s.board.railway_ids[r] for r in rest], "£"
        )
        if s.auction.high == NOBODY and found.line.after.holders(lot) == [line.me]:
            found.add(
                "free",
                s.board.railway_ids[lot],
                float(value),
                "Against strong play nobody bids, and you get {line} for nothing.",
                {"line": rail(s, lot)},
            )
        return
    high = int(s.auction.high)
    if s.auction.high != NOBODY and high + 1 > value + each * to_come:
        says = (
            "{next} is more than it brings as the track lies: {value} at the end, and {each} on average at each of "
            "{calls} calls at most."
        )
        if to_come == 1:
            says = (
                "{next} is more than it brings as the track lies: {value} at the end, and {each} on average at the "
                "last call."
            )
        found.add(
            "dear",
            s.board.railway_ids[lot],
            high + 1 - value - each * to_come + 0.5,
            says,
            {"next": pounds(high + 1), "value": pounds(value), "each": pounds(each), "calls": str(to_come)},
            next=high + 1,
            value=value,
            each=each,
            calls=to_come,
        )
