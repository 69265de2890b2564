"""Laws that hold for every game, over random games with every number of players, edition and option."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import OVER, Dice, referee
from roundhouse.games import titles
from tests.walks import Choice, choices, finished, game, over_games, tables, walk

SEEDS = st.integers(0, 2**32 - 1)
MANY = over_games(300)
SOME = over_games(60)


def by_name(laws: tuple[referee.Law, ...]) -> Callable[..., Any]:
    return pytest.mark.parametrize("law", laws, ids=[law.__name__ for law in laws])


@by_name(referee.EVERY_STEP)
@SOME
@given(choice=choices(), seed=SEEDS, kinds=st.booleans())
def test_a_law_of_every_step(law: referee.Law, choice: Choice, seed: int, kinds: bool) -> None:
    dice = Dice(seed, 1)
    for state, code in walk(game(choice), seed, kinds):
        assert code in list(state.legal())
        law(state, code, dice)


@by_name(referee.SOME_STEPS)
@SOME
@given(choice=choices(), seed=SEEDS, kinds=st.booleans(), stop=st.integers(0, 400))
def test_a_law_of_a_step_anywhere(law: referee.Law, choice: Choice, seed: int, kinds: bool, stop: int) -> None:
    for step, (state, code) in enumerate(walk(game(choice), seed, kinds)):
        before, about = state.copy(), code
        if step == stop:
            break
    law(before, about, Dice(seed, 1))


@MANY
@given(choices(), SEEDS, st.booleans())
def test_every_game_ends_with_winners(choice: Choice, seed: int, kinds: bool) -> None:
    end = finished(game(choice), seed, kinds)
    assert end.to_act == OVER
    assert list(end.legal()) == []
    assert end.winners()
    assert len(end.scores()) == end.game.seats


@pytest.mark.parametrize("name", sorted(titles()))
def test_text_and_codes_are_one_to_one(name: str) -> None:
    for choice in tables(name):
        referee.text_and_codes_are_one_to_one(game(choice))
