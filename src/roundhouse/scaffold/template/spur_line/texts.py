"""Spur Line in words: what may be done. What happened is said by the facts, the rest by the texts of the house."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.games.defaults.texts import DefaultTexts
from roundhouse.games.kit.telling import kinds
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, words
from spur_line import facts
from spur_line.rules import SpurLineState

# The table of a terminal is the plain one of the house, until there is a better one here.
plain = DefaultTexts(kinds(facts))
FACTS, tell, board, help = plain.FACTS, plain.tell, plain.board, plain.help


def prompt(sight: Sight[SpurLineState]) -> Words:
    if sight.state.to_act == OVER:
        return plain.prompt(sight)
    if sight.state.to_act == CHANCE:
        return words("Orders are being dealt.")
    left = sight.state.rules.pieces - len(sight.state.line) + 1
    return words("lay track on a free hex next to the line; {left|# piece|# pieces} left.", left=left)
