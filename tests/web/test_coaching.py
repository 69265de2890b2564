"""What is told first of a game that is over, and which level to play next."""
from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from roundhouse.bots.mistakes import GameReview, Mistake
from roundhouse.games.addressing import Oneself
from roundhouse.games.words import plain, seat, words
from roundhouse.web.pages.table.coaching import moments_that_decided, next_level, to_another, without_you
from roundhouse.web.tables.model.info import Moment


def test_what_is_said_to_another_seat_calls_nobody_else_you() -> None:
    said = words("A call pays you {less} and {rival} {more}", less="£0", rival=seat(0), more="£4")
    names = without_you([Oneself("Ann"), "Bob"])
    assert plain(to_another(1, said), names) == "To Bob: A call pays you £0 and Ann £4"


def test_ones_own_mistakes_are_told_first_and_the_costliest_of_them_before_the_others() -> None:
    one = Mistake(1, 0, "pass", 0.3, 0.4, ("bid 9",))
    looked = GameReview([], [
        one, replace(one, number=5, by=1, better_chance=0.9), replace(one, number=7, better_chance=0.6),
        replace(one, number=9, by=2, better_chance=0.5),
    ])
    assert [mistake.number for mistake in moments_that_decided(looked, [0])] == [7, 1, 5]
    assert [mistake.number for mistake in moments_that_decided(looked, [])] == [5, 7, 9], "who only watches"


def over(mine: int, scores: list[int], level: str | None) -> Moment:
    """A game that seat 0 has played, with such an end."""
    seats = [SimpleNamespace(number=n, mine=n == mine, level=None if n == mine else level) for n in range(2)]
    winners = [n for n, score in enumerate(scores) if score == max(scores)]
    return cast(Moment, SimpleNamespace(table=SimpleNamespace(seats=seats, scores=scores, winners=winners)))


@pytest.mark.parametrize(("scores", "level", "name", "said"), [
    ([50, 40], "level-2", "level 3", "You won"),
    ([39, 40], "level-2", "level 2", "close"),
    ([10, 40], "level-2", "level 1", "lower"),
    ([10, 40], "level-1", "level 1", "Once more"),
])
def test_the_next_level_follows_from_how_the_game_ended(scores: list[int], level: str, name: str, said: str) -> None:
    found: Any = next_level(over(0, scores, level))
    assert name in found.level.lower() and said in found.words
    assert next_level(over(0, scores, None)) is None, "no bots, no level"
