"""How many lines of play lead on from fixed positions: the same counts that the reference gives."""
from __future__ import annotations

import pytest

from roundhouse.engine.play import perft
from tests.games.appalachian_trail.positions import opening, play
from tests.games.appalachian_trail.test_scoring import PRINTED

THREE_AT_THE_START = """
start 1; goal F; goal W; goal G; card FF; card FR; card FW; card O01; card ranger; card WW; card GW; card GW; card O02;
card O03; card GG; card FG; card RW; card O04; card RR; card FG; card GR
"""
TWO_IN_THE_MIDDLE = """
start 0; goal R; goal G; card GR; card FG; card O07; card RW; card RR; card RW; card FR; card O01; card ranger; card FW;
card GG; card O10; trail GR 0,0; trail RW 1,0; take GG; card FW; draw; card O05; trail FR 0,0 turned; obstacle O01 on 0
at 2,0; draw; card GW; draw; card WW
"""
POSITIONS = {
    "printed example": (2, {}, PRINTED),
    "three at the start": (3, {}, THREE_AT_THE_START),
    "two in the middle": (2, {"match": "connecting-edge", "walling": "leave-a-way", "length": 5}, TWO_IN_THE_MIDDLE),
}


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("printed example", [26, 78, 1326, 4795]),
        ("three at the start", [6, 34, 117, 1661]),
        ("two in the middle", [24, 250, 773, 13935]),
    ],
)
def test_perft(name: str, counts: list[int]) -> None:
    seats, options, moves = POSITIONS[name]
    state = opening(seats, **options)
    play(state, " ".join(moves.split()))
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
