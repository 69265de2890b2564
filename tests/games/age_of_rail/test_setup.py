"""Words, options, set-up, auctions and the Initial Offering."""
from __future__ import annotations

import pytest

from roundhouse import game
from roundhouse.errors import UserError
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
    start,
    table,
)

PRR = "lancaster~philadelphia"


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-TERM-1")
def test_the_value_of_a_place_is_the_step_of_its_level() -> None:
    s = table(PRR=Line("altoona~pittsburgh"))
    assert numbers(s, "PRR")[0] == 1 + 2
    assert "pittsburgh" not in at(s, "development")
    do(s, "develop pittsburgh", "develop pittsburgh")
    assert numbers(s, "PRR")[0] == 1 + 4
    assert at(s, "development") == {"pittsburgh": 2}


@pytest.mark.rule("AR-TERM-2")
def test_a_network_is_both_ends_of_all_links() -> None:
    s = table(PRR=Line(f"{PRR} harrisburg~lancaster", treasury=5))
    assert lines(s, "develop") == {"philadelphia", "lancaster", "harrisburg"}
    assert lines(s, "link") == {
        "PRR allentown~philadelphia", "PRR altoona~harrisburg", "PRR baltimore~lancaster",
        "PRR harpers-ferry~harrisburg", "PRR harrisburg~williamsport",
    }


@pytest.mark.rule("AR-TERM-3")
def test_income_counts_a_place_once_for_each_link_end_there() -> None:
    s = table(PRR=Line(f"{PRR} harrisburg~lancaster"))
    assert numbers(s, "PRR")[0] == 3 + 1 + 1 + 2
    do(s, "develop lancaster", "auto")
    assert numbers(s, "PRR")[0] == 3 + 2 + 2 + 2


@pytest.mark.rule("AR-TERM-3")
def test_income_has_no_upper_limit() -> None:
    every = " ".join(start().board.link_ids)
    s = table(PRR=Line(every), levels=dict.fromkeys(start().board.place_ids, 1))
    income = numbers(s, "PRR")[0]
    steps = {place["id"]: place["steps"][1] for place in s.game.edition.data["places"]}
    assert income == sum(steps[end] for link in every.split() for end in link.split("~")) > 500


@pytest.mark.rule("AR-TERM-4", "AR-EXT-3")
def test_value_is_5_a_link_and_the_value_of_the_externals() -> None:
    s = table(SOUTH_AFRICA, CTRD=Line("mafeking~purdimoe purdimoe~warrenton", treasury=30))
    assert numbers(s, "CTRD")[:2] == (4, 10)
    do(s, "connect CTRD bechuanaland")
    assert numbers(s, "CTRD") == (4, 50, 0)


@pytest.mark.rule("AR-TERM-5")
def test_all_who_hold_most_control_a_railroad() -> None:
    tied = Line(PRR, treasury=5, shares=(1, 2, 2))
    assert "link" not in kinds(table(turn=0, PRR=tied))
    assert "link" in kinds(table(turn=1, PRR=tied))
    assert "link" in kinds(table(turn=2, PRR=tied))


@pytest.mark.rule("AR-TERM-5")
def test_control_passes_with_the_share_that_is_sold() -> None:
    s = table(turn=0, PRR=Line(PRR, treasury=5, shares=(2, 1)))
    do(s, "offer-own PRR", "bid 1", "pass")
    assert railroad(s, "PRR")["shares"] == [1, 2, 0]
    assert "link" in kinds(s)
    do(s, "dividends", "develop lancaster", "auto")
    assert lines(s, "delegate") == {"PRR 1"}


@pytest.mark.rule("AR-TERM-6")
def test_a_railroad_is_open_once_its_first_share_is_taken() -> None:
    s = start()
    do(s, "start 0", "bid 9", "pass")
    assert not railroad(s, "CO")["open"]
    do(s, "pass")
    closed = {
        "open": False, "treasury": 0, "sold": 0, "shares": [0, 0, 0], "links": [], "connections": [],
        "income": 0, "value": 0,
    }
    assert railroad(s, "CO") == closed | {"open": True, "treasury": 9, "sold": 1, "shares": [1, 0, 0]}
    assert railroad(s, "BO") == closed
    assert refused(table(PRR=Line(PRR)), "offer BO") == "AR-TERM-6"
    assert refused(table(PRR=Line(PRR)), "link BO baltimore~lancaster") == "AR-TERM-6"
    assert refused(table(PRR=Line(PRR)), "delegate BO 1") == "AR-TERM-6"


@pytest.mark.rule("AR-TERM-7", "AR-STK-1")
def test_never_more_than_five_shares_are_sold_and_a_resale_changes_nothing() -> None:
    s = table(PRR=Line(PRR, shares=(2, 1, 1)))
    do(s, "offer PRR", "bid 1", "pass", "pass")
    assert railroad(s, "PRR")["sold"] == 5
    assert "offer" not in kinds(s)
    assert refused(s, "offer PRR") == "AR-STK-1"
    do(s, "offer-own PRR", "bid 2", "pass")
    assert railroad(s, "PRR")["sold"] == 5


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-OPT-1")
@pytest.mark.parametrize("slots", [3, 2])
def test_offer_slots_with_six_players(slots: int) -> None:
    s = table(seats=6, boxes="build offer offer build build build", options={"offer_slots_6": slots}, PRR=Line(PRR))
    assert ("offer" in kinds(s)) == (slots == 3)
    assert at(s, "options")["offer_slots_6"] == slots


@pytest.mark.rule("AR-OPT-2")
def test_own_shares_may_be_kept_out_of_the_offers() -> None:
    s = table(options={"own_shares": False}, PRR=Line(PRR))
    assert {"offer"} == {kind for kind in kinds(s) if kind.startswith("offer")}
    assert refused(s, "offer-own PRR") == "AR-OPT-2"


@pytest.mark.rule("AR-OPT-3", "AR-DEV-2")
def test_johannesburg_may_be_developed_without_track_unless_the_option_says_no() -> None:
    cmrc = Line("norvals-point~springfontein")
    assert lines(table(SOUTH_AFRICA, CMRC=cmrc), "develop") == {"norvals-point", "springfontein", "johannesburg"}
    strict = table(SOUTH_AFRICA, options={"johannesburg_without_track": False}, CMRC=cmrc)
    assert lines(strict, "develop") == {"norvals-point", "springfontein"}
    assert refused(strict, "develop johannesburg") == "AR-DEV-2"


@pytest.mark.rule("AR-OPT-4", "AL-OFF-2")
def test_the_colours_of_two_railroads_can_be_exchanged_and_are_not_in_the_state() -> None:
    plain, other = start(), start(co_bo_colours="blue-red")
    assert plain.board.colours == ["red", "blue", "orange", "yellow", "purple", "black"]
    assert other.board.colours == ["blue", "red", "orange", "yellow", "purple", "black"]
    assert plain.view() == other.view()


@pytest.mark.rule("AR-OPT-1", "AR-OPT-3", "AR-OPT-4")
@pytest.mark.parametrize(
    ("seats", "edition", "option", "value"),
    [
        (5, SOUTH_AFRICA, "offer_slots_6", 2),
        (6, ALLEGHENY, "johannesburg_without_track", False),
        (3, SOUTH_AFRICA, "co_bo_colours", "blue-red"),
    ],
)
def test_an_option_without_effect_keeps_its_default(seats: int, edition: str, option: str, value: object) -> None:
    with pytest.raises(UserError, match=option):
        game("age-of-rail", seats, edition, {option: value})


# ---- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-SET-1", "AL-SET-1")
@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
@pytest.mark.parametrize(("seats", "cash"), [(3, 80), (4, 70), (5, 60), (6, 50)])
def test_starting_cash(edition: str, seats: int, cash: int) -> None:
    s = start(edition, seats)
    assert at(s, "cash") == [cash] * seats
    do(s, "start 1")
    assert len(s.lines()) == cash + 2


@pytest.mark.rule("AR-SET-1")
@pytest.mark.parametrize("seats", [2, 7])
def test_for_three_to_six(seats: int) -> None:
    with pytest.raises(UserError, match="3 to 6"):
        game("age-of-rail", seats)


@pytest.mark.rule("AR-SET-2", "AR-SET-3")
def test_the_table_before_the_start() -> None:
    view = start().view()
    assert view["boxes"] == ["build"] * 3
    assert (view["action_track"], view["dividends_paid"], view["development"]) == (0, 0, {})
    assert (view["phase"], view["to_act"], view["turn"]) == ("setup", "chance", None)
    assert all(not railroad(start(), name)["open"] for name in ("CO", "BO", "NYC", "BM", "PRR", "PLE"))
    assert list(start().sold) == [0] * 6


@pytest.mark.rule("AR-SET-3")
def test_markers_on_build_track_block_nobody() -> None:
    assert "link" in kinds(table(seats=6, PRR=Line(PRR, treasury=5)))


@pytest.mark.rule("AR-SET-4")
def test_each_seat_is_equally_likely_to_open() -> None:
    s = start(seats=5)
    assert [(s.game.text(code), weight) for code, weight in s.outcomes()] == [(f"start {n}", 1) for n in range(5)]
    do(s, "start 3")
    assert at(s, "to_act") == 3
    assert s.outcomes() == []
    assert refused(s, "start 2") == "AR-SET-4"


@pytest.mark.rule("AR-SET-5")
def test_everything_is_open_to_all() -> None:
    s = table(PRR=Line(PRR, treasury=44))
    assert all(s.view(seat) == s.view(None) for seat in range(3))


# ---- auctions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-AUC-1")
def test_bidding_goes_clockwise_among_those_still_in_and_a_pass_is_final() -> None:
    s = start(seats=4)
    do(s, "start 2")
    order = []
    for line in ("bid 1", "pass", "bid 2", "bid 3", "bid 4", "bid 5", "pass"):
        order.append(at(s, "to_act"))
        do(s, line)
    assert order == [2, 3, 0, 1, 2, 0, 1]
    assert at(s, "auction")["in"] == [0, 2]
    assert at(s, "to_act") == 2


@pytest.mark.rule("AR-AUC-2")
def test_bids_are_whole_dollars_from_the_least_to_all_of_the_cash() -> None:
    s = table(cash=(9, 7, 30), PRR=Line(f"{PRR} harrisburg~lancaster"))
    do(s, "offer PRR")
    assert s.lines() == ["pass", *(f"bid {n}" for n in range(2, 10))]
    assert refused(s, "bid 1") == "AR-AUC-2"
    assert refused(s, "bid 10") == "AR-AUC-2"
    do(s, "bid 5")
    assert s.lines() == ["pass", "bid 6", "bid 7"]
    assert at(s, "auction")["minimum"] == 2


@pytest.mark.rule("AR-AUC-2")
def test_who_cannot_afford_a_bid_still_writes_a_pass() -> None:
    s = table(cash=(9, 4, 5), PRR=Line(PRR))
    do(s, "offer PRR", "bid 5")
    assert s.lines() == ["pass"]
    do(s, "pass")
    assert s.lines() == ["pass"]


@pytest.mark.rule("AR-AUC-3")
def test_the_last_one_in_without_a_bid_still_chooses() -> None:
    s = table(PRR=Line(PRR))
    do(s, "offer PRR", "pass", "pass")
    assert at(s, "to_act") == 2
    assert {"pass", "bid"} == kinds(s)
    do(s, "bid 3")
    assert railroad(s, "PRR")["shares"] == [1, 0, 1]


@pytest.mark.rule("AR-AUC-3")
def test_an_auction_ends_with_one_bidder_left() -> None:
    s = table(PRR=Line(PRR))
    do(s, "offer PRR", "pass", "bid 3")
    assert at(s, "phase") == "auction"
    do(s, "bid 4", "pass")
    assert railroad(s, "PRR")["shares"] == [1, 0, 1]
    assert at(s, "auction") is None


@pytest.mark.rule("AR-AUC-1")
def test_there_is_no_bidding_without_an_auction() -> None:
    assert refused(table(PRR=Line(PRR)), "pass") == "AR-AUC-1"
    assert refused(table(PRR=Line(PRR)), "bid 3") == "AR-AUC-1"


# ---- initial offering ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-OFF-1", "AL-OFF-1", "AL-OFF-3")
@pytest.mark.parametrize(
    ("edition", "order"), [(SOUTH_AFRICA, "CDFM CSAR NRC CTRD CMRC"), (ALLEGHENY, "CO BO NYC BM PRR")]
)
def test_five_railroads_one_after_the_other_for_0_or_more(edition: str, order: str) -> None:
    s = start(edition)
    do(s, "start 0")
    seen = []
    while at(s, "phase") != "turn":
        seen.append(at(s, "auction")["railroad"])
        assert at(s, "auction")["kind"] == "initial"
        assert at(s, "auction")["minimum"] == 0
        assert at(s, "turn") is None
        do(s, "bid 0", "pass", "pass")
        s.apply(s.legal()[0])
    assert seen == order.split()
    late = {SOUTH_AFRICA: "ZASM", ALLEGHENY: "PLE"}[edition]
    assert not railroad(s, late)["open"]


@pytest.mark.rule("AR-OFF-2")
def test_the_winner_pays_the_treasury() -> None:
    s = start()
    do(s, "start 0", "pass", "bid 12", "pass")
    assert at(s, "cash") == [80, 68, 80]
    assert railroad(s, "CO")["treasury"] == 12
    assert railroad(s, "CO")["shares"] == [0, 1, 0]


@pytest.mark.rule("AR-OFF-3")
def test_if_everyone_passes_the_opener_has_it_free() -> None:
    s = start()
    do(s, "start 1", "pass", "pass", "pass")
    assert at(s, "cash") == [80, 80, 80]
    assert railroad(s, "CO")["shares"] == [0, 1, 0]
    assert railroad(s, "CO")["treasury"] == 0


@pytest.mark.rule("AR-OFF-4")
def test_the_winner_lays_a_free_link_at_the_base() -> None:
    s = start()
    do(s, "start 0", "pass", "bid 3", "pass")
    assert (at(s, "phase"), at(s, "to_act")) == ("free-link", 1)
    assert at(s, "build") == {"railroad": "CO", "builder": 1, "first": None}
    assert lines(s, "link") == {"CO charlottesville~richmond", "CO lynchburg~richmond", "CO richmond~washington"}
    assert kinds(s) == {"link"}
    assert refused(s, "link CO charlottesville~staunton") == "AR-OFF-4"
    assert refused(s, "link BO baltimore~washington") == "AR-OFF-4"
    assert refused(s, "connect CO atlanta") == "AR-OFF-4"
    do(s, "link CO richmond~washington")
    assert numbers(s, "CO") == (4, 5, 3)
    assert at(s, "build") is None


@pytest.mark.rule("AR-OFF-5")
@pytest.mark.parametrize(("bidding", "winner"), [("bid 1 / bid 2 / pass / pass", 1), ("pass / pass / pass", 0)])
def test_whoever_took_a_share_opens_the_next_auction(bidding: str, winner: int) -> None:
    s = start()
    do(s, "start 0", *bidding.split(" / "), "link CO richmond~washington")
    assert at(s, "auction")["railroad"] == "BO"
    assert (at(s, "auction")["opener"], at(s, "to_act")) == (winner, winner)


@pytest.mark.rule("AR-OFF-6", "AL-OFF-4")
@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_the_holder_of_the_fifth_railroad_takes_the_first_turn_and_then_it_goes_clockwise(edition: str) -> None:
    s = start(edition)
    do(s, "start 0")
    for _ in range(4):
        do(s, "pass", "pass", "pass")
        s.apply(s.legal()[0])
    do(s, "pass", "pass", "bid 1")
    s.apply(s.legal()[0])
    assert (at(s, "phase"), at(s, "turn"), at(s, "to_act")) == ("turn", 2, 2)
    do(s, "dividends")
    assert at(s, "turn") == 0
    s.apply(s.legal()[-1])
    do(s, "auto")
    assert at(s, "turn") == 1
