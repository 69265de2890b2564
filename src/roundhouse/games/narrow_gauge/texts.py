"""Narrow Gauge in words: what happened in a turn, and what may be done now."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.games.kit.terminal import typed
from roundhouse.games.narrow_gauge.position import BID, BUILD, CONTRACT, KEEP, MORE, TAKE, Position
from roundhouse.games.narrow_gauge.terminal import board
from roundhouse.games.narrow_gauge.things import dollars, line, telling
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds
from roundhouse.games.words import Words, joined, seat, standings, words

FACTS, tell = telling.FACTS, telling.tell


# ---- what may be done ------------------------------------------------------------------------------------------------


def prompt(sight: Sight[Position]) -> Words:
    """What is to be done now; the standing once the game is over."""
    s = sight.state
    if s.to_act == OVER:
        winners = s.winners()
        return words("The game is over: {money}; {who} wins." if len(winners) == 1
                     else "The game is over: {money}; the win is shared.", money=standings(s.scores(), "$"),
                     who=seat(winners[0]))
    if s.to_act == CHANCE:
        return words("Chance decides.")
    return _task(sight)


TASKS = {
    BID: "bid in secret for the first turn, 0 or more; both will pay.",
    KEEP: "keep one of your two contracts; the first state in the alphabet has the first turn.",
    TAKE: "take a certificate (Step 1); you will build for its company.",
}
CONTRACTS = (
    "take no contract: your bid of {bid} is enough for none.",
    "take a contract worth at most your bid of {bid}, or take no contract.",
)
BUILDING = {
    "play": "play a track card for the {line} (Step 2).",
    "mirrored": "play a track card, mirrored, for the {line} (Step 2).",
    "flip": "flip a contract or say that you have no card (Step 2): none of your cards can be laid for the {line}.",
    "none": "say that you have no card (Step 2): none of your cards can be laid for the {line}.",
    "flipped": "play the card that you flipped for, for the {line} (Step 3).",
    "more": "play another card or end the building (Step 3), for the {line}.",
    "more, flip": "play another card, flip a contract, or end the building (Step 3), for the {line}.",
    "enough": "end the building (Step 3): all cards allowed are played.",
    "enough, flip": "flip a contract or end the building (Step 3): all cards allowed are played.",
    "stuck": "end the building (Step 3): none of your cards can be laid for the {line}.",
    "stuck, flip": "flip a contract or end the building (Step 3): none of your cards can be laid for the {line}.",
}


def _task(sight: Sight[Position]) -> Words:
    """What is to be done now."""
    s = sight.state
    if s.phase == BID and s.tied:
        return joined([words(TASKS[BID]), words("The first bids were equal, and these are the last.")], " ")
    if s.phase in TASKS:
        return words(TASKS[s.phase])
    if s.phase == CONTRACT:
        return words(CONTRACTS["contract" in kinds(s)], bid=dollars(int(s.bids[s.to_act])))
    if s.phase in (BUILD, MORE):
        step = _first_card(sight) if s.phase == BUILD else _more_cards(sight)
        return words(BUILDING[step], line=line(s.board.company_ids[s.company]))
    return words("discard what you like, then draw (Step 4)." if s.hand[s.turn] else "draw (Step 4).")


def _may(sight: Sight[Position]) -> set[str]:
    """What may be done, where it follows from the hand: to whoever may not see it, every kind is possible."""
    if sight.sees(int(sight.state.to_act)):
        return kinds(sight.state)
    return {"play", "flip", "end"}


def _first_card(sight: Sight[Position]) -> str:
    """Step 2."""
    may = _may(sight)
    if "play" in may:
        return "mirrored" if sight.state.mirror else "play"
    return "flip" if "flip" in may else "none"


def _more_cards(sight: Sight[Position]) -> str:
    """Step 3."""
    s, may = sight.state, _may(sight)
    if s.extra or s.mirror:
        return "flipped"
    step = "enough" if s.cards == s.allowed else "more" if "play" in may else "stuck"
    return f"{step}, flip" if "flip" in may and sight.sees(int(s.to_act)) else step


HELP = {
    "bid 3": "in the auction for the first turn",
    "contract ohio": "after it; or no-contract",
    "keep ohio": "one of two, in random turn order",
    "take blue": "Step 1: a certificate of the blue line",
    "play T17 G5": "Step 2: lay a card from a hex; no-card if none can be laid",
    "play T17 G5 turned": "the same upside down",
    "flip kentucky": "use a contract; flip virginia green moves the die of green goods",
    "end": "Step 3: no more cards",
    "discard T03": "Step 4: any number of cards",
    "draw": "Step 4: refill the hand",
}


def help() -> Words:
    """What can be typed, each line with what it does."""
    return typed(HELP, 25)


__all__ = ["FACTS", "board", "help", "prompt", "tell"]
