"""level-1 is a rival whom a sensible beginner beats as often as not."""
from __future__ import annotations

import pytest

from benchmarks.newcomer import one_game
from roundhouse.games import Setup, titles

GAMES = 24


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"])
def test_a_sensible_beginner_is_no_easy_prey_of_level_1(game: str) -> None:
    """A small sample of what `benchmarks/newcomer.py` does with hundreds of games."""
    setup = Setup.of(game, titles()[game].players[0])
    beaten = sum(one_game(setup, "level-1", number).beaten for number in range(GAMES))
    assert beaten > 0.4 * GAMES
