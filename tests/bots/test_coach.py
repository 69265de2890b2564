"""The coach: what it says is found again by playing, follows from the chances beside it, and betrays nothing hidden."""
from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import pytest

from benchmarks.coach import contradictions, positions
from roundhouse.bots.coach import (
    CLEAR,
    EVEN,
    LOST,
    WON,
    advise,
    asked,
    beside,
    claims_of,
    explained,
    set_apart,
    verdict_of,
)
from roundhouse.bots.weighing import ENOUGH
from roundhouse.engine.contract import State
from roundhouse.games import Setup
from roundhouse.games.claims import Claim, Claims
from roundhouse.games.words import plain
from roundhouse.records import Course
from tests.walks import under_way

NAMES = ["Ann", "Ben", "Cara", "Dan"]
TITLES = ["age-of-rail", "appalachian-trail", "irish-gauge", "narrow-gauge"]
pytestmark = pytest.mark.compiled


@cache
def some(name: str) -> list[tuple[str, Course]]:
    return list(islice(positions(name, 77), 9))


@pytest.mark.parametrize("name", TITLES)
def test_every_claim_is_found_again_by_playing_it_out(name: str) -> None:
    """A small sample of what `benchmarks/coach.py` does with hundreds of positions."""
    made = 0
    for where, course in some(name):
        moves = asked(course, 200)
        for one in moves:
            for claim in claims_of(one.line):
                made += 1
                assert claim.check(), f"{where}: {one.line.text}: {claim.kind}: {plain(claim.words, NAMES)}"
                assert "{" not in plain(claim.words, NAMES)
        assert contradictions(explained(moves)) == [], where
    assert made > 20


UNSAID = {"after", "who", "alone", "least", "goes", "last", "won", "first"}
"""What a proof is told besides the numbers in the words."""


@pytest.mark.parametrize("name", TITLES)
def test_a_claim_with_any_other_number_is_not_found_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number that is told is wrong by three in turn, and the proof notices each."""
    add, made = Claims.add, 0

    def wrong(claims: Claims[State], *said: Any, **told: Any) -> None:
        for key, value in told.items():
            if key not in UNSAID and type(value) in (int, float):
                add(claims, *said, **{**told, key: value + 3})
                object.__setattr__(claims.found[-1], "kind", f"{said[0]}, {key}")

    monkeypatch.setattr(Claims, "add", wrong)
    for where, course in some(name):
        for one in asked(course, 60):
            for claim in claims_of(one.line):
                made += 1
                with suppress(ValueError):      # what is told is no move
                    assert not claim.check(), f"{where}: {one.line.text}: {claim.kind}"
    assert made > 20


def sealed(mine: int) -> Course:
    """A game in which the first seat has sealed that bid."""
    course = under_way(Setup.of("narrow-gauge"), 30, 4)
    while not course.state.sealed():
        course.apply(int(course.state.legal()[0]))
    course.apply(course.game.parse(f"bid {mine}"))
    return course


def test_what_is_said_of_a_sealed_choice_is_the_same_whatever_the_other_has_chosen() -> None:
    few, many = (advise(sealed(bid), 1, 300) for bid in (0, 9))
    assert few == many and few.moves
    assert all("Ann bids" not in plain(one.why, NAMES) for one in few.moves)


def test_whoever_chooses_second_unseen_is_advised_for_their_own_seat() -> None:
    advice = advise(sealed(3), 1, 300, ("bid 0", "bid 6", "bid 9"))
    mine = [one.chances[1] for one in advice.moves]
    assert advice.seat == 1 and advice.chances == advice.moves[0].chances
    assert len(mine) > 1 and mine == sorted(mine, reverse=True)
    assert any(one.why for one in advice.moves) and not any(one.answer for one in advice.moves)
    other = advise(sealed(9), 1, 300, ("bid 0", "bid 6", "bid 9"))
    assert [one.why for one in other.moves] == [one.why for one in advice.moves], "nothing of a bid that is imagined"


def test_moves_stand_in_the_order_of_their_chances_and_no_number_rests_on_little() -> None:
    for _, course in some("irish-gauge"):
        advice = advise(course, course.to_act, 150)
        mine = [one.chances[advice.seat] for one in advice.moves]
        assert mine == sorted(mine, reverse=True)
        assert advice.chances == advice.moves[0].chances
        assert all(one.visits >= ENOUGH for one in advice.moves if one.shown)
    assert not advise(sealed(3), 1, 12).moves[0].shown, "a sealed choice can't be looked at longer than the search does"


def test_who_is_not_to_act_gets_chances_only() -> None:
    course = under_way(Setup.of("irish-gauge"), 40, 4)
    assert advise(course, (course.to_act + 1) % 3, 20).moves == []


def test_a_verdict_follows_from_the_chances() -> None:
    assert verdict_of([0.5, 0.48]) == CLEAR
    assert verdict_of([0.5, 0.49, 0.2]) == EVEN
    assert verdict_of([0.008, 0.001]) == LOST
    assert verdict_of([1.0, 0.995]) == WON and verdict_of([1.0, 0.9]) == CLEAR


def test_the_claim_that_sets_two_moves_apart_most_is_told_first() -> None:
    made = [Claim("pays", "MGW", 3.0, "a"), Claim("call", "", 5.0, "b"), Claim("far", "", -2.0, "c")]
    other = [Claim("call", "", 4.9, "b"), Claim("pays", "WLW", 9.0, "d")]
    assert [one.says for one in set_apart(made, other, 1)] == ["a"], "what both do is no reason"
    assert [one.says for one in set_apart(made, other, -1)] == ["c"]
    lead = [Claim("majority", "red", 1.0, "a"), Claim("hinders", "1", 2.0, "b"), Claim("hinders", "2", 3.0, "b")]
    beside = [Claim("majority", "blue", 1.0, "a")]
    assert [one.thing for one in set_apart(lead, beside, 1)] == ["2"], "done elsewhere too, or said before"


def test_two_moves_are_compared_as_they_are_asked_for() -> None:
    course = next(course for _, course in some("irish-gauge") if len(course.state.lines()) > 3)
    lines = course.state.lines()
    better, other = beside(course, lines[1], lines[2], 60)
    assert (better.line, other.line) == (lines[1], lines[2])


def test_a_game_without_claims_has_a_coach_too() -> None:
    course = under_way(Setup.of("night-mail"), 6, 4)
    advice = advise(course, course.to_act, 60)
    assert advice.moves and contradictions(advice) == []
