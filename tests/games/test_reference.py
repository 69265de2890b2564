"""Each game beside its reference, a second and slow reading of the same rules, step by step over random games."""
from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import State
from roundhouse.games import titles
from tests.walks import game, over_games, tables, walk


def compare(state: State, reference: Any) -> None:
    assert state.view(None) == reference.view(None)
    for seat in range(state.game.seats):
        assert state.view(seat) == reference.view(seat)
    outcomes = [(state.game.text(code), weight) for code, weight in state.outcomes()]
    assert sorted(outcomes) == sorted(reference.outcomes())
    assert (sorted(state.lines()) if not outcomes else []) == sorted(reference.legal())


@pytest.mark.parametrize("name", sorted(titles()))
def test_the_engine_agrees_with_the_reference(name: str) -> None:
    room = titles()[name].folder.name
    Reference = import_module(f"tests.games.{room}.reference").Reference  # noqa: N806

    @over_games(40)
    @given(st.sampled_from(tables(name)), st.integers(0, 2**32 - 1), st.booleans())
    def check(choice: Any, seed: int, kinds: bool) -> None:
        one = game(choice)
        reference = Reference(json.loads(json.dumps(one.edition.data)), one.seats, dict(one.options))
        state = one.start()
        for state, code in walk(one, seed, kinds):
            compare(state, reference)
            reference.apply(one.text(code))
        compare(state, reference)
        assert state.winners() == reference.winners()

    check()
