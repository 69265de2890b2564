"""Runs of numbers, each as it is written one number at a time; compiled, these are the short ways."""
from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from roundhouse.engine.observing.floats import MOST, ONE, fraction, fractions
from roundhouse.engine.observing.runs import blank, mark_members, set_codes, tell_bytes, tell_run

SIZE = 64
TABLE = [0, 11, 12, 13, ONE]
RUNS = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(-1, 8))


def page(number: int = 7) -> vec[i32]:
    return vec[i32]([i32(number)] * SIZE)


@given(st.integers(0, SIZE), st.integers(-1, SIZE))
def test_a_run_is_blanked_and_nothing_beside_it(first: int, size: int) -> None:
    numbers = page()
    if first + size > SIZE:
        with pytest.raises(IndexError):
            blank(numbers, first, size)
    else:
        blank(numbers, first, size)
        assert list(numbers) == [0 if first <= n < first + size else 7 for n in range(SIZE)]


@given(st.integers(0, 4), st.sets(st.integers(0, 59)))
def test_the_bits_of_a_word_are_marked(first: int, bits: set[int]) -> None:
    numbers = page()
    mark_members(numbers, first, sum(1 << bit for bit in bits))
    assert list(numbers) == [int(ONE) if n - first in bits else 7 for n in range(SIZE)]


@given(RUNS, st.integers(1, 2), st.lists(st.integers(-3, 9), min_size=20, max_size=20))
def test_counts_are_told_by_a_table(run: tuple[int, int, int], apart: int, counts: list[int]) -> None:
    first, start, size = run
    numbers, expected = page(), [7] * SIZE
    for n in range(size):
        expected[first + n * apart] = TABLE[min(max(counts[start + n], 0), 4)]
    tell_run(numbers, first, apart, vec[i32](TABLE), vec[i64](counts), start, size)
    assert list(numbers) == expected


@given(RUNS, st.lists(st.sampled_from([0, 0, 0, 0, 0, 1, 3, 4, 255]), min_size=50, max_size=50))
def test_bytes_are_told_by_a_table(run: tuple[int, int, int], counts: list[int]) -> None:
    first, start, size = run[0], run[1], run[2] * 5
    numbers, expected = page(), [7] * SIZE
    for n in range(size):
        expected[first + n] = TABLE[min(counts[start + n], 4)]
    tell_bytes(numbers, first, vec[i32](TABLE), vec[u8](counts), start, size)
    assert list(numbers) == expected


@given(st.sets(st.integers(0, 30)), st.integers(0, 33))
def test_codes_are_marked_in_a_mask(codes: set[int], first: int) -> None:
    masks = vec[u8]([u8(7)] * SIZE)
    set_codes(masks, first, vec[i64](sorted(codes)), 1)
    assert list(masks) == [1 if n - first in codes else 7 for n in range(SIZE)]


def test_nothing_is_written_where_there_is_no_room() -> None:
    counts, table = vec[i64]([1] * 8), vec[i32](TABLE)
    with pytest.raises(IndexError):
        mark_members(page(), SIZE - 1, 0b10)
    for first, start, size in ((SIZE - 3, 0, 4), (0, 6, 3)):
        with pytest.raises(IndexError):
            tell_run(page(), first, 1, table, counts, start, size)
        with pytest.raises(IndexError):
            tell_bytes(page(), first, table, vec[u8]([1] * 8), start, size)
    with pytest.raises(IndexError):
        set_codes(vec[u8]([0] * SIZE), 0, vec[i64]([SIZE]), 1)


@pytest.mark.parametrize("halvings", [0, 3, 14, 15])
def test_a_table_says_what_a_fraction_does(halvings: int) -> None:
    table = fractions(halvings)
    assert list(table) == [0, *(fraction(n, halvings) for n in range(1, len(table)))]
    assert table[len(table) - 1] == fraction(MOST + 1, halvings) == ONE
    assert array("f", array("i", table[:2]).tobytes())[1] == 2.0 ** -halvings
