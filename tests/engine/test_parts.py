"""Sets as words, hex grids, and the auction, each by itself."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.auction import Auction
from roundhouse.engine.bits import append_members, count, lowest, members, packed, words_for
from roundhouse.engine.contract import NOBODY
from roundhouse.engine.hexes import HexGrid

SETS = st.lists(st.sets(st.integers(0, 149)), min_size=1, max_size=4)


@given(SETS)
def test_sets_are_packed_and_read_again(sets: list[set[int]]) -> None:
    words = words_for(150)
    together = packed(sets, words)
    assert words == 3
    assert [members(together, n, words) for n in range(len(sets))] == [sorted(one) for one in sets]
    assert [sum(count(together[n * 3 + w]) for w in range(3)) for n in range(len(sets))] == list(map(len, sets))


@given(st.sets(st.integers(0, 59), min_size=1))
def test_members_of_a_word(numbers: set[int]) -> None:
    word = packed([numbers], 1)[0]
    assert lowest(word) == min(numbers)
    assert list(append_members(vec[i64]([7]), 100, word)) == [7, *(100 + n for n in sorted(numbers))]


def test_a_hex_has_the_neighbours_that_are_on_the_board() -> None:
    grid = HexGrid(["a", "b", "c", "d"], [(0, 0), (1, 0), (0, 1), (5, 5)])
    assert [sorted(grid.ids[n] for n in near) for near in grid.neighbours] == [["b", "c"], ["a", "c"], ["a", "b"], []]
    assert len(grid) == 4
    assert members(grid.near, 0, grid.words) == [1, 2]


# ---- the auction -----------------------------------------------------------------------------------------------------


def auction(seats: int = 4, opener: int = 1, minimum: int = 5) -> Auction:
    one = Auction(seats)
    one.open(2, minimum, opener)
    return one


def test_an_auction_opens_with_everyone_in() -> None:
    one = auction()
    assert (one.lot, one.to_act, one.least(), one.high, one.leader) == (2, 1, 5, NOBODY, NOBODY)
    assert one.still_in() == [0, 1, 2, 3]


def test_bids_rise_and_the_last_one_left_wins() -> None:
    one = auction()
    assert not one.bid(5)
    assert (one.to_act, one.least()) == (2, 6)
    assert not one.drop_out()
    assert not one.bid(9)
    assert not one.drop_out()
    assert (one.to_act, one.leader, one.still_in()) == (1, 3, [1, 3])
    assert one.drop_out()
    assert (one.leader, one.high) == (3, 9)


def test_when_all_pass_nobody_leads() -> None:
    one = auction()
    assert [one.drop_out() for _ in range(4)] == [False, False, False, True]
    assert one.leader == NOBODY


def test_the_last_one_in_is_asked_even_without_a_bid_and_a_bid_settles_it() -> None:
    one = auction(seats=3, opener=0)
    assert [one.drop_out(), one.drop_out()] == [False, False]
    assert one.to_act == 2
    assert one.bid(5)


def test_a_seller_does_not_bid() -> None:
    one = auction(seats=3, opener=1)
    one.exclude(0)
    one.bid(5)
    assert one.to_act == 2
    one.bid(6)
    assert (one.to_act, one.still_in()) == (1, [1, 2])


def test_a_copy_goes_its_own_way() -> None:
    one = auction()
    twin = Auction(4, one)
    twin.bid(8)
    assert (one.high, twin.high) == (NOBODY, 8)


@pytest.mark.parametrize("opener", range(5))
@given(plays=st.lists(st.booleans(), max_size=60))
def test_whoever_acts_is_in_and_does_not_lead(opener: int, plays: list[bool]) -> None:
    one = auction(seats=5, opener=opener)
    for bids in plays:
        settled = one.bid(one.least()) if bids else one.drop_out()
        if settled:
            break
        assert one.to_act in one.still_in()
        assert one.to_act != one.leader
