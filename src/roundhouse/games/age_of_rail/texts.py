"""Age of Rail in words: what a step did, with every sum and the rule behind it, and what may be done now."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.games.age_of_rail import position as phases
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.terminal import board
from roundhouse.games.age_of_rail.things import dollars, telling, things
from roundhouse.games.kit.terminal import typed
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds
from roundhouse.games.words import Words, alternatives, joined, seat, standings, text, words

__all__ = ["FACTS", "board", "help", "prompt", "tell"]


FACTS, tell = telling.FACTS, telling.tell


# ---- what may be done ------------------------------------------------------------------------------------------------

ACTIONS = {
    "link": "build track", "connect": "build track", "delegate": "build track", "build-nothing": "build nothing",
    "offer": "offer stock", "offer-own": "offer stock", "offer-nothing": "offer nothing",
    "develop": "develop a place", "develop-nothing": "develop nothing", "dividends": "pay dividends",
}


def prompt(sight: Sight[Position]) -> Words:
    """What the seat to act may do, that chance decides, or the seats by their cash at the end."""
    s = sight.state
    if s.to_act == OVER:
        return words("The game is over: {scores}.", scores=standings(s.scores(), "$"))
    if s.to_act == CHANCE:
        return words("Chance decides who opens the first auction.")
    if s.phase in (phases.OFFERING, phases.LATE_AUCTION, phases.AUCTION):
        return _bidding(s)
    at = things(s.board)
    if s.phase == phases.FREE_LINK:
        return words("lay a free link of {line} at {base}.", line=at.line(s.building),
                     base=at.place(s.board.place_ids[s.board.base[s.building]]))
    if s.phase == phases.DELEGATED:
        asked = ASKED[tuple(kind for kind in ("link", "connect") if kind in kinds(s))]
        return words(asked, line=at.line(s.building), who=seat(s.turn))
    if s.phase == phases.SECOND_LINK:
        return words("build a second link of {line} from {place} for {cost}, or stop.", line=at.line(s.building),
                     place=at.place(s.board.place_ids[s.junction]), cost=dollars(s.board.second_link_cost))
    if s.phase == phases.SECOND_DEVELOPMENT:
        return words("develop a second place for {cost}, or leave it to the automatic development.",
                     cost=dollars(s.board.second_development_cost))
    may = dict.fromkeys(said for kind, said in ACTIONS.items() if kind in kinds(s))
    return words("{actions}.", actions=alternatives(words(said) for said in may))


ASKED = {
    ("link",): "build a link for {line}, as {who} asks.",
    ("connect",): "build an external for {line}, as {who} asks.",
    ("link", "connect"): "build a link or an external for {line}, as {who} asks.",
}


def _bidding(s: Position) -> Words:
    auction, opened = s.auction, s.auction.high != NOBODY
    may = "pass" if "bid" not in kinds(s) else "bid on" if opened else "open"
    first = words(BIDDING[may, s.seller != NOBODY], line=things(s.board).line(auction.lot), seller=seat(s.seller),
                  least=dollars(auction.minimum))
    stands = words("the high bid is {high}, by {who}", high=dollars(auction.high), who=seat(auction.leader))
    unsold = words(UNSOLD[s.phase == phases.AUCTION], opener=seat(auction.opener))
    return (*joined([first, stands if opened else unsold], "; "), text("."))


BIDDING = {
    ("open", False): "bid on the share of {line}, {least} or more, or pass",
    ("open", True): "bid on the share of {line} that {seller} sells, {least} or more, or pass",
    ("bid on", False): "bid on the share of {line}, or pass",
    ("bid on", True): "bid on the share of {line} that {seller} sells, or pass",
    ("pass", False): "pass on the share of {line}",
    ("pass", True): "pass on the share of {line} that {seller} sells",
}
UNSOLD = ("if all pass, it goes free to {opener}", "if all pass, it is not sold")


HELP = {
    "bid 7, pass": "in an auction",
    "link NRC maseru~modderpoort": "build; one more from its far end, or done",
    "connect ZASM bechuanaland": "build an external connection",
    "delegate NRC 2": "if none of yours can build: another, by that seat",
    "offer NRC, offer-own NRC": "auction an unsold share, or one of your own",
    "develop kimberley": "raise a place; then a second, or auto",
    "dividends": "pay dividends now",
    "build-nothing, offer-nothing, develop-nothing": "if nothing else can be done",
}


def help() -> Words:
    """What can be typed, each line with what it does."""
    return typed(HELP, 29)
