"""Narrow Gauge in a browser: what each place holds, what each seat has, and the parts of the drawing."""
from __future__ import annotations

from functools import cache
from typing import Any

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.engine.dice import Dice
from roundhouse.games.drawn import Holding, Panel, Spot, one_above_another, side_by_side
from roundhouse.games.drawn import picture as as_picture
from roundhouse.games.markup import Markup, markup
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.choices import RULES, bid_note, choices
from roundhouse.games.narrow_gauge.map import EDGE, ground, land, sheet
from roundhouse.games.narrow_gauge.pieces import drawn, pieces
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.rounds import commodities, majorities
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.scenes import scene
from roundhouse.games.narrow_gauge.table import aside, contracts_shown
from roundhouse.games.narrow_gauge.things import contract, dollars, goods, line, row, telling
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, place, seat, term, words

movements = telling.movements

# ---- the places ------------------------------------------------------------------------------------------------------


def spots(sight: Sight[Position]) -> list[Spot]:
    """The hexes, the commodities' tracks and the companies; the hand that is looked at, and the contracts."""
    s = sight.state
    return [*_hexes(s), *_markets(s), *_companies(s), *_cards(sight), *_contracts(sight)]


def _hexes(s: Position) -> list[Spot]:
    ways = sheet(s.board).arrows
    homes = {int(s.board.starts[home]): s.board.company_ids[c] for c, home in enumerate(s.homes) if home != NOBODY}
    found = []
    for n, name in enumerate(s.board.grid.ids):
        there_now = [c for c in range(len(s.board.company_ids)) if s.stands(c, n)]
        here = [line(s.board.company_ids[c]) for c in there_now]
        kind = words("home of the {line}", line=line(homes[n])) if n in homes else _ground(s, n)
        there = [words("{here} here", here=joined(here, last=" and "))] if here else []
        said = joined([place(name, name), kind, *there])
        found.append(Spot(name, said, ways[name], joined([_held(s, c) for c in there_now], "; ")))
    return found


def _held(s: Position, company: int) -> Words:
    """Whose certificates of a company are, and what its next connection pays."""
    held = joined([words("{who} {n}", who=seat(p), n=int(s.owned(p, company))) for p in range(SEATS)])
    return words("{line}: held {held}; its next connection pays {pays}", line=line(s.board.company_ids[company]),
                 held=held, pays=dollars(int(s.connection_value(company))))


def _ground(s: Position, n: int) -> Words:
    board, city = s.board, s.board.city_of[n]
    if city == NOBODY:
        prices = {"difficult": board.difficult_price, "water": board.water_price}
        kind = {"plain": "open ground", "difficult": "difficult ground, {price}", "water": "water, {price}"}
        return words(kind[board.terrains[n]], price=dollars(int(prices.get(board.terrains[n], 0))))
    tile = s.tiles[city]
    if tile == NOBODY:
        return words("a city, its tile face down")
    return words("a city of {goods}", goods=goods(board.commodity_ids[tile]))


DICE = (
    "The die of {goods} shows {number} on {row}",
    "The die of {goods} shows {number} on {row}, pays {pays} at the end of the round",
)


def _markets(s: Position) -> list[Spot]:
    board = s.board
    names = board.commodity_ids
    found = []
    for c, name in enumerate(names):
        at = int(s.row[c])
        pays = int(s.market_value(0, c) or s.market_value(1, c))
        said = words(DICE[pays > 0], goods=goods(name), number=int(s.die[c]), row=row(board, at), pays=dollars(pays))
        ways = {"left": f"market-{names[c - 1]}"}
        if c == 0:
            ways["left"] = board.grid.ids[max(range(len(board.grid)), key=lambda h: board.grid.axial[h][0])]
        if c + 1 < len(names):
            ways["right"] = f"market-{names[c + 1]}"
        found.append(Spot(f"market-{name}", said, ways))
    return found


def _companies(s: Position) -> list[Spot]:
    board = s.board
    said = [
        words(
            "The {line}, {name}: {made|# connection|# connections}, the next pays {pays}; "
            "{offer|# certificate|# certificates} on offer, {supply|# locomotive|# locomotives} left; held {held}",
            line=line(name), name=board.company_names[c], made=int(s.marker[c]),
            pays=dollars(int(s.connection_value(c))), offer=int(s.available[c]), supply=int(s.supply[c]),
            held=joined([words("{n} by {who}", n=int(s.owned(p, c)), who=seat(p)) for p in range(SEATS)]),
        )
        for c, name in enumerate(board.company_ids)
    ]
    return one_above_another([f"company-{name}" for name in board.company_ids], said)


def _cards(sight: Sight[Position]) -> list[Spot]:
    s = sight.state
    cards: list[dict[str, Any]] = s.game.edition.data["cards"]
    held = [c for p in range(SEATS) if sight.sees(p) for c in range(len(cards)) if s.hand[p] & BIT[c]]
    said = [words("Track card {id}, {shape}", id=cards[c]["id"], shape=cards[c]["shape"]) for c in held]
    return side_by_side([f"card-{cards[c]['id']}" for c in held], said)


def _contracts(sight: Sight[Position]) -> list[Spot]:
    s = sight.state
    shown = [s.game.edition.data["contracts"][c] for c in contracts_shown(sight)]
    said = [
        words("Contract of {contract}: {text}", contract=contract(s.board, one["id"]), text=one["text"])
        for one in shown
    ]
    return side_by_side([f"contract-{one['id']}" for one in shown], said)


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(sight: Sight[Position]) -> list[Panel]:
    """For each seat what everybody may know of it, with its cash where the one who looks may see that."""
    cash = sight.state.view(sight.seat)["cash"]
    assert isinstance(cash, list)
    return [_panel(sight.state, p, cash[p]) for p in range(SEATS)]


def _panel(s: Position, p: int, cash: object) -> Panel:
    """A seat's sums; its cash is a question mark where it is hidden."""
    due = 0 if s.to_act == OVER else int(majorities(s, p) + commodities(s, p))
    lines = [
        (term("Side"), term(("south", "north")[p])),
        (term("Hand"), term("{held|# card|# cards}", held=int(s.hand[p]).bit_count())),
        (term("Build token"), term("dark: one card a turn" if s.dark & BIT[p] else "white: two cards a turn")),
    ]
    if s.to_act != OVER:
        lines.append((term("Due at the round's end"), dollars(due).text))
    contracts = [term("{state} (used)" if s.flipped & BIT[c] else "{state}", state=s.board.states[c])
                 for c in s.contracts_of(p)]
    if contracts:
        lines.append((term("Contracts"), ", ".join(contracts)))
    known = isinstance(cash, int)
    return Panel(
        cash=dollars(cash).text if isinstance(cash, int) else "",
        worth=dollars(int(s.cash[p]) + due).text if known else "",
        holdings=tuple(_holding(s, p, c) for c in range(s.board.companies) if s.owned(p, c)),
        lines=tuple(lines), marks=(term("first this round"),) if s.first == p else (),
    )


def _holding(s: Position, p: int, c: int) -> Holding:
    board, plan = s.board, sheet(s.board)
    mine, theirs = int(s.votes(p, c)), int(s.votes(1 - p, c))
    bonus = int(s.majority(p, c))
    standing = "paid" if bonus else "ahead" if mine > theirs else "tied" if mine == theirs else "behind"
    proxies = [term("proxies counted")] if (mine, theirs) != (s.owned(p, c), s.owned(1 - p, c)) else []
    clauses = [
        term(STANDING[standing], mine=mine, theirs=theirs, bonus=dollars(bonus, signed=True)), *proxies,
        term("a connection moves a die by {spaces|# space|# spaces}", spaces=int(s.owned(p, c))),
    ]
    return Holding(
        name=board.company_names[c], colour=plan.companies[c], letter=plan.letters[c], count=int(s.owned(p, c)),
        worth="", note="; ".join(clauses),
    )


STANDING = {
    "paid": "ahead {mine} to {theirs}: {bonus}", "ahead": "ahead {mine} to {theirs}", "tied": "tied {mine} to {theirs}",
    "behind": "behind {mine} to {theirs}",
}


# ---- the list of games -----------------------------------------------------------------------------------------------


@cache
def picture() -> Markup:
    """The map in the second half of a game."""
    from roundhouse.games import game as made

    game = made(NarrowGauge.name)
    assert isinstance(game, NarrowGauge)
    state, dice = game.start(), Dice(11)
    while state.round < 2:
        state.apply(state.random_by_kind(dice))
    plan = sheet(game.board)
    box = f"{EDGE:g} {plan.map_y:g} {plan.map_width:g} {plan.map_height:.0f}"
    return as_picture(markup(land(game, to_click=False), drawn(state)), box, "Narrow Gauge: Appalachia",
                      preserveAspectRatio="xMidYMid slice")


__all__ = [
    "RULES", "aside", "bid_note", "choices", "ground", "movements", "panels", "picture", "pieces",
    "scene", "spots",
]
