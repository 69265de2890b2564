"""Looking for puzzles: what is found is what was promised, always the same, and nothing is lost by an end."""
from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots.advice import hint
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab import puzzles
from roundhouse.lab.puzzles import Hunt, found_in, search
from roundhouse.records.puzzle import Puzzle, is_clear, read_puzzles

SETUP = Setup.of("narrow-gauge")
HUNT = Hunt(SETUP, ("level-2", "level-2"), 1, 200)
FEW = 6         # games, among which this hunt finds some


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("puzzles") / "found.jsonl"
    list(search(HUNT, FEW, 1, file))
    return file


def games_of(file: Path) -> dict[int, list[Puzzle]]:
    """The puzzles of a file, by the games in which they were found."""
    found: dict[int, list[Puzzle]] = {}
    for one in read_puzzles(file):
        found.setdefault(one.origin.game, []).append(one)
    return found


def test_what_is_found_is_a_puzzle(found: Path) -> None:
    read = read_puzzles(found)
    assert read
    for one in read:
        assert is_clear(one.moves) and one.kind
        assert "level-2" in one.missed
        assert one.record.seats == ["level-2", "level-2"]
        # And another search says so too, from what that seat may know.
        assert hint(one.course, one.seat, 400, seed=77).moves[0].line in one.right


def test_the_same_seed_gives_the_same_puzzles_whatever_the_number_of_jobs(found: Path, tmp_path: Path) -> None:
    list(search(HUNT, FEW // 2, 2, tmp_path / "again.jsonl"))
    begun = sum(len(some) for game, some in games_of(found).items() if game < FEW // 2)
    lines = found.read_bytes().splitlines(keepends=True)
    assert begun and (tmp_path / "again.jsonl").read_bytes() == b"".join(lines[:begun])


def test_a_search_that_was_ended_goes_on_where_it_was(
    found: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = games_of(found)
    looked: list[int] = []

    def look(hunt: Hunt, number: int) -> list[Puzzle]:
        assert hunt == HUNT
        looked.append(number)
        return known.get(number, [])

    monkeypatch.setattr(puzzles, "found_in", look)
    file = tmp_path / "cut.jsonl"
    first, second = list(known)[:2]
    lines = found.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line, one in zip(lines, read_puzzles(found)) if one.origin.game in (first, second)]
    file.write_text("".join(whole) + lines[-1][:99], encoding="utf-8")
    told = list(search(HUNT, FEW, 1, file))
    assert file.read_bytes() == found.read_bytes()
    # The game that may have been cut off is looked through again.
    assert looked == list(range(first + 1, FEW))
    assert told[0] == (first + 1, len(known[first])) and told[-1] == (FEW, len(lines))
    # Another hunt begins with its first game, and leaves what is there.
    monkeypatch.setattr(puzzles, "found_in", lambda hunt, number: [])
    other = Hunt(SETUP, ("level-2", "level-2"), 2, 200)
    assert next(iter(search(other, FEW, 1, file))) == (0, 0)
    assert file.read_bytes() == found.read_bytes()


def test_puzzles_are_written_in_the_order_of_their_games(
    found: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever game is done first."""
    known = games_of(found)
    backwards = [(number, known.get(number, [])) for number in reversed(range(FEW))]
    monkeypatch.setattr(puzzles, "spread", lambda work, batches, jobs: iter(backwards))
    told = list(search(HUNT, FEW, 1, tmp_path / "backwards.jsonl"))
    assert (tmp_path / "backwards.jsonl").read_bytes() == found.read_bytes()
    assert [done for done, _ in told] == [0] * FEW + [FEW]


def test_a_game_in_which_a_glance_finds_everything_has_none(monkeypatch: pytest.MonkeyPatch, found: Path) -> None:
    number = read_puzzles(found)[0].origin.game
    monkeypatch.setattr(puzzles, "_candidates", lambda course, dice: iter(()))
    assert found_in(HUNT, number) == []


def test_something_else_is_not_written_over(tmp_path: Path) -> None:
    for text in ("milk, bread\n", "milk, bread"):
        (tmp_path / "notes.txt").write_text(text, encoding="utf-8")
        with pytest.raises(UserError, match="line 1: this is not whole JSON"):
            list(search(HUNT, 1, 1, tmp_path / "notes.txt"))
        assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == text
    with pytest.raises(UserError, match="puzzles can't be kept in"):
        list(search(HUNT, 1, 1, tmp_path / "nowhere" / "found.jsonl"))
