"""Whole games of Irish Gauge: what is conserved, that each ends, and how many lines lead on from fixed positions."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import State, games
from roundhouse.engine.play import perft
from tests.games.irish_gauge.positions import OPENING, opened
from tests.games.irish_gauge.reference import Reference
from tests.walks import over_games, slow_perft, walk

GAMES = {seats: games.game("irish-gauge", seats) for seats in (3, 4, 5)}
AUCTIONS = (
    "bid 7, pass, pass, pass, bid 5, pass, pass, bid 8, pass, pass, bid 4, pass, pass, bid 6, pass"
)
MIDGAME = (
    f"{AUCTIONS}, track CBSC N5, track CBSC M5, track CBSC L5, track WLW K3, done, "
    "track BCD C11, track BCD D11, track BCD E11, auction GSW, bid 9, pass, pass, "
    "track MGW G11, track MGW F11, done, track BCD F11, done, dividends, draw white pink black"
)
LATE = MIDGAME + ", dividends, draw white pink black" * 5
FIXED = {"first auction": "", "midgame": MIDGAME, "four cubes left": LATE}


def view(state: State) -> Any:
    return state.view(None)


def pieces_left(state: State) -> int:
    """Cubes in the bag, locomotives and shares not yet used: every turn takes at least one of them."""
    shown = view(state)
    locomotives = sum(19 - len(hexes) for hexes in shown["track"].values())
    return int(sum(shown["bag"].values()) + locomotives + 16 - sum(shown["sold"].values()))


@over_games(60)
@given(st.sampled_from([3, 4, 5]), st.integers(0, 2**32), st.booleans())
def test_pieces_and_money_are_conserved(seats: int, seed: int, kinds: bool) -> None:
    """Thirty cubes, 19 locomotives a railway, sixteen shares; only sales and payouts move money."""
    for state, code in walk(GAMES[seats], seed, kinds):
        shown = view(state)
        drawn = Counter(cube for row in shown["drawn"] for cube in row)
        placed = Counter(shown["cubes"].values())
        assert all(placed[colour] + drawn[colour] + n == 10 for colour, n in shown["bag"].items())
        for railway, held in shown["shares"].items():
            assert sum(held) == shown["sold"][railway] == len(shown["certificates"][railway])
            assert len(set(shown["track"][railway])) == len(shown["track"][railway]) <= 19
        if state.game.text(code).split()[0] in ("cube", "start", "auction", "done", "interest", "dividends"):
            after = state.copy()
            after.apply(code)
            assert view(after)["cash"] == shown["cash"]


@over_games(60)
@given(st.sampled_from([3, 4, 5]), st.integers(0, 2**32), st.booleans())
def test_every_turn_uses_up_a_piece_so_every_game_ends(seats: int, seed: int, kinds: bool) -> None:
    """22 cubes, 11 shares after the initial auctions and 90 locomotives: no game has over 123 turns."""
    last = turns = 0
    for state, _ in walk(GAMES[seats], seed, kinds):
        shown = view(state)
        if shown["phase"] == "turn":
            left = pieces_left(state)
            assert turns == 0 or left < last
            last = left
            turns += 1
    assert turns <= 22 + 11 + 90


@pytest.mark.parametrize(("name", "counts"), [
    ("first auction", [15, 120, 680, 2924]),
    ("midgame", [26, 290, 3026, 31179]),
    ("four cubes left", [14, 111, 2213, 50324]),
])
def test_node_counts(name: str, counts: list[int]) -> None:
    lines = FIXED[name].split(", ") if FIXED[name] else []
    state = opened()
    for line in lines:
        state.do(line)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert slow_perft(reference_at(lines), 2) == counts[1]


def reference_at(lines: list[str]) -> Reference:
    reference = Reference(GAMES[3].edition.data, 3)
    for line in [*OPENING, *lines]:
        reference.apply(line)
    return reference
