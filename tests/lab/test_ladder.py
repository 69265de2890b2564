"""The ladder: every seating with the same seed, figures that are right, and nothing lost by an interruption."""
from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from roundhouse.lab.ladder import Ladder, Match, Played, Setup, matches, run
from roundhouse.lab.statistics import wilson

SETUP = Setup("irish-gauge", 3, "capstone-2019")


def test_all_ordered_pairs_meet_in_all_seatings_with_the_same_seeds() -> None:
    every = matches(SETUP, ["random", "greedy"], 2, 10, neighbours=False)
    assert len(every) == 2 * 2 * 3
    assert {(m.one, m.field, m.seat) for m in every if m.seed == 10} == {
        (one, field, seat) for one, field in (("random", "greedy"), ("greedy", "random")) for seat in range(3)
    }
    assert len(matches(SETUP, ["a", "b", "c"], 1, 1, neighbours=True)) == 4 * 3


@pytest.mark.parametrize(("won", "games", "low", "high"), [
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (90, 100, 0.8256, 0.9448), (0, 0, 0.0, 1.0),
])
def test_wilson_intervals(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-4)


def test_an_interrupted_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "ladder.jsonl"
    todo = matches(SETUP, ["random", "level-1"], 1, 5, neighbours=False)
    whole = sorted(run(SETUP, todo, None, 1), key=str)
    for _ in itertools.islice(run(SETUP, todo, kept, 1), 2):
        pass
    kept.write_text(kept.read_text() + '{"setup": {"game": "iri')   # cut off in the middle of a line
    assert sorted(run(SETUP, todo, kept, 1), key=str) == whole
    assert sorted(run(SETUP, todo, kept, 2), key=str) == whole
    assert sum(line.endswith("}") for line in kept.read_text().splitlines()) >= len(todo)


def scores(seat: int, mine: int, theirs: int) -> tuple[int, ...]:
    return tuple(mine if s == seat else theirs for s in range(3))


def test_the_tables_say_what_was_played() -> None:
    strong = [Played(Match("b", "a", seat, 1), scores(seat, 9, 3), (seat,), ()) for seat in range(3)]
    weak = [Played(Match("a", "b", seat, 1), scores(seat, 1, 8), ((seat + 1) % 3,), ()) for seat in range(3)]
    ladder = Ladder(SETUP, ["a", "b"], strong + weak)
    assert ladder.cross("b", "a") == (3.0, 3)
    assert ladder.cross("a", "b") == (0.0, 3)
    first, second = ladder.standings()
    assert (first.name, first.share, first.ranks / first.games) == ("b", 1.0, 1.0)
    assert (second.name, second.share, second.ranks / second.games) == ("a", 0.0, 3.0)
    assert first.skill > second.skill
    text = ladder.markdown()
    assert "| b | 3 | 100.0% | 43.8% to 100.0% | 1.00 |" in text
    assert "| **a** |  | 0% (0% to 56%) |" in text


def test_a_bot_that_wins_more_than_its_share_is_rated_over_its_field() -> None:
    """One of four that wins two games of five is the better one, though it loses more games than it wins."""
    won, lost = ((9, 5, 4, 3), (0,)), ((5, 9, 4, 3), (1,))
    played = [Played(Match("b", "a", 0, seed), *(won if seed % 5 < 2 else lost), ()) for seed in range(50)]
    best, other = Ladder(Setup("irish-gauge", 4, "capstone-2019"), ["a", "b"], played).standings()
    assert (best.name, other.name) == ("b", "a")
    assert best.skill - other.skill > best.doubt + other.doubt


def test_who_loses_the_tie_break_has_not_won() -> None:
    assert Played(Match("a", "b", 0, 1), (5, 5, 3), (1,), ()).places() == [2, 1, 3]
    assert Played(Match("a", "b", 0, 1), (5, 5, 3), (0, 1), ()).places() == [1, 1, 3]


def test_a_shared_win_counts_in_parts() -> None:
    assert Played(Match("a", "b", 0, 1), (5, 5, 3), (0, 1), ()).share() == 0.5
