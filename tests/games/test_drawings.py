"""Laws that hold for the drawing of every game, with every number of players, edition and option."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import OVER, Dice
from roundhouse.games import titles
from tests.games.drawn import (
    check_choices,
    check_movements,
    check_page,
    check_picture,
    check_secrets,
    check_step,
    scene,
    told,
    viewers,
)
from tests.walks import game, tables, walk

SPARSE = 23     # of a random game one step in so many is looked at: to draw one takes as long as to play the game
FEW_TABLES = 7
FEW = settings(max_examples=4, deadline=None)
# Drawings are of plain Python: with the plain engine those of tests/games/*/test_drawing.py are enough.
pytestmark = pytest.mark.compiled
every_title = pytest.mark.parametrize("name", sorted(titles()))


@every_title
def test_every_table_is_laid_and_the_guide_points_at_what_is_there(name: str) -> None:
    for choice in tables(name):
        first = next(state for state, _ in walk(game(choice), 1) if state.to_act >= 0)
        check_page(first, first.to_act)
        check_choices(first)


@every_title
@FEW
@given(st.data(), st.integers(0, 2**32 - 1))
def test_positions_and_steps_are_drawn_whole_and_keep_their_secrets(name: str, data: st.DataObject, seed: int) -> None:
    choice, dice = data.draw(st.sampled_from(tables(name))), Dice(seed, 1)
    for step, (before, code) in enumerate(walk(game(choice), seed, kinds_first=True), seed):
        after = before.copy()
        after.apply(code)
        looked_at = step % SPARSE == 0 or after.to_act == OVER
        if looked_at:
            everyone = viewers(after.game)
            check_page(after, everyone[step // SPARSE % len(everyone)])
            check_choices(after)
            check_secrets(after, dice)
        if looked_at or scene(before.game, told(before, code, None)):
            check_step(before, code, dice)


@every_title
def test_what_moves_comes_from_somewhere_and_goes_somewhere(name: str) -> None:
    kinds: set[tuple[str, str]] = set()
    for number, choice in enumerate(tables(name)[::FEW_TABLES]):
        played = game(choice)
        for before, code in walk(played, number, kinds_first=True):
            new = {(played.edition.name, type(fact).__name__) for fact in told(before, code, None)} - kinds
            if new:
                kinds |= new
                check_movements(before, code)


@every_title
def test_the_picture_is_a_whole_drawing(name: str) -> None:
    check_picture(name)
