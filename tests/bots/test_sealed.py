"""Sealed bids of Narrow Gauge: nobody answers a bid that they have not seen, and nobody is thought to bid at random."""
from __future__ import annotations

from roundhouse import Dice
from roundhouse.bots.search import NONE
from roundhouse.bots.thinkers import new_search
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import HIDDEN, NOBODY
from tests.games.narrow_gauge.test_auction import auction


def supposed(true_bid: int, stream: int) -> int:
    dice = Dice(3, stream)
    state = auction(true_bid).imagine(1, dice)
    valuer("narrow-gauge").suppose(state, 1, dice)
    bids = state.bids
    return int(bids[0])


def test_an_imagined_bid_is_one_that_makes_sense() -> None:
    """The bidder has $20: any bid would be $10 on average."""
    bids = [supposed(5, stream) for stream in range(20)]
    assert len(set(bids)) > 1
    assert sum(bids) / len(bids) < 8


def test_an_imagined_bid_tells_nothing_of_the_true_one() -> None:
    assert [supposed(2, stream) for stream in range(10)] == [supposed(15, stream) for stream in range(10)]


def test_what_is_not_sealed_is_left_alone() -> None:
    state = auction()
    valuer("narrow-gauge").suppose(state, 0, Dice(1))
    assert list(state.bids) == [NOBODY, NOBODY]
    state = auction(7)
    valuer("narrow-gauge").suppose(state, 0, Dice(1))
    assert state.bids[0] == 7


def test_the_second_bidder_is_not_taken_to_know_the_first_bid() -> None:
    """One node stands for the rival after whatever was bid; after a single bid the tree never looks for an answer."""
    search = new_search(auction().game, 0)
    dice = Dice(1)
    for _ in range(40):
        search.iterate(auction().imagine(0, dice), dice)
    blind = search._find(search.root, HIDDEN)
    assert blind != NONE
    own = [search._find(search.root, code) for code, _, _ in search.findings()]
    assert len(own) > 1
    assert search.visits[blind] == sum(search.visits[node] for node in own)
    assert search.looked[blind] > 0
    assert not any(search.looked[node] for node in own)
