"""Hints and reviews: chances that add up, the best moves first, and nothing that the seat can't know."""
from __future__ import annotations

import pytest

from roundhouse import CHANCE, Dice
from roundhouse.bots.advice import hint, review, scaled, win_chances
from roundhouse.bots.match import play
from roundhouse.bots.mistakes import COSTLY, MOST_MISTAKES, mistakes
from roundhouse.bots.random import RandomBot
from roundhouse.bots.values import valuer
from roundhouse.games import Setup, titles
from roundhouse.games.words import plain
from roundhouse.records import Course, replay
from tests.games.narrow_gauge.test_auction import auction
from tests.walks import under_way


def begun(name: str, steps: int) -> Course:
    return under_way(Setup.of(name), steps, 4)


@pytest.mark.parametrize("name", sorted(titles()))
def test_a_hint_names_legal_moves_the_most_looked_at_first(name: str) -> None:
    live = begun(name, 45)
    advice = hint(live, live.to_act, 15)
    assert sum(advice.chances) == pytest.approx(1)
    assert advice.moves
    assert {move.line for move in advice.moves} <= set(live.state.lines())
    visits = [move.visits for move in advice.moves]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= 15
    assert all(sum(move.chances) == pytest.approx(1) for move in advice.moves)


def test_who_is_not_to_act_gets_chances_only() -> None:
    live = begun("irish-gauge", 20)
    advice = hint(live, (live.to_act + 1) % 3, 8)
    assert advice.moves == []
    assert sum(advice.chances) == pytest.approx(1)


def test_a_hint_depends_on_nothing_hidden() -> None:
    live = begun("appalachian-trail", 30)
    seat = live.to_act
    said = hint(live, seat, 12)
    live.state = live.state.imagine(seat, Dice(8))
    assert hint(live, seat, 12) == said


@pytest.mark.compiled
def test_a_masters_hint_is_thorough_and_its_chances_are_not_spoilt_by_trials() -> None:
    """A trial of every action would weigh on the mean of few iterations."""
    live = under_way(Setup.of("irish-gauge", 4), 60, 4)
    many = len(valuer("irish-gauge").candidates(live.state))
    assert many > 5
    assert len(hint(live, live.to_act, many + 20).moves) == many
    state = live.state
    few = win_chances(state, many + 2, Dice(1))
    long = win_chances(state, 2000, Dice(1))
    assert few[state.to_act] > long[state.to_act] - 0.05


def test_when_the_game_is_over_the_hint_is_the_result() -> None:
    record = play(Setup.of("appalachian-trail"), ["random"] * 2, [RandomBot(), RandomBot()], 3)
    assert record.result is not None
    advice = hint(replay(record), 0)
    assert [seat for seat, chance in enumerate(advice.chances) if chance] == record.result.winners
    assert advice.moves == []


@pytest.mark.compiled
def test_a_review_goes_through_every_step_and_ends_with_the_result() -> None:
    record = play(Setup.of("appalachian-trail"), ["random"] * 2, [RandomBot(), RandomBot()], 3)
    assert record.result is not None
    reviewed = review(replay(record), iterations=1)
    assert [step.number for step in reviewed] == list(range(1, len(record.log) + 1))
    assert all(later.before == earlier.after for earlier, later in zip(reviewed, reviewed[1:]))
    assert [seat for seat, chance in enumerate(reviewed[-1].after) if chance] == record.result.winners
    for step in reviewed:
        change = [after - before for before, after in zip(step.before, step.after)]
        assert step.gain == pytest.approx(max(map(abs, change)) if step.by == CHANCE else change[step.by])


def test_without_iterations_the_chances_are_the_valuers() -> None:
    live = begun("irish-gauge", 30)
    assert win_chances(live.state, 0, Dice(1)) == list(valuer("irish-gauge").shares(live.state))


@pytest.mark.compiled
def test_in_hindsight_a_sealed_bid_is_known() -> None:
    """A bid of all the money is a blunder at once, not when the other has bid."""
    small, large = (win_chances(auction(bid), 60, Dice(1)) for bid in (1, 20))
    assert small[0] > large[0] + 0.03


def test_a_hint_takes_some_thought() -> None:
    live = begun("irish-gauge", 30)
    with pytest.raises(ValueError, match="one iteration or more"):
        hint(live, live.to_act, 0)


def test_temperature_makes_chances_bolder_or_more_timid() -> None:
    assert scaled([0.5, 0.3, 0.2], 1) == pytest.approx([0.5, 0.3, 0.2])
    bold, timid = scaled([0.6, 0.4], 0.5), scaled([0.6, 0.4], 2)
    assert bold[0] > 0.6 > timid[0] > 0.5
    assert sum(bold) == pytest.approx(sum(timid)) == pytest.approx(1)
    assert scaled([1.0, 0.0], 1.4) == [1.0, 0.0]


@pytest.mark.compiled
def test_a_mistake_comes_with_a_better_line_that_can_be_played() -> None:
    record = play(Setup.of("irish-gauge"), ["random"] * 3, [RandomBot() for _ in range(3)], 3)
    course = replay(record)
    found = mistakes(course, review(course, iterations=8), iterations=8)
    assert 0 < len(found) <= MOST_MISTAKES
    for one in found:
        assert one.cost >= COSTLY and one.better[0] != one.line
        assert plain(one.why) != plain(one.against) or not one.why
        state = course.at(one.number - 1)
        assert state.to_act == one.by
        for line in one.better:
            state.apply(course.game.parse(line))
    assert any(one.why or one.against for one in found)
