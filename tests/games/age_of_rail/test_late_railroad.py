"""The late railroad: ZASM at Johannesburg, P&LE at Pittsburgh."""
from __future__ import annotations

import pytest

from tests.games.age_of_rail.positions import (
    ALLEGHENY,
    SOUTH_AFRICA,
    Line,
    at,
    do,
    lines,
    numbers,
    railroad,
    refused,
    table,
)

MAPS = pytest.mark.parametrize(
    ("edition", "name", "before", "last", "late"),
    [
        (SOUTH_AFRICA, "CSAR", "dover~vereeniging", "johannesburg~vereeniging", "ZASM"),
        (ALLEGHENY, "PRR", "altoona~harrisburg", "altoona~pittsburgh", "PLE"),
    ],
)


@MAPS
@pytest.mark.rule("AR-LATE-1", "AL-LATE-1", "AL-LATE-2")
def test_reaching_the_city_puts_its_first_share_up_for_0_or_more(
    edition: str, name: str, before: str, last: str, late: str
) -> None:
    s = table(edition, turn=1, railroads={name: Line(before, 5, shares=(0, 1))})
    do(s, f"link {name} {last}")
    assert at(s, "auction") == {
        "kind": "late", "railroad": late, "seller": None, "minimum": 0, "opener": 1, "high": None, "leader": None,
        "in": [0, 1, 2],
    }
    assert (at(s, "phase"), at(s, "to_act"), at(s, "turn")) == ("late-auction", 1, 1)
    assert not railroad(s, late)["open"]
    assert s.lines() == ["pass", *(f"bid {n}" for n in range(81))]
    assert at(s, "build") is None


@pytest.mark.rule("AR-LATE-1")
def test_the_auction_comes_after_a_double_link_that_ends_there() -> None:
    s = table(BO=Line("cumberland~harpers-ferry", 15))
    do(s, "link BO connellsville~cumberland")
    assert at(s, "phase") == "second-link"
    do(s, "link BO connellsville~pittsburgh")
    assert at(s, "phase") == "late-auction"


@pytest.mark.rule("AR-LATE-1")
def test_it_is_free_to_the_opener_if_all_pass() -> None:
    s = table(turn=2, PRR=Line("altoona~harrisburg", 5, shares=(0, 0, 1)))
    do(s, "link PRR altoona~pittsburgh", "pass", "pass", "pass")
    assert railroad(s, "PLE")["shares"] == [0, 0, 1]
    assert (railroad(s, "PLE")["treasury"], at(s, "cash")) == (0, [80, 80, 80])
    assert (at(s, "phase"), at(s, "to_act")) == ("free-link", 2)


@pytest.mark.rule("AR-LATE-1")
def test_it_opens_once() -> None:
    s = table(PRR=Line("altoona~harrisburg", 5), PLE=Line("mansfield~pittsburgh", shares=(0, 1)))
    do(s, "link PRR altoona~pittsburgh")
    assert (at(s, "phase"), at(s, "turn")) == ("turn", 1)


@pytest.mark.rule("AR-LATE-2", "AL-LATE-2")
def test_the_player_on_turn_opens_also_if_another_made_the_build() -> None:
    s = table(turn=0, PRR=Line("altoona~harrisburg", 5, shares=(0, 0, 1)))
    do(s, "delegate PRR 2", "link PRR altoona~pittsburgh")
    assert (at(s, "phase"), at(s, "to_act"), at(s, "turn")) == ("late-auction", 0, 0)
    do(s, "pass", "pass", "pass")
    assert railroad(s, "PLE")["shares"] == [1, 0, 0]


@MAPS
@pytest.mark.rule("AR-LATE-3", "AL-LATE-3")
def test_the_winner_pays_and_lays_a_free_link_from_the_city_and_the_turn_goes_on(
    edition: str, name: str, before: str, last: str, late: str
) -> None:
    s = table(edition, turn=0, railroads={name: Line(before, 5)})
    do(s, f"link {name} {last}", "pass", "bid 8", "pass")
    city = {SOUTH_AFRICA: "johannesburg", ALLEGHENY: "pittsburgh"}[edition]
    assert at(s, "build") == {"railroad": late, "builder": 1, "first": None}
    assert (at(s, "phase"), at(s, "to_act"), at(s, "turn")) == ("free-link", 1, 0)
    free = {link for link in s.board.link_ids if city in link.split("~")} - {last}
    assert lines(s, "link") == {f"{late} {link}" for link in free}
    assert refused(s, f"link {late} {last}") == "AR-BLD-6"
    link = {SOUTH_AFRICA: "johannesburg~witbank", ALLEGHENY: "pittsburgh~wheeling"}[edition]
    do(s, f"link {late} {link}")
    assert numbers(s, late) == (3, 5, 8)
    assert at(s, "cash") == [80, 72, 80]
    assert (at(s, "phase"), at(s, "turn")) == ("turn", 1)


@pytest.mark.rule("AR-LATE-3")
def test_a_dividend_due_in_this_turn_already_pays_it() -> None:
    s = table(action_track=33, PRR=Line("altoona~harrisburg", 5))
    do(s, "link PRR altoona~pittsburgh", "pass", "pass", "bid 0", "link PLE pittsburgh~wheeling")
    assert at(s, "cash") == [82, 80, 81]


@pytest.mark.rule("AR-LATE-4")
def test_from_then_on_it_is_a_railroad_like_the_others() -> None:
    s = table(PLE=Line("mansfield~pittsburgh", 5))
    assert "PLE" in lines(s, "offer")
    assert "PLE cleveland~mansfield" in lines(s, "link")
    assert s.scores() == [88, 80, 80]


@pytest.mark.rule("AR-LATE-4")
def test_if_nobody_reaches_the_city_it_stays_closed_and_pays_nothing() -> None:
    s = table(paid=5, PRR=Line("altoona~harrisburg"))
    do(s, "dividends")
    assert not railroad(s, "PLE")["open"]
    assert at(s, "cash") == [80 + 8, 80, 80]
