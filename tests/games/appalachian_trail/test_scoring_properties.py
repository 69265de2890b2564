"""The continuous trail and the run beside a slow, obvious search over small random trails."""
from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import Dice
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from tests.games.appalachian_trail.positions import sheet, table

Cell = tuple[int, int]
GOAL = (5, 0)


def random_trail(seed: int, strict: bool) -> AppalachianTrailState:
    """Up to 17 cards grown at random towards the Goal and about it, matching all that they touch or one of it."""
    dice = Dice(seed)
    state = table("GF", length=5, match="all-edges" if strict else "connecting-edge")
    board = state.board
    laid = {(0, 0): "F" + "FGRW"[dice.below(4)]}
    for _ in range(400):
        cell = (dice.below(7), dice.below(4) - 1)
        card = "FGRW"[dice.below(2 + dice.below(3))] + "FGRW"[dice.below(2 + dice.below(3))]
        touched = [n for n in around(cell) if n in laid or (n == GOAL and strict)]
        fits = [meet(cell, card, n, laid.get(n, "GG")) for n in touched]
        own = [fit for n, fit in zip(touched, fits) if n != GOAL]
        if cell not in laid and cell != GOAL and len(laid) < 17 and (all(fits) and own if strict else any(own)):
            laid[cell] = card
    for (x, y), card in laid.items():
        state.put_trail(0, board.laid_names.index(card), board.ids.index(f"{x},{y}"))
    if any(meet(cell, card, GOAL, "GG") for cell, card in laid.items() if GOAL in around(cell)):
        state.completed = type(state.completed)([0])
    return state


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x, y - 1), (x - 1, y), (x, y + 1)]


def meet(cell: Cell, card: str, other: Cell, beside: str) -> bool:
    """AT-GEO-5"""
    to_right_or_below = other[0] > cell[0] or other[1] < cell[1]
    return card[1] == beside[0] if to_right_or_below else card[0] == beside[1]


def cards_of(state: AppalachianTrailState) -> dict[Cell, str]:
    areas = state.view()["areas"]
    assert isinstance(areas, list)
    return {(int(cell.split(",")[0]), int(cell.split(",")[1])): card for cell, card in areas[0]["trail"].items()}


def on_a_path(laid: dict[Cell, str]) -> set[Cell]:
    """AT-SCO-11, as it is written: every path from 0,0 to the Goal that visits no card twice."""
    cards = {**laid, GOAL: "GG"}
    found: set[Cell] = set()

    def walk(path: list[Cell]) -> None:
        if path[-1] == GOAL:
            found.update(path)
            return
        for cell in around(path[-1]):
            if cell in cards and cell not in path and meet(path[-1], cards[path[-1]], cell, cards[cell]):
                walk([*path, cell])

    walk([(0, 0)])
    return found - {GOAL}


def longest_run(laid: dict[Cell, str]) -> int:
    """AT-SCO-12, as it is written: halves are joined until nothing changes."""
    group = {(cell, half): {(cell, half)} for cell in laid for half in (0, 1)}

    def join(a: tuple[Cell, int], b: tuple[Cell, int]) -> None:
        if laid[a[0]][a[1]] == laid[b[0]][b[1]]:
            both = group[a] | group[b]
            for half in both:
                group[half] = both

    for x, y in laid:
        join(((x, y), 0), ((x, y), 1))
        for after in ((x + 1, y), (x, y - 1)):
            if after in laid:
                join(((x, y), 1), (after, 0))
    return max((len({cell for cell, _ in halves}) for halves in group.values()), default=0)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_trail_and_run_are_what_a_slow_search_finds(seed: int, strict: bool) -> None:
    state = random_trail(seed, strict)
    laid = cards_of(state)
    path = on_a_path(laid) if len(state.completed) else set()
    told = sheet(state)
    assert {part.cell for part in told["trail"].parts} == {f"{x},{y}" for x, y in path}
    run = longest_run({cell: laid[cell] for cell in path})
    assert state.view()["runs"] == [run, 0]
    assert len(told["terrain"].parts) == run


def test_the_random_trails_have_loops_branches_and_second_entrances() -> None:
    """Else the search above would prove little."""
    sizes = []
    for seed in range(150):
        state = random_trail(seed, True)
        laid = cards_of(state)
        if len(state.completed):
            sizes.append((len(on_a_path(laid)), len(laid)))
    assert sum(path < cards for path, cards in sizes) > 20
    assert sum(path > 7 for path, _ in sizes) > 20
