"""Whole games of Age of Rail: what is conserved, every way to a dividend and to the end, and node counts."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import CHANCE, State, game
from roundhouse.engine.play import perft
from roundhouse.records import read, replay
from tests.games.age_of_rail.positions import WORKED_GAME, at, do, start
from tests.games.age_of_rail.reference import Reference
from tests.walks import game as game_of
from tests.walks import slow_perft, tables, walk

RECORDS = Path(__file__).parent / "records"


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(tables("age-of-rail")), st.integers(0, 2**32), st.booleans())
def test_money_shares_and_links_are_conserved(choice: Any, seed: int, kinds: bool) -> None:
    """Money moves only between players, Treasuries and the bank, and each kind of line moves it its own way."""
    for state, code in walk(game_of(choice), seed, kinds):
        after = state.copy()
        after.apply(code)
        before, then = state.view(), after.view()
        conserved(then)
        kind = state.game.text(code).split()[0]
        if then["dividends_paid"] == before["dividends_paid"]:
            bank = total(then) - total(before)
            if kind in ("start", "bid", "pass", "done", "auto", "delegate", "offer", "offer-own", "build-nothing"):
                assert bank == 0
            elif kind == "develop":
                assert bank in (0, -3)
            elif kind == "link":
                assert bank in (0, -5, -10)


def total(view: Any) -> int:
    return int(sum(view["cash"]) + sum(one["treasury"] for one in view["railroads"].values()))


def conserved(view: Any) -> None:
    """No link and no external twice, five shares a railroad, nothing on a closed one, nobody in debt."""
    railroads = view["railroads"].values()
    for key in ("links", "connections"):
        built = [item for one in railroads for item in one[key]]
        assert len(set(built)) == len(built)
    for one in railroads:
        assert one["sold"] == sum(one["shares"]) <= 5
        assert one["open"] == (one["sold"] > 0)
        assert one["treasury"] >= 0
        assert one["value"] >= 5 * len(one["links"])
        assert one["open"] or not one["links"]
    assert all(dollars >= 0 for dollars in view["cash"])


# ---- recorded games --------------------------------------------------------------------------------------------------


def causes(name: str) -> tuple[list[str], State]:
    """How each dividend of a recorded game came about, and the last state."""
    record = read(RECORDS / f"{name}.json")
    state = record.game.start()
    found = []
    for by, line in record.log:
        before = state.view()
        assert by == (CHANCE if before["to_act"] == "chance" else before["to_act"])
        state.do(line)
        if at(state, "dividends_paid") > before["dividends_paid"]:
            late = before["phase"] == "free-link"
            seat = before["turn"]
            assert isinstance(seat, int)
            found.append("late" if late else "called" if line == "dividends" else at(state, "boxes")[seat])
    assert replay(record).state.view() == state.view()
    assert record.result is not None and record.result.scores == state.scores()
    return found, state


@pytest.mark.rule("AR-DIV-1", "AR-END-1", "AR-TURN-5")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ended-by-a-call", "called called called called called called"),
        ("ended-by-a-build", "called called called called called build"),
        ("ended-by-an-offer", "called called called called called offer"),
        ("ended-by-a-development", "called called called called called develop"),
        ("ended-after-the-late-railroad", "called called offer called called late"),
        ("dividend-after-the-late-railroad", "develop called build late called called"),
        ("shared-win", "called called called called called called"),
    ],
)
def test_every_way_to_a_dividend_and_to_the_end(name: str, expected: str) -> None:
    found, state = causes(name)
    assert found == expected.split()
    view = state.view()
    assert (view["phase"], view["to_act"], view["turn"], view["action_track"]) == ("over", None, None, 0)
    assert view["scores"] == view["cash"]


@pytest.mark.rule("AR-END-2")
def test_a_recorded_tie_is_shared() -> None:
    _, state = causes("shared-win")
    assert state.winners() == [0, 2]


@pytest.mark.rule("AR-LATE-4")
def test_a_recorded_game_in_which_the_late_railroad_stayed_closed() -> None:
    _, state = causes("ended-by-a-call")
    assert not at(state, "railroads")["PLE"]["open"]


# ---- node counts -----------------------------------------------------------------------------------------------------


def recorded(name: str, steps: int) -> tuple[State, Reference]:
    record = read(RECORDS / f"{name}.json")
    state = record.game.start()
    reference = Reference(record.game.edition.data, record.game.seats, dict(record.game.options))
    for _, line in record.log[:steps]:
        state.do(line)
        reference.apply(line)
    return state, reference


def played(script: list[str]) -> tuple[State, Reference]:
    state: State = start()
    reference = Reference(game("age-of-rail", 3, "allegheny").edition.data, 3, dict(state.game.options))
    for line in script:
        do(state, line)
        reference.apply(line)
    return state, reference


POSITIONS = {
    "first auction": lambda: played(["start 0"]),
    "after the worked check": lambda: played(WORKED_GAME),
    "South Africa before the sixth dividend": lambda: recorded("shared-win", 70),
}


@pytest.mark.parametrize(
    ("where", "counts"),
    [
        ("first auction", [82, 3403, 95284]),
        ("after the worked check", [37, 872, 24307]),
        ("South Africa before the sixth dividend", [19, 217, 4739, 79257]),
    ],
)
def test_node_counts(where: str, counts: list[int]) -> None:
    state, reference = POSITIONS[where]()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert slow_perft(reference, 2) == counts[1]
