"""Whole games of Narrow Gauge: what is conserved, and how many lines lead on from fixed positions."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import State
from roundhouse.engine.play import perft
from roundhouse.games.narrow_gauge.building import draw_up_tolls
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import COMPANIES, HOMES, TILES, table
from tests.games.narrow_gauge.reference import Reference
from tests.walks import game, slow_perft, tables, walk

CITIES = ["A3", "B5", "B8", "C1", "E4", "E9", "F1", "F6", "H3", "H8", "I1", "I6", "K9", "L1", "L4", "M7"]
TILE_LINES = [
    f"tile {city} {colour}" for city, colour in zip(CITIES, [colour for colour, n in TILES.items() for _ in range(n)])
]
HOME_LINES = [f"home {company} {start}" for company, start in HOMES.items()]
HANDS = [f"card {card}" for card in ["T03", "T17", "T33", "T20", "T45", "T44", "T09", "T26", "T12", "T48"]]
AUCTION = [*TILE_LINES, *HOME_LINES, *HANDS, "deal ohio", "deal tennessee", "deal georgia"]
TURN = [*AUCTION, "bid 4", "bid 1", "contract tennessee", "contract georgia", "take blue", "play T03 G5"]
KENTUCKY = [
    *HOME_LINES, *HANDS, "deal kentucky", "deal ohio", "deal virginia", "deal maryland",
    "keep kentucky", "keep virginia",
]
FIXED: dict[str, tuple[dict[str, str], list[str], list[int]]] = {
    "an auction": ({}, AUCTION, [21, 441, 1875, 7417]),
    "a turn with Tennessee": ({}, TURN, [24, 51, 838, 2151]),
    "a first turn with Kentucky": (
        {"order": "random-order", "more_power": "on", "hidden_cities": "on"}, KENTUCKY, [5, 47, 770, 4110],
    ),
}


def view(state: State) -> Any:
    return state.view(None)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(tables("narrow-gauge")), st.integers(0, 2**32), st.booleans())
def test_pieces_and_cards_are_conserved(choice: Any, seed: int, kinds: bool) -> None:
    for state, _ in walk(game(choice), seed, kinds):
        shown = view(state)
        cards = [*shown["pile"], *shown["discard"], *shown["hands"][0], *shown["hands"][1]]
        assert len(cards) == len(set(cards)) == 48
        for company, start in zip(COMPANIES, (18, 18, 28, 28, 38)):
            home = company in shown["homes"]
            assert len(shown["track"][company]) + shown["supply"][company] == start + home
            assert shown["supply"][company] >= 0
            assert len({*shown["track"][company]} & {*shown["homes"].values()}) == home
        placed = list(shown["tiles"].values())
        assert all(placed.count(colour) + left == TILES[colour] for colour, left in shown["tiles_left"].items())
        assert all(1 <= die["value"] <= 6 and -5 <= die["row"] <= 5 for die in shown["dice"].values())
        assert min(shown["cash"]) >= 0
        held = [contract["id"] for seat in shown["contracts"] for contract in seat]
        contracts = [*held, *shown["contract_deck"], *shown["offer"], *shown["dealt"][0], *shown["dealt"][1]]
        assert len(contracts) == len(set(contracts)) <= 9
        assert shown["options"]["order"] == "auction" or len(contracts) == 9


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(tables("narrow-gauge")), st.integers(0, 2**32), st.booleans())
def test_money_moves_only_by_bids_cards_and_dividends(choice: Any, seed: int, kinds: bool) -> None:
    for state, code in walk(game(choice), seed, kinds):
        kind = state.game.text(code).split()[0]
        before = view(state)
        after = state.copy()
        after.apply(code)
        dividends = len(view(after)["dividends"]) > len(before["dividends"])
        if kind not in ("bid", "play") and not dividends:
            assert view(after)["cash"] == before["cash"]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(tables("narrow-gauge")), st.integers(0, 2**32), st.booleans())
def test_tolls_that_rise_with_every_locomotive_are_those_drawn_up_anew(choice: Any, seed: int, kinds: bool) -> None:
    for state, _ in walk(game(choice), seed, kinds):
        if view(state)["phase"] in ("take", "build", "more"):
            assert isinstance(state, NarrowGaugeState)
            anew = state.copy()
            draw_up_tolls(anew)
            assert list(anew.tolls) == list(state.tolls)


@pytest.mark.parametrize("name", FIXED)
def test_node_counts(name: str) -> None:
    options, lines, counts = FIXED[name]
    one = table(**options)
    state = one.start()
    reference = Reference(one.edition.data, 2, dict(one.options))
    for line in lines:
        state.do(line)
        reference.apply(line)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert slow_perft(reference, 2) == counts[1]
