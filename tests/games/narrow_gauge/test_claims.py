"""What is said of moves of Narrow Gauge, in small positions."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.claiming import found, line_of, said
from tests.games.narrow_gauge.positions import turn


def last_black(round_: int, supply: int = 18) -> NarrowGaugeState:
    """There is one black certificate on offer, and others beside it."""
    state = turn()
    state.round = round_
    state.available = vec[i64]([1, 1, 2, 2, 3])
    state.supply[0] = supply
    return state


def test_after_the_last_round_or_the_last_locomotive_no_connection_comes() -> None:
    assert said(line_of(last_black(0), "take black"), "left")[0].startswith(
        "It is the last black line certificate of the round: Ben can't build it again before the next")
    line = line_of(last_black(2), "take black")
    assert said(line, "left") == [
        "It is the last black line certificate: Ben can't build it any more, and would get $4 for a connection."
    ]
    assert not found(line, "left", "black", last=True, next=4, rounds=1)
    none = line_of(last_black(0, 0), "take black")
    assert said(none, "left") == [], "no locomotive is left"
    assert not found(none, "left", "black", last=True, next=4, rounds=2)


def test_tolls_for_other_companies_are_not_called_ground() -> None:
    state = turn(take="black", track={"orange": "C4 D4 B4 D3"})
    line = line_of(state, "play T03 C3 turned")
    assert said(line, "connects") == ["It costs $4 for the ground and $2 for other companies' locomotives."]
    assert not found(line, "connects", "", got=0, ground=6, tolls=0, cities=[])
