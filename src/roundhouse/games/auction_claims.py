"""What can be said of bids in an ascending auction, whatever is sold: who can still go over one, and what is enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from roundhouse.engine.contract import State
from roundhouse.games.claims import Claims, Line, Proof, copied
from roundhouse.games.kit.shares import ShareSold
from roundhouse.games.proofs import played, replayed
from roundhouse.games.words import Span, Words, amount, seat

S = TypeVar("S", bound=State)


class _Bidding(Protocol):
    """A state with an auction, as the rail games have it."""

    cash: Any
    auction: Any


def bid_of(line: Line[Any]) -> int:
    """What is bid; 0 for anything else."""
    return int(line.text[4:]) if line.text.startswith("bid ") else 0


def able(state: _Bidding, seats: list[int], price: int) -> list[int]:
    """Of these seats those still in who could bid more, the richest first."""
    still = set(state.auction.still_in())
    return sorted((n for n in seats if n in still and state.cash[n] > price), key=lambda n: (-int(state.cash[n]), n))


def for_certain(state: State, seat_: int) -> int | None:
    """The price at which that seat has the share as soon as the one to act passes; None if others may still bid."""
    if "pass" not in state.lines():
        return None
    sold = next((fact for fact in copied(state).tell(state.game.parse("pass")) if isinstance(fact, ShareSold)), None)
    return None if sold is None or sold.seat != seat_ else sold.price


def add_bid(found: Claims[Any], share: Span, name: str, unit: str, worth: float) -> None:
    """Of a bid: who can go over it, and whether less would do. `worth` is that of the share to who bids."""
    line, s = found.line, found.line.before
    bid = bid_of(line)
    if not bid:
        return
    in_it = [n for n in line.rivals if n in s.auction.still_in()]
    over = able(s, line.rivals, bid)
    most = max((int(s.cash[n]) for n in in_it), default=0)
    enough = max(int(s.auction.least()), most)
    if bid > enough:
        found.add(
            "enough",
            name,
            float(enough - bid),
            "{enough} is enough: nobody else in it has more.",
            {"enough": amount(enough, unit)},
            enough=enough,
        )
    if not over:
        rich = max(in_it, key=lambda n: int(s.cash[n]), default=None)
        says = (
            "Nobody can go over {bid}: {who} has {cash}."
            if rich is not None and len(in_it) == 1
            else "Nobody can go over {bid}."
        )
        found.add(
            "outbid",
            name,
            2.0 + worth,
            says,
            {"bid": amount(bid, unit), "who": seat(rich or 0), "cash": amount(int(s.cash[rich or 0]), unit)},
            bid=bid,
            rich=rich,
            cash=most,
            alone=len(in_it) == 1,
        )
    elif len(over) == 1 and len(in_it) > 1:
        found.add(
            "one left",
            name,
            1.0,
            "Only {who} can still go over {bid}, with {cash}.",
            {"who": seat(over[0]), "bid": amount(bid, unit), "cash": amount(int(s.cash[over[0]]), unit)},
            bid=bid,
            who=over[0],
            cash=int(s.cash[over[0]]),
        )


def add_call(found: Claims[Any], share: Span, name: str, unit: str, least: int, worth: float) -> None:
    """Of putting a share up for auction: whether anybody could outbid who does."""
    line, s = found.line, found.line.before
    mine = int(s.cash[line.me])
    rich = max(line.rivals, key=lambda n: int(s.cash[n]))
    if int(s.cash[rich]) < mine and mine >= least:
        says = "Nobody can outbid you for {share}: {who} has only {cash}, and you have {mine}."
        if all(int(s.cash[n]) < least for n in line.rivals):
            says = "Nobody else can pay {least} for {share}: {who} has only {cash}, and you have {mine}."
        found.add(
            "outbid",
            name,
            2.0 + worth,
            says,
            {
                "share": share,
                "who": seat(rich),
                "cash": amount(int(s.cash[rich]), unit),
                "mine": amount(mine, unit),
                "least": amount(least, unit),
            },
            cash=int(s.cash[rich]),
            mine=mine,
            least=least,
        )


def add_purse(found: Claims[Any], rest: Words, names: list[str], unit: str) -> None:
    """Of a pass while first shares are sold: who keeps most for those to come."""
    line, t = found.line, found.line.after
    mine, best = int(t.cash[line.me]), max(int(t.cash[n]) for n in line.rivals)
    if names and mine > best:
        found.add(
            "purse",
            "",
            2.0 + 0.5 * len(names),
            "You keep {cash}, more than anyone, for {rest}.",
            {"cash": amount(mine, unit), "rest": rest},
            cash=mine,
            names=names,
        )


def add_broke(found: Claims[Any], winner: int, price: int, least: int, unit: str, share: Span, name: str) -> None:
    """Of a pass after which another pays so much that nothing more can be bought."""
    line, t = found.line, found.line.after
    left = int(t.cash[winner])
    if winner != line.me and price and left < least:
        found.add(
            "broke",
            name,
            1.5,
            "Against strong play {who} pays {price} for {share} and has {left} left: too little for any other.",
            {"who": seat(winner), "price": amount(price, unit), "share": share, "left": amount(left, unit)},
            who=winner,
            left=left,
            price=price,
        )


# ---- found again by bidding ------------------------------------------------------------------------------------------


def answers(state: State, line: str, me: int) -> list[tuple[int, bool]] | None:
    """Who comes to answer a bid and whether they may bid more, if each of them passes; None if it can't be bid."""
    table = played(state, line)
    if table is None:
        return None
    found: list[tuple[int, bool]] = []
    while table.to_act >= 0 and int(table.to_act) != me and "pass" in table.lines() and len(found) < table.game.seats:
        found.append((int(table.to_act), any(one.startswith("bid ") for one in table.lines())))
        table.do("pass")
    return found


def outbid(line: Line[Any], thing: str, told: Mapping[str, Any]) -> object:
    """After the bid, or a call and a bid as high as the richest rival could make, all others can only pass."""
    if "bid" in told:
        heard = answers(line.before, line.text, line.me)
        purses = line.before.view(None)["cash"]
        rich = told["rich"] is None or not told["alone"] or purses[told["rich"]] == told["cash"]
        bid = line.text == f"bid {told['bid']}"
        return bid and heard is not None and rich and not any(may for _, may in heard)
    called = played(line.before, line.text)
    price = max(told["cash"], told["least"])
    if called is None or (told["mine"], told["cash"]) != (
        line.before.view(None)["cash"][line.me],
        max(line.before.view(None)["cash"][n] for n in line.rivals),
    ):
        return False
    while int(called.to_act) != line.me and "pass" in called.lines():
        called.do("pass")
    heard = answers(called, f"bid {price}", line.me)
    return heard is not None and not any(may for _, may in heard)


def enough(line: Line[Any], thing: str, told: Mapping[str, Any]) -> object:
    """All others can only pass; with one less there is no such bid, or somebody could go over it."""
    heard, less = (answers(line.before, f"bid {told['enough'] - short}", line.me) for short in (0, 1))
    return heard is not None and not any(may for _, may in heard) and (less is None or any(may for _, may in less))


def one_left(line: Line[Any], thing: str, told: Mapping[str, Any]) -> object:
    """Whether that seat alone can go over the bid, and has as much cash as was told."""
    heard = answers(line.before, line.text, line.me)
    return (
        heard is not None
        and line.text == f"bid {told['bid']}"
        and [who for who, may in heard if may] == [told["who"]]
        and (line.before.view(None)["cash"][told["who"]] == told["cash"])
    )


def purse(line: Line[Any], thing: str, told: Mapping[str, Any]) -> object:
    """Whether the seat that moves has that much cash once the line is played, and every rival less."""
    after = replayed(line.before, line.steps)
    cash = None if after is None else after.view(None)["cash"]
    return isinstance(cash, list) and cash[line.me] == told["cash"] and all(cash[n] < told["cash"] for n in line.rivals)


def all_the_same(line: Line[Any], told: Mapping[str, Any]) -> bool:
    """Whether the seat told of leads for the price told, and nobody else is left to answer a pass, if that is told."""
    if told["otherwise"] is None:
        return True
    table = cast(dict[str, Any], line.before.view(None)["auction"])
    leader = table["opener"] if table["leader"] is None else table["leader"]
    leads = (leader, table["high"] or 0) == (told["who"], told["otherwise"])
    return leads and set(table["in"]) <= {leader, line.me}


def broke(line: Line[Any], thing: str, told: Mapping[str, Any]) -> object:
    """The steps played again leave that seat with so little that it could open no auction, were it to act now."""
    after = replayed(line.before, line.steps)
    if after is None:
        return False
    cash = after.view(None)["cash"]
    paid = line.before.view(None)["cash"][told["who"]] - cash[told["who"]]
    begun = copied(after)
    begun.turn = begun.to_act = told["who"]
    opens = any(text.startswith("auction ") for text in begun.lines())
    return cash[told["who"]] == told["left"] and paid == told["price"] and not opens


PROOFS: dict[str, Proof[Any]] = {
    "outbid": outbid,
    "enough": enough,
    "one left": one_left,
    "purse": purse,
    "broke": broke,
}
