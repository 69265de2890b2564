"""The course of a game: the same states however one comes to them, and every seat knows what it has seen."""
from __future__ import annotations

import json
import pickle
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import CHANCE, ENGINE, Dice
from roundhouse.bots import Seat
from roundhouse.engine.contract import WATCHER, State
from roundhouse.games import Setup, titles
from roundhouse.games.title import Title
from roundhouse.records import Course, Record, replay
from roundhouse.records.course import RECENT, SNAPSHOT
from roundhouse.records.replay import moments
from tests.walks import Choice, choices, game, over_games


def random_course(setup: Setup, seed: int, steps: int = 100_000) -> Course:
    course = Course(setup)
    dice = Dice(seed)
    while not course.over and len(course.steps) < steps:
        course.apply(int(course.state.random(dice)), at=float(len(course.steps)))
    return course


# ---- states ----------------------------------------------------------------------------------------------------------


@over_games(20)
@given(choices(), st.integers(0, 2**32))
def test_every_moment_is_the_state_that_its_steps_lead_to(choice: Choice, seed: int) -> None:
    course = random_course(Setup.of_game(game(choice)), seed)
    state = course.game.start()
    passed = list(course.passed())
    assert [p.number for p in passed] == list(range(1, len(course.steps) + 1))
    for p in passed:
        assert (p.by, p.before.view()) == (state.to_act, state.view())
        state.apply(p.code)
        assert p.after.view() == state.view()
    steps = len(course.steps)
    for number in {0, 1, *(min(n, steps) for n in (SNAPSHOT - 1, SNAPSHOT, SNAPSHOT + 1)), steps}:
        before = course.back_to(number)
        assert before == Course.replayed(course.setup, course.codes()[:number], range(number))
        assert before.state.view() == course.at(number).view() == (passed[number].before if number < len(passed)
                                                                   else state).view()
        for seat in (*range(course.setup.seats), WATCHER):
            again = Course.replayed(course.setup, course.codes()[:number])
            assert before.seen(seat) == again.seen(seat)


def test_another_step_is_another_course() -> None:
    course = random_course(Setup.of("irish-gauge"), 1, SNAPSHOT + 3)
    codes = [int(code) for code in course.state.legal()]
    before = course.log(), course.state.view()
    others = [course.then(code) for code in codes]
    assert [other.codes() for other in others] == [[*course.codes(), code] for code in codes]
    assert (course.log(), course.state.view()) == before


@pytest.mark.parametrize("name", sorted(titles()))
def test_a_game_that_is_followed_is_the_same_game(name: str) -> None:
    """Step by step it tells of every step what the step does, and no course that it came from changes."""
    setup = Setup.of(name)
    whole = random_course(setup, 3)
    passed = list(whole.passed())
    now = Course(setup)
    for step in passed:
        before, told = now, now.told()
        now = before.then(step.code, float(step.number - 1), kept=True)
        assert (len(before.steps), before.told(), before.state.view()) == (step.number - 1, told, step.before.view())
        latest = now.told(step.number)[0]
        assert (latest.told, latest.step, now.state.view()) == (step.told, step.step, step.after.view())
        assert now.single(step.number) == (len(step.before.legal()) == 1)
        if step.number % 10 == 0:
            for number in {*range(step.number - RECENT, step.number + 1), step.number // 3, step.number // 2}:
                state = passed[number].before if 0 <= number < len(passed) else now.state
                assert number < 0 or now.at(number).view() == state.view()
    assert now == whole
    assert [one.told for one in now.told()] == [one.told for one in passed]
    assert all(now.log(seat) == whole.log(seat) for seat in (*range(setup.seats), WATCHER, None))


def test_nobody_walks_to_the_latest_steps_of_a_game_that_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = random_course(Setup.of("irish-gauge"), 3, 2 * SNAPSHOT + RECENT + 5).codes()
    now = Course(Setup.of("irish-gauge"))
    for code in codes:
        now = now.then(code, kept=True)
    walked: list[int] = []
    whole = Course._walked

    def counted(self: Course, state: State, start: int, number: int) -> State:
        walked.append(number - start)
        return whole(self, state, start, number)
    monkeypatch.setattr(Course, "_walked", counted)
    for number in range(len(codes) - RECENT + 1, len(codes)):
        now.at(number)
    assert walked == [0] * (RECENT - 1)
    now.at(SNAPSHOT + 3)
    assert walked[-1] == 3, "one state in so many is kept for good"


def test_a_game_that_is_followed_keeps_nothing_of_what_can_change() -> None:
    """Whoever goes on with the course before changes no state of the one that followed it."""
    before = random_course(Setup.of("irish-gauge"), 1, 20)
    after = before.then(int(before.state.legal()[0]), kept=True)
    stood = before.state.view()
    before.apply(int(before.state.legal()[-1]))
    assert after.at(20).view() == stood


@pytest.mark.parametrize("name", sorted(titles()))
def test_a_course_copies_and_travels(name: str) -> None:
    course = random_course(Setup.of(name), 2, 16)
    for other in (course.copy(), deepcopy(course), pickle.loads(pickle.dumps(course))):
        assert other == course
        assert other.state.view() == course.state.view()
        for seat in (*range(course.setup.seats), WATCHER, None):
            assert other.log(seat) == course.log(seat)
        other.apply(int(other.state.random(Dice(1))))
        assert len(course.steps) == 16


def test_what_is_not_legal_changes_nothing() -> None:
    course = random_course(Setup.of("narrow-gauge"), 3, 40)
    before = course.copy()
    legal = set(course.state.legal())
    for code in range(0, course.game.codes, 7):
        if code not in legal:
            with pytest.raises(ValueError, match="NG-"):
                course.apply(code)
    assert course == before
    assert course.state.view() == before.state.view()
    assert course.seen(0) == before.seen(0)


# ---- who knows what --------------------------------------------------------------------------------------------------


def after_bids(seed: int) -> Course:
    """Narrow Gauge, just after both sealed bids of the first round are in."""
    course = Course(Setup.of("narrow-gauge"))
    dice = Dice(seed)
    while not (course.steps and course.steps[-1].by == 1 and course.log()[-1][1].startswith("bid ")):
        course.apply(int(course.state.random(dice)))
    return course


@pytest.mark.rule("NG-HID-6")
def test_a_sealed_bid_is_open_once_both_are_in() -> None:
    course = after_bids(4)
    number = len(course.steps) - 1
    before = course.back_to(number)
    assert [before.knows(number, seat) for seat in (0, 1, WATCHER, None)] == [number, None, None, number]
    assert [before.line(number, seat) for seat in (1, WATCHER)] == ["bid ?", "bid ?"]
    assert [course.knows(number, seat) for seat in (0, 1, WATCHER, None)] == [number, number + 1, number + 1, number]
    assert course.opened(number)
    assert "?" not in course.line(number, 1) + course.line(number, WATCHER)
    # What is dealt stays with its player.
    assert ("card ?" in {line for _, line in course.log(1)}) and None in course.seen(WATCHER)


@pytest.mark.rule("NG-HID-6")
def test_a_bot_and_a_replay_know_the_same_of_an_opened_bid() -> None:
    course = after_bids(4)
    number = len(course.steps) - 1
    record = Record.loads(Record.of(course, ["a", "b"]).dumps())
    told = list(moments(replay(record), seat=1))[number]
    assert told["do"] == course.log()[number - 1][1]
    assert Seat(course, 1).history[number - 1] == course.steps[number - 1].code
    assert Record.of(course, ["a", "b"], seat=1).log[number - 1] == (0, told["do"])


@pytest.mark.parametrize("name", ["narrow-gauge", "appalachian-trail"])
def test_nobody_is_told_the_odds_of_a_draw(name: str) -> None:
    """They would tell what is in the deck, and so what the others hold."""
    course = random_course(Setup.of(name), 1, 200)
    draws = 0
    for seat in (0, 1, WATCHER):
        for number, moment in enumerate(moments(course, seat)):
            if course.at(number).to_act != seat:
                assert moment["legal"] == []
                draws += course.at(number).to_act == CHANCE
    assert draws > 10
    assert all(moment["legal"] for moment in list(moments(course))[:-1])


# ---- a game in which a choice stays secret ---------------------------------------------------------------------------


@pytest.fixture
def secretive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    from tests.records.secretive import Secretive  # a compiled State has no children in plain Python
    (tmp_path / "first.json").write_text(json.dumps({"game": "secretive", "edition": "first"}))
    title = Title(
        name="secretive", title="Secretive", players=(2, 2), time="a minute", designer="", publisher="", summary="",
        package="tests.records",
        folder=tmp_path, editions=("first",), check=lambda root: None, make=Secretive,
    )
    monkeypatch.setitem(titles(), "secretive", title)
    return Setup.of("secretive")


@pytest.mark.skipif(ENGINE == "compiled", reason="a compiled State has no children in plain Python")
def test_a_choice_that_stays_secret_stays_secret(secretive: Setup) -> None:
    played = ["pick left", "pick right", "guess left", "guess right"]
    code = secretive.game().parse
    course = Course.replayed(secretive, map(code, played))
    first, second = "pick left", "pick right"
    seen_by_1, seen_by_0 = ["pick ?", second], [first, "pick ?"]
    for last, shown in (("keep-quiet", False), ("show", True)):
        after = course.then(code(last))
        assert after.over
        rest = [*played[2:], last]
        assert [line for _, line in after.log(0)] == ([first, second] if shown else seen_by_0) + rest
        assert [line for _, line in after.log(1)] == ([first, second] if shown else seen_by_1) + rest
        assert [line for _, line in after.log(WATCHER)] == ([first, second] if shown else ["pick ?", "pick ?"]) + rest
        assert [after.knows(number, 1) for number in (1, 2, 3)] == [5 if shown else None, 2, 3]
        assert Seat(after, 1).history[0] == (0 if shown else None)
        # Taken back, it is a secret again.
        assert after.back_to(4) == course
        assert after.back_to(4).seen(1) == course.seen(1) == [None, 1, 2, 3]
