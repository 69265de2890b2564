"""Develop Locations."""
from __future__ import annotations

import pytest

from tests.games.age_of_rail.positions import (
    ALLEGHENY,
    SOUTH_AFRICA,
    Line,
    at,
    do,
    kinds,
    lines,
    numbers,
    refused,
    table,
)

PRR = "lancaster~philadelphia"
CMRC = "norvals-point~springfontein"


@pytest.mark.rule("AR-DEV-1")
def test_a_settlement_is_developed_once_and_a_metro_step_by_step() -> None:
    s = table(PRR=Line("altoona~pittsburgh", shares=(0, 1)))
    do(s, "develop altoona")
    assert refused(s, "develop altoona") == "AR-DEV-1"
    for level in (1, 2, 3, 4):
        s = table(PRR=Line("altoona~pittsburgh"), levels={"pittsburgh": level})
        assert ("pittsburgh" in lines(s, "develop")) == (level < 4)


@pytest.mark.rule("AR-DEV-1")
def test_the_incomes_of_all_railroads_there_change_at_once_and_you_need_no_share() -> None:
    s = table(turn=2, PRR=Line(f"{PRR} harrisburg~lancaster"), BO=Line("baltimore~lancaster", shares=(0, 1)))
    prr, bo = numbers(s, "PRR")[0], numbers(s, "BO")[0]
    do(s, "develop lancaster")
    assert (numbers(s, "PRR")[0], numbers(s, "BO")[0]) == (prr + 2, bo + 1)


@pytest.mark.rule("AR-DEV-2", "AL-DEV-2")
def test_the_first_is_free_and_must_be_connected() -> None:
    s = table(PRR=Line(PRR))
    assert lines(s, "develop") == {"lancaster", "philadelphia"}
    for place in ("harrisburg", "pittsburgh", "chicago"):
        assert refused(s, f"develop {place}") == "AL-DEV-2"
    do(s, "develop lancaster")
    assert at(s, "cash") == [80, 80, 80]
    s = table(SOUTH_AFRICA, CMRC=Line(CMRC))
    assert refused(s, "develop kimberley") == "AR-DEV-2"


@pytest.mark.rule("AR-DEV-2")
def test_johannesburg_needs_no_track() -> None:
    s = table(SOUTH_AFRICA, CMRC=Line(CMRC))
    do(s, "develop johannesburg", "auto")
    assert at(s, "development") == {"johannesburg": 2}


@pytest.mark.rule("AR-DEV-3", "AL-DEV-3", "AL-DEV-4")
def test_then_a_second_for_3_or_the_automatic_development() -> None:
    maps = ((SOUTH_AFRICA, "CMRC", CMRC, "johannesburg"), (ALLEGHENY, "PRR", PRR, "pittsburgh"))
    for edition, name, link, metro in maps:
        first, second = link.split("~")
        paid = table(edition, railroads={name: Line(link)})
        do(paid, f"develop {first}")
        assert (at(paid, "phase"), at(paid, "to_act")) == ("develop", 0)
        assert paid.lines() == ["auto", f"develop {second}"]
        auto = paid.copy()
        do(paid, f"develop {second}")
        assert at(paid, "development") == {first: 1, second: 1}
        assert at(paid, "cash") == [77, 80, 80]
        do(auto, "auto")
        assert at(auto, "development") == {first: 1, metro: 1}
        assert at(auto, "cash") == [80, 80, 80]
        assert at(auto, "turn") == at(paid, "turn") == 1
        assert at(auto, "action_track") == at(paid, "action_track") == 5


@pytest.mark.rule("AR-DEV-3", "AL-DEV-4")
def test_auto_follows_a_first_development() -> None:
    assert refused(table(SOUTH_AFRICA, CMRC=Line(CMRC)), "auto") == "AR-DEV-3"
    assert refused(table(PRR=Line(PRR)), "auto") == "AL-DEV-4"


@pytest.mark.rule("AR-DEV-3")
def test_bloemfontein_never_rises_by_itself() -> None:
    s = table(SOUTH_AFRICA, levels={"johannesburg": 8}, CTRD=Line("bloemfontein~kimberley"))
    do(s, "develop kimberley", "auto")
    assert at(s, "development") == {"johannesburg": 8, "kimberley": 1}


@pytest.mark.rule("AR-DEV-4", "AL-DEV-3")
def test_the_same_metro_may_be_taken_twice() -> None:
    s = table(PRR=Line("altoona~pittsburgh"))
    do(s, "develop pittsburgh", "develop pittsburgh")
    assert (at(s, "development"), at(s, "cash")[0]) == ({"pittsburgh": 2}, 77)
    s = table(PRR=Line("altoona~pittsburgh"))
    do(s, "develop pittsburgh", "auto")
    assert at(s, "development") == {"pittsburgh": 2}
    s = table(SOUTH_AFRICA, CTRD=Line("bloemfontein~kimberley"))
    do(s, "develop bloemfontein", "develop bloemfontein")
    assert at(s, "development") == {"bloemfontein": 2}


@pytest.mark.rule("AR-DEV-5")
def test_johannesburg_is_never_a_paid_second() -> None:
    s = table(SOUTH_AFRICA, CSAR=Line("johannesburg~vereeniging dover~vereeniging"))
    do(s, "develop vereeniging")
    assert s.lines() == ["auto", "develop dover"]
    assert refused(s, "develop johannesburg") == "AR-DEV-5"


@pytest.mark.rule("AR-DEV-6")
@pytest.mark.parametrize(("cash", "phase"), [(2, "turn"), (3, "develop")])
def test_below_3_the_automatic_development_follows_at_once(cash: int, phase: str) -> None:
    s = table(cash=(cash,), PRR=Line(PRR))
    do(s, "develop lancaster")
    assert at(s, "phase") == phase
    assert at(s, "development") == ({"lancaster": 1, "pittsburgh": 1} if phase == "turn" else {"lancaster": 1})


@pytest.mark.rule("AR-DEV-6")
def test_with_no_second_to_choose_the_automatic_development_follows_at_once() -> None:
    s = table(PRR=Line(PRR), levels={"philadelphia": 1})
    do(s, "develop lancaster")
    assert at(s, "development") == {"lancaster": 1, "philadelphia": 1, "pittsburgh": 1}
    assert at(s, "turn") == 1
    # On South Africa only Johannesburg is left here, and that is never a paid second.
    s = table(SOUTH_AFRICA, levels={"norvals-point": 1}, CMRC=Line(CMRC))
    do(s, "develop springfontein")
    assert at(s, "development") == {"norvals-point": 1, "springfontein": 1, "johannesburg": 1}


@pytest.mark.rule("AR-DEV-7", "AR-TURN-4", "AL-DEV-1")
def test_with_nothing_to_choose_the_automatic_development_still_happens() -> None:
    s = table(PRR=Line(PRR), levels={"philadelphia": 1, "lancaster": 1})
    assert "develop" not in kinds(s)
    do(s, "develop-nothing")
    assert at(s, "development") == {"lancaster": 1, "philadelphia": 1, "pittsburgh": 1}
    assert (at(s, "boxes")[0], at(s, "action_track"), at(s, "turn")) == ("develop", 5, 1)


@pytest.mark.rule("AR-DEV-7", "AL-DEV-1")
def test_at_least_one_place_must_be_developed_if_there_is_one() -> None:
    s = table(PRR=Line(PRR))
    assert "develop-nothing" not in kinds(s)
    assert refused(s, "develop-nothing") == "AL-DEV-1"
    assert refused(table(SOUTH_AFRICA, CMRC=Line(CMRC)), "develop-nothing") == "AR-DEV-7"


@pytest.mark.rule("AL-DEV-2")
@pytest.mark.parametrize("metro", ["pittsburgh", "cincinnati", "detroit", "chicago"])
def test_no_place_of_allegheny_is_exempt(metro: str) -> None:
    assert metro not in lines(table(PRR=Line(PRR)), "develop")
    linked = next(link for link in table().board.link_ids if metro in link.split("~"))
    assert metro in lines(table(PRR=Line(linked)), "develop")


@pytest.mark.rule("AL-DEV-3")
@pytest.mark.parametrize("metro", ["pittsburgh", "cincinnati", "detroit", "chicago"])
def test_any_metro_may_be_the_second_and_there_is_no_third(metro: str) -> None:
    linked = next(link for link in table().board.link_ids if metro in link.split("~"))
    s = table(PRR=Line(f"{PRR} {linked}"))
    do(s, "develop lancaster", f"develop {metro}")
    assert at(s, "development") == {"lancaster": 1, metro: 1}
    assert (at(s, "phase"), at(s, "turn"), at(s, "cash")[0]) == ("turn", 1, 77)


@pytest.mark.rule("AL-DEV-4", "AL-DEV-5")
@pytest.mark.parametrize(
    ("full", "rises"),
    [
        ({}, "pittsburgh"),
        ({"pittsburgh": 3}, "pittsburgh"),
        ({"pittsburgh": 4}, "cincinnati"),
        ({"pittsburgh": 4, "cincinnati": 3}, "detroit"),
        ({"pittsburgh": 4, "cincinnati": 3, "detroit": 3}, "chicago"),
        ({"cincinnati": 3, "detroit": 3, "chicago": 4}, "pittsburgh"),
    ],
)
def test_the_order_of_the_automatic_development(full: dict[str, int], rises: str) -> None:
    s = table(levels=full, PRR=Line(PRR))
    do(s, "develop lancaster", "auto")
    assert at(s, "development") == {**full, "lancaster": 1, rises: full.get(rises, 0) + 1}


@pytest.mark.rule("AL-DEV-5")
def test_if_all_metros_are_full_nothing_happens() -> None:
    full = {"pittsburgh": 4, "cincinnati": 3, "detroit": 3, "chicago": 4}
    s = table(levels=full, PRR=Line(PRR))
    do(s, "develop lancaster", "auto")
    assert at(s, "development") == {**full, "lancaster": 1}
    assert at(s, "turn") == 1
