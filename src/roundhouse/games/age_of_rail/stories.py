"""What a move in Age of Rail did, in sentences: every payout with its sum, and the rule behind each."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_NOTHING,
    CONNECT,
    DELEGATE,
    DEVELOP,
    DEVELOP_NOTHING,
    DIVIDENDS,
    DONE,
    LINK,
    OFFER,
    OFFER_NOTHING,
    OFFER_OWN,
    PASS,
)
from roundhouse.games.age_of_rail.position import FREE_LINK, LATE_AUCTION, SECOND_LINK, TURN, Position
from roundhouse.games.title import Story


def tell(before: State, code: int, after: State, names: list[str], seat: int | None = None) -> list[Story]:
    """What a move did, and what followed from it by itself. Everything is open, so every seat is told the same."""
    s, t = cast(Position, before), cast(Position, after)
    return [*_action(s, code, t, names), *_late_railroad(s, t, names), *_dividend(s, code, t, names)]


def _action(s: Position, code: int, t: Position, names: list[str]) -> list[Story]:
    who = names[s.to_act] if s.to_act >= 0 else ""
    if code >= s.game.first_bid:
        return [Story(f"{who} bids ${code - s.game.first_bid}.", "AR-AUC-2"), *_sale(s, t, names)]
    kind, railroad, item = int(s.board.kind_of[code]), int(s.board.railroad_of[code]), int(s.board.item_of[code])
    name = s.board.railroad_shorts[railroad]
    if kind == PASS:
        return [Story(f"{who} passes.", "AR-AUC-1"), *_sale(s, t, names)]
    if kind == LINK:
        return [_link(s, railroad, item, t, who)]
    if kind == DONE:
        return [Story(f"{who} leaves it at a single link.", "AR-BLD-5")]
    if kind == CONNECT:
        return _connection(s, railroad, item, t, who, names)
    if kind == DELEGATE:
        text = f"{who} controls no railroad that can build, and has {names[item]} build for {name}."
        return [Story(text, "AR-BLD-3")]
    if kind == OFFER:
        return [Story(f"{who} offers a share of {name}: ${t.auction.minimum} or more.", "AR-STK-3")]
    if kind == OFFER_OWN:
        text = f"{who} offers a share of {name} from their own hand: ${t.auction.minimum} or more."
        return [Story(text, "AR-STK-4")]
    if kind in (DEVELOP, AUTO, DEVELOP_NOTHING):
        return _development(s, kind, item, t, who)
    if kind == BUILD_NOTHING:
        return [Story(f"{who} takes Build Track; no railroad can build.", "AR-BLD-4")]
    if kind == OFFER_NOTHING:
        return [Story(f"{who} takes Offer Stock and offers nothing.", "AR-STK-2")]
    if kind == DIVIDENDS:
        return [Story(f"{who} takes Pay Dividends.", "AR-DIV-1")]
    return [Story(f"{names[item]} opens the first auction.", "AR-SET-4")]


# ---- auctions --------------------------------------------------------------------------------------------------------


def _sale(s: Position, t: Position, names: list[str]) -> list[Story]:
    """Who bought the share, if the auction is over."""
    lot = int(s.auction.lot)
    if t.auction.lot != NOBODY:
        return []
    share = f"share of {s.board.railroad_shorts[lot]}"
    gained = [seat for seat in range(s.seats) if t.shares[lot * s.seats + seat] > s.shares[lot * s.seats + seat]]
    if not gained:
        return [Story(f"Nobody bids: the {share} is not sold.", "AR-STK-5")]
    winner = gained[0]
    price = t.auction.high
    if price == NOBODY:
        return [Story(f"Nobody bids: {names[winner]}, who opened, takes the {share} free.", "AR-OFF-3")]
    if s.seller != NOBODY:
        return [Story(f"{names[winner]} buys the {share} and pays {names[s.seller]} ${price}.", "AR-STK-5")]
    rule = "AR-OFF-2" if t.phase == FREE_LINK else "AR-STK-5"
    return [Story(f"{names[winner]} buys the {share} and pays ${price} into its Treasury.", rule)]


def _late_railroad(s: Position, t: Position, names: list[str]) -> list[Story]:
    if t.phase != LATE_AUCTION or s.phase == LATE_AUCTION:
        return []
    city = t.board.place_names[t.board.trigger]
    late = t.board.railroad_shorts[t.board.late]
    return [Story(f"{city} is reached: a share of {late} is auctioned, and {names[t.to_act]} opens.", "AR-LATE-1")]


# ---- building --------------------------------------------------------------------------------------------------------


def _link(s: Position, railroad: int, link: int, t: Position, who: str) -> Story:
    board = s.board
    name = board.railroad_shorts[railroad]
    ends = [int(board.end_a[link]), int(board.end_b[link])]
    gains = " + ".join(f"{s.worth(place)} for {board.place_names[place]}" for place in ends)
    income = int(s.income[railroad]) + sum(int(s.worth(place)) for place in ends)
    what = f"{name} from {board.place_names[ends[0]]} to {board.place_names[ends[1]]}"
    if s.phase == FREE_LINK:
        return Story(f"{who} lays the free link of {what}: Income {gains} = {income}.", "AR-OFF-4")
    cost, rule = (board.second_link_cost, "AR-BLD-7") if s.phase == SECOND_LINK else (board.link_cost, "AR-BLD-5")
    paid = f"${cost} from its Treasury, ${t.treasury[railroad]} left"
    return Story(f"{who} builds {what} for {paid}: Income {s.income[railroad]} + {gains} = {income}.", rule)


def _connection(s: Position, railroad: int, external: int, t: Position, who: str, names: list[str]) -> list[Story]:
    board = s.board
    name, where = board.railroad_shorts[railroad], board.external_names[external]
    paid = f"${board.price[external]} from its Treasury, ${t.treasury[railroad]} left"
    value = f"Value {s.value[railroad]} + {board.external_value[external]} = {t.value[railroad]}"
    each = int(s.connection_bonus(railroad))
    share = f"Income {s.income[railroad]} / {board.shares}, rounded down, is ${each} a share"
    return [
        Story(f"{who} connects {name} to {where} for {paid}; {value}.", "AR-EXT-3"),
        Story(f"Connection Bonus of {name}: {share}{_payments(s, railroad, each, names)}", "AR-EXT-2"),
    ]


# ---- developing ------------------------------------------------------------------------------------------------------


def _development(s: Position, kind: int, place: int, t: Position, who: str) -> list[Story]:
    """The place chosen, and the metro that rose by itself."""
    board = s.board
    stories = []
    rises = {p: int(t.levels[p]) - int(s.levels[p]) for p in range(board.places) if t.levels[p] > s.levels[p]}
    if kind == DEVELOP:
        rises[place] -= 1
        second = s.phase != TURN
        cost = f" for ${board.second_development_cost}" if second else ""
        change = _change(s, place, int(s.levels[place]))
        stories.append(Story(f"{who} develops {change}{cost}.", "AR-DEV-3" if second else "AR-DEV-2"))
        if second:
            return stories
    elif kind == DEVELOP_NOTHING:
        stories.append(Story(f"{who} takes Develop Locations; there is no place to develop.", "AR-DEV-7"))
    metro = next((p for p, steps in rises.items() if steps), None)
    if metro is not None:
        change = _change(s, metro, int(t.levels[metro]) - 1)
        stories.append(Story(f"The automatic development raises {change}.", "AR-DEV-3"))
    elif kind == AUTO:
        stories.append(Story(f"{who} develops no second place, and every automatic metro is full.", "AR-DEV-3"))
    return stories


def _change(s: Position, place: int, level: int) -> str:
    first = s.board.first_step[place]
    return f"{s.board.place_names[place]} from {s.board.steps[first + level]} to {s.board.steps[first + level + 1]}"


# ---- dividends -------------------------------------------------------------------------------------------------------


def _dividend(s: Position, code: int, t: Position, names: list[str]) -> list[Story]:
    """What every railroad paid, with its sum. Incomes and shares no longer change in a step that pays."""
    if t.dividends_paid == s.dividends_paid:
        return []
    stories = []
    if s.game.text(code) != "dividends":
        stories.append(Story(f"The Action Track has passed {s.board.track_limit}: a dividend is due.", "AR-DIV-1"))
    final = t.to_act == OVER
    for r, name in enumerate(t.board.railroad_shorts):
        if t.is_open & BIT[r] and final:
            each = int(t.final_payoff(r))
            share = f"(Value {t.value[r]} + Income {t.income[r]}) / {t.sold[r]} sold, rounded up, is ${each} a share"
            stories.append(Story(f"Final Payoff of {name}: {share}{_payments(t, r, each, names)}", "AR-END-1"))
        elif t.is_open & BIT[r]:
            each = int(t.dividend(r))
            share = f"Income {t.income[r]} / {t.board.shares}, rounded up, is ${each} a share"
            stories.append(Story(f"{name}: {share}{_payments(t, r, each, names)}", "AR-DIV-2"))
    return [*stories, *_ending(t, names)] if final else stories


def _payments(t: Position, railroad: int, each: int, names: list[str]) -> str:
    held = [(names[seat], int(t.shares[railroad * t.seats + seat])) for seat in range(t.seats)]
    paid = [f"{name} +${each * n}" + (f" for {n}" if n > 1 else "") for name, n in held if n and each]
    return f": {', '.join(paid)}." if paid else "."


def _ending(t: Position, names: list[str]) -> list[Story]:
    ranks = sorted(range(t.seats), key=lambda seat: -t.cash[seat])
    cash = ", ".join(f"{names[seat]} ${t.cash[seat]}" for seat in ranks)
    winners = " and ".join(names[seat] for seat in t.winners())
    verb = "share the win" if len(t.winners()) > 1 else "wins"
    return [Story(f"The game is over: {cash}. {winners} {verb}.", "AR-END-2")]
