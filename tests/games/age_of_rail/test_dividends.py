"""Dividends, the Final Payoff and the end."""
from __future__ import annotations

import pytest

from roundhouse import OVER
from roundhouse.games.age_of_rail.position import TURN, Position
from tests.games.age_of_rail.positions import SOUTH_AFRICA, Line, at, do, kinds, numbers, refused, table
from tests.walks import game as game_of
from tests.walks import tables, walk

PRR = "lancaster~philadelphia"


@pytest.mark.rule("AR-DIV-1", "AR-DIV-3")
@pytest.mark.parametrize(("before", "after", "paid"), [(32, 35, 0), (33, 0, 1), (34, 0, 1), (35, 0, 1)])
def test_36_on_the_action_track_brings_a_dividend_and_35_does_not(before: int, after: int, paid: int) -> None:
    s = table(action_track=before, PRR=Line(PRR, 5))
    do(s, "link PRR harrisburg~lancaster")
    assert (at(s, "action_track"), at(s, "dividends_paid")) == (after, paid)
    assert at(s, "cash")[0] == 80 + 2 * paid


@pytest.mark.rule("AR-DIV-1")
@pytest.mark.parametrize("lines", [
    ("offer PRR", "pass", "pass", "pass"),
    ("offer-own PRR", "pass", "bid 5"),
    ("develop lancaster", "auto"),
    ("develop lancaster", "develop philadelphia"),
    ("build-nothing",),
])
def test_every_action_can_bring_the_dividend_at_the_end_of_its_turn(lines: tuple[str, ...]) -> None:
    s = table(action_track=35, PRR=Line(PRR))
    for line in lines:
        assert at(s, "dividends_paid") == 0
        do(s, line)
    assert (at(s, "dividends_paid"), at(s, "action_track"), at(s, "turn")) == (1, 0, 1)


@pytest.mark.rule("AR-DIV-1")
def test_a_called_dividend_is_the_only_one_of_its_turn() -> None:
    s = table(action_track=35, PRR=Line(PRR))
    do(s, "dividends")
    assert (at(s, "dividends_paid"), at(s, "action_track"), at(s, "turn")) == (1, 0, 1)


@pytest.mark.rule("AR-DIV-2")
def test_a_share_pays_a_fifth_of_the_income_rounded_up_however_many_are_sold() -> None:
    s = table(
        PRR=Line(PRR, 9, shares=(1, 0, 0)),
        NYC=Line("new-york~port-jervis new-york~poughkeepsie allentown~new-york", shares=(0, 2, 3)),
        BM=Line("boston~concord concord~portland burlington~concord albany~burlington", shares=(0, 1, 0)),
    )
    assert [numbers(s, name) for name in ("PRR", "NYC", "BM")] == [(4, 5, 9), (12, 15, 0), (11, 20, 0)]
    do(s, "develop albany", "develop boston", "dividends")
    assert numbers(s, "BM")[0] == 16
    assert at(s, "cash") == [80 - 3 + 1, 80 + 2 * 3 + 4, 80 + 3 * 3]
    assert numbers(s, "PRR")[2] == 9


@pytest.mark.rule("AR-DIV-2")
def test_an_income_of_5_pays_1_and_of_6_pays_2() -> None:
    s = table(PRR=Line("altoona~pittsburgh"))
    for levels, income, each in ((1, 4, 1), (2, 5, 1), (3, 6, 2)):
        s = table(PRR=Line("altoona~pittsburgh"), levels={"pittsburgh": levels})
        do(s, "dividends")
        assert (numbers(s, "PRR")[0], at(s, "cash")[0]) == (income, 80 + each)


@pytest.mark.rule("AR-DIV-3")
def test_nothing_is_carried_over_and_markers_stay() -> None:
    s = table(turn=1, action_track=34, boxes="offer build develop", PRR=Line(PRR, 0, shares=(1,)))
    do(s, "build-nothing")
    assert (at(s, "action_track"), at(s, "dividends_paid")) == (0, 1)
    assert at(s, "boxes") == ["offer", "build", "develop"]


@pytest.mark.rule("AR-END-1")
@pytest.mark.parametrize(
    ("shares", "each"), [((1, 0, 0), 9), ((1, 1, 0), 5), ((1, 1, 1), 3), ((2, 1, 1), 3), ((2, 2, 1), 2)]
)
def test_the_sixth_dividend_is_the_final_payoff(shares: tuple[int, ...], each: int) -> None:
    s = table(paid=5, PRR=Line(PRR, 7, shares=shares))
    expected = [80 + each * held for held in shares]
    assert s.scores() == expected
    do(s, "dividends")
    assert at(s, "cash") == at(s, "scores") == expected
    assert s.scores() == expected
    over = {"phase": "over", "to_act": None, "turn": None, "action_track": 0, "dividends_paid": 6, "build": None}
    assert {key: at(s, key) for key in over} == over
    assert at(s, "auction") is None
    assert numbers(s, "PRR")[2] == 7
    assert s.lines() == []


@pytest.mark.rule("AR-END-1")
def test_the_action_track_can_bring_the_end_in_the_middle_of_a_round() -> None:
    s = table(turn=1, paid=5, action_track=33, PRR=Line(PRR, 5, shares=(0, 1)))
    do(s, "link PRR harrisburg~lancaster")
    assert s.to_act == OVER
    assert at(s, "cash") == [80, 80 + 17, 80]


@pytest.mark.rule("AR-END-1")
def test_the_fifth_dividend_is_a_usual_one() -> None:
    s = table(paid=4, PRR=Line(PRR))
    do(s, "dividends")
    assert (at(s, "dividends_paid"), at(s, "cash")[0], at(s, "phase")) == (5, 81, "turn")


@pytest.mark.rule("AR-END-1")
def test_nothing_can_be_done_when_the_game_is_over() -> None:
    s = table(paid=5, PRR=Line(PRR, 50))
    do(s, "dividends")
    assert refused(s, "dividends") == "AR-END-1"
    assert refused(s, "link PRR harrisburg~lancaster") == "AR-END-1"


@pytest.mark.rule("AR-END-2")
def test_most_cash_wins_and_treasuries_count_for_nothing() -> None:
    s = table(paid=5, cash=(70, 79, 78), PRR=Line(PRR, 1000, shares=(1,)))
    assert s.winners() == []
    do(s, "dividends")
    assert s.scores() == [79, 79, 78]
    assert s.winners() == [0, 1]


@pytest.mark.rule("AR-END-3")
@pytest.mark.parametrize("choice", [c for c in tables("age-of-rail") if dict(c[3])["own_shares"]][::3], ids=str)
def test_at_most_12_turns_pass_between_dividends(choice: tuple[str, int, str, tuple[tuple[str, object], ...]]) -> None:
    for seed in range(3):
        turns, since, paid = 0, 0, 0
        for state, _ in walk(game_of(choice), seed, kinds_first=True):
            assert isinstance(state, Position)
            if state.phase == TURN:
                since = since + 1 if state.dividends_paid == paid else 1
                paid = state.dividends_paid
                turns += 1
                assert since <= 12
        assert turns <= 72


@pytest.mark.rule("AR-END-3")
def test_twelve_builds_bring_a_dividend() -> None:
    s = table(SOUTH_AFRICA, CMRC=Line("norvals-point~springfontein"))
    for _ in range(12):
        assert at(s, "dividends_paid") == 0
        assert "build-nothing" in kinds(s)
        do(s, "build-nothing")
    assert at(s, "dividends_paid") == 1
