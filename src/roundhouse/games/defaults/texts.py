"""Any game in words, from facts that it need not know: who did which line, and everything else by its own name."""
from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from roundhouse.engine.contract import CHANCE, OVER, Game, State
from roundhouse.engine.facts import Ended, Fact, Happened, PlainlyEnded
from roundhouse.games.defaults.aside import told as in_words
from roundhouse.games.defaults.board import Board, board
from roundhouse.games.defaults.choices import said
from roundhouse.games.defaults.reading import as_words, by_seat
from roundhouse.games.defaults.things import things
from roundhouse.games.kit.telling import Told
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds, provenance
from roundhouse.games.words import Words, alternatives, joined, listed, seat, standings, styled, text, words

if TYPE_CHECKING:
    from roundhouse.games.title import Title

SEAT_NAMED = ("seat", "by", "who", "player", "owner", "buyer", "seller")


class DefaultTexts:
    """The texts of a title that brings none."""

    def __init__(self, facts: tuple[type[Fact], ...]) -> None:
        """`facts` are those of its own."""
        self.FACTS: tuple[type[Fact], ...] = facts or (Happened, PlainlyEnded)

    def tell(self, game: Game, fact: Fact) -> Words:
        """The fact's own sentence; of any other fact its line, or its name and fields, in words."""
        if isinstance(fact, Told):
            return fact.sentence(things(game))
        if isinstance(fact, Happened):
            return _happened(board(game), fact)
        if isinstance(fact, Ended):
            return _ended(fact)
        return _anything(board(game), fact)

    def prompt(self, sight: Sight[State]) -> Words:
        """The kinds of moves there are now, that chance decides, or the final scores."""
        state = sight.state
        if state.to_act == OVER:
            return words("The game is over: {scores}.", scores=standings(state.scores()))
        if state.to_act == CHANCE:
            return words("Chance decides.")
        return words("{moves}.", moves=alternatives(sorted(as_words(kind) for kind in kinds(state))))

    def board(self, sight: Sight[State]) -> Words:
        """The view as it is, a line for each of its keys; lists by seat one under another."""
        state = sight.state
        on, view = board(state.game), state.view(sight.seat)
        lines: list[Words] = [
            (styled(provenance(state.game), "dim"),),
            (styled("This game has no table of its own for a terminal yet: this is what its rules tell.", "dim"),),
            (),
        ]
        for key, value in view.items():
            shown = _by_seat(on, value) if (key,) in by_seat(state.game) else (text(in_words(on, value)),)
            if key != "options" and any(span.text for span in shown):
                lines.append((styled(f"{as_words(key):<16} ", "bold"), *shown))
        return joined(lines, "\n")

    def help(self) -> Words:
        """How to see what can be typed."""
        return words("Type a move as {moves} lists it.", moves=styled("?", "bold"))


def _by_seat(on: Board, value: object) -> Words:
    assert isinstance(value, list)
    each = [words("{who}: {own}", who=seat(who), own=in_words(on, own) or "–") for who, own in enumerate(value)]
    return joined(each, "; ")


# ---- sentences -------------------------------------------------------------------------------------------------------


def _happened(on: Board, fact: Happened) -> Words:
    kind, *rest = fact.line.split(" ")
    if rest == ["?"]:
        done = words("{kind}, unseen by you", kind=as_words(kind))
    else:
        done = words("{kind} {what}" if rest else "{kind}", kind=as_words(kind), what=said(on, rest))
    if fact.by == CHANCE:
        return words("Drawn: {done}.", done=done)
    return words("{who}: {done}.", who=seat(fact.by), done=done)


def _ended(fact: Ended) -> Words:
    won = listed(seat(who) for who in fact.winners)
    return words(ENDED[len(fact.winners) > 1], scores=standings(fact.scores), won=won)


ENDED = ("The game is over: {scores}. {won} wins.", "The game is over: {scores}. {won} share the win.")


def _anything(on: Board, fact: Fact) -> Words:
    """A fact by the name of its class and its fields: TrackLaid(seat=1, hex="B2", cost=2) is told as
    "Track laid: Ann, hex B2, cost 2."."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(fact).__name__).capitalize()
    parts: list[Words] = []
    for one in fields(fact):
        value = getattr(fact, one.name)
        if one.name == "rule" or value in (None, "", ()):
            continue
        if one.name in SEAT_NAMED and type(value) is int and value >= 0:
            parts.append((seat(value),))
        else:
            told = in_words(on, list(value) if isinstance(value, tuple) else value)
            parts.append(words("{name} {value}", name=as_words(one.name), value=told))
    return words("{name}: {parts}.", name=name, parts=joined(parts)) if parts else words("{name}.", name=name)


def make(title: Title) -> DefaultTexts:
    """What the folder's `facts.py` has can be told, if there is one."""
    module = f"{title.package}.facts"
    there = vars(import_module(module)).values() if find_spec(module) else ()
    return DefaultTexts(tuple(
        kind for kind in there if isinstance(kind, type) and issubclass(kind, Fact) and kind.rules
    ))
