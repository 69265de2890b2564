"""The ladder: every seating with the same seed, figures that are right, and nothing lost by an interruption."""
from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from roundhouse.bots import bot, thinkers, unhurried
from roundhouse.bots.match import play
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.ladder import Ladder, matches, play_match, run
from roundhouse.lab.ladder_page import setups
from roundhouse.lab.results_file import Match, MatchResult, ResultsFile, key_of, mark
from roundhouse.lab.statistics import wilson_interval

SETUP = Setup.of("irish-gauge", 3)


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
    assert wilson_interval(won, games) == pytest.approx((low, high), abs=1e-4)


def test_an_interrupted_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    todo = matches(SETUP, ["random", "level-1"], 1, 5, neighbours=False)
    whole = sorted(run(SETUP, todo, None, 1), key=str)
    for _ in itertools.islice(run(SETUP, todo, ResultsFile(file), 1), 2):
        pass
    file.write_text(file.read_text() + '{"setup": {"game": "iri')   # cut off in the middle of a line
    assert sorted(run(SETUP, todo, ResultsFile(file), 1), key=str) == whole
    size = file.stat().st_size
    assert sorted(run(SETUP, todo, ResultsFile(file), 2), key=str) == whole
    assert file.stat().st_size == size
    assert sum(line.endswith("}") for line in file.read_text().splitlines()) == len(todo)


def test_games_of_a_bot_that_was_changed_since_are_played_again(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("class Mine:\n    def choose(self, seat, dice):\n        return seat.legal()[0]\n")
    name = f"{own}:Mine"
    todo = [Match(name, "random", 0, 1), Match("random", "greedy", 0, 1)]
    list(run(SETUP, todo, ResultsFile(tmp_path / "kept.jsonl"), 1))
    kept = ResultsFile(tmp_path / "kept.jsonl")
    assert len(kept.read(SETUP)) == 2 and not kept.outdated
    lines = (tmp_path / "kept.jsonl").read_text()
    word = mark(SETUP, name, "random")
    (tmp_path / "kept.jsonl").write_text(lines.replace(word, "0" * len(word)))
    kept = ResultsFile(tmp_path / "kept.jsonl")
    assert set(kept.read(SETUP)) == {todo[1]}
    assert kept.outdated == 1


def test_a_mark_changes_with_the_file_of_a_users_bot_and_with_the_edition(tmp_path: Path) -> None:
    marks = {mark(SETUP, "greedy", "random"), mark(Setup.of("age-of-rail", 3), "greedy", "random")}
    for number, text in enumerate(("A = 1", "A = 2")):
        own = tmp_path / f"{number}.py"
        own.write_text(text)
        marks.add(mark(SETUP, "random", f"{own}:A"))
    assert len(marks) == 4


@pytest.mark.parametrize("held", [b"\xff\xfe\x00", b'{\n "weights": [1]\n}\n', b"dear diary"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, held: bytes) -> None:
    file = tmp_path / "mine"
    file.write_bytes(held)
    with pytest.raises(UserError, match="mine"):
        ResultsFile(file)
    assert file.read_bytes() == held


def test_where_nothing_can_be_kept_is_told_before_anything_is_played(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "none" / "ladder.jsonl"):
        with pytest.raises(UserError, match="can't be kept"):
            ResultsFile(file)


def scores(seat: int, mine: int, theirs: int) -> tuple[int, ...]:
    return tuple(mine if s == seat else theirs for s in range(3))


def test_the_tables_say_what_was_played() -> None:
    strong = [MatchResult(Match("b", "a", seat, 1), scores(seat, 9, 3), (seat,), ()) for seat in range(3)]
    weak = [MatchResult(Match("a", "b", seat, 1), scores(seat, 1, 8), ((seat + 1) % 3,), ()) for seat in range(3)]
    ladder = Ladder(SETUP, ["a", "b"], strong + weak)
    assert (ladder.cross("b", "a").value, ladder.cross("b", "a").n) == (1.0, 3)
    assert (ladder.cross("a", "b").value, ladder.cross("a", "b").n) == (0.0, 3)
    first, second = ladder.standings()
    assert (first.name, first.won.value, first.place.value) == ("b", 1.0, 1.0)
    assert (second.name, second.won.value, second.place.value) == ("a", 0.0, 3.0)
    assert first.skill.value > second.skill.value
    text = ladder.markdown()
    assert "| b | 3 | 100.0% | 43.8% to 100.0% | 1.00 ± 0.00 |" in text
    assert "| **a** |  | 0% (0% to 56%) |" in text


def test_a_bot_that_wins_more_than_its_share_is_rated_over_its_field() -> None:
    """One of four that wins two games of five is the better one, though it loses more games than it wins."""
    won, lost = ((9, 5, 4, 3), (0,)), ((5, 9, 4, 3), (1,))
    played = [MatchResult(Match("b", "a", 0, seed), *(won if seed % 5 < 2 else lost), ()) for seed in range(50)]
    best, other = Ladder(Setup.of("irish-gauge", 4), ["a", "b"], played).standings()
    assert (best.name, other.name) == ("b", "a")
    assert best.skill.low > other.skill.value


def test_who_loses_the_tie_break_has_not_won() -> None:
    assert MatchResult(Match("a", "b", 0, 1), (5, 5, 3), (1,), ()).places() == [2, 1, 3]
    assert MatchResult(Match("a", "b", 0, 1), (5, 5, 3), (0, 1), ()).places() == [1, 1, 3]


def test_a_shared_win_counts_in_parts() -> None:
    assert MatchResult(Match("a", "b", 0, 1), (5, 5, 3), (0, 1), ()).share() == 0.5


def test_a_line_is_found_however_its_options_were_written_down(tmp_path: Path) -> None:
    """Those that are as usual may be named or not; others make it another table."""
    setup = Setup.of("narrow-gauge")
    played = MatchResult(Match("greedy", "random", 0, 1), (5, 3), (0,), ())
    ResultsFile(tmp_path / "kept.jsonl").add(setup, played)
    line = json.loads((tmp_path / "kept.jsonl").read_text())
    assert line["setup"] == {"game": "narrow-gauge", "seats": 2, "edition": "reconstruction-1", "options": []}
    line["setup"]["options"] = [list(option) for option in setup.options]
    (tmp_path / "kept.jsonl").write_text(json.dumps(line) + "\n")
    assert list(ResultsFile(tmp_path / "kept.jsonl").read(setup).values()) == [played]
    other = Setup.of("narrow-gauge", options={"more-power": "on"})
    assert key_of(other)["options"] == [["more-power", "on"]]
    assert ResultsFile(tmp_path / "kept.jsonl").read(other) == {}


def test_every_line_that_is_kept_in_the_docs_belongs_to_a_table_of_the_page() -> None:
    lines = (Path(__file__).parent.parent.parent / "docs" / "ladder.jsonl").read_text(encoding="utf-8").splitlines()
    found = {json.dumps(json.loads(line)["setup"]) for line in lines}
    assert found <= {json.dumps(key_of(setup)) for setup in setups()}


def test_the_levels_of_a_ladder_know_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, they make all their iterations: the same games come again."""
    setup = Setup.of("irish-gauge", 3)
    match = Match("level-3", "greedy", 0, 5)
    played = play_match(setup, match)
    monkeypatch.setattr(thinkers, "perf_counter", itertools.count(step=100).__next__)
    assert play_match(setup, match) == played
    assert play(setup, ["level-3"] * 3, [bot("level-3") for _ in range(3)], 5).log != play(
        setup, ["level-3"] * 3, [unhurried("level-3") for _ in range(3)], 5).log
