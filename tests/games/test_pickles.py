"""Pickles and deep copies of games, dice and vectors. Those of states are a law of every game (`referee.py`)."""
from __future__ import annotations

import copy
import pickle

import pytest
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

import roundhouse
from roundhouse import Dice, State
from roundhouse.engine.contract import Edition
from roundhouse.engine.fields import Fields
from roundhouse.games import Setup, title, titles


@pytest.mark.parametrize("name", sorted(titles()))
def test_a_game_comes_back_as_itself(name: str) -> None:
    setup = Setup.of(name)
    game = setup.game()
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game and copy.copy(game) is game
    own = title(name).game(title(name).players[1])
    again = pickle.loads(pickle.dumps(own))
    assert Setup.of_game(again) == Setup.of_game(own) and again.lines == own.lines


def test_a_game_under_earlier_rules_or_with_an_edition_of_ones_own_comes_back_as_that() -> None:
    trail = title("appalachian-trail")
    old = trail.game_under(1, trail.edition(), 2, {})
    assert pickle.loads(pickle.dumps(old)).version == 1
    irish = title("irish-gauge")
    text = irish.edition().text.replace('"edition": "', '"edition": "my-')
    mine = irish.game_under(1, irish.edition_from(text, "mine"), 3, {})
    again = pickle.loads(pickle.dumps(mine))
    assert isinstance(again.edition, Edition) and again.edition.digest == mine.edition.digest
    assert again.edition.name.startswith("my-")


def test_dice_go_on_as_they_would_have() -> None:
    dice = Dice(7, 3)
    dice.word()
    for again in (pickle.loads(pickle.dumps(dice)), copy.deepcopy(dice), copy.copy(dice)):
        ahead = copy.copy(dice)
        assert [again.below(1000) for _ in range(9)] == [ahead.below(1000) for _ in range(9)]


def test_vectors_come_back_with_their_items() -> None:
    for values in (vec[i64]([1, -2, 3]), vec[i16]([5]), vec[u8]([]), vec[float]([0.5])):
        for again in (pickle.loads(pickle.dumps(values)), copy.deepcopy(values)):
            assert type(again) is type(values) and list(again) == list(values)


def test_a_witness_does_not_travel_and_another_version_is_refused() -> None:
    state = roundhouse.game("narrow-gauge").start()
    state.witness = []
    assert pickle.loads(pickle.dumps(state)).witness is None
    fields = Fields()
    state.exchange(fields)
    with pytest.raises(ValueError, match="another version has saved them"):
        state.copy().__setstate__(fields.values[:-1])
    with pytest.raises(ValueError, match="another version has saved them"):
        state.copy().__setstate__([*fields.values, 1])


@pytest.mark.parametrize("name", sorted(titles()))
def test_no_field_is_forgotten(name: str) -> None:
    """Every attribute that differs from those of a new game comes back."""
    state: State = title(name).game().start()
    dice = Dice(11)
    for _ in range(60):
        if state.to_act == roundhouse.OVER:
            break
        state.apply(state.random(dice))
    again = pickle.loads(pickle.dumps(state))
    for one in dir(state):
        if not one.startswith("_") and one not in ("game", "rules", "board", "auction", "witness"):
            value = getattr(state, one)
            if not callable(value):
                assert getattr(again, one) == value, one
