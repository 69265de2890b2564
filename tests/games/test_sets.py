"""Sets of hexes for plain code: they work as any set, in order, and can be looked at."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roundhouse.engine.bits import packed
from roundhouse.engine.hexes import HexGrid
from roundhouse.games.sets import HexSet

GRID = HexGrid([f"H{n}" for n in range(130)], [(n % 10, n // 10) for n in range(130)])
HEXES = st.frozensets(st.integers(0, 129))


@given(HEXES, HEXES)
def test_a_set_of_hexes_is_a_set(one: frozenset[int], other: frozenset[int]) -> None:
    sets = packed([one, other], GRID.words)
    here, there = HexSet.of(GRID, sets, 0), HexSet.of(GRID, sets, 1)
    assert list(here) == sorted(one)
    assert here.ids == [f"H{n}" for n in sorted(one)]
    assert len(there) == len(other)
    assert here & there == one & other
    assert here | there == one | other
    assert (here <= there) == (one <= other)


def test_it_prints_as_a_map_with_odd_columns_lower() -> None:
    grid = HexGrid(["A1", "A2", "B1"], [(0, 0), (1, 0), (0, 1)])
    assert str(HexSet(grid, [2, 0])) == "A1\n    .\nB1"
