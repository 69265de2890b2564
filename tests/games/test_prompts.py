"""The prompt names what the one to act may do, and nothing else."""
from __future__ import annotations

import re

import pytest
from rich.text import Text

from roundhouse import State
from roundhouse.games import titles
from roundhouse.games.title import kinds
from tests.walks import game, tables, walk

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve", "Fay"]
GAMES_LOOKED_AT = 6
# The kinds of moves behind each pattern; a pattern is in the prompt if one of them is legal, and only then.
SAME = {
    "irish-gauge": {
        "bid on": {"bid"}, "auction a share": {"auction"}, "place track": {"track"}, "or done": {"done"},
        "special interest": {"interest"}, "call for dividends": {"dividends"},
    },
    "age-of-rail": {
        "bid on": {"bid"}, "build track|link|external": {"link", "connect", "delegate"},
        "build nothing": {"build-nothing"}, "offer stock": {"offer", "offer-own"}, "offer nothing": {"offer-nothing"},
        "develop a": {"develop"}, "develop nothing": {"develop-nothing"}, "pay dividends": {"dividends"},
        "auto ": {"auto"}, "or done": {"done"},
    },
    "narrow-gauge": {
        "bid in secret": {"bid"}, "take a contract": {"contract"}, "no-contract": {"no-contract"}, "keep": {"keep"},
        "take a certificate": {"take"}, "no-card": {"no-card"}, "discard": {"discard"}, "draw": {"draw"},
    },
    "appalachian-trail": {
        "take a face-up card": {"take"}, "draw from the deck": {"draw"}, "discard": {"discard"}, "done": {"done"},
        "play (up|another)": {"trail", "improve", "obstacle", "ranger"},
    },
}


def prompt(state: State) -> str:
    table = titles()[state.game.name].table
    return Text.from_markup(table.prompt(state, NAMES[:state.game.seats], state.to_act)).plain


@pytest.mark.parametrize("name", sorted(titles()))
def test_only_what_is_legal_is_named_and_all_of_it(name: str) -> None:
    setups = tables(name)
    for number, choice in enumerate(setups[:: max(1, len(setups) // GAMES_LOOKED_AT)]):
        for state, _ in walk(game(choice), number, kinds_first=True):
            if state.to_act >= 0:
                agree(name, state)


def agree(name: str, state: State) -> None:
    said, legal = prompt(state), kinds(state)
    for phrase, behind in SAME[name].items():
        assert bool(re.search(phrase, said)) == bool(behind & legal), f"{said!r} for {sorted(legal)}"
