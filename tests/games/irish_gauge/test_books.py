"""The books of Irish Gauge: they are made of facts, and they account for all that is earned."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from roundhouse.games.irish_gauge import books
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState
from tests.games.irish_gauge.positions import opened, play, position


def written(state: IrishGaugeState, line: str) -> Sequence[Entry]:
    assert isinstance(state.game, IrishGauge)
    return books.entries(state.game, state.copy().tell(state.game.parse(line)))


def test_a_share_is_taken_at_its_price() -> None:
    assert written(play(opened(), "bid 9, pass"), "pass") == [Took("share", "CBSC £7", 0, 9, "CBSC")]
    assert written(play(opened(), "pass, pass"), "pass") == [Took("share", "CBSC £7", 0, 0, "CBSC")]


def test_who_is_first_in_a_town_takes_it() -> None:
    state = position(shares={"WLW": [0], "CBSC": [0]}, track={"CBSC": "K3"})
    assert written(state, "track WLW K3") == [Built("K3", "WLW")]
    alone = position(shares={"WLW": [0]})
    assert written(alone, "track WLW K3") == [Built("K3", "WLW"), Took("town", "Shannon", 0)]
    assert written(alone, "track WLW L5") == [Built("L5", "WLW")]


@pytest.mark.rule("IG-DIV-4")
def test_every_share_is_paid_by_itself_and_every_place_earns() -> None:
    state = play(position(shares={"WLW": [0, 1]}, track={"WLW": "K3"}), "dividends")
    assert written(state, "draw white white white") == [
        Brought("share", "WLW £5", 0, 3), Brought("share", "WLW £10", 1, 3), Earned("L4", 4), Earned("K3", 2),
    ]


@pytest.mark.rule("IG-TRK-6")
def test_a_great_line_is_taken_and_pays() -> None:
    to_belfast = "H10 H9 H8 H7 H6 H5 H4 H3 G11 F11 F10 E10 D11 C11"
    state = position(shares={"MGW": [0, 1]}, track={"MGW": to_belfast})
    assert written(state, "track MGW C12") == [
        Built("C12", "MGW"), Took("great line", "MGW", 0),
        Brought("share", "MGW £6", 0, 6), Brought("share", "MGW £11", 1, 6),
    ]


@pytest.mark.rule("IG-END-2")
def test_printed_values_are_paid_at_the_end() -> None:
    state = play(position(shares={"WLW": [0, 1]}, bag=(0, 0, 1)), "dividends")
    assert written(state, "draw black") == [Brought("share", "WLW £5", 0, 5), Brought("share", "WLW £10", 1, 10)]


def test_whatever_is_taken_is_an_item_of_its_kind() -> None:
    state = opened()
    assert isinstance(state.game, IrishGauge)
    items = {kind.name: kind.items for kind in books.kinds(state.game)}
    assert items["share"][:4] == ("CBSC £7", "CBSC £12", "CBSC £17", "WLW £5")
    assert "Shannon" in items["town"] and "Dublin" not in items["town"]
    assert "Shannon" in items["special interest"] and "MGW" in items["great line"]
