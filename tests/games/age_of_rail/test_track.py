"""Build Track and External Connections."""
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
    railroad,
    refused,
    table,
)

PRR = "lancaster~philadelphia"
BO = "baltimore~harpers-ferry"


# ---- who builds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-BLD-1")
def test_a_railroad_needs_5_and_an_unbuilt_link() -> None:
    assert "link" in kinds(table(PRR=Line(PRR, treasury=5)))
    poor = table(PRR=Line(PRR, treasury=4))
    assert "link" not in kinds(poor)
    assert refused(poor, "link PRR harrisburg~lancaster") == "AR-BLD-1"
    # Norval's Point is a dead end once the other railroads hold everything around Springfontein.
    around = "bloemfontein~springfontein dreunberg~springfontein koffiefontein~springfontein"
    walled = table(SOUTH_AFRICA, CMRC=Line("norvals-point~springfontein", 50), CSAR=Line(around, shares=(0, 1)))
    assert "build-nothing" in kinds(walled)


@pytest.mark.rule("AR-BLD-1")
def test_an_external_alone_makes_a_railroad_able_to_build() -> None:
    mine = "burlington~concord boston~concord concord~portland boston~fitchburg boston~springfield"
    walls = "albany~burlington albany~fitchburg albany~springfield new-haven~springfield"
    s = table(BM=Line(mine, 20), NYC=Line(walls, shares=(0, 1)))
    assert "link" not in kinds(s)
    assert lines(s, "connect") == {"BM montreal"}


@pytest.mark.rule("AR-BLD-1", "AR-BLD-5")
def test_the_treasury_pays_and_nobody_else() -> None:
    s = table(PRR=Line(PRR, treasury=9))
    do(s, "link PRR harrisburg~lancaster")
    assert numbers(s, "PRR") == (7, 10, 4)
    assert at(s, "cash") == [80, 80, 80]


@pytest.mark.rule("AR-BLD-2")
def test_you_build_for_a_railroad_that_you_control() -> None:
    s = table(PRR=Line(PRR, 5), BO=Line(BO, 5, shares=(1, 1)), CO=Line("lynchburg~richmond", 5, shares=(0, 1)))
    assert {line.split()[0] for line in lines(s, "link")} == {"PRR", "BO"}
    assert "delegate" not in kinds(s)
    assert refused(s, "link CO bluefield~lynchburg") == "AR-BLD-2"
    assert refused(s, "delegate CO 1") == "AR-BLD-3"


@pytest.mark.rule("AR-BLD-3")
def test_if_none_of_yours_can_build_a_controller_of_another_is_named() -> None:
    s = table(PRR=Line(PRR, 4), BO=Line(BO, 5, shares=(0, 1, 1)), CO=Line("lynchburg~richmond", 4, shares=(0, 1)))
    assert lines(s, "delegate") == {"BO 1", "BO 2"}
    assert not {"link", "connect", "build-nothing"} & kinds(s)
    assert refused(s, "delegate CO 1") == "AR-BLD-3"
    assert refused(s, "delegate BO 0") == "AR-BLD-3"
    assert refused(s, "delegate PRR 0") == "AR-BLD-3"
    do(s, "delegate BO 2")
    assert (at(s, "phase"), at(s, "to_act"), at(s, "turn")) == ("delegated", 2, 0)
    assert (at(s, "boxes"), at(s, "action_track")) == (["build"] * 3, 3)
    assert at(s, "build") == {"railroad": "BO", "builder": 2, "first": None}
    assert kinds(s) == {"link"}
    assert refused(s, "link PRR harrisburg~lancaster") == "AR-BLD-3"
    do(s, "link BO baltimore~washington")
    assert (at(s, "turn"), at(s, "to_act"), at(s, "action_track")) == (1, 1, 3)


@pytest.mark.rule("AR-BLD-3")
def test_the_player_named_is_free_in_how_to_build() -> None:
    s = table(NYC=Line("buffalo~rochester", 35, shares=(0, 0, 1)), PRR=Line(PRR, 0))
    do(s, "delegate NYC 2")
    assert "NYC toronto" in lines(s, "connect")
    do(s, "link NYC rochester~syracuse")
    assert (at(s, "phase"), at(s, "to_act"), at(s, "turn")) == ("second-link", 2, 0)
    do(s, "link NYC albany~syracuse")
    assert numbers(s, "NYC")[2] == 20
    assert at(s, "turn") == 1


@pytest.mark.rule("AR-BLD-3", "AR-EXT-1")
def test_the_player_named_may_build_an_external() -> None:
    s = table(NYC=Line("buffalo~rochester", 20, shares=(0, 0, 2)), PRR=Line(PRR, 0))
    do(s, "delegate NYC 2", "connect NYC toronto")
    assert railroad(s, "NYC")["connections"] == ["toronto"]
    assert at(s, "turn") == 1


# ---- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-BLD-5")
@pytest.mark.parametrize(("treasury", "last", "left"), [(20, "done", 15), (20, "link PRR altoona~harrisburg", 5)])
def test_a_single_link_costs_5_and_a_double_15(treasury: int, last: str, left: int) -> None:
    s = table(PRR=Line(PRR, treasury))
    do(s, "link PRR harrisburg~lancaster")
    assert at(s, "build") == {"railroad": "PRR", "builder": 0, "first": "harrisburg~lancaster"}
    assert at(s, "phase") == "second-link"
    do(s, last)
    assert railroad(s, "PRR")["treasury"] == left
    assert at(s, "turn") == 1
    assert at(s, "action_track") == 3


@pytest.mark.rule("AR-BLD-5")
def test_there_is_nothing_to_be_done_with_before_a_first_link() -> None:
    assert refused(table(PRR=Line(PRR, 20)), "done") == "AR-BLD-5"


@pytest.mark.rule("AR-BLD-6")
def test_a_link_must_be_unbuilt_and_touch_the_network() -> None:
    s = table(PRR=Line(PRR, 20), BO=Line("baltimore~lancaster", shares=(0, 1)))
    assert refused(s, "link PRR altoona~harrisburg") == "AR-BLD-6"
    assert refused(s, "link PRR baltimore~lancaster") == "AR-BLD-6"
    assert refused(s, "link PRR lancaster~philadelphia") == "AR-BLD-6"
    assert lines(s, "link") == {"PRR harrisburg~lancaster", "PRR allentown~philadelphia"}


@pytest.mark.rule("AR-BLD-6")
def test_a_link_may_join_two_places_of_the_network_and_any_number_of_railroads_meet_in_a_place() -> None:
    s = table(BO=Line(f"{BO} baltimore~lancaster harrisburg~lancaster", 20), PRR=Line(PRR, shares=(0, 1)))
    before = numbers(s, "BO")[0]
    do(s, "link BO harpers-ferry~harrisburg")
    assert numbers(s, "BO") == (before + 3, 20, 15)
    assert (at(s, "phase"), at(s, "turn")) == ("turn", 1)


@pytest.mark.rule("AR-BLD-7")
def test_a_double_link_leads_on_from_a_new_place_to_another_new_place() -> None:
    s = table(BO=Line(f"{BO} baltimore~lancaster", 15))
    do(s, "link BO harrisburg~lancaster")
    assert lines(s, "link") == {"BO altoona~harrisburg", "BO harrisburg~williamsport"}
    assert refused(s, "link BO harpers-ferry~harrisburg") == "AR-BLD-7"
    assert refused(s, "link BO lancaster~philadelphia") == "AR-BLD-7"
    assert refused(s, "link PRR lancaster~philadelphia") == "AR-BLD-7"


@pytest.mark.rule("AR-BLD-7", "AR-BLD-9")
@pytest.mark.parametrize(("treasury", "phase"), [(14, "turn"), (15, "second-link")])
def test_a_double_link_needs_15_beforehand(treasury: int, phase: str) -> None:
    s = table(PRR=Line(PRR, treasury))
    do(s, "link PRR harrisburg~lancaster")
    assert at(s, "phase") == phase


@pytest.mark.rule("AR-BLD-8")
def test_no_double_link_into_and_out_of_johannesburg() -> None:
    s = table(SOUTH_AFRICA, CSAR=Line("dover~vereeniging", 30, shares=(1,)))
    do(s, "link CSAR johannesburg~vereeniging")
    assert at(s, "phase") == "late-auction"
    assert railroad(s, "CSAR")["treasury"] == 25


@pytest.mark.rule("AR-BLD-8")
def test_a_double_link_may_end_or_start_in_johannesburg() -> None:
    zasm = Line("johannesburg~pretoria")
    s = table(SOUTH_AFRICA, CSAR=Line("dover~kroonstad", 15), ZASM=zasm)
    do(s, "link CSAR dover~vereeniging")
    assert "CSAR johannesburg~vereeniging" in lines(s, "link")
    do(s, "link CSAR johannesburg~vereeniging")
    assert at(s, "turn") == 1
    s = table(SOUTH_AFRICA, CSAR=Line("johannesburg~vereeniging", 15), ZASM=zasm)
    do(s, "link CSAR johannesburg~witbank")
    assert lines(s, "link") == {"CSAR belfast~witbank", "CSAR pretoria~witbank"}


@pytest.mark.rule("AL-BLD-1")
def test_no_double_link_into_and_out_of_pittsburgh() -> None:
    ple = Line("mansfield~pittsburgh")
    s = table(PRR=Line("altoona~harrisburg", 30), PLE=ple)
    do(s, "link PRR altoona~pittsburgh")
    assert (at(s, "phase"), at(s, "turn")) == ("turn", 1)
    s = table(BO=Line("cumberland~harpers-ferry", 15), PLE=ple)
    do(s, "link BO connellsville~cumberland")
    assert lines(s, "link") == {"BO connellsville~pittsburgh", "BO connellsville~uniontown"}
    s = table(BO=Line("connellsville~pittsburgh", 15), PLE=ple)
    do(s, "link BO pittsburgh~wheeling")
    assert lines(s, "link") == {"BO columbus~wheeling", "BO grafton~wheeling"}


@pytest.mark.rule("AR-BLD-9")
def test_the_build_is_over_at_once_if_no_second_link_is_allowed() -> None:
    s = table(BM=Line("boston~concord", 30))
    do(s, "link BM concord~portland")
    assert (at(s, "turn"), railroad(s, "BM")["treasury"]) == (1, 25)


# ---- external connections --------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-EXT-1")
def test_an_external_needs_its_gate_its_price_and_that_nobody_built_it() -> None:
    assert lines(table(NYC=Line("buffalo~rochester", 20)), "connect") == {"NYC toronto"}
    assert refused(table(NYC=Line("buffalo~rochester", 19)), "connect NYC toronto") == "AR-EXT-1"
    assert refused(table(NYC=Line("rochester~syracuse", 20)), "connect NYC toronto") == "AR-EXT-1"
    s = table(NYC=Line("buffalo~rochester", 40, shares=(1, 0, 0)), PRR=Line("buffalo~erie", 40, shares=(0, 1, 0)))
    do(s, "connect NYC toronto")
    assert at(s, "turn") == 1
    assert "connect" not in kinds(s)
    assert refused(s, "connect PRR toronto") == "AR-EXT-1"


@pytest.mark.rule("AR-EXT-1", "AR-BLD-5")
def test_an_external_is_a_whole_build() -> None:
    s = table(NYC=Line("rochester~syracuse", 60))
    do(s, "link NYC buffalo~rochester")
    assert at(s, "phase") == "second-link"
    assert refused(s, "connect NYC toronto") == "AR-EXT-1"
    s = table(NYC=Line("buffalo~rochester", 60))
    do(s, "connect NYC toronto")
    assert (at(s, "phase"), at(s, "turn"), at(s, "action_track")) == ("turn", 1, 3)


@pytest.mark.rule("AR-EXT-2")
@pytest.mark.parametrize(("links", "income", "bonus"), [
    ("mafeking~purdimoe purdimoe~warrenton", 4, 0),
    ("mafeking~purdimoe purdimoe~warrenton kimberley~warrenton", 8, 1),
    ("mafeking~purdimoe purdimoe~warrenton kimberley~warrenton bloemfontein~kimberley", 14, 2),
])
def test_the_connection_bonus_is_a_fifth_of_the_income_rounded_down_for_each_share(
    links: str, income: int, bonus: int
) -> None:
    s = table(SOUTH_AFRICA, CTRD=Line(links, 31, shares=(2, 0, 1)))
    do(s, "connect CTRD bechuanaland")
    assert numbers(s, "CTRD")[0] == income
    assert at(s, "cash") == [80 + 2 * bonus, 80, 80 + bonus]
    assert railroad(s, "CTRD")["treasury"] == 1
    assert at(s, "dividends_paid") == 0


@pytest.mark.rule("AR-EXT-3")
def test_an_external_gives_no_income_and_reaches_no_place() -> None:
    s = table(SOUTH_AFRICA, CDFM=Line("komatipoort~zoekmakaar", 45))
    before = lines(s, "develop")
    do(s, "connect CDFM matabeleland")
    assert numbers(s, "CDFM") == (2, 35, 5)
    assert lines(s, "develop") == before


@pytest.mark.rule("AL-EXT-1")
@pytest.mark.parametrize(
    ("name", "links", "external"),
    [
        ("BM", "burlington~concord", "montreal"),
        ("NYC", "buffalo~rochester", "toronto"),
        ("PRR", "indianapolis~terre-haute", "st-louis"),
        ("CO", "lynchburg~richmond", "atlanta"),
    ],
)
def test_externals_of_allegheny_pay_the_bonus_and_add_no_value(name: str, links: str, external: str) -> None:
    developed = dict.fromkeys(links.split("~"), 1)
    s = table(ALLEGHENY, turn=1, levels=developed, railroads={name: Line(links, 20, shares=(0, 3))})
    income = numbers(s, name)[0]
    do(s, f"connect {name} {external}")
    assert numbers(s, name) == (income, 5, 0)
    assert at(s, "cash") == [80, 80 + 3 * (income // 5), 80]
