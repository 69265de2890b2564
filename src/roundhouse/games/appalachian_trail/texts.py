"""Appalachian Trail in words: what happened, what may be done, and what can be typed."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.games.appalachian_trail import facts
from roundhouse.games.appalachian_trail.places import walling_cells
from roundhouse.games.appalachian_trail.position import DRAW, SETUP
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.terminal import board
from roundhouse.games.appalachian_trail.things import telling, things
from roundhouse.games.kit.terminal import typed
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds
from roundhouse.games.words import Words, amount, joined, standings, words

FACTS, tell = telling.FACTS, telling.tell


# ---- what may be done ------------------------------------------------------------------------------------------------


PLAYING = {
    "nothing": "no card can be played: stop.",
    "discard on": "discard another card or stop.",
    "play on": "play another card or stop.",
    "any": "play up to {most|# card|# cards}, discard up to {most}, or stop.",
    "any, must": "play up to {most|# card|# cards} or discard up to {most}.",
    "discard": "discard up to {most} or stop.",
    "discard, must": "discard up to {most}.",
}
DRAWING = {
    "take or draw": "take a face-up card or draw from the deck; {missing} more to get.",
    "take": "take a face-up card (the deck is empty); {missing} more to get.",
    "draw": "draw from the deck; {missing} more to get.",
}


def prompt(sight: Sight[AppalachianTrailState]) -> Words:
    """What is to be done now, with warnings; the ranking once the game is over."""
    state = sight.state
    if state.to_act == OVER:
        return words("The game is over: {scores}.", scores=standings(state.scores()))
    if state.to_act == CHANCE:
        return words("The cards are dealt." if state.phase == SETUP else "A card is turned over from the deck.")
    if state.phase == DRAW:
        missing = int(state.board.hand_size - state.size[state.turn])
        may = " or ".join(kind for kind in ("take", "draw") if kind in kinds(state))
        return words(DRAWING[may], missing=amount(missing))
    task = words(PLAYING[_task(sight)], most=int(state.board.cards_per_turn))
    return joined([task, *_warnings(state)], " ")


def _task(sight: Sight[AppalachianTrailState]) -> str:
    """What may be done with cards. Whether one can be played follows from the hand, which not everybody may see."""
    state = sight.state
    if state.used and state.discarding:
        return "discard on"
    plays = not sight.sees(int(state.turn)) or not kinds(state) <= {"discard", "done"}
    if state.used:
        return "play on" if plays else "nothing"
    return ("any" if plays else "discard") + (", must" if state.must_use() else "")


def _warnings(state: AppalachianTrailState) -> list[Words]:
    """AT-END-3, AT-IMP-3: what a player should not do unawares, whatever the hand holds: others may read it too."""
    found: list[Words] = []
    if state.passing_ends():
        found.append(words("To use no card now ends the game."))
    if state.must_use():
        found.append(
            words("To use none is not allowed now: the deck still holds cards, and all others have just used none.")
        )
    closing = [] if state.discarding else walling_cells(state)
    if closing:
        called = things(state.board).place
        cells = joined([called(facts.spot(int(state.turn), cell)) for cell in closing], last=" or ")
        found.append(words("An improvement on {cells} would take the last way to the Goal.", cells=cells))
    return found


HELP = {
    "trail FG 2,0": "lay a Trail card; trail FG 2,0 turned lays it the other way round",
    "obstacle O03 on 1 at 3,0": "lay an obstacle beside seat 1's trail",
    "improve O03 at 1,1": "the other side of the card, above or below your own trail",
    "ranger 3,0": "remove an obstacle from your area",
    "discard FG": "instead of playing",
    "done": "ends the play part",
    "take FG": "a face-up card",
    "draw": "a card from the deck",
}


def help() -> Words:
    """What can be typed, each line with what it does, and how a card is read."""
    return joined([
        typed(HELP, 29),
        "A card shows its first letter left and on top, its second right and below;",
        "cards that touch show the same terrain there. On two-sided cards w is wildlife, s scenery.",
    ], "\n")


__all__ = ["FACTS", "board", "help", "prompt", "tell"]
