"""What can be said of auctions in Age of Rail: what a share is paid beside its price, and where the money goes."""

from __future__ import annotations

from roundhouse.engine.contract import NOBODY
from roundhouse.games import auction_claims
from roundhouse.games.age_of_rail.claims_reading import holders_of, payments_left, share_now, share_of_final, to_end
from roundhouse.games.age_of_rail.facts import ShareSold
from roundhouse.games.age_of_rail.position import OFFERING, Position
from roundhouse.games.age_of_rail.things import dollars, things
from roundhouse.games.claims import Claims, copied
from roundhouse.games.words import joined, seat


def add(found: Claims[Position]) -> None:
    """Add what can be said of an offer, a bid, or a pass; nothing of offering nothing."""
    line, s = found.line, found.line.before
    opens = line.text.startswith("offer")
    if line.text == "offer-nothing":
        return
    lot = s.board.railroad_ids.index(line.text.split()[1]) if opens else int(s.auction.lot)
    name, share = s.board.railroad_ids[lot], things(s.board).line(lot)
    sold = next((fact for fact in line.facts if isinstance(fact, ShareSold)), None)
    if not opens:
        auction_claims.add_bid(found, share, name, "$", 1.0)
    if sold is not None:
        _sold(found, lot, sold)
        _thins(found, lot, sold)
        _funds(found, lot, sold)
    if line.text == "pass":
        _pass(found, lot)


def _sold(found: Claims[Position], lot: int, sold: ShareSold) -> None:
    """Who gets the share, for how much, and what it is still paid as the track lies."""
    line, s, t = found.line, found.line.before, found.line.after
    name, left, pays, final = s.board.railroad_ids[lot], payments_left(t), share_now(t, lot), share_of_final(t, lot)
    worth = float(to_end(t, lot))
    if s.sold[lot] == 0:  # it has no track yet: what it will earn is to be built from the price
        worth = 6.0 * left + 0.6 * sold.price
    paid = dict(sold.money)
    has, mine = (int(s.cash[n]) + paid.get(n, 0) for n in (sold.seat, line.me))
    otherwise = auction_claims.for_certain(s, sold.seat) if line.text.startswith("bid") else None
    parts = {
        "who": seat(sold.seat),
        "line": things(s.board).line(lot),
        "price": dollars(sold.price),
        "pays": dollars(pays),
        "final": dollars(final),
        "n": str(left),
        "left": dollars(has),
        "mine": dollars(mine),
        "otherwise": dollars(otherwise or 0),
    }
    told = {
        "who": sold.seat,
        "price": sold.price,
        "left": has,
        "pays": pays,
        "final": final,
        "n": left,
        "mine": mine,
        "otherwise": otherwise,
    }
    if sold.seat == line.me:
        if sold.seller is not None and sold.seller == line.me:
            return
        earns = "it is paid {pays} at each of {n} dividends and {final} at the end, as it stands."
        if left == 0:
            earns = "it is paid {final} at the end, as it stands."
        elif left == 1:
            earns = "it is paid {pays} at the last dividend and {final} at the end, as it stands."
        if s.sold[lot] == 0:
            earns = "you have {left} left."
        found.add(
            "buys", name, worth - sold.price, "Against strong play you get {line} for {price}; " + earns, parts, **told
        )
        return
    if sold.seller == line.me:
        found.add(
            "sells",
            name,
            sold.price - worth,
            "Against strong play {who} pays you {price} for it; it would be paid {pays} at each "
            "of {n} dividends and {final} at the end.",
            parts,
            **told,
        )
        return
    says = "Against strong play {who} gets {line} for {price}, and has {left} left."
    if otherwise is not None:
        says = (
            "Against strong play {who} gets {line} all the same, but for {price} instead of {otherwise}, and has "
            "{left} left."
        )
    elif s.sold[lot] and sold.price > to_end(t, lot):
        says = (
            "Against strong play {who} pays {price} for {line}, more than it still brings as it stands: "
            + brings(left)
            + "."
        )
    elif line.text == "pass":
        says = "Against strong play {who} gets {line} for {price}, and has {left} left; you keep {mine}."
    found.add("lets", name, sold.price - worth, says, parts, **told)


def brings(dividends: int) -> str:
    """A message of what a share is still paid: by so many dividends, and at the end."""
    if not dividends:
        return "{final} at the end"
    return ("{n} × {pays}" if dividends > 1 else "{pays} at the last dividend") + " and {final} at the end"


def _thins(found: Claims[Position], lot: int, sold: ShareSold) -> None:
    """One share more among which the end is divided."""
    line, s, t = found.line, found.line.before, found.line.after
    if sold.seller is not None or not s.sold[lot] or s.auction.high != NOBODY:    # it is sold whatever is done
        return
    mine, (theirs, who) = holders_of(s, lot, line.me)
    before, after = share_of_final(s, lot), share_of_final(t, lot)
    if before - after >= 1 and theirs > mine:
        found.add(
            "thins",
            s.board.railroad_ids[lot],
            0.7 * (before - after) * (theirs - mine),
            "One more share of {line} thins what each of {who}'s gets at the end: {after} instead of {before}, "
            "as it stands.",
            {
                "line": things(s.board).line(lot),
                "who": seat(who),
                "theirs": str(theirs),
                "after": dollars(after),
                "before": dollars(before),
            },
            before=before,
            after=after,
            who=who,
            theirs=theirs,
        )


def _funds(found: Claims[Position], lot: int, sold: ShareSold) -> None:
    """The price is the railroad's to build with."""
    line, s, t = found.line, found.line.before, found.line.after
    if sold.seller is not None:
        return
    mine, (theirs, _) = holders_of(t, lot, line.me)
    had, has = int(s.treasury[lot]), int(t.treasury[lot])
    double = int(s.board.link_cost + s.board.second_link_cost)
    steps = [price for price in (int(s.board.link_cost), double) if had < price <= has]
    if mine < theirs or not steps:
        return
    links = "a double link" if steps[-1] == double else "a link"
    found.add(
        "funds",
        s.board.railroad_ids[lot],
        0.1 * steps[-1] * max(1, mine),
        ("You pay" if sold.seat == line.me else "Against strong play {who} pays")
        + " {price}, and {line} then has {has} in its Treasury: enough for "
        + links
        + ".",
        {
            "line": things(s.board).line(lot),
            "has": dollars(has),
            "who": seat(sold.seat),
            "price": dollars(sold.price),
        },
        who=sold.seat,
        price=sold.price,
        has=has,
        links=links,
    )


def _pass(found: Claims[Position], lot: int) -> None:
    """Why not to go on."""
    line, s = found.line, found.line.before
    name = s.board.railroad_ids[lot]
    if s.phase == OFFERING:
        rest, at = [], int(s.board.offered_next[lot])
        while at != NOBODY:
            rest.append(at)
            at = int(s.board.offered_next[at])
        auction_claims.add_purse(
            found,
            joined([things(s.board).line(r) for r in rest], ", ", " and "),
            [s.board.railroad_ids[r] for r in rest],
            "$",
        )
    elif s.sold[lot] and s.auction.high != NOBODY:
        bought = copied(s)
        bought.cash[line.me] += 1000
        bought.do(f"bid {int(s.auction.high) + 1}")
        while bought.auction.lot >= 0:
            bought.do("pass")
        worth, price = to_end(bought, lot), int(s.auction.high) + 1
        pays, final = share_now(bought, lot), share_of_final(bought, lot)
        left = payments_left(s)
        if price > worth and payments_left(bought) == left:
            found.add(
                "dear",
                name,
                price - worth + 0.5,
                "{price} is more than the share still brings as it stands: " + brings(left) + ".",
                {"price": dollars(price), "pays": dollars(pays), "n": str(left), "final": dollars(final)},
                price=price,
                pays=pays,
                final=final,
                n=left,
            )
