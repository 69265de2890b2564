"""Sealed bids of Narrow Gauge: nobody answers a bid that they have not seen, and the second bids as the first does."""
from __future__ import annotations

import pytest

from roundhouse import Dice
from roundhouse.bots import bot
from roundhouse.bots.bot import Seat
from roundhouse.bots.thinkers import SearchBot, new_search
from roundhouse.bots.tree import NONE, Tree
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, HIDDEN, NOBODY
from roundhouse.games import Setup
from roundhouse.records.course import Course
from tests.games.narrow_gauge.test_auction import auction


def bidding(seed: int, *bids: str, **options: str) -> Course:
    """A game at its first sealed choice, after these."""
    course = Course(Setup.of("narrow-gauge", 2, None, options))
    dice = Dice(seed)
    while course.to_act == CHANCE:
        course.roll(dice)
    for line in bids:
        course.apply(course.game.parse(line))
    return course


def searched(seat: int, *bids: str) -> Tree:
    return SearchBot(60).think(Seat(bidding(4, *bids), seat), Dice(1))


@pytest.mark.parametrize("name", ["greedy", "level-3"])
def test_the_second_bidder_decides_by_nothing_of_the_first_bid(name: str) -> None:
    answers = {bot(name).choose(Seat(bidding(4, f"bid {bid}"), 1), Dice(5)) for bid in (0, 3, 20)}
    assert len(answers) == 1


def test_both_bidders_judge_their_bids_alike() -> None:
    """The opening is the same for both but for the hands, which the value of a bid hardly depends on."""
    value = valuer("narrow-gauge")
    first, second = auction(), auction(9)
    first.hand[1] = second.hand[1] = first.hand[0]
    for dollars in (0, 3, 8, 15):
        code = first.game.first_bid + dollars
        mine, theirs = value.ahead(first, code), value.ahead(second, code)
        assert mine[0] == pytest.approx(theirs[1], abs=1e-6)


def test_a_sealed_bid_that_is_taken_back_leaves_the_table_as_it_was() -> None:
    state = auction(7)
    state.unseal()
    assert (list(state.bids), state.to_act) == ([NOBODY, NOBODY], 0)
    assert state.view(None) == auction().view(None)


def test_neither_bidder_is_taken_to_know_the_other_bid() -> None:
    """One node stands for the rival whatever was bid, and each bid of theirs was followed by more than one of ours."""
    for seat, bids in ((0, ()), (1, ("bid 2",))):
        search = searched(seat, *bids)
        rivals = search._find(search.root, HIDDEN)
        assert rivals != NONE
        own = [search._find(search.root, code) for code, _, _ in search.root_actions()]
        assert len(own) > 1
        assert search.visits[rivals] == sum(search.visits[node] for node in own) == 60
        assert search.expansions[rivals] > 0
        assert not any(search.expansions[node] for node in own)


@pytest.mark.parametrize("seat", [0, 1])
def test_where_both_are_to_bid_next_a_leaf_is_worth_the_same_to_both(seat: int) -> None:
    """It would not be if it were valued by the best bid of who is asked first."""
    state = auction()
    state.hand[1] = state.hand[0]
    search = new_search(state.game, seat)
    mine, theirs = search._evaluate(search.root, state, Dice(1))
    assert mine == pytest.approx(theirs, abs=1e-6)
    assert search.expansions[search.root] == 0


@pytest.mark.parametrize("name", ["greedy", "level-3"])
def test_of_contracts_dealt_the_second_to_keep_one_knows_no_more(name: str) -> None:
    opened = bidding(4, order="random-order")
    lines = opened.state.lines()
    answers = {
        bot(name).choose(Seat(bidding(4, line, order="random-order"), 1), Dice(5)) for line in lines
    }
    assert len(lines) == 2 and len(answers) == 1


def test_a_tree_of_sealed_choices_is_not_kept() -> None:
    thinker = SearchBot(20)
    course = bidding(4)
    thinker.think(Seat(course, 0), Dice(1))
    course.apply(course.game.parse("bid 3"))
    course.apply(course.game.parse("bid 2"))
    assert thinker.think(Seat(course, 0), Dice(1)).visits[0] == 20


def test_a_search_that_is_told_a_bid_keeps_it() -> None:
    search = new_search(auction().game, 1)
    for _ in range(20):
        search.iterate(auction(5), Dice(1))
    assert search.root_actions()
