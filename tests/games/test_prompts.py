"""The prompt names what the one to act may do, and nothing else."""
from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module

import pytest

from roundhouse import State
from roundhouse.games import title, titles
from roundhouse.games.sight import sight
from roundhouse.games.title import kinds
from roundhouse.games.words import plain
from tests.walks import game, tables, walk

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve", "Fay"]
GAMES_LOOKED_AT = 6
Phrases = Mapping[str, set[str]]
"""The kinds of moves behind each pattern; a pattern is in the prompt if one of them is legal, and only then."""


def phrases(name: str) -> Phrases:
    found: Phrases = import_module(f"tests.games.{title(name).folder.name}.prompts").PHRASES
    return found


@pytest.mark.parametrize("name", sorted(titles()))
def test_only_what_is_legal_is_named_and_all_of_it(name: str) -> None:
    texts, wanted = title(name).room.texts, phrases(name)
    setups = tables(name)
    for number, choice in enumerate(setups[:: max(1, len(setups) // GAMES_LOOKED_AT)]):
        for state, _ in walk(game(choice), number, kinds_first=True):
            said = plain(texts.prompt(sight(state, int(state.to_act) if state.to_act >= 0 else None)), NAMES)
            assert said.endswith("."), said
            if state.to_act >= 0:
                agree(wanted, state, said)


def agree(wanted: Phrases, state: State, said: str) -> None:
    """Whose turn it is stands before the prompt, so it begins small; it is in words, not in the notation."""
    legal = kinds(state)
    assert said[0].islower(), said
    assert not [kind for kind in legal if "-" in kind and kind in said], said
    for phrase, behind in wanted.items():
        assert bool(re.search(phrase, said)) == bool(behind & legal), f"{said!r} for {sorted(legal)}"
