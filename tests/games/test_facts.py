"""Laws of facts and sights, for every game: a step is told wholly, truly, and to nobody who may not know it."""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import CHANCE, OVER, WATCHER, Dice, Game, State
from roundhouse.engine.facts import Ended, Fact
from roundhouse.games import title, titles
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.walks import Choice, choices, game, over_games, walk

SEEDS = st.integers(0, 2**32 - 1)
SOME = over_games(60)
NAMES = ["Ann", "Ben", "Cas", "Dee", "Eve", "Fay"]


def told(one: Game, seed: int, kinds: bool) -> Iterator[tuple[State, State, list[Fact]]]:
    """A random game: each step's state before and after, and its facts."""
    for state, code in walk(one, seed, kinds):
        after = state.copy()
        yield state, after, after.tell(code)


@SOME
@given(choices(), SEEDS, st.booleans())
def test_a_witness_changes_nothing(choice: Choice, seed: int, kinds: bool) -> None:
    for state, code in walk(game(choice), seed, kinds):
        silent, heard = state.copy(), state.copy()
        silent.apply(code)
        assert heard.tell(code)
        assert heard.witness is None
        assert heard.view(None) == silent.view(None)


@SOME
@given(choices(), SEEDS, st.booleans())
def test_facts_account_for_all_money(choice: Choice, seed: int, kinds: bool) -> None:
    for before, after, facts in told(game(choice), seed, kinds):
        cash = before.view(None).get("cash")
        if not isinstance(cash, list):
            return
        for fact in facts:
            for seat, amount in fact.money:
                cash[seat] += amount
        assert cash == after.view(None)["cash"], [fact.as_json() for fact in facts]


@SOME
@given(choices(), SEEDS, st.booleans())
def test_the_end_is_told_once_with_its_result(choice: Choice, seed: int, kinds: bool) -> None:
    for _, after, facts in told(game(choice), seed, kinds):
        ends = [fact for fact in facts if isinstance(fact, Ended)]
        if after.to_act == OVER:
            (end,) = ends
            assert (list(end.scores), list(end.winners)) == (after.scores(), after.winners())
        else:
            assert not ends


@SOME
@given(choices(), SEEDS, st.booleans())
def test_every_fact_has_its_rule_and_every_step_a_sentence(choice: Choice, seed: int, kinds: bool) -> None:
    one = game(choice)
    texts = title(one.name).room.texts
    for _, _, facts in told(one, seed, kinds):
        sentences = [plain(texts.tell(one, fact), NAMES) for fact in facts]
        for fact in facts:
            assert type(fact) in texts.FACTS
            assert fact.rule in type(fact).rules
        assert any(sentences), facts
        for sentence in filter(None, sentences):
            assert sentence[0].upper() == sentence[0] and sentence.rstrip(")").endswith((".", "!", "?", ":")), sentence
            assert "seat " not in sentence, sentence


@pytest.mark.parametrize("name", sorted(titles()))
def test_rules_that_facts_carry_stand_in_the_rulebook(name: str) -> None:
    one = title(name)
    rulebook = one.rulebook
    rules = {rule for kind in one.room.texts.FACTS for rule in kind.rules}
    assert rules
    assert not {rule for rule in rules if f"`{rule}`" not in rulebook and rule not in rulebook}


# ---- what a seat may know --------------------------------------------------------------------------------------------


@SOME
@given(choices(), SEEDS, st.integers(0, 300))
def test_a_sight_holds_what_the_seat_sees_and_nothing_else(choice: Choice, seed: int, stop: int) -> None:
    """States that a seat can't tell apart give the same sight, down to the last hidden card."""
    one = game(choice)
    for step, (state, _) in enumerate(walk(one, seed)):
        if step == stop:
            break
    for seat in (*range(one.seats), WATCHER):
        seen = sight(state, seat).state
        assert seen.view(seat) == state.view(seat)
        other = state.imagine(seat, Dice(seed, 1))
        assert sight(other, seat).state.view(None) == seen.view(None)


@SOME
@given(choices(), SEEDS)
def test_facts_of_hidden_outcomes_are_the_same_to_who_may_not_see_them(choice: Choice, seed: int) -> None:
    one = game(choice)
    for state, code in walk(one, seed):
        for seat in (*range(one.seats), WATCHER):
            if state.to_act == CHANCE and not state.sees(seat, code):
                others = [other for other, _ in state.outcomes() if not state.sees(seat, other)]
                assert _seen(state, code, seat) == _seen(state, others[seed % len(others)], seat)


def _seen(state: State, code: int, seat: int) -> list[Fact]:
    return [seen for fact in state.copy().tell(code) if (seen := fact.seen_by(seat)) is not None]
