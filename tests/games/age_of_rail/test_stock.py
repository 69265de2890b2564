"""Offer Stock."""
from __future__ import annotations

import pytest

from tests.games.age_of_rail.positions import Line, at, do, kinds, lines, railroad, refused, table

PRR = "lancaster~philadelphia"


@pytest.mark.rule("AR-STK-1")
def test_any_open_railroad_with_an_unsold_share_or_a_share_of_your_own() -> None:
    bo = Line("baltimore~lancaster", shares=(3, 2))
    s = table(PRR=Line(PRR, shares=(0, 1)), BO=bo, CO=Line("lynchburg~richmond"))
    assert lines(s, "offer") == {"PRR", "CO"}
    assert lines(s, "offer-own") == {"BO", "CO"}
    assert refused(s, "offer BO") == "AR-STK-1"
    assert refused(s, "offer-own PRR") == "AR-STK-1"


@pytest.mark.rule("AR-STK-2")
def test_nothing_may_be_offered_only_if_no_open_railroad_has_an_unsold_share() -> None:
    one_left = table(PRR=Line(PRR, shares=(2, 2)))
    assert "offer-nothing" not in kinds(one_left)
    assert refused(one_left, "offer-nothing") == "AR-STK-2"
    sold_out = table(PRR=Line(PRR, shares=(3, 2)))
    assert {"offer-nothing", "offer-own"} <= kinds(sold_out)
    do(sold_out, "offer-nothing")
    assert (at(sold_out, "phase"), at(sold_out, "turn")) == ("turn", 1)


@pytest.mark.rule("AR-STK-3")
@pytest.mark.parametrize(
    ("links", "minimum"),
    [(PRR, 1), (f"{PRR} harrisburg~lancaster", 2), (f"{PRR} harrisburg~lancaster altoona~harrisburg", 3)],
)
def test_the_minimum_is_a_fifth_of_the_value_and_you_open(links: str, minimum: int) -> None:
    s = table(turn=1, PRR=Line(links))
    do(s, "offer PRR")
    assert at(s, "auction") == {
        "kind": "offer", "railroad": "PRR", "seller": None, "minimum": minimum, "opener": 1, "high": None,
        "leader": None, "in": [0, 1, 2],
    }
    assert (at(s, "to_act"), at(s, "turn")) == (1, 1)
    assert s.lines()[:2] == ["pass", f"bid {minimum}"]


@pytest.mark.rule("AR-STK-3")
def test_a_fifth_is_rounded_up() -> None:
    s = table(PRR=Line(PRR))
    for value, minimum in ((5, 1), (6, 2), (10, 2), (11, 3), (55, 11)):
        s.value[s.board.railroad_ids.index("PRR")] = value
        twin = s.copy()
        do(twin, "offer PRR")
        assert at(twin, "auction")["minimum"] == minimum


@pytest.mark.rule("AR-STK-4")
@pytest.mark.parametrize(("seller", "opener", "bidders"), [(0, 1, [1, 2]), (2, 0, [0, 1])])
def test_your_own_share_is_opened_by_the_player_on_your_left_and_you_do_not_bid(
    seller: int, opener: int, bidders: list[int]
) -> None:
    s = table(turn=seller, PRR=Line(f"{PRR} harrisburg~lancaster", shares=(1, 1, 1)))
    do(s, "offer-own PRR")
    assert at(s, "auction")["seller"] == seller
    assert at(s, "auction")["in"] == bidders
    assert at(s, "auction")["minimum"] == 2
    assert (at(s, "auction")["opener"], at(s, "to_act")) == (opener, opener)
    assert railroad(s, "PRR")["shares"] == [1, 1, 1]
    do(s, "bid 2", "bid 3")
    assert at(s, "to_act") == opener


@pytest.mark.rule("AR-STK-5")
def test_the_winner_pays_the_treasury_and_lays_no_link() -> None:
    s = table(PRR=Line(PRR, treasury=2))
    do(s, "offer PRR", "bid 1", "bid 7", "pass", "pass")
    assert at(s, "cash") == [80, 73, 80]
    assert railroad(s, "PRR")["treasury"] == 9
    assert railroad(s, "PRR")["shares"] == [1, 1, 0]
    assert (at(s, "phase"), at(s, "turn")) == ("turn", 1)


@pytest.mark.rule("AR-STK-5")
def test_the_seller_of_an_own_share_is_paid() -> None:
    s = table(PRR=Line(PRR, treasury=2))
    do(s, "offer-own PRR", "bid 1", "bid 7", "pass")
    assert at(s, "cash") == [87, 80, 73]
    assert railroad(s, "PRR")["treasury"] == 2
    assert railroad(s, "PRR")["shares"] == [0, 0, 1]
    assert at(s, "turn") == 1


@pytest.mark.rule("AR-STK-5")
@pytest.mark.parametrize(("offer", "passes"), [("offer PRR", 3), ("offer-own PRR", 2)])
def test_if_all_pass_nothing_is_sold(offer: str, passes: int) -> None:
    s = table(PRR=Line(PRR, treasury=2))
    before = railroad(s, "PRR")
    do(s, offer, *["pass"] * passes)
    assert railroad(s, "PRR") == before
    assert (at(s, "phase"), at(s, "turn"), at(s, "auction")) == ("turn", 1, None)
    do(s, "offer PRR")
    assert at(s, "auction")["seller"] is None
