"""The rules of Irish Gauge: a small position, an action, what must be true."""
from __future__ import annotations

import pytest

from roundhouse import CHANCE, OVER, IllegalAction
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from tests.games.irish_gauge.positions import CITIES, RAILWAYS, new, opened, play, position, view, ways


def refused(state: IrishGaugeState, line: str, rule: str) -> None:
    """The line is not allowed, by this rule, and nothing has changed."""
    before = view(state)
    with pytest.raises(IllegalAction) as error:
        state.do(line)
    assert error.value.rule == rule
    assert view(state) == before
    assert line not in state.lines()


# ---- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-SET-1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_has_20_pounds(seats: int) -> None:
    assert view(new(seats))["cash"] == [20] * seats


@pytest.mark.rule("IG-SET-1")
def test_the_bank_never_runs_out() -> None:
    state = position(cash=[10_000, 0, 0], shares={"GSW": [0]}, track={"GSW": "F11"})
    play(state, "dividends, draw white white white")
    assert view(state)["cash"][0] == 10_000 + 4 + 2


@pytest.mark.rule("IG-SET-2")
def test_cubes_for_the_cities_come_from_a_pool_of_four_of_each_colour() -> None:
    state = new()
    assert state.outcomes() == [(state.game.parse(f"cube B8 {colour}"), 4) for colour in ("white", "pink", "black")]
    play(state, *(f"cube {city} white" for city in CITIES[:4]))
    assert [(state.game.text(code), n) for code, n in state.outcomes()] == [("cube L4 pink", 4), ("cube L4 black", 4)]
    play(state, "cube L4 pink, cube L8 pink, cube M9 black")
    assert [(state.game.text(code), n) for code, n in state.outcomes()] == [("cube O4 pink", 2), ("cube O4 black", 3)]
    play(state, "cube O4 black")
    assert view(state)["bag"] == {"white": 6, "pink": 8, "black": 8}
    assert view(state)["cubes"] == dict(zip(CITIES, ["white"] * 4 + ["pink", "pink", "black", "black"]))


@pytest.mark.rule("IG-SET-3")
def test_one_locomotive_stands_on_each_home() -> None:
    homes = {"CBSC": ["O4"], "WLW": ["L4"], "BCD": ["C12"], "GSW": ["H11"], "MGW": ["H11"]}
    assert view(new())["track"] == homes
    assert list(new().locomotives) == [18] * 5


@pytest.mark.rule("IG-SET-4")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_any_player_may_open_with_the_same_chance(seats: int) -> None:
    state = new(seats)
    for city in CITIES:
        state.do(next(line for line in state.lines() if city in line))
    assert [(state.game.text(code), n) for code, n in state.outcomes()] == [(f"start {s}", 1) for s in range(seats)]
    state.do("start 2")
    assert (state.to_act, view(state)["auction"]["opener"], view(state)["turn"]) == (2, 2, None)


# ---- auctions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-AUC-1", "IG-AUC-7", "IG-AUC-8")
def test_the_first_shares_are_auctioned_in_order_and_the_winner_opens_the_next() -> None:
    state = opened(opener=1)
    seen: list[tuple[str, int, int]] = []
    for winner, price in [(2, 7), (0, 5), (1, 8), (1, 4), (0, 6)]:
        auction = view(state)["auction"]
        assert auction["initial"]
        seen.append((auction["railway"], auction["value"], auction["opener"]))
        while state.phase == 1 and view(state)["auction"]["railway"] == auction["railway"]:
            state.do(f"bid {price}" if state.to_act == winner else "pass")
    assert seen == [("CBSC", 7, 1), ("WLW", 5, 2), ("BCD", 8, 0), ("GSW", 4, 1), ("MGW", 6, 1)]
    assert view(state)["certificates"] == {"CBSC": [2], "WLW": [0], "BCD": [1], "GSW": [1], "MGW": [0]}
    assert (view(state)["phase"], view(state)["turn"], view(state)["to_act"]) == ("turn", 2, 2)


@pytest.mark.rule("IG-AUC-2")
def test_a_first_bid_is_at_least_the_printed_value_and_later_ones_are_higher() -> None:
    state = opened()
    assert ways(state, "bid")[0] == "bid 7"
    refused(state, "bid 6", "IG-AUC-2")
    play(state, "bid 9")
    assert ways(state, "bid") == [f"bid {n}" for n in range(10, 21)]
    refused(state, "bid 9", "IG-AUC-2")
    with pytest.raises(ValueError, match="not a move"):
        state.do("bid 9.5")


@pytest.mark.rule("IG-AUC-2")
def test_bidding_goes_clockwise_from_the_opener() -> None:
    state = opened(seats=4, opener=2)
    order = [state.to_act]
    for line in ["bid 7", "bid 8", "pass", "bid 9", "bid 10", "bid 11", "pass", "bid 12"]:
        state.do(line)
        order.append(state.to_act)
    assert order == [2, 3, 0, 1, 2, 3, 1, 2, 3]


@pytest.mark.rule("IG-AUC-3")
def test_nobody_bids_more_than_their_cash() -> None:
    state = opened()
    assert ways(state, "bid")[-1] == "bid 20"
    refused(state, "bid 21", "IG-AUC-3")
    play(state, "bid 20")
    assert state.lines() == ["pass"]


@pytest.mark.rule("IG-AUC-4")
def test_a_pass_is_final_for_this_auction() -> None:
    state = play(opened(), "bid 7, pass, bid 8")
    assert view(state)["auction"]["in"] == [0, 2]
    play(state, "bid 9")
    assert state.to_act == 2
    play(state, "bid 10")
    assert state.to_act == 0
    play(state, "pass")
    assert view(state)["auction"]["in"] == [0, 1, 2]


@pytest.mark.rule("IG-AUC-5")
def test_the_high_bidder_pays_the_bank_and_takes_the_share() -> None:
    state = play(opened(), "bid 7, bid 9, pass, pass")
    assert view(state)["cash"] == [20, 11, 20]
    assert view(state)["shares"]["CBSC"] == [0, 1, 0]
    assert view(state)["sold"]["CBSC"] == 1


@pytest.mark.rule("IG-AUC-6")
def test_the_opener_may_pass_and_others_may_still_bid() -> None:
    state = play(opened(), "pass, pass")
    assert state.to_act == 2
    assert state.lines() == ["pass", *(f"bid {n}" for n in range(7, 21))]
    play(state, "bid 8")
    assert (view(state)["certificates"]["CBSC"], view(state)["cash"]) == ([2], [20, 20, 12])


@pytest.mark.rule("IG-AUC-6", "IG-AUC-7")
def test_when_all_pass_the_opener_takes_the_share_free_and_opens_the_next() -> None:
    state = play(opened(opener=1), "pass, pass, pass")
    assert (view(state)["certificates"]["CBSC"], view(state)["cash"]) == ([1], [20, 20, 20])
    assert (view(state)["auction"]["railway"], view(state)["auction"]["opener"], state.to_act) == ("WLW", 1, 1)


@pytest.mark.rule("IG-AUC-9")
def test_on_a_turn_any_railways_lowest_unsold_share_is_called_and_the_caller_must_bid() -> None:
    state = position(turn=1, cash=[30, 9, 30], shares={"GSW": [0], "BCD": [0, 2]})
    assert ways(state, "auction") == ["auction CBSC", "auction WLW", "auction GSW", "auction MGW"]
    refused(state, "auction BCD", "IG-AUC-9")
    play(state, "auction GSW")
    auction = view(state)["auction"]
    assert (view(state)["phase"], auction["value"], auction["opener"], auction["initial"]) == ("auction", 9, 1, False)
    assert state.lines() == ["bid 9"]
    refused(state, "pass", "IG-AUC-9")
    play(state, "bid 9, pass, pass")
    assert (view(state)["certificates"]["GSW"], view(state)["cash"]) == ([0, 1], [30, 0, 30])
    assert view(state)["turn"] == 2


@pytest.mark.rule("IG-AUC-9")
def test_nobody_calls_a_share_that_they_can_not_afford() -> None:
    state = position(cash=[8, 30, 30], shares={"GSW": [0]})
    assert ways(state, "auction") == ["auction CBSC", "auction WLW", "auction BCD", "auction MGW"]
    refused(state, "auction GSW", "IG-AUC-9")


@pytest.mark.rule("IG-AUC-9")
def test_the_next_turn_is_the_callers_left_neighbours_whoever_won() -> None:
    state = play(position(turn=0, shares={"GSW": [0]}), "auction GSW, bid 9, pass, bid 10, pass")
    assert view(state)["certificates"]["GSW"] == [0, 2]
    assert view(state)["turn"] == 1


# ---- a turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-TURN-1")
def test_a_turn_is_one_of_four_actions_then_the_player_on_the_left() -> None:
    state = position(turn=2, shares={"MGW": [2]}, track={"MGW": "J12"})
    assert {line.split()[0] for line in state.lines()} == {"auction", "track", "interest", "dividends"}
    refused(state, "pass", "IG-AUC-2")
    refused(state, "done", "IG-TRK-2")
    play(state, "interest J12 pink")
    assert (view(state)["turn"], state.to_act) == (0, 0)


@pytest.mark.rule("IG-TURN-1")
def test_calling_for_dividends_is_always_possible() -> None:
    state = position(cash=[0, 0, 0], bag=(0, 0, 1))
    assert state.lines() == ["dividends"]


@pytest.mark.rule("IG-TURN-1")
def test_actions_of_a_turn_wait_for_a_turn() -> None:
    state = opened()
    for line in ["auction GSW", "track GSW H10", "interest J12 pink", "dividends"]:
        refused(state, line, "IG-TURN-1")


# ---- place railway track ---------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-TRK-1")
def test_only_railways_of_which_you_hold_a_share_are_built() -> None:
    state = position(shares={"GSW": [0], "MGW": [1]})
    assert {line.split()[1] for line in ways(state, "track")} == {"GSW"}
    refused(state, "track MGW H10", "IG-TRK-1")


@pytest.mark.rule("IG-TRK-1")
def test_a_railway_without_locomotives_is_not_built_and_the_last_one_ends_the_action() -> None:
    sixteen = "O3 N5 M5 M6 N6 L6 L7 K7 K8 K9 J8 J7 J6 I6 I5 I4"
    state = position(shares={"CBSC": [0]}, track={"CBSC": sixteen + " H4"})
    assert state.locomotives[0] == 1
    play(state, "track CBSC H5")
    assert view(state)["turn"] == 1
    assert len(view(state)["track"]["CBSC"]) == 19
    state.turn = state.to_act = 0
    assert ways(state, "track") == []
    refused(state, "track CBSC G4", "IG-TRK-1")


@pytest.mark.rule("IG-TRK-1")
def test_one_railway_a_turn() -> None:
    state = play(position(shares={"GSW": [0], "CBSC": [0]}), "track GSW H10")
    refused(state, "track CBSC O3", "IG-TRK-1")


@pytest.mark.rule("IG-TRK-2")
def test_three_points_at_least_one_locomotive_and_stopping_at_any_time() -> None:
    state = position(shares={"GSW": [0]})
    assert "done" not in state.lines()
    play(state, "track GSW H10")
    assert (view(state)["phase"], view(state)["building"], view(state)["points_left"]) == ("track", "GSW", 2)
    assert "done" in state.lines()
    early = play(state.copy(), "done")
    assert (view(early)["turn"], view(early)["building"], view(early)["points_left"]) == (1, None, None)
    play(state, "track GSW H9, track GSW H8")
    assert (view(state)["phase"], view(state)["turn"]) == ("turn", 1)


@pytest.mark.rule("IG-TRK-3")
def test_each_locomotive_touches_the_railways_own_track_also_that_of_this_action() -> None:
    state = position(shares={"BCD": [0]})
    assert ways(state, "track") == [f"track BCD {h}" for h in ("B11", "B12", "C11", "D12")]
    refused(state, "track BCD C10", "IG-TRK-3")
    play(state, "track BCD C11")
    assert "track BCD C10" in state.lines()


@pytest.mark.rule("IG-TRK-4")
@pytest.mark.parametrize(("hex_", "others", "left"), [
    ("H10", {}, 2),                                   # easy and empty
    ("H10", {"MGW": "H10"}, 1.5),                     # easy, one other railway
    ("H10", {"MGW": "H10", "BCD": "H10"}, 1.5),       # easy, two others
    ("I11", {}, 1),                                   # difficult and empty
    ("J12", {}, 2),                                   # a Town, empty
    ("J12", {"MGW": "J12"}, 1.5),                     # a Town with another railway
    ("L8", {"MGW": "L8"}, 1.5),                       # a City with another railway
])
def test_what_a_hex_costs(hex_: str, others: dict[str, str], left: float) -> None:
    beside = {"J12": "I10 I11", "L8": "K8"}.get(hex_, "")
    state = play(position(shares={"GSW": [0]}, track={"GSW": beside} | others), f"track GSW {hex_}")
    assert view(state)["points_left"] == left


@pytest.mark.rule("IG-TRK-4")
def test_one_and_a_half_twice_or_one_and_two_fit_into_three_points() -> None:
    shared = position(shares={"GSW": [0]}, track={"MGW": "H10 H9"})
    play(shared, "track GSW H10, track GSW H9")
    assert (view(shared)["turn"], view(shared)["phase"]) == (1, "turn")
    easy_then_difficult = play(position(shares={"GSW": [0]}), "track GSW H10, track GSW I11")
    assert view(easy_then_difficult)["turn"] == 1


@pytest.mark.rule("IG-TRK-4")
def test_two_and_one_and_a_half_do_not_fit() -> None:
    state = play(position(shares={"GSW": [0]}, track={"MGW": "H10"}), "track GSW I11")
    refused(state, "track GSW H10", "IG-TRK-4")
    state = play(position(shares={"GSW": [0]}, track={"MGW": "H10"}), "track GSW H10")
    refused(state, "track GSW I11", "IG-TRK-4")


@pytest.mark.rule("IG-TRK-4")
def test_half_a_point_builds_nothing_and_the_action_ends_by_itself() -> None:
    state = play(position(shares={"GSW": [0]}, track={"MGW": "H10"}), "track GSW H10, track GSW H9")
    assert (view(state)["phase"], view(state)["turn"]) == ("turn", 1)


@pytest.mark.rule("IG-TRK-5")
def test_one_locomotive_of_a_railway_in_a_hex() -> None:
    state = position(shares={"GSW": [0]}, track={"GSW": "H10"})
    refused(state, "track GSW H10", "IG-TRK-5")
    refused(state, "track GSW H11", "IG-TRK-5")


@pytest.mark.rule("IG-TRK-5")
def test_a_difficult_hex_keeps_its_first_railway_alone() -> None:
    state = position(shares={"GSW": [0]}, track={"MGW": "I11"})
    refused(state, "track GSW I11", "IG-TRK-5")


NORTH = "H10 G10 F10 E10 D11 C11"      # from Dublin to the hexes around Belfast
WEST = "H9 H8 H7 H6 H5 H4"             # from Dublin to the hexes around Galway


@pytest.mark.rule("IG-TRK-6")
@pytest.mark.parametrize(("owners", "each"), [([0], 12), ([0, 1], 6), ([0, 1, 1], 4)])
def test_the_major_city_dividend_is_paid_at_once_for_each_share_held(owners: list[int], each: int) -> None:
    state = position(cash=[0, 0, 0], shares={"MGW": owners}, track={"MGW": f"{NORTH} {WEST} C12"})
    play(state, "track MGW H3")
    assert view(state)["cash"] == [each * owners.count(seat) for seat in range(3)]
    assert view(state)["major_city_paid"] == ["MGW"]
    assert view(state)["phase"] == "track"
    play(state, "track MGW H2")


@pytest.mark.rule("IG-TRK-6")
def test_the_twelve_pounds_are_rounded_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(cash=[0, 0, 0], shares={"WLW": [0, 1, 1, 2]}, track={"WLW": f"{NORTH} C12 {WEST} H11"})
    monkeypatch.setattr(state.board, "major_dividend", 13)
    play(state, "track WLW H3")
    assert view(state)["cash"] == [4, 8, 4]


@pytest.mark.rule("IG-TRK-6")
def test_two_major_cities_pay_nothing_and_the_dividend_comes_once() -> None:
    state = position(cash=[0, 0, 0], shares={"MGW": [0]}, track={"MGW": NORTH})
    play(state, "track MGW C12, done")
    assert view(state)["cash"] == [0, 0, 0]
    state = position(cash=[0, 0, 0], shares={"MGW": [0]}, track={"MGW": f"{NORTH} {WEST} C12"})
    play(state, "track MGW H3, track MGW H2, track MGW G2")
    assert view(state)["cash"] == [12, 0, 0]


# ---- place a special interest ----------------------------------------------------------------------------------------


@pytest.mark.rule("IG-INT-1")
def test_a_cube_of_any_colour_in_the_bag_makes_a_connected_town_a_city() -> None:
    state = position(shares={"MGW": [0]}, track={"MGW": "I10 I11 J12"}, bag=(3, 0, 8))
    assert sorted(ways(state, "interest")) == ["interest J12 black", "interest J12 white"]
    refused(state, "interest J12 pink", "IG-INT-1")
    refused(state, "interest K12 black", "IG-INT-1")
    refused(state, "interest H11 black", "IG-INT-1")
    refused(state, "interest I10 black", "IG-INT-1")
    play(state, "interest J12 black")
    assert view(state)["cubes"]["J12"] == "black"
    assert view(state)["bag"] == {"white": 3, "pink": 0, "black": 7}
    state.turn = state.to_act = 0
    refused(state, "interest J12 white", "IG-INT-1")


@pytest.mark.rule("IG-INT-1")
def test_the_town_needs_a_railway_of_yours() -> None:
    state = position(turn=1, shares={"MGW": [0]}, track={"MGW": "I10 I11 J12"})
    assert ways(state, "interest") == []
    refused(state, "interest J12 black", "IG-INT-1")


@pytest.mark.rule("IG-INT-1")
def test_a_town_made_city_is_paid_as_a_city() -> None:
    state = position(cash=[0, 0, 0], shares={"MGW": [0]}, track={"MGW": "I10 I11 J12"}, bag=(5, 5, 5))
    play(state, "interest J12 white")
    state.turn = state.to_act = 0
    play(state, "dividends, draw white white white")
    assert view(state)["cash"] == [8, 0, 0]


@pytest.mark.rule("IG-INT-2")
def test_taking_the_last_cube_ends_the_game_without_a_payout() -> None:
    state = position(cash=[5, 5, 5], shares={"MGW": [0]}, track={"MGW": "I10 I11 J12"}, bag=(0, 0, 1))
    play(state, "interest J12 black")
    assert (state.to_act, view(state)["phase"], view(state)["turn"]) == (OVER, "over", None)
    assert view(state)["cash"] == [5, 5, 5]
    assert view(state)["scores"] == [5 + 6, 5, 5]


# ---- call for dividends ----------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-DIV-1")
def test_anyone_may_call_and_three_cubes_are_drawn_without_replacement() -> None:
    state = play(position(turn=1, bag=(3, 2, 1)), "dividends")
    assert (state.to_act, view(state)["phase"], view(state)["turn"]) == (CHANCE, "draw", 1)
    weights = {state.game.text(code): n for code, n in state.outcomes()}
    assert weights == {
        "draw white white white": 1, "draw white white pink": 6, "draw white white black": 3, "draw white pink pink": 3,
        "draw white pink black": 6, "draw pink pink black": 1,
    }
    assert sum(weights.values()) == 20
    play(state, "draw white white pink")
    assert view(state)["drawn"] == [["white", "white", "pink"]]
    assert view(state)["bag"] == {"white": 1, "pink": 1, "black": 1}
    assert state.to_act == 2


@pytest.mark.rule("IG-DIV-1")
@pytest.mark.parametrize(("bag", "line"), [((1, 0, 1), "draw white black"), ((0, 1, 0), "draw pink")])
def test_fewer_than_three_cubes_are_all_drawn_in_a_single_outcome(bag: tuple[int, int, int], line: str) -> None:
    state = play(position(bag=bag), "dividends")
    assert [(state.game.text(code), n) for code, n in state.outcomes()] == [(line, 1)]


@pytest.mark.rule("IG-DIV-1")
def test_what_the_bag_does_not_hold_can_not_be_drawn() -> None:
    state = play(position(bag=(1, 4, 0)), "dividends")
    for line in ["draw white white pink", "draw black black black", "draw white", "cube B8 white", "start 0"]:
        with pytest.raises(IllegalAction):
            state.do(line)


@pytest.mark.rule("IG-DIV-2")
def test_a_city_pays_once_if_its_colour_is_among_those_drawn() -> None:
    for draw, paid in [("white white white", 8), ("white white pink", 8), ("pink pink black", 0)]:
        state = position(cash=[0, 0, 0], shares={"WLW": [0]}, track={"WLW": "L8"}, cubes={"L4": "white", "L8": "white"})
        play(state, "dividends", f"draw {draw}")
        assert view(state)["cash"][0] == paid


@pytest.mark.rule("IG-DIV-3")
@pytest.mark.parametrize(("track", "paid"), [
    ("", 0),              # a paying City alone
    ("K3", 6),            # a paying City and a Town
    ("L8", 8),            # two paying Cities
    ("M9", 0),            # a paying and a silent City
    ("M9 K3", 6),         # and a Town besides
])
def test_a_paying_city_needs_a_town_or_another_paying_city(track: str, paid: int) -> None:
    state = position(cash=[0, 0, 0], shares={"WLW": [0]}, track={"WLW": track}, cubes={"M9": "black"})
    play(state, "dividends, draw white white pink")
    assert view(state)["cash"][0] == paid


@pytest.mark.rule("IG-DIV-3")
def test_towns_alone_pay_nothing() -> None:
    state = position(cash=[0, 0, 0], shares={"WLW": [0]}, track={"WLW": "K3 L9 N1"}, cubes={"L4": "black"})
    play(state, "dividends, draw white white pink")
    assert view(state)["cash"] == [0, 0, 0]


@pytest.mark.rule("IG-DIV-4")
@pytest.mark.parametrize(("owners", "each"), [([0], 10), ([0, 1], 5), ([0, 1, 1], 4), ([0, 1, 1, 2], 3)])
def test_income_is_divided_by_the_shares_sold_and_rounded_up(owners: list[int], each: int) -> None:
    state = position(cash=[0, 0, 0], shares={"WLW": owners}, track={"WLW": "L8 K3"})   # 4 + 4 + 2
    play(state, "dividends, draw white white pink")
    assert view(state)["cash"] == [each * owners.count(seat) for seat in range(3)]


@pytest.mark.rule("IG-DIV-4")
def test_every_railway_pays_its_own_holders() -> None:
    state = position(cash=[0, 0, 0], shares={"GSW": [0], "MGW": [1, 2]}, track={"GSW": "F11", "MGW": "F11 J12"})
    play(state, "dividends, draw white white white")
    assert view(state)["cash"] == [6, 4, 4]


# ---- end -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IG-END-1")
def test_a_last_call_is_paid_and_then_the_game_is_over() -> None:
    state = position(cash=[0, 0, 0], shares={"WLW": [0]}, track={"WLW": "L8"}, bag=(2, 1, 0))
    play(state, "dividends, draw white white pink")
    assert (view(state)["phase"], view(state)["to_act"], view(state)["turn"]) == ("over", None, None)
    assert view(state)["cash"] == [8, 0, 0]
    assert state.lines() == []


@pytest.mark.rule("IG-END-1")
def test_the_game_goes_on_while_a_cube_is_left() -> None:
    state = play(position(bag=(2, 1, 1)), "dividends, draw white white pink")
    assert view(state)["phase"] == "turn"


@pytest.mark.rule("IG-END-2")
def test_the_score_is_cash_and_the_printed_value_of_the_shares_held() -> None:
    state = position(cash=[3, 10, 0], shares={"GSW": [0, 1, 0], "BCD": [2]})
    assert view(state)["scores"] == [3 + 4 + 14, 10 + 9, 8]


@pytest.mark.rule("IG-END-2")
def test_a_tie_shares_the_win() -> None:
    state = position(cash=[3, 7, 0], shares={"GSW": [0]}, bag=(0, 0, 1))
    assert state.winners() == []
    play(state, "dividends, draw black")
    assert state.winners() == [0, 1]


@pytest.mark.rule("IG-END-3")
def test_everything_is_open_to_every_seat() -> None:
    state = position(shares={"GSW": [0, 1]}, track={"GSW": "H10"})
    assert all(state.view(seat) == state.view(None) for seat in range(3))
    shown = view(state)
    assert shown["bag"] == {"white": 7, "pink": 7, "black": 8}
    assert shown["shares"] == {railway: [1, 1, 0] if railway == "GSW" else [0, 0, 0] for railway in RAILWAYS}
