"""Irish Gauge in words: every sum is explained and adds up, costs have their reasons, and it all fits a terminal."""
from __future__ import annotations

import re
from typing import cast

import pytest

from roundhouse import WATCHER, Game, State, games
from roundhouse.games.irish_gauge import texts
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.games.irish_gauge.positions import opened, play, position
from tests.walks import walk

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve"]


def told(state: State, line: str) -> list[str]:
    """What is said of a step that is made on a copy."""
    game = state.game
    assert isinstance(game, IrishGauge)
    sentences = [plain(texts.tell(game, fact), NAMES) for fact in state.copy().tell(game.parse(line))]
    return [sentence for sentence in sentences if sentence]


def prompt(state: IrishGaugeState, seat: int | None = None) -> str:
    return plain(texts.prompt(sight(state, int(state.to_act) if seat is None else seat)), NAMES)


def table(seats: int) -> Game:
    return games.game("irish-gauge", seats)


# ---- what happened ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 5])
def test_the_log_adds_up(seats: int) -> None:
    """Every sum in the log is a change of cash, and every change is in the log."""
    for state, code in walk(table(seats), 7, kinds_first=True):
        after = state.copy()
        after.apply(code)
        said = " ".join(told(state, state.game.text(code)))
        paid = [sum(map(int, re.findall(rf"{name} \+£(\d+)", said))) for name in NAMES[:seats]]
        spent = [sum(map(int, re.findall(rf"{name} buys .* for £(\d+)", said))) for name in NAMES[:seats]]
        assert [a - b for a, b in zip(paid, spent)] == [now - then for now, then in zip(cash(after), cash(state))]


def cash(state: State) -> list[int]:
    return cast(list[int], state.view(None)["cash"])


@pytest.mark.rule("IG-DIV-4")
def test_a_dividend_says_where_it_comes_from_and_how_it_is_rounded() -> None:
    """The printed example: £16 over three shares."""
    state = position(
        shares={"WLW": [0, 1, 1], "GSW": [2]}, track={"WLW": "K3 L9 L8 M9 H3", "GSW": "J12"},
        cubes={"L4": "pink", "L8": "white", "M9": "pink", "H3": "black", "O4": "black", "B8": "black", "C12": "black"},
        bag=(2, 2, 0),
    )
    assert told(play(state, "dividends"), "draw white pink pink") == [
        "Drawn: white, pink, pink. Dublin, Limerick, Kilkenny and Waterford pay; 1 cube left in the bag.",
        "CBSC reaches no paying City: no dividend.",
        "WLW earns £16 (£4 for Limerick + £4 for Kilkenny + £4 for Waterford + £2 for Shannon + £2 for New Ross), "
        "over 3 shares, rounded up to £6 each (£2 more in all): Ann +£6, Ben +£12 for 2 shares.",
        "BCD reaches no paying City: no dividend.",
        "GSW earns £6 (£4 for Dublin + £2 for Wicklow), over 1 share, £6 each: Cat +£6.",
        "Only Dublin pays for MGW, which reaches no Town: no dividend.",
    ]


@pytest.mark.rule("IG-TRK-4")
def test_track_says_what_it_costs_and_why() -> None:
    state = position(shares={"WLW": [0]}, track={"GSW": "M4", "MGW": "M4"})
    assert told(state, "track WLW L5") == ["Ann places WLW track in L5 for 1 point; 2 points left."]
    assert told(state, "track WLW K3") == ["Ann places WLW track in Shannon (K3) for 1 point; 2 points left."]
    assert told(state, "track WLW K5") == [
        "Ann places WLW track in K5 for 2 points, as the ground is difficult; 1 point left."]
    assert told(state, "track WLW M4") == [
        "Ann places WLW track in M4 for 1.5 points, shared with GSW and MGW; 1.5 points left."]


@pytest.mark.rule("IG-TRK-2")
def test_points_that_are_lost_are_told() -> None:
    state = play(position(shares={"WLW": [0]}), "track WLW L5")
    assert told(state, "done") == ["Ann stops building with 2 points unused."]
    state = play(position(shares={"WLW": [0]}, track={"GSW": "M4"}), "track WLW M4")
    assert told(state, "track WLW L5") == [
        "Ann places WLW track in L5 for 1 point; 0.5 points left.", "WLW can go no further: 0.5 points unused."]


@pytest.mark.rule("IG-TRK-6")
def test_joining_the_major_cities_is_told_with_its_dividend() -> None:
    to_belfast = "H10 H9 H8 H7 H6 H5 H4 H3 G11 F11 F10 E10 D11 C11"
    state = position(shares={"MGW": [0, 0, 1], "GSW": [2]}, track={"MGW": to_belfast})
    assert told(state, "track MGW C12")[1:] == [
        "MGW joins the major cities Belfast, Dublin and Galway.",
        "MGW pays £12, over 3 shares, £4 each: Ann +£8 for 2 shares, Ben +£4.",
    ]


@pytest.mark.rule("IG-AUC-5", "IG-AUC-6")
def test_a_sale_is_told_with_value_and_price_and_what_comes_next() -> None:
    state = play(opened(), "bid 9, pass")
    assert told(state, "pass") == [
        "Cat passes.", "Ann buys the CBSC share of £7 for £9.", "The WLW share of £5 is up for auction, and Ann opens."]
    assert "Nobody bids: Ann takes the CBSC share of £7 free." in told(play(opened(), "pass, pass"), "pass")


@pytest.mark.rule("IG-END-1", "IG-END-2")
def test_the_end_is_told_with_every_score() -> None:
    state = play(position(cash=[3, 7, 0], shares={"GSW": [0]}, bag=(0, 0, 1)), "dividends")
    assert told(state, "draw black")[-1] == (
        "The bag is empty, and the game is over. Ann: £3 cash + £4 in shares = £7; Ben: £7 cash + £0 in shares = £7; "
        "Cat: £0 cash + £0 in shares = £0. Ann and Ben share the win.")


# ---- what may be done, and the table ---------------------------------------------------------------------------------


@pytest.mark.rule("IG-AUC-6")
def test_who_would_have_the_share_free_is_named_as_one_speaks_to_them() -> None:
    assert prompt(opened()) == "bid on the CBSC share of £7, or pass; if all pass, you have it free."
    assert prompt(opened(), seat=WATCHER).endswith("if all pass, Ann has it free.")
    passed = play(opened(), "pass")
    assert prompt(passed) == "bid on the CBSC share of £7, or pass; if all pass, Ann has it free."
    assert prompt(passed, seat=0).endswith("if all pass, you have it free.")
    assert prompt(play(passed, "bid 8")) == "bid on the CBSC share of £7, or pass; the high bid is £8, by Ben."


def test_points_left_are_said_as_people_say_them() -> None:
    state = play(position(shares={"WLW": [0]}, track={"GSW": "M4"}), "track WLW M4")
    assert prompt(state) == "place track for WLW, 1.5 points left, or stop."


def test_the_board_says_whose_it_is_and_shows_pieces_by_letters() -> None:
    state = position(shares={"GSW": [0]}, track={"GSW": "H10"}, cubes={"C12": "black"})
    drawn = plain(texts.board(sight(state, 0)))
    assert drawn.startswith("Edition capstone-2019: as printed")
    assert "wGM" in drawn       # Dublin: a white cube, GSW and MGW
    assert "bB" in drawn        # Belfast: a black cube, BCD
    assert "1xGSW" in drawn
    assert "easy 1, shared 1.5" in drawn and "difficult 2, one railway" in drawn


def test_it_fits_80_columns() -> None:
    for step, (state, _) in enumerate(walk(table(5), 7, kinds_first=True)):
        if step % 20 == 0:
            drawn = plain(texts.board(sight(cast(IrishGaugeState, state), None)))
            lines = [line for line in drawn.splitlines() if not line.startswith(("Cities:", "Towns:"))]
            assert max(map(len, lines)) <= 80
    assert max(map(len, plain(texts.help()).splitlines())) <= 80
