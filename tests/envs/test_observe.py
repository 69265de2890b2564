"""Observations: what a seat's view tells, nothing more and nothing less, as numbers in named places."""
from __future__ import annotations

import contextlib
import json
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import roundhouse
from roundhouse import OVER, Dice, Game, State
from roundhouse.engine.contract import NOBODY, Edition
from roundhouse.envs.observe import Observer
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.games.narrow_gauge.position import Position
from tests.walks import Choice, choices, game, over_games, tables, walk

SEEDS = st.integers(0, 2**32 - 1)
NAMES = sorted(titles())
# What is fixed for a game, and piles, whose sizes are kept beside them.
BOOKKEEPING = {
    "seats", "random_order", "more_power", "hidden_cities", "hidden_money",
    "piles", "size", "has", "known", "display", "deck", "removed",
}


@cache
def observer(choice: Choice) -> Observer:
    return Observer(game(choice))


def seen(observer: Observer, state: State, seat: int) -> bytes:
    numbers = array("f", [9.0]) * observer.size
    observer.write(state, seat, numbers)
    return numbers.tobytes()


def told(observer: Observer, state: State, seat: int) -> dict[str, float]:
    """The numbers that are not 0, by their labels."""
    numbers = np.frombuffer(seen(observer, state, seat), np.float32)
    return {observer.label(int(n)): float(numbers[n]) for n in np.flatnonzero(numbers)}


def tampered(state: State, dice: Dice) -> Iterator[tuple[str, State]]:
    """The state with one piece changed, in a few ways for each."""
    known = type(state)
    pieces = [
        name for name in dir(state)
        if not name.startswith("_") and name not in BOOKKEEPING and not isinstance(getattr(known, name, None), property)
    ]
    for name in pieces:
        for _ in range(2):
            other = state.copy()
            if changed(other, name, dice):
                yield name, other
    for name in ("lot", "minimum", "opener", "high", "leader", "bidders") if hasattr(state, "auction") else ():
        other = state.copy()
        if name != "high" or other.auction.high > 0:    # type: ignore[attr-defined]
            changed(other.auction, name, dice)          # type: ignore[attr-defined]
            yield f"auction {name}", other


def changed(owner: object, name: str, dice: Dice) -> bool:
    """Change a number, or swap two that differ in a vector."""
    value = getattr(owner, name)
    if isinstance(value, bool):
        setattr(owner, name, not value)
    elif isinstance(value, int):
        setattr(owner, name, value - 1 if value > 0 else 0 if value == NOBODY else value + 1)
    elif type(value).__name__ in ("vec[i64]", "vec[u8]") and len(value) > 1:
        one = dice.below(len(value))
        two = next((n for n in range(one - len(value), one) if value[n] != value[one]), one)
        other = value[:]
        other[one], other[two] = value[two], value[one]
        setattr(owner, name, other)
    else:
        return False
    return True


# ---- laws ------------------------------------------------------------------------------------------------------------


@over_games(40)
@given(choices(), SEEDS, st.booleans())
def test_an_observation_tells_nothing_that_the_seat_cannot_see(choice: Choice, seed: int, kinds: bool) -> None:
    """All that a seat can't see may be redrawn, and not a byte changes."""
    observer_ = observer(choice)
    dice = Dice(seed, 1)
    for state, _ in islice(walk(game(choice), seed, kinds), 0, None, 3):
        for seat in range(state.game.seats):
            assert seen(observer_, state.imagine(seat, dice), seat) == seen(observer_, state, seat)


@over_games(24)
@given(choices(), SEEDS, st.booleans())
def test_an_observation_tells_all_that_the_seat_sees(choice: Choice, seed: int, kinds: bool) -> None:
    """States that look different to a seat give it different numbers from 0 to 1: along a game to its end, and among
    what may come next."""
    observer_ = observer(choice)
    dice = Dice(seed, 2)
    views: dict[tuple[int, bytes], str] = {}

    def compare(state: State) -> None:
        for seat in range(state.game.seats):
            numbers = seen(observer_, state, seat)
            values = np.frombuffer(numbers, np.float32)
            assert values.min() >= 0 and values.max() <= 1
            view = json.dumps(state.view(seat))
            assert views.setdefault((seat, numbers), view) == view

    for step, (state, _) in enumerate(walk(game(choice), seed, kinds)):
        compare(state)
        if step % 8 == 0:
            codes = list(state.legal())
            for code in {codes[dice.below(len(codes))] for _ in range(12)}:
                after = state.copy()
                after.apply(code)
                compare(after)
    compare(state)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_else_lay_on_the_table_the_numbers_would_tell(name: str) -> None:
    """Change one thing at a time, also to what no game leads to: when the view changes, so do the numbers."""
    changes = 0
    for n, choice in enumerate(tables(name)[:: max(1, len(tables(name)) // 3)]):
        observer_, dice = observer(choice), Dice(n)
        for state, _ in islice(walk(game(choice), n, kinds_first=True), 5, None, 29):
            views = [(seat, json.dumps(state.view(seat)), seen(observer_, state, seat)) for seat in range(2)]
            for change, other in tampered(state, dice):
                for seat, view, numbers in views:
                    with contextlib.suppress(IndexError, ValueError):   # such a table can't even be described
                        if json.dumps(other.view(seat)) != view:
                            assert seen(observer_, other, seat) != numbers, change
                            changes += 1
    assert changes


@pytest.mark.parametrize("name", NAMES)
def test_parts_lie_side_by_side_and_every_number_has_a_label_of_its_own(name: str) -> None:
    for choice in tables(name)[:: max(1, len(tables(name)) // 8)]:
        observer_ = observer(choice)
        end = 0
        for part in observer_.parts:
            assert part.start == end
            assert part.size == int(np.prod(part.shape))
            end += part.size
        assert end == observer_.size
        assert len({observer_.label(n) for n in range(observer_.size)}) == observer_.size


@over_games(20)
@given(choices(), SEEDS)
def test_the_mask_marks_what_is_legal(choice: Choice, seed: int) -> None:
    observer_ = observer(choice)
    mask = np.ones(observer_.action_count, np.int8)
    for state, _ in islice(walk(game(choice), seed), 0, None, 5):
        observer_.write_mask(state, mask)
        assert np.flatnonzero(mask).tolist() == (list(state.legal()) if state.to_act >= 0 else [])


# ---- what some numbers mean ------------------------------------------------------------------------------------------


def opened(
    name: str, *lines: str, seats: int | None = None, options: dict[str, object] | None = None
) -> tuple[Observer, State]:
    """A game at the first decision, and then some moves."""
    one = roundhouse.game(name, seats, options=options)
    state = one.start()
    dice = Dice(1)
    while state.to_act < 0:
        state.apply(state.random(dice))
    for line in lines:
        state.do(line)
    return Observer(one), state


def test_own_seat_comes_first_and_the_others_in_turn_order() -> None:
    observer_, state = opened("irish-gauge", seats=4)
    opener = int(state.to_act)
    state.do("bid 9")
    for seat in range(4):
        numbers = told(observer_, state, seat)
        place = (opener - seat) % 4
        assert numbers["auction_leader you" + (f"+{place}" if place else "")] == 1
        assert numbers["auction_high /128"] == 9 / 128
        assert numbers[f"seat {seat}"] == 1
        assert numbers["cash you /128"] == 20 / 128
        assert numbers["cash you /4096"] == 20 / 4096


def test_a_sealed_bid_is_told_to_its_bidder_only() -> None:
    observer_, low = opened("narrow-gauge", "bid 3")
    _, high = opened("narrow-gauge", "bid 8")
    assert seen(observer_, low, 1) == seen(observer_, high, 1)
    assert told(observer_, low, 1)["bid_in you+1"] == 1
    assert told(observer_, low, 0)["bids you /128"] == 3 / 128
    for state in (low, high):
        state.do("bid 5")
    assert told(observer_, low, 1)["bids you+1 /128"] == 3 / 128
    assert told(observer_, high, 1)["bids you+1 /128"] == 8 / 128


def test_cities_to_be_revealed_are_told_in_their_order() -> None:
    observer_, state = opened("narrow-gauge", options={"hidden-cities": "on"})
    cast(Position, state).reveal = vec[i64]([3, 1])
    first = next(part.start for part in observer_.parts if part.name == "reveal")
    numbers = told(observer_, state, 0)
    assert (numbers[observer_.label(first + 3)], numbers[observer_.label(first + 1)]) == (1 / 4, 2 / 4)


def test_hidden_money_is_told_at_the_end() -> None:
    observer_, state = opened("narrow-gauge", options={"hidden-money": "on"})
    assert "cash you /128" in told(observer_, state, 0)
    assert "cash you+1 /128" not in told(observer_, state, 0)
    dice = Dice(3)
    while state.to_act != OVER:
        state.apply(state.random(dice))
    assert told(observer_, state, 0).get("cash you+1 /8192", 0.0) == state.scores()[1] / 8192


def test_hands_are_told_to_their_holders_and_at_the_end_to_all() -> None:
    observer_, state = opened("appalachian-trail", seats=3)
    assert any(label.startswith("hands you ") for label in told(observer_, state, 1))
    assert not any(label.startswith(("hands you+", "deck ")) for label in told(observer_, state, 1))
    dice = Dice(3)
    while state.to_act != OVER:
        state.apply(state.random(dice))
    holders = [seat for seat, hand in enumerate(state.view(None)["hands"]) if hand]  # type: ignore[var-annotated, arg-type]
    for seat in holders:
        place = (seat - 1) % 3
        owner = "hands you" + (f"+{place} " if place else " ")
        assert any(label.startswith(owner) for label in told(observer_, state, 1))


# ---- buffers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def table() -> tuple[Observer, State]:
    return opened("age-of-rail", seats=3)


def test_any_buffer_of_floats_will_do_and_only_its_place_is_written(table: tuple[Observer, State]) -> None:
    observer_, state = table
    size = observer_.size
    expected = np.frombuffer(seen(observer_, state, 2), np.float32)
    rows = np.full((3, size), 7, np.float32)
    observer_.write(state, 2, rows[1])
    assert (rows[1] == expected).all() and (rows[[0, 2]] == 7).all()
    long = array("f", [7.0]) * (size + 5)
    observer_.write(state, 2, long, 3)
    assert list(long[3:-2]) == expected.tolist() and list(long[:3]) + list(long[-2:]) == [7.0] * 5
    mask = np.ones(observer_.action_count + 2, np.bool_)
    observer_.write_mask(state, mask, 1)
    assert mask[0] and mask[-1] and np.flatnonzero(mask[1:-1]).tolist() == list(state.legal())


@pytest.mark.parametrize(
    ("buffer", "offset", "why"),
    [
        (np.zeros(5000), 0, "32-bit floats"),
        (np.zeros((2, 5000), np.float32), 0, "one axis"),
        (np.zeros(10000, np.float32)[::2], 0, "contiguous"),
        (np.zeros(100, np.float32), 0, "the buffer has 100"),
        (np.zeros(5000, np.float32), 4999, "room for"),
        (np.zeros(5000, np.float32), -1, "from -1 on"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(
    table: tuple[Observer, State], buffer: np.typing.NDArray[np.generic], offset: int, why: str
) -> None:
    observer_, state = table
    with pytest.raises(ValueError, match=why):
        observer_.write(state, 0, buffer, offset)
    assert not buffer.any()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of the process is not told here")
def test_observing_again_and_again_takes_no_more_memory(table: tuple[Observer, State]) -> None:
    observer_, state = table
    numbers, mask = array("f", bytes(4 * observer_.size)), bytearray(observer_.action_count)

    def pages() -> int:
        for _ in range(3000):
            observer_.write(state, 0, numbers)
            observer_.write_mask(state, mask)
        return int(Path("/proc/self/statm").read_text().split()[1])

    before = pages()
    assert pages() - before < 500       # 3000 observations that are kept are 2500 pages


class Chess(Game):
    name = "chess"
    rules_version = 1


def test_a_seat_index_or_game_that_there_is_not_is_refused(table: tuple[Observer, State]) -> None:
    observer_, state = table
    with pytest.raises(ValueError, match="seats are 0 to 2, not 3"):
        observer_.write(state, 3, array("f", bytes(4 * observer_.size)))
    with pytest.raises(IndexError, match="not 99999"):
        observer_.label(99999)
    with pytest.raises(UserError, match=r"no game .chess. here"):
        Observer(Chess(Edition("", "", {}), 2, {}, ["pass"]))
