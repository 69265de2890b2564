"""Laws of facts and sights, for every game: a step is told wholly, truly, and to nobody who may not know it."""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import Game, State
from roundhouse.engine.facts import Fact
from roundhouse.games import title, titles
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
