"""A study: the same data whoever plays it and however often it was interrupted, and nothing lost."""
from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.games.data import EditionError
from roundhouse.lab.folder import Folder, StudyError, batches
from roundhouse.lab.study import Study, play_game
from roundhouse.lab.workers import spread
from roundhouse.records import Record, read
from roundhouse.records.course import Course
from tests.editions import changed
from tests.lab.studies import SMALL, contents, exhaust, played

ALONE = partial(spread, jobs=1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small study, played in one go."""
    return contents(played(tmp_path_factory.mktemp("whole")).path)


def test_every_game_is_a_record_and_a_row(tmp_path: Path) -> None:
    folder = played(tmp_path)
    rows = folder.frame().to_dicts()
    assert [row["number"] for row in rows] == SMALL.numbers
    assert sorted(file.name for file in (tmp_path / "records").iterdir()) == [f"{n:06d}.json" for n in SMALL.numbers]
    for row in rows:
        record = read(folder.record_file(row["number"]))
        assert record.result is not None
        assert (record.seats, record.result.scores, len(record.log)) == (row["bots"], row["scores"], row["steps"])


def test_a_game_is_made_once_and_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, whole = [], Course.apply

    def counted(self: Course, code: int, at: float = 0.0) -> None:
        made.append(code)
        whole(self, code, at)
    monkeypatch.setattr(Course, "apply", counted)
    assert json.loads(play_game(SMALL, 0).row)["steps"] == len(made)


def test_the_number_of_workers_changes_nothing(tmp_path: Path, whole: dict[str, bytes]) -> None:
    assert contents(played(tmp_path, jobs=2).path) == whole


def test_an_interrupted_study_goes_on_to_the_same_bytes(tmp_path: Path, whole: dict[str, bytes]) -> None:
    folder = Folder(tmp_path)
    folder.open(SMALL)
    for done in folder.run(SMALL, 1, ALONE):
        if done == 5:
            break
    assert len(folder.done()) == 5
    folder.journal.write_bytes(folder.journal.read_bytes()[:-40])     # a line cut off by a crash
    folder.record_file(3).unlink()                                    # a record that did not reach the disk
    assert len(folder.done()) == 3
    assert contents(played(tmp_path).path) == whole


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_command_goes_on_to_the_same_bytes(tmp_path: Path, whole: dict[str, bytes]) -> None:
    command = [
        sys.executable, "-m", "roundhouse", "lab", "irish-gauge", "--games", "12", "--seats", "3", "--bots", "random",
        "--seed", "7", "--slips", "0", "--skill", "3", "--rungs", "random,level-1", "--jobs", "1", "--out",
    ]
    for attempt in range(20):     # one that is done too soon can not be killed
        folder = tmp_path / str(attempt)
        running = subprocess.Popen([*command, folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        journal = folder / "journal.jsonl"
        while running.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            time.sleep(0.005)
        running.send_signal(signal.SIGKILL)
        running.wait()
        if not (folder / "games.parquet").exists():
            break
    assert not (folder / "games.parquet").exists()
    subprocess.run([*command, folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert contents(folder) == whole


def test_a_study_can_grow(tmp_path: Path, whole: dict[str, bytes]) -> None:
    played(tmp_path, replace(SMALL, games=5, skill=0))
    assert contents(played(tmp_path).path) == whole


def test_another_study_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    before = contents(played(tmp_path).path)
    with pytest.raises(UserError, match=r"holds another study: seed was 7, now 8\. Choose another folder"):
        Folder(tmp_path).open(replace(SMALL, seed=8))
    with pytest.raises(UserError, match="games was 12, now 11"):
        Folder(tmp_path).open(replace(SMALL, games=11))
    assert contents(tmp_path) == before


def test_a_folder_that_is_no_study_says_so(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="is not the folder of a study"):
        _ = Folder(tmp_path).study
    (tmp_path / "study.json").write_text("{}")
    with pytest.raises(StudyError, match=r"study\.json can't be read"):
        _ = Folder(tmp_path).study
    folder = Folder(tmp_path / "new")
    folder.open(SMALL)
    with pytest.raises(StudyError, match="has no data yet"):
        folder.frame()


# ---- things that go wrong --------------------------------------------------------------------------------------------


CRASHING = """
class Crashing:
    def choose(self, seat, dice):
        if len(seat.history) == 60:
            raise RuntimeError("out of steam")
        return seat.legal()[0]
"""


def test_a_bot_that_crashes_is_told_and_its_games_count(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CRASHING)
    bots = ("random", f"{tmp_path / 'bad.py'}:Crashing", "random")
    rows = played(tmp_path / "study", replace(SMALL, bots=bots, skill=0)).frame().to_dicts()
    assert len(rows) == 12
    faults = [fault for row in rows for fault in row["faults"]]
    told = "bad.py:Crashing (seat 1, step 61) raised RuntimeError: out of steam"
    assert faults and all(told in fault for fault in faults)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """As on a disk that is full: what is written beyond that fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.skipif(os.name == "nt", reason="no limits on files")
def test_a_full_disk_is_told_and_nothing_that_was_done_is_lost(tmp_path: Path, whole: dict[str, bytes]) -> None:
    folder = Folder(tmp_path)
    folder.open(SMALL)
    with files_no_larger_than(30_000), pytest.raises(StudyError, match=r"can't be written: .*run the same command"):
        exhaust(folder.run(SMALL, 1, ALONE))
    kept = folder.done()
    assert 0 < len(kept) < 15
    assert folder.journal.read_bytes().endswith(b"\n")
    assert exhaust(folder.run(SMALL, 1, ALONE)) == 15
    assert contents(tmp_path) == whole


def test_what_is_wrong_is_said_before_anything_is_played() -> None:
    with pytest.raises(UserError, match="there is no bot 'randm'"):
        replace(SMALL, bots=("randm",) * 3).check()
    with pytest.raises(UserError, match=r"there is no metric 'marginn': .*did you mean 'margin'"):
        replace(SMALL, metrics=("marginn",)).check()
    with pytest.raises(UserError, match="which is not there"):
        replace(SMALL, metrics=("nowhere.py:Mine",)).check()
    with pytest.raises(UserError, match="has no option"):
        replace(SMALL, setup=replace(SMALL.setup, options=(("length", 5),))).check()
    with pytest.raises(EditionError, match="is not JSON"):
        replace(SMALL, setup=replace(SMALL.setup, digest="none of ours", text="{")).check()


# ---- what is played --------------------------------------------------------------------------------------------------


def test_an_edition_of_ones_own_travels_with_the_study(tmp_path: Path) -> None:
    data = title("irish-gauge").edition().data
    file = changed(data, {"starting_cash": 30}, tmp_path / "mine.json")
    own = replace(SMALL, setup=Setup.of("irish-gauge", 3, file), games=2, skill=0)
    file.unlink()
    folder = played(tmp_path / "study", own, jobs=2)
    text = folder.record_file(0).read_text()
    assert json.loads(text)["edition"] == "mine"
    assert Record.loads(text).game.edition.data["starting_cash"] == 30
    assert (tmp_path / "study" / "edition.json").read_text() == own.setup.text
    assert Folder(tmp_path / "study").study == own


def test_bots_rotate_and_rungs_meet() -> None:
    study = Study(Setup.of("irish-gauge"), ("a", "b", "c"), 4, seed=1, rotate=True, skill=2, rungs=("w", "s", "t"))
    assert ["".join(study.seating(n)[1]) for n in range(4)] == ["abc", "cab", "bca", "abc"]
    rungs = [study.seating(n) for n in study.numbers[4:]]
    assert rungs == [
        ("s over w", ["s", "w", "w"]), ("s over w", ["w", "s", "w"]), ("t over s", ["t", "s", "s"]),
        ("t over s", ["s", "t", "s"]),
    ]


@pytest.mark.parametrize(("numbers", "size", "expected"), [
    ([], 3, []), ([0, 1, 2, 3], 3, [range(3), range(3, 4)]), ([0, 2, 3], 3, [range(1), range(2, 4)]),
])
def test_batches_leave_out_what_is_done(numbers: list[int], size: int, expected: list[range]) -> None:
    assert list(batches(numbers, size)) == expected
