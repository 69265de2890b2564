"""What each seat may know, and what it may imagine."""
from __future__ import annotations

import itertools
import json as text
from collections.abc import Iterator
from typing import Any, cast

import pytest

from roundhouse import CHANCE, Dice
from roundhouse.engine.contract import WATCHER
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.setup import Setup
from roundhouse.records.course import Course
from tests.games.narrow_gauge.positions import dealt, do, json, refilled, table, turn
from tests.walks import finished, shown, walk

CHOICES = [
    {"order": order, "more_power": power, "hidden_cities": cities, "hidden_money": money}
    for order, power, cities, money in itertools.product(
        ("auction", "random-order"), ("off", "on"), ("off", "on"), ("off", "on")
    )
]
WET = "T13 T14 T15 T17 T18"     # from G5 each of these costs $3 or more, mirrored at least $2


def games(seeds: range) -> Iterator[tuple[NarrowGaugeState, int]]:
    """Random games with every combination of options."""
    for seed in seeds:
        for n, options in enumerate(CHOICES):
            for state, code in walk(table(**options), 100 * seed + n, kinds_first=seed % 2 == 0):
                yield cast(NarrowGaugeState, state), code


@pytest.mark.rule("NG-HID-1", "NG-HID-6")
def test_a_hand_is_for_its_owner_and_the_pile_for_nobody() -> None:
    state = do(dealt(), "deal ohio")
    assert json(state, 0)["hands"] == [["T01", "T02", "T03", "T04", "T05"], 5]
    assert json(state, 1)["hands"] == [5, ["T44", "T45", "T46", "T47", "T48"]]
    assert json(state, 0)["pile"] == json(state, 1)["pile"] == 38
    assert json(state, 0)["contract_deck"] == json(state)["contract_deck"]


@pytest.mark.rule("NG-HID-6")
def test_lines_that_the_other_may_not_read() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end", "draw")
    card = state.game.parse("card T20")
    assert [shown(state, card, seat) for seat in (None, 0, 1)] == ["card T20", "card T20", "card ?"]
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland")
    bid = state.game.parse("bid 3")
    assert [shown(state, bid, seat) for seat in (None, 0, 1)] == ["bid 3", "bid 3", "bid ?"]
    assert shown(state, state.game.parse("deal kentucky"), 1) == "deal kentucky"
    do(state, "bid 3")
    assert [shown(state, bid, seat) for seat in (None, 0, 1)] == ["bid 3", "bid 3", "bid 3"]


@pytest.mark.rule("NG-HID-2", "NG-HID-6")
def test_sealed_choices_lie_open_to_all_once_both_are_in() -> None:
    """What was hidden when it was done is known from the step on that lays it open, in line and in facts."""
    auction = ["deal ohio", "deal georgia", "deal maryland", "bid 3", "bid 1"]
    random = ["deal ohio", "deal georgia", "deal maryland", "deal kentucky", "keep ohio", "keep kentucky"]
    for order, lines in (("auction", auction), ("random-order", random)):
        setup = Setup.of("narrow-gauge", options={"order": order})
        course = Course(setup)
        dice = Dice(1)
        while course.state.view(None)["phase"] == "setup":
            course.apply(int(course.state.random(dice)))
        for line in lines:
            course.apply(setup.game().parse(line))
        first = len(course.steps) - 1
        for seat in (1, WATCHER):
            assert course.back_to(first).line(first, seat) == f"{lines[-2].split()[0]} ?"
            assert course.line(first, seat) == lines[-2]
            assert course.knows(first, seat) == len(course.steps)
            passed = next(iter(course.passed(first, first)))
            assert passed.facts(seat) == passed.told
        assert course.knows(first, 0) == first


@pytest.mark.rule("NG-HID-4")
def test_what_a_watcher_imagines_is_what_a_watcher_may_know() -> None:
    """Both hands, sealed choices and contracts dealt are drawn anew, in the same way whatever they really are."""
    changed = 0
    for step, (state, _) in enumerate(games(range(1))):
        if step % 11:
            continue
        twin = state.imagine(WATCHER, Dice(step, 1))
        assert twin.view(WATCHER) == state.view(WATCHER)
        assert twin.imagine(WATCHER, Dice(step, 2)).view(None) == state.imagine(WATCHER, Dice(step, 2)).view(None)
        changed += twin.view(None)["hands"] != state.view(None)["hands"]
    assert changed > 200


@pytest.mark.rule("NG-TURN-3", "NG-HID-4")
def test_a_watcher_learns_from_no_card_too() -> None:
    state = do(turn(WET, cash=(2, 20), take="blue"), "no-card")
    for seed in range(15):
        hand = json(state.imagine(WATCHER, Dice(seed)))["hands"][0]
        assert "T03" not in hand and set(hand) <= idle(state)


@pytest.mark.rule("NG-HID-3")
def test_face_down_cities_are_hidden_from_all_but_their_numbers_open() -> None:
    state = dealt(hidden_cities="on")
    for seat in (0, 1, None):
        assert json(state, seat)["tiles"] == {}
        assert json(state, seat)["tiles_left"] == {"purple": 3, "pink": 3, "blue": 5, "green": 5}


@pytest.mark.rule("NG-HID-4")
def test_a_spectator_sees_what_both_may_see() -> None:
    state = do(dealt(hidden_money="on"), "deal ohio", "deal georgia", "deal maryland", "bid 3")
    seen = json(state, WATCHER)
    assert (seen["hands"], seen["cash"], seen["bids"], seen["pile"]) == ([5, 5], ["?", "?"], ["?", None], 38)
    hidden = {"hands", "cash", "bids", "pile", "dealt"}
    assert {key for key, value in json(state).items() if seen[key] != value} == hidden
    assert [shown(state, state.game.parse("keep ohio"), WATCHER)] == ["keep ohio"]


@pytest.mark.rule("NG-HID-5")
def test_hidden_money_is_shown_at_the_end() -> None:
    state = turn(hidden_money="on", cash=(7, 9))
    assert json(state, 0)["cash"] == [7, "?"]
    assert json(state, 1)["cash"] == ["?", 9]
    assert json(turn(cash=(7, 9)), 0)["cash"] == [7, 9]
    over = finished(table(hidden_money="on"), 3)
    assert over.view(0)["cash"] == over.view(1)["cash"] == over.scores()


@pytest.mark.rule("NG-HID-1", "NG-HID-2", "NG-HID-6")
def test_whatever_is_hidden_may_change_and_the_other_seat_sees_the_same_bytes() -> None:
    dice = Dice(7)
    changed = 0
    for step, (state, _) in enumerate(games(range(2))):
        if step % 9:
            continue
        for seat in (0, 1):
            other = state.imagine(seat, dice)
            assert text.dumps(other.view(seat)) == text.dumps(state.view(seat))
            changed += other.view(None) != state.view(None)
            if state.to_act == seat:
                assert list(other.legal()) == list(state.legal())
            elif state.to_act != CHANCE:
                assert len(other.legal()) > 0
    assert changed > 1000


@pytest.mark.rule("NG-HID-1", "NG-HID-2")
def test_imagining_does_not_depend_on_what_is_hidden() -> None:
    """From two states that a seat can't tell apart it imagines the same, given the same dice: nothing leaks."""
    for step, (state, _) in enumerate(games(range(1))):
        if step % 9:
            continue
        for seat in (0, 1):
            twin = state.imagine(seat, Dice(step, 1))
            assert twin.imagine(seat, Dice(step, 2)).view(None) == state.imagine(seat, Dice(step, 2)).view(None)


class Witness:
    """Remembers for a seat which cards the other must hold, from what the seat is shown and nothing else."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: set[str] = set()
        self.discarded: set[str] = set()

    def look(self, seen: dict[str, Any], all_cards: set[str]) -> None:
        """With no pile left, what is neither one's own nor discarded is the other's."""
        mine = set(seen["hands"][self.seat])
        discarded = set(seen["discard"])
        reshuffled = bool(self.discarded) and not discarded
        if reshuffled or seen["pile"] == 0:
            self.known = all_cards - mine - (self.discarded if reshuffled else discarded)
        self.known -= discarded
        self.discarded = discarded


def test_an_imagined_hand_holds_every_card_that_the_seat_knows_of() -> None:
    known = 0
    for options in CHOICES[::5]:
        for seed in range(2):
            witnesses = [Witness(0), Witness(1)]
            for step, (state, _) in enumerate(walk(table(**options), seed, kinds_first=True)):
                all_cards = set(cast(NarrowGaugeState, state).board.card_ids)
                for witness in witnesses:
                    witness.look(state.view(witness.seat), all_cards)
                    if witness.known and step % 2 == 0:
                        imagined: Any = state.imagine(witness.seat, Dice(step, 5)).view(None)
                        assert witness.known <= set(imagined["hands"][1 - witness.seat])
                        known += len(witness.known)
    assert known > 800


@pytest.mark.rule("NG-TURN-3", "NG-HID-1")
def test_no_card_tells_that_no_card_of_the_hand_could_be_played() -> None:
    state = do(turn(WET, cash=(2, 20), take="blue"), "no-card")
    seen: set[str] = set()
    for seed in range(15):
        hand = json(state.imagine(1, Dice(seed)))["hands"][0]
        seen |= set(hand)
        twin = turn(" ".join(hand), cash=(2, 20), take="blue") if not set(hand) & OTHERS else None
        assert twin is None or twin.lines() == ["no-card"]
    assert len(seen) > 5
    assert "T03" not in seen
    # One card comes into the hand after a discard, so one may be any card, and only one.
    do(state, "discard T13", "draw", "card T03")
    assert most_strangers(state) == 1
    # When it is seen to be played, the cards left are again those that could not be.
    do(state, "take red", next(line for line in do(state.copy(), "take red").lines() if line.startswith("play")), "end")
    refilled(state)
    assert most_strangers(do(state, "take blue", "play T03 G5")) == 0


OTHERS = {"T44", "T45", "T46", "T47", "T48"}


def most_strangers(state: NarrowGaugeState) -> int:
    """How many cards that could have been played at `no-card` seat 1 ever imagines in seat 0's hand."""
    return max(len(set(json(state.imagine(1, Dice(seed)))["hands"][0]) - idle(state)) for seed in range(60))


def idle(state: NarrowGaugeState) -> set[str]:
    return {card for n, card in enumerate(state.board.card_ids) if state.idle[0] >> n & 1}


@pytest.mark.rule("NG-CON-KY", "NG-CON-TN", "NG-HID-1")
def test_a_flip_for_a_card_tells_that_there_is_one() -> None:
    for contracts, lines in (("kentucky", ["flip kentucky"]), ("tennessee", ["play T03 G5", "flip tennessee"])):
        state = turn("T03 T17 T13 T14 T15", contracts=contracts, dark=True, cash=(2, 20), take="blue")
        do(state, *lines)
        for seed in range(50):
            assert all(line.startswith("play") for line in state.imagine(1, Dice(seed)).lines())
            assert state.imagine(1, Dice(seed)).lines()


@pytest.mark.rule("NG-HID-2")
def test_a_sealed_bid_and_a_kept_contract_are_imagined_anew() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland", "bid 3")
    assert {json(state.imagine(1, Dice(seed)))["bids"][0] for seed in range(300)} == set(range(21))
    assert json(state.imagine(0, Dice(1)))["bids"] == [3, None]
    state = dealt(order="random-order")
    do(state, "deal ohio", "deal georgia", "deal maryland", "deal kentucky", "keep ohio")
    imagined = [json(state.imagine(1, Dice(seed))) for seed in range(200)]
    assert len({one["kept"][0] for one in imagined}) == 7
    assert all(one["kept"][0] in one["dealt"][0] and len(one["dealt"][0]) == 2 for one in imagined)
    assert all(one["dealt"][1] == ["kentucky", "maryland"] for one in imagined)
