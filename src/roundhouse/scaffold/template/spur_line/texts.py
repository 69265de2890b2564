"""Spur Line in words: what may be done, and its table for a terminal. What happened is said by the facts."""
from __future__ import annotations

from roundhouse.engine.contract import OVER
from roundhouse.games.kit.railways import in_text
from roundhouse.games.kit.terminal import CELL, hex_rows, ink
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, amount, joined, listed, seat, standings, styled, words
from spur_line.rules import SpurLineState
from spur_line.things import railways, telling, things

FACTS, tell = telling.FACTS, telling.tell
PROMPTS = {
    "turn": "put a share up for auction, lay track, or call for dividends.", "orders": "Orders are being dealt.",
    "auction": "bid on the {line} share, or pass.", "opening": "open the auction of the {line} share.",
}


def prompt(sight: Sight[SpurLineState]) -> Words:
    s = sight.state
    if s.to_act == OVER:
        return words("The game is over: {scores}.", scores=standings(s.scores(), "£"))
    return words(PROMPTS[s.phase], line=things(s.rules).company(s.rules.companies[max(0, int(s.auction.lot))]))


def board(sight: Sight[SpurLineState]) -> Words:
    """The map with the value of each town, the railways, and the seats with the orders that may be seen."""
    s, at, lines = sight.state, things(sight.state.rules), railways(sight.state)
    hexes, costs, values = s.rules.data["hexes"], s.rules.costs, s.rules.values
    on = ["on #5d5646" if h in values else "on #1f3320" if cost > 1 else "on #3c5a34" for h, cost in enumerate(costs)]

    def upper(h: int) -> Words:
        return (styled(f"{hexes[h].get('name', hexes[h]['id'])[:CELL - 1]:<{CELL}}", on[h]),)

    def lower(h: int) -> Words:
        here = [styled(f.letter, f"bold {ink(f.colour, on[h])}") for f in (one.firm for one in lines if h in one.track)]
        return (*here, styled(f"{values.get(h, ''):>{CELL - 1 - len(here)}} ", on[h]))
    seats = []
    for who, held in enumerate(s.held):
        shares = listed([words("{n} {line}", n=n, line=name) for name, n in zip(s.rules.companies, held) if n])
        orders = joined(at.place(s.rules.grid.ids[town], True) for town in s.orders[who] if sight.sees(who))
        seats.append(words("{who}: {cash}; shares: {shares}; orders: {orders}", who=seat(who), shares=shares or "none",
                           cash=amount(s.cash[who], "£"), orders=orders or "hidden"))
    return joined([*hex_rows(s.rules.grid, upper, lower), (), *in_text(at, lines), (), *seats], "\n")


def help() -> Words:
    return words("auction EH · bid 4, pass · lay EH F2 · dividends")
