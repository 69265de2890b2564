"""Many games: the same whatever the number of processes, and nothing lost when one dies."""
from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab import sim
from roundhouse.lab.sim import Order, Outcome, run
from roundhouse.lab.workers import WorkersError
from roundhouse.records import RecordError, read


def all_of(order: Order, games: int, jobs: int) -> list[Outcome]:
    return sorted((one for batch in run(order, games, jobs) for one in batch), key=lambda one: one.number)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 3):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        order = Order(Setup.of("irish-gauge", 4), ("random",) * 4, seed=7, records=str(folder))
        found.append((all_of(order, 25, jobs), files(folder)))
    assert found[0] == found[1]
    assert [one.number for one in found[0][0]] == list(range(25))
    assert len(found[0][1]) == 25


def test_games_of_one_seed_differ_and_are_whole_records(tmp_path: Path) -> None:
    all_of(Order(Setup.of("irish-gauge", 3), ("random",) * 3, seed=1, records=str(tmp_path)), 6, 1)
    assert len(set(files(tmp_path).values())) == 6
    for file in tmp_path.iterdir():
        assert read(file).result is not None


def test_a_record_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    order = Order(Setup.of("irish-gauge", 3), ("random",) * 3, seed=1, records=str(tmp_path))
    all_of(order, 2, 1)
    before = files(tmp_path)
    all_of(order, 2, 1)
    with pytest.raises(RecordError, match="is the record of another game"):
        all_of(Order(Setup.of("irish-gauge", 4), ("random",) * 4, seed=1, records=str(tmp_path)), 2, 1)
    assert files(tmp_path) == before


def test_an_unknown_bot_is_named_before_anything_is_played() -> None:
    with pytest.raises(UserError, match=r"there is no bot 'randm': .*; did you mean 'random'"):
        all_of(Order(Setup.of("irish-gauge", 3), ("randm",) * 3, seed=1), 2, 2)


def die_once(order: Order, numbers: range) -> list[Outcome]:
    """Plays like the real one, but the first process to come to game 8 is killed on the way."""
    mark = Path(order.records or "", "killed")
    if 8 in numbers and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return PLAY_BATCH(order, numbers)


def die_always(order: Order, numbers: range) -> list[Outcome]:
    if 8 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return PLAY_BATCH(order, numbers)


PLAY_BATCH = sim.play_batch


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_the_games_of_a_killed_worker_are_played_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = Order(Setup.of("irish-gauge", 3), ("random",) * 3, seed=3, records=str(tmp_path))
    expected = all_of(Order(Setup.of("irish-gauge", 3), ("random",) * 3, seed=3), 30, 1)
    monkeypatch.setattr(sim, "play_batch", die_once)
    assert all_of(order, 30, 2) == expected
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_when_workers_keep_dying_it_is_said_and_what_is_done_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sim, "play_batch", die_always)
    with pytest.raises(WorkersError, match=r"a worker process died at range\(\d+, \d+\), and another"):
        all_of(Order(Setup.of("irish-gauge", 3), ("random",) * 3, seed=3, records=str(tmp_path)), 30, 2)
    for file in tmp_path.glob("*.json"):
        read(file)
