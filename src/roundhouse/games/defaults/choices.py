"""What the seat to act may do in any game, read off the legal lines: their first words are the kinds of moves."""
from __future__ import annotations

from collections.abc import Mapping

from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.games.defaults.aside import card_spot, own_cards
from roundhouse.games.defaults.board import Board
from roundhouse.games.defaults.reading import CASH, amounts, as_words, scores
from roundhouse.games.drawn import Choice
from roundhouse.games.sight import Sight
from roundhouse.games.words import Span, Words, amount, joined, place, seat, text, words

LEAVING = ("pass", "stop", "done", "end")
"""What such a line commonly means: nothing more is done."""


def choices(sight: Sight[State], board: Board) -> list[Choice]:
    """Every legal line that is not a bid."""
    if not sight.acts:
        return []
    state = sight.state
    lines = {int(code): state.game.text(code) for code in state.legal() if code < state.game.first_bid}
    mine = set(own_cards(state.game, state.view(sight.seat), sight.seat))
    by_kind: dict[str, list[bool]] = {}
    for line in lines.values():
        kind, *rest = line.split(" ")
        by_kind.setdefault(kind, []).append(not mine.isdisjoint(rest))
    return [_choice(state, code, line, board, mine if all(by_kind[line.split(" ")[0]]) else set())
            for code, line in lines.items()]


def _choice(state: State, code: int, line: str, board: Board, cards: set[str]) -> Choice:
    """`cards` are those of the hand, where every line of its kind names one of them."""
    kind, *rest = line.split(" ")
    # Beside a kind that comes with objects and without, the bare word must be told from them.
    label = said(board, rest) if rest else (text(as_words(kind).capitalize()),)
    spots = dict.fromkeys(word for word in rest if word in board.places or word in board.links)
    by = dict.fromkeys(card_spot(word) for word in rest if word in cards)
    lit = "leave" if not rest and kind in LEAVING else "lay" if spots else "trade"
    return Choice(code, line, as_words(kind).capitalize(), label, _effect(state, code), tuple(spots), by=tuple(by),
                  kind=lit)


def said(board: Board, rest: list[str]) -> Words:
    """The words of a line, with names for what has one."""
    return joined([_span(board, word) for word in rest], " ")


def _span(board: Board, word: str) -> Span:
    if word in board.places or word in board.links:
        return place(board.called(word), word)
    return text(board.called(word))


def _effect(state: State, code: int) -> Words:
    """What follows, as far as the one who chooses may know: whose turn it is then, and what is gained at once."""
    me, after = int(state.to_act), state.copy()
    opens = bool(state.opens(code))
    after.apply(code)
    parts: list[Words] = []
    # Where hidden things are laid open, what comes of it is not known before.
    if not opens:
        parts += _gained(state, after, me)
    if after.to_act == OVER:
        parts.append(words("the game ends"))
    elif after.to_act == CHANCE:
        parts.append(words("then chance decides"))
    else:
        parts.append(words("you go on") if after.to_act == me else words("{who} is next", who=seat(int(after.to_act))))
    return joined(parts, "; ")


def _gained(before: State, after: State, me: int) -> list[Words]:
    then: Mapping[str, object] = after.view(me)
    now = before.view(me)
    pairs = {
        "points": (scores(before.game, now)[me], scores(before.game, then)[me]),
        "cash": (amounts(before.game, now, *CASH)[me], amounts(before.game, then, *CASH)[me]),
    }
    return [
        (amount(new - old, unit, signed=True),)
        for unit, (old, new) in pairs.items() if old is not None and new is not None and old != new
    ]
