"""What the seat to act may do in Age of Rail, each choice with what it costs and brings."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_BOX,
    BUILD_NOTHING,
    CONNECT,
    DELEGATE,
    DEVELOP,
    DEVELOP_BOX,
    DEVELOP_NOTHING,
    DIVIDENDS,
    DONE,
    LINK,
    NONE,
    OFFER,
    OFFER_BOX,
    OFFER_NOTHING,
    OFFER_OWN,
    PASS,
)
from roundhouse.games.age_of_rail.position import AUCTION, FREE_LINK, SECOND_LINK, TURN, Position
from roundhouse.games.drawing import Choice
from roundhouse.games.livery import counted, listed

NOTHING = {BUILD_NOTHING: BUILD_BOX, OFFER_NOTHING: OFFER_BOX, DEVELOP_NOTHING: DEVELOP_BOX}


RULES = {
    "bid": "AR-AUC-2", "pass": "AR-AUC-1", "link": "AR-BLD-5", "connect": "AR-EXT-1", "delegate": "AR-BLD-3",
    "done": "AR-BLD-5", "build-nothing": "AR-TURN-4", "offer": "AR-STK-1", "offer-own": "AR-STK-1",
    "offer-nothing": "AR-STK-2", "develop": "AR-DEV-2", "auto": "AR-DEV-3", "develop-nothing": "AR-DEV-7",
    "dividends": "AR-DIV-1",
}


def choices(state: State, names: list[str]) -> list[Choice]:
    """Every legal move that is not a bid. Its effect is read off a copy on which it was made."""
    s = cast(Position, state)
    if s.to_act < 0:
        return []
    found = []
    for code in s.legal():
        if code < s.game.first_bid:
            after = s.copy()
            after.apply(code)
            t = cast(Position, after)
            choice = _choice(s, int(code), t, names)
            found.append(Choice(int(code), s.game.text(code), choice[0], choice[1],
                                "; ".join([choice[2], *_dividend_due(s, t)]), choice[3]))
    return found


Told = tuple[str, str, str, tuple[str, ...]]


def _choice(s: Position, code: int, t: Position, names: list[str]) -> Told:
    """The group, the label, the effect and the spots."""
    board = s.board
    kind, railroad, item = int(board.kind_of[code]), int(board.railroad_of[code]), int(board.item_of[code])
    name, pile = board.railroad_shorts[railroad], (f"share:{board.railroad_ids[railroad]}",)
    if kind == LINK:
        label = f"{name}: {board.place_names[board.end_a[item]]} – {board.place_names[board.end_b[item]]}"
        return "Build Track", label, _link(s, railroad, item, t), (board.link_ids[item],)
    if kind == CONNECT:
        effect = _connection(s, railroad, item, t)
        return "Build Track", f"{name} to {board.external_names[item]}", effect, (f"to:{board.external_ids[item]}",)
    if kind == DELEGATE:
        effect = f"none of your railroads can build, so {names[item]} builds for {name}"
        return "Build Track", f"{name}, built by {names[item]} (seat {item})", effect, pile
    if kind == DONE:
        return "Build Track", "No second link", f"${s.treasury[s.building]} stay in the Treasury", ()
    if kind == DEVELOP:
        return "Develop Locations", board.place_names[item], _development(s, item, t), (board.place_ids[item],)
    if kind == AUTO:
        return "Develop Locations", "No second place", _automatic(s, t), tuple(risen(s, t))
    if kind == OFFER:
        return "Offer Stock", f"a share of {name}", _offer(s, railroad, t), pile
    if kind == OFFER_OWN:
        return "Offer Stock", f"your own share of {name}", _own_offer(s, railroad, t, names), pile
    if kind == PASS:
        lot = f"share:{board.railroad_ids[s.auction.lot]}"
        return "Auction", "Pass", _passing(s, t, names), (lot,)
    return _box(s, kind, t)


def _box(s: Position, kind: int, t: Position) -> Told:
    if kind == DIVIDENDS:
        return "Pay Dividends", "Pay dividends now", f"the Action Track goes back from {s.action_track} to 0", ()
    advance = f"the Action Track goes to {s.action_track + s.board.advance[NOTHING[kind]]}"
    if kind == BUILD_NOTHING:
        return "Build Track", "Build nothing", f"no railroad can build; {advance}", ()
    if kind == OFFER_NOTHING:
        return "Offer Stock", "Offer nothing", f"all shares are sold; {advance}", ()
    return "Develop Locations", "Develop nothing", f"{_automatic(s, t)}; {advance}", tuple(risen(s, t))


# ---- what follows ----------------------------------------------------------------------------------------------------


def _dividend_due(s: Position, t: Position) -> list[str]:
    """A dividend that this very move brings about, and what the seat gets of it."""
    if t.dividends_paid == s.dividends_paid:
        return []
    me = int(s.to_act)
    final = t.to_act == OVER
    mine = sum(int(t.final_payoff(r) if final else t.dividend(r)) * held(t, r, me) for r in range(t.board.railroads))
    if final:
        return [f"the Final Payoff ends the game: +${mine} for you"]
    return [f"dividend {t.dividends_paid} is paid: +${mine} for you"]


def held(s: Position, railroad: int, seat: int) -> int:
    return int(s.shares[railroad * s.seats + seat])


def coming(s: Position, seat: int) -> int:
    """What a dividend would bring a seat now."""
    return sum(int(s.dividend(r)) * held(s, r, seat) for r in range(s.board.railroads))


def risen(s: Position, t: Position) -> list[str]:
    """The places that have grown."""
    before, after = list(s.levels), list(t.levels)
    return [name for p, name in enumerate(s.board.place_ids) if before[p] != after[p]] if before != after else []


def _change(before: int, after: int) -> str:
    return f"${after}, now ${before}" if before != after else f"${after} as now"


def _link(s: Position, railroad: int, link: int, t: Position) -> str:
    board = s.board
    parts = [int(s.worth(place)) for place in (board.end_a[link], board.end_b[link])]
    if s.phase == FREE_LINK:
        cost = "free"
    else:
        price = board.second_link_cost if s.phase == SECOND_LINK else board.link_cost
        cost = f"${price} of its Treasury of ${s.treasury[railroad]}"
    told = [
        f"{cost}, Income +{sum(parts)} ({parts[0]} + {parts[1]}), Value +{board.link_value}: "
        f"a share pays {_change(int(s.dividend(railroad)), int(t.dividend(railroad)))}"
    ]
    if t.phase == SECOND_LINK:
        told.append(f"a second link from {board.place_names[t.junction]} may follow for ${board.second_link_cost}")
    reached = board.word[board.trigger], board.bit[board.trigger]
    if t.connected[reached[0]] & ~s.connected[reached[0]] & reached[1]:
        told.append(f"reaches {board.place_names[board.trigger]}: {board.railroad_shorts[board.late]} opens")
    return "; ".join(told)


def _connection(s: Position, railroad: int, external: int, t: Position) -> str:
    each = int(s.connection_bonus(railroad))
    value = f", Value +{s.board.external_value[external]}" if s.board.external_value[external] else ""
    return (
        f"${s.board.price[external]} of its Treasury of ${s.treasury[railroad]}{value}: "
        f"${each} a share at once, +${each * held(s, railroad, int(s.to_act))} for you"
    )


def _development(s: Position, place: int, t: Position) -> str:
    board, me = s.board, int(s.to_act)
    first = board.first_step[place] + int(s.levels[place])
    cost = "free" if s.phase == TURN else f"${board.second_development_cost} of your ${s.cash[me]}"
    rise = int(board.steps[first + 1] - board.steps[first])
    gains = [f"{board.railroad_shorts[r]} +{rise * ends}" for r in range(board.railroads)
             if (ends := int(s.ends_at(r, place)))]
    income = f"Income {listed(gains)}" if gains else "no railroad is there yet"
    told = f"{cost}, {board.steps[first]} to {board.steps[first + 1]}: {income}"
    if t.dividends_paid == s.dividends_paid:
        told += f"; a dividend brings you {_change(coming(s, me), coming(t, me))}"
    metro = [name for name in risen(s, t) if name != board.place_ids[place]]
    if metro:
        told += f"; {board.place_names[board.place_ids.index(metro[0])]} grows by itself"
    return told


def _automatic(s: Position, t: Position) -> str:
    metro = risen(s, t)
    if not metro:
        return "every automatic metro is full"
    p = s.board.place_ids.index(metro[0])
    return f"{s.board.place_names[p]} grows by itself from {s.worth(p)} to {t.worth(p)}"


# ---- shares ----------------------------------------------------------------------------------------------------------


def share_now(s: Position, railroad: int) -> str:
    """What one more share of a railroad would bring, as things stand."""
    sold = int(s.sold[railroad]) + (s.seller == NOBODY)
    last = -(-int(s.value[railroad] + s.income[railroad]) // sold)
    return f"pays ${s.dividend(railroad)} a dividend now, ${last} if the game ended now"


def _offer(s: Position, railroad: int, t: Position) -> str:
    me = int(s.to_act)
    return (
        f"you open, ${t.auction.minimum} or more of your ${s.cash[me]}, or pass; it {share_now(s, railroad)}; "
        f"the price goes into its Treasury of ${s.treasury[railroad]}"
    )


def _own_offer(s: Position, railroad: int, t: Position, names: list[str]) -> str:
    me = int(s.to_act)
    left = held(s, railroad, me) - 1
    return (
        f"{names[t.to_act]} opens, ${t.auction.minimum} or more, and the price is yours; it "
        f"{share_now(t, railroad)}; you would keep {counted(left, 'share') if left else 'none'}"
    )


def _passing(s: Position, t: Position, names: list[str]) -> str:
    lot = int(s.auction.lot)
    name = s.board.railroad_shorts[lot]
    if t.auction.lot != NOBODY:
        return f"you are out of this auction; {names[t.to_act]} is next"
    winner = next((p for p in range(s.seats) if held(t, lot, p) > held(s, lot, p)), NONE)
    if winner == NONE:
        return f"nobody bids, and the share of {name} is not sold"
    free = s.auction.high == NOBODY
    return f"{names[winner]} has the share of {name} " + ("free" if free else f"for ${s.auction.high}")


def bid_note(state: State, amount: int, names: list[str]) -> str:
    """What a bid would leave, what the share would bring, and whether it gives control."""
    s = cast(Position, state)
    if s.auction.lot == NOBODY or s.to_act < 0:
        return ""
    lot, me = int(s.auction.lot), int(s.to_act)
    mine = held(s, lot, me) + 1
    most = max((held(s, lot, p) - (p == s.seller) for p in range(s.seats) if p != me), default=0)
    control = "you would control it alone" if mine > most else "you would share control" if mine == most else ""
    goes = f"to {names[s.seller]}" if s.seller != NOBODY else f"into its Treasury, now ${s.treasury[lot]}"
    opens = ", and you lay its first link free" if s.phase != AUCTION else ""
    told = [f"Leaves you ${s.cash[me] - amount}; the price goes {goes}.", f"The share {share_now(s, lot)}{opens}."]
    return " ".join([*told, f"With {counted(mine, 'share')} {control}." if control else f"You would hold {mine}."])


__all__ = ["RULES", "bid_note", "choices", "coming", "held", "risen", "share_now"]
