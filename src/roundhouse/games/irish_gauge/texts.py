"""Irish Gauge in words: what happened, and what may be done."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.games.irish_gauge.position import AUCTION, DRAW, INITIAL_AUCTION, TRACK, Position, points
from roundhouse.games.irish_gauge.terminal import board
from roundhouse.games.irish_gauge.things import pounds, telling, things
from roundhouse.games.kit.terminal import typed
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds
from roundhouse.games.words import Words, alternatives, joined, seat, standings, text, words

FACTS, tell = telling.FACTS, telling.tell


# ---- what may be done ------------------------------------------------------------------------------------------------

ACTIONS = {
    "auction": "auction a share", "track": "place track", "interest": "place a special interest",
    "dividends": "call for dividends",
}


def prompt(sight: Sight[Position]) -> Words:
    """What the seat to act may do, that chance decides, or the scores at the end."""
    s = sight.state
    if s.to_act == OVER:
        return words("The game is over: {scores}.", scores=standings(s.scores(), "£"))
    if s.to_act == CHANCE:
        return words("Cubes are drawn from the bag.") if s.phase == DRAW else words("The board is being set up.")
    if s.phase in (AUCTION, INITIAL_AUCTION):
        return _bidding(sight)
    if s.phase == TRACK:
        return words("place track for {line}, {left|# point|# points} left, or stop.", left=points(s.halves),
                     line=things(s.board).line(s.building))
    open_now = kinds(s)
    return words("{actions}.", actions=alternatives(words(said) for kind, said in ACTIONS.items() if kind in open_now))


def _bidding(sight: Sight[Position]) -> Words:
    s, may = sight.state, kinds(sight.state)
    auction = s.auction
    share = {"line": things(s.board).line(auction.lot), "value": pounds(int(auction.minimum))}
    clauses = [words(BIDDING[tuple(sorted(may & {"bid", "pass"}))], **share)]
    if auction.high != NOBODY:
        high, leader = pounds(int(auction.high)), seat(auction.leader)
        clauses.append(words("the high bid is {high}, by {leader}", high=high, leader=leader))
    elif "pass" in may:
        mine = auction.opener == sight.seat
        clauses.append(words(FREE[mine], opener=seat(auction.opener)))
    return (*joined(clauses, "; "), text("."))


BIDDING = {
    ("bid",): "bid on the {line} share of {value}",
    ("pass",): "pass on the {line} share of {value}",
    ("bid", "pass"): "bid on the {line} share of {value}, or pass",
}
FREE = ("if all pass, {opener} has it free", "if all pass, you have it free")


HELP = {
    "bid 7, pass": "in an auction",
    "auction GSW": "put that railway's next share up; you open the bidding",
    "track MGW H10": "place a locomotive; again for more",
    "done": "stop placing track",
    "interest D4 pink": "make a Town a City with a cube of your choice",
    "dividends": "draw three cubes and pay",
}


def help() -> Words:
    """What can be typed, each line with what it does."""
    return typed(HELP, 20)


__all__ = ["FACTS", "board", "help", "prompt", "tell"]
