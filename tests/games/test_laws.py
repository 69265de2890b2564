"""Laws that hold for every game, over random games with every number of players, edition and option."""
from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import CHANCE, OVER, Dice, IllegalAction, State
from roundhouse.engine.play import playout
from roundhouse.games import titles
from tests.walks import Choice, choices, finished, game, over_games, tables, walk

SEEDS = st.integers(0, 2**32 - 1)
MANY = over_games(300)
SOME = over_games(60)


def picture(state: State) -> str:
    """All that can be known of a state, as bytes can tell it."""
    return json.dumps([state.view(None), list(state.legal()), state.outcomes()])


@MANY
@given(choices(), SEEDS, st.booleans())
def test_what_may_happen_is_rising_and_never_nothing(choice: Choice, seed: int, kinds: bool) -> None:
    for state, code in walk(game(choice), seed, kinds):
        legal = list(state.legal())
        assert legal == sorted(set(legal))
        assert code in legal
        assert all(weight > 0 for _, weight in state.outcomes())
        assert bool(state.outcomes()) == (state.to_act == CHANCE)
        assert state.winners() == []


@MANY
@given(choices(), SEEDS, st.booleans())
def test_every_game_ends_with_winners(choice: Choice, seed: int, kinds: bool) -> None:
    end = finished(game(choice), seed, kinds)
    assert end.to_act == OVER
    assert list(end.legal()) == []
    assert end.winners()
    assert len(end.scores()) == end.game.seats


@SOME
@given(choices(), SEEDS, st.booleans(), st.data())
def test_nothing_but_the_legal_applies_and_a_refusal_changes_nothing(
    choice: Choice, seed: int, kinds: bool, data: st.DataObject
) -> None:
    stop = data.draw(st.integers(0, 400))
    for step, (state, _) in enumerate(walk(game(choice), seed, kinds)):
        if step == stop:
            break
    else:
        state = finished(game(choice), seed, kinds)
    before = picture(state)
    legal = set(state.legal())
    for code in range(state.game.codes):
        if code in legal:
            state.copy().apply(code)
            continue
        with pytest.raises(IllegalAction) as refused:
            state.apply(code)
        assert refused.value.rule.count("-") >= 2
    assert picture(state) == before


@pytest.mark.parametrize("name", sorted(titles()))
def test_text_and_codes_are_one_to_one(name: str) -> None:
    for choice in tables(name):
        one = game(choice)
        lines = [one.text(code) for code in range(one.codes)]
        assert len(set(lines)) == len(lines)
        assert [one.parse(line) for line in lines] == list(range(one.codes))
        assert all(line == " ".join(line.split()) for line in lines)


@MANY
@given(choices(), SEEDS, st.integers(0, 200))
def test_a_copy_is_independent(choice: Choice, seed: int, stop: int) -> None:
    for step, (state, _) in enumerate(walk(game(choice), seed)):
        if step >= stop:
            before = picture(state)
            twin = state.copy()
            assert picture(twin) == before
            playout(twin, Dice(seed))
            assert twin.to_act == OVER
            assert picture(state) == before
            return


@SOME
@given(choices(), SEEDS, st.booleans())
def test_what_a_seat_imagines_looks_the_same_to_it(choice: Choice, seed: int, kinds: bool) -> None:
    """Two states that a seat can't tell apart give that seat the same view, and the same choices."""
    dice = Dice(seed, 1)
    for step, (state, _) in enumerate(walk(game(choice), seed, kinds)):
        if step % 5:
            continue
        for seat in range(state.game.seats):
            other = state.imagine(seat, dice)
            assert json.dumps(other.view(seat)) == json.dumps(state.view(seat))
            assert other.to_act == state.to_act
            if state.to_act == seat:
                assert list(other.legal()) == list(state.legal())


@SOME
@given(choices(), SEEDS, st.integers(0, 300))
def test_an_imagined_game_can_be_played_to_its_end(choice: Choice, seed: int, stop: int) -> None:
    for step, (state, _) in enumerate(walk(game(choice), seed)):
        if step >= stop:
            for seat in range(state.game.seats):
                other = state.imagine(seat, Dice(seed, seat))
                playout(other, Dice(seed))
                assert other.winners()
            return
