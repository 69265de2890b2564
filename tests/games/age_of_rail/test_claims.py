"""What is said of moves of Age of Rail, in small positions."""
from __future__ import annotations

from roundhouse.games.age_of_rail.rules import AgeOfRailState
from tests.games.age_of_rail.positions import Line, do, table
from tests.games.claiming import found, line_of, said


def offered(*passed: str, action_track: int = 34) -> AgeOfRailState:
    """Ann has opened the auction of a share of C&O with 1, and those who come after her have passed or not."""
    state = table(
        cash=(60, 60, 60), action_track=action_track, paid=1, boxes="build build build",
        CO=Line("charlottesville~richmond", 30, (1, 0, 0)), BO=Line("baltimore~harpers-ferry", 5, (0, 1, 0)),
        NYC=Line("new-york~poughkeepsie", 5, (0, 0, 1)),
    )
    do(state, "offer CO", "bid 1", *passed)
    return state


def test_all_the_same_is_said_only_where_a_pass_leaves_the_share_to_who_leads() -> None:
    last = line_of(offered("pass"), "bid 5", "bid 20", "pass")
    assert said(last, "lets") == [
        "Against strong play Ann gets C&O all the same, but for $20 instead of $1, and has $40 left."
    ]
    first = line_of(offered(), "bid 5", "pass", "bid 20", "pass")
    (only,) = said(first, "lets")
    assert "all the same" not in only, "Cara may still bid"
    told = {"who": 0, "price": 20, "left": 40, "pays": 1, "final": 5, "n": 4, "mine": 60}
    assert found(last, "lets", "CO", **{**told, "n": 3, "otherwise": 1})
    assert not found(first, "lets", "CO", **{**told, "n": 3, "otherwise": 1})


def test_cash_left_is_that_before_a_dividend_which_the_sale_brings() -> None:
    line = line_of(offered("pass"), "bid 5", "bid 20", "pass")
    assert int(line.after.cash[0]) == 42, "a dividend has come"
    told = {"who": 0, "price": 20, "pays": 1, "final": 5, "n": 3, "otherwise": None}
    assert found(line, "lets", "CO", **told, left=40, mine=60)
    assert not found(line, "lets", "CO", **told, left=42, mine=61)


def test_a_price_is_measured_by_what_the_share_still_brings() -> None:
    line = line_of(offered("pass"), "pass")
    assert said(line, "lets")[0].startswith("Against strong play Ann gets C&O for $1, and has $59 left")
    state = offered()
    do(state, "bid 30")
    assert said(line_of(state, "pass", "pass"), "lets") == [
        "Against strong play Ben pays $30 for C&O, more than it still brings as it stands: 3 × $1 and $5 at the end."
    ]


def test_a_share_that_is_sold_whatever_is_done_is_not_said_to_be_thinned_by_a_bid() -> None:
    assert said(line_of(offered("pass"), "bid 5", "bid 20", "pass"), "thins") == []


def test_no_dividend_is_named_before_the_final_payoff() -> None:
    state = table(paid=5, cash=(60, 60, 60), CO=Line("charlottesville~richmond", 30, (1, 0, 0)))
    line = line_of(state, "link CO charlottesville~clifton-forge")
    assert said(line, "grows") == ["As it stands C&O pays $16 a share at the end instead of $9. You alone hold it."]
    told = {"final": 16, "was": 9, "mine": 1, "theirs": 0, "who": 1}
    assert found(line, "grows", "CO", **told, pays=None, paid=None)
    assert not found(line, "grows", "CO", **told, pays=2, paid=1)
