"""A lesson as data: what is odd in it is told with the step that has it, and texts look everything up."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from roundhouse.records.lesson import Lesson, LessonError, loads
from roundhouse.records.lesson_check import check
from roundhouse.records.lesson_words import answered, asked

BEGIN = [
    "cube B8 black", "cube C12 black", "cube H3 white", "cube H11 white", "cube L4 pink", "cube L8 black",
    "cube M9 pink", "cube O4 pink", "start 0",
]
READ = {"id": "goal", "head": "What wins", "say": "You have {cash.0|money}."}
BID = {
    "id": "bid", "head": "Bid", "say": "Bid for {auction.railway}.", "do": ["bid 7", "bid 8", "pass"],
    "right": ["bid 7", "bid 8"], "wrong": {"pass": "Ben pays {IG-AUC-2.price|money}."},
    "then": ["1: pass", "2: pass"],
    "reply": "Yours for {IG-AUC-5.price|money}, {before.cash.0|less:cash.0|less:auction.value|words}.",
}


def lesson(*steps: dict[str, Any], **changed: Any) -> Lesson:
    data = {
        "format": "roundhouse-lesson/1", "title": "irish-gauge", "head": "A lesson", "about": "All of it.",
        "minutes": 1, "names": ["You", "Ben", "Cara"], "begin": {"seats": 3, "log": BEGIN},
        "ending": "Well done.", "steps": list(steps) or [READ], **changed,
    }
    return loads(json.dumps({key: value for key, value in data.items() if value is not None}), "odd", Path("/nowhere"))


def test_a_text_looks_up_its_numbers_and_the_lesson_goes_on_with_the_first_right_move() -> None:
    asks = {**BID, "wrong": {"pass": {"say": "Ben bids {IG-AUC-2.price|money}.", "then": ["1: bid 7"]}}}
    read, bid, _ = lesson(READ, asks, {**READ, "id": "after"}).scenes
    assert (asked(read), asked(bid)) == ("You have £20.", "Bid for CBSC.")
    first, second, wrong = (bid.tried(line) for line in ("bid 7", "bid 8", "pass"))
    assert (first.right, first.goes_on_with, answered(bid, first)) == (True, "", "Yours for £7, two.")
    assert (second.right, second.goes_on_with, answered(bid, second)) == (True, "bid 7", "")
    assert (wrong.right, answered(bid, wrong)) == (False, "Ben bids £7.")
    assert bid.watched.after.state.view(None)["cash"] == [13, 20, 20]
    with pytest.raises(LessonError, match="'bid 9' can't be tried in this step"):
        bid.tried("bid 9")


def test_the_lesson_goes_on_with_any_right_move_where_nothing_depends_on_it() -> None:
    also = {"bid 8": {"say": "Yours for {IG-AUC-5.price|money}.", "then": ["1: pass", "2: pass"]}}
    begins = {**READ, "id": "after", "begin": {"seats": 3, "log": BEGIN}}
    bid = {**BID, "wrong": {"pass": "Then Ben has it."}, "also": also}
    for steps in ([bid], [bid, begins]):
        found = lesson(*steps)
        second = found.scenes[0].tried("bid 8")
        assert (second.right, second.goes_on_with, answered(found.scenes[0], second)) == (True, "", "Yours for £8.")
        check(found)


def test_a_move_within_two_points_and_a_half_of_the_best_chance_is_right() -> None:
    chances = {"bid 7": 0.4, "bid 8": 0.38, "pass": 0.37}
    [step] = lesson({key: value for key, value in {**BID, "chances": chances}.items() if key != "right"}).scenes
    assert step.right == ("bid 7", "bid 8")


@pytest.mark.parametrize(("odd", "why"), [
    ({"title": None}, '"title" is missing'),
    ({"minutes": "ten"}, '"minutes" is not a number'),
    ({"colour": "red"}, '"colour" is not a part of a lesson'),
    ({"steps": []}, "it has no steps"),
    ({"begin": {"seats": 3}}, 'step 1 .goal.: "begin" has "log" or "lines", and not both'),
    ({"begin": {"seats": 3, "lines": "gone.log"}}, "step 1 .goal.: gone.log can't be read"),
    ({"steps": ["read"]}, 'step 1: "read" is not a step'),
    ({"steps": [{**READ, "right": ["pass"]}]}, 'step 1 .goal.: .*"also" and "wrong" are for a step in which'),
    ({"steps": [READ, {**BID, "right": []}]}, 'step 2 .bid.: it needs "right" or "chances", and not both'),
    ({"steps": [READ, {**BID, "wrong": {"pass": 7}}]}, "step 2 .bid.: what is said to a try is a text"),
])
def test_odd_data_is_told_with_its_step(odd: dict[str, Any], why: str) -> None:
    with pytest.raises(LessonError, match=why):
        lesson(**odd)


@pytest.mark.parametrize(("step", "why"), [
    ({"say": "You have £20."}, "the number 20 in .* is typed"),
    ({"say": "You have Two shares."}, "the number Two in .* is typed"),
    ({"say": "You have {purse.0}."}, "there is no 'purse.0' to be looked up"),
    ({"say": "{IG-AUC-5.price} was paid."}, "nothing with 'price' happened by IG-AUC-5"),
    ({"say": "{at:Z9} is far."}, "there is no spot 'Z9'"),
    ({"say": "{dividends.HARBOUR_INCOME}"}, "the rules have no dividends.HARBOUR_INCOME"),
    ({"say": "{cash.0|gold}"}, "'gold' in .* is none of money, words"),
    ({"see": {"cash.0": 21}}, "cash.0 is 20, not 21"),
    ({"point": ["share:XYZ"]}, "'share:XYZ' is pointed at, and is nowhere on the sheet"),
    ({"may_not": {"bid 7": "IG-AUC-2"}}, "'bid 7' is allowed, though IG-AUC-2 should forbid it"),
    ({"may_not": {"bid 21": "IG-AUC-2"}}, "'bid 21' is forbidden by IG-AUC-3, not by IG-AUC-2"),
    ({"then": ["1: pass"]}, "'pass' is out of turn: seat 0 is to act"),
    ({"then": ["pass"]}, "'pass' does not say who does it"),
    ({"then": ["0: bid 30"]}, "'bid 30' is not allowed"),
    ({"brings": [{"rule": "IG-AUC-5"}]}, "did not happen"),
    ({"after": {"cash.0": 1}}, "cash.0 is 20, not 1"),
    ({**BID, "wrong": {}}, "nothing is said of 'pass'"),
    ({**BID, "right": ["bid 9"]}, "'bid 9' is right, and may not be tried"),
    ({**BID, "you": 1}, "seat 0 is to act, not you"),
])
def test_a_statement_that_is_not_so_is_told_with_its_step(step: dict[str, Any], why: str) -> None:
    with pytest.raises(LessonError, match=rf"odd, step 1 \({step.get('id', 'goal')}\): .*{why}"):
        check(lesson({**READ, **step}))
