"""The books of Narrow Gauge: they are made of facts, and they account for what companies and commodities bring."""
from __future__ import annotations

from typing import cast

import pytest

from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from roundhouse.games.narrow_gauge import books
from roundhouse.games.narrow_gauge.rules import NarrowGauge, NarrowGaugeState
from tests.games.narrow_gauge.positions import dealt, do, last_turn, table, turn
from tests.walks import walk


def written(state: NarrowGaugeState, line: str) -> list[Entry]:
    return books.entries(cast(NarrowGauge, state.game), state.tell(state.game.parse(line)))


@pytest.mark.rule("NG-BID-4", "NG-BID-7")
def test_the_first_turn_and_a_contract_have_their_price() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland", "bid 3")
    assert written(state, "bid 5") == [Took("first turn", "round 1", 1, 5)]
    assert written(state, "contract ohio") == [Took("contract", "ohio", 1, 5)]
    assert written(state, "no-contract") == []
    lots = do(dealt(), "deal ohio", "deal georgia", "deal maryland", "bid 0", "bid 0")
    assert written(lots, "first 1") == [Took("first turn", "round 1", 1, 0)]


@pytest.mark.rule("NG-ORD-2")
def test_kept_contracts_are_taken_when_both_are_shown() -> None:
    state = do(dealt(order="random-order"), "deal ohio", "deal georgia", "deal maryland", "deal kentucky")
    assert written(state, "keep ohio") == []
    assert written(state, "keep kentucky") == [
        Took("contract", "ohio", 0), Took("contract", "kentucky", 1), Took("first turn", "round 1", 1, 0),
    ]


@pytest.mark.rule("NG-CONN-1", "NG-COM-1")
def test_a_connection_pays_its_company_and_takes_a_die() -> None:
    state = turn("T03 T33 T01 T05 T17", tiles={"H3": "green"}, contracts="pennsylvania")
    assert written(state, "take blue") == [Took("certificate", "blue", 0)]
    assert written(state, "play T03 G5") == [
        Took("track card", "T03", 0), Built("G4", "blue"), Built("H3", "blue"), Took("city", "H3", 0), Earned("H3", 3),
        Brought("certificate", "blue", 0, 3), Took("commodity", "green", 0),
    ]
    state = turn("T03 T33 T01 T05 T17", tiles={"H3": "green"}, dice={"green": (2, 1)}, take="blue")
    assert Took("commodity", "green", 0) not in written(state, "play T03 G5")


@pytest.mark.rule("NG-RND-5")
def test_a_pay_day_pays_companies_and_commodities() -> None:
    state = do(last_turn(dice={"purple": (2, 4), "pink": (3, -2)}, round_=3), "play T01 G5", "end", "draw")
    assert written(state, "card T20") == [
        Brought("certificate", "blue", 0, 5), Brought("commodity", "purple", 0, 8), Brought("commodity", "pink", 1, 6),
    ]


def test_every_entry_names_what_there_is() -> None:
    game = cast(NarrowGauge, table())
    items = {kind.name: set(kind.items) for kind in books.kinds(game)}
    spots = {shape.id for shape in books.chart(game)}
    for state, code in walk(game, 2, kinds_first=True):
        for entry in books.entries(game, state.copy().tell(code)):
            if isinstance(entry, Took | Brought):
                assert entry.item in items[entry.kind]
            elif isinstance(entry, Built | Earned):
                assert entry.spot in spots
