"""Games as data: every decision is there, an interrupted run goes on to the same bytes, and loaders agree."""
from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from roundhouse.engine.contract import CHANCE
from roundhouse.envs.dataset import find_records, write_dataset
from roundhouse.envs.observe import Observer
from roundhouse.envs.steps import Steps
from roundhouse.errors import UserError
from roundhouse.games import Setup, titles
from roundhouse.lab.sim import Order, run
from roundhouse.records import read, replay
from tests.lab.test_commands import typed


def games(folder: Path, name: str = "narrow-gauge", count: int = 5, **options: object) -> list[Path]:
    """Records of random games."""
    folder.mkdir()
    setup = Setup.of(name, None, None, options)
    for _ in run(Order(setup, ("random",) * setup.seats, 3, str(folder)), count):
        pass
    return find_records([folder])


def written(records: list[Path], folder: Path, size: int = 2) -> Path:
    for _ in write_dataset(records, folder, size):
        pass
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("name", titles())
def test_every_decision_is_a_row(name: str, tmp_path: Path) -> None:
    records = games(tmp_path / "records", name, 2)
    rows = Steps(written(records, tmp_path / "steps")).scan().collect().to_dicts()
    for number, path in enumerate(records):
        record = read(path)
        assert record.result is not None
        observer = Observer(record.game)
        decided = [step for step in replay(record).passed() if step.by != CHANCE]
        mine = [row for row in rows if row["game"] == number]
        assert [(row["step"], row["seat"], row["action"]) for row in mine] == \
               [(step.number, step.by, step.code) for step in decided]
        for row, step in list(zip(mine, decided))[::7]:
            seen = np.empty(observer.size, np.float32)
            observer.write(step.before, step.by, seen)
            assert row["observation"] == seen.tolist()
            assert row["legal"] == list(step.before.legal())
            assert row["by"] == "random"
        assert {row["seat"]: row["score"] for row in mine} == dict(enumerate(record.result.scores))
        assert sum(mine[0]["results"]) == pytest.approx(0, abs=1e-6)
        assert all(row["result"] == row["results"][row["seat"]] for row in mine)


def test_an_interrupted_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    records = games(tmp_path / "records")
    whole = contents(written(records, tmp_path / "whole"))
    for done in write_dataset(records, tmp_path / "cut", 2):
        if done == 2:
            break
    assert len(contents(tmp_path / "cut")) == 2
    assert contents(written(records, tmp_path / "cut")) == whole
    assert sorted(whole) == ["dataset.json", "steps-000000-000001.parquet", "steps-000002-000003.parquet",
                             "steps-000004-000004.parquet"]


def test_a_dataset_grows_with_its_records(tmp_path: Path) -> None:
    records = games(tmp_path / "records")
    whole = contents(written(records, tmp_path / "whole"))
    written(records[:3], tmp_path / "grown")
    assert contents(written(records, tmp_path / "grown")) == whole


def test_what_can_not_be_one_dataset_is_said(tmp_path: Path) -> None:
    records = games(tmp_path / "records", count=2)
    others = games(tmp_path / "others", count=1, order="random-order")
    with pytest.raises(UserError, match="is of another game than the first record"):
        written([*records, *others], tmp_path / "mixed", 5)
    written(records, tmp_path / "steps")
    with pytest.raises(UserError, match="holds a dataset of other games"):
        written(others, tmp_path / "steps")
    with pytest.raises(UserError, match="there are no records in"):
        find_records([tmp_path / "steps"])
    with pytest.raises(UserError, match=r"there is no .*nowhere"):
        find_records([tmp_path / "nowhere"])
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(UserError, match=r"bad\.json.*not a whole JSON file"):
        written([*records, tmp_path / "bad.json"], tmp_path / "bad", 5)
    with pytest.raises(UserError, match="is no dataset"):
        Steps(tmp_path)


def test_a_game_that_is_not_over_is_refused(tmp_path: Path) -> None:
    record, = games(tmp_path / "records", count=1)
    whole = read(record)
    record.write_text(replace(whole, log=whole.log[:60], result=None).dumps(), encoding="utf-8")
    with pytest.raises(UserError, match="not over"):
        written([record], tmp_path / "steps")


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> Steps:
    folder = tmp_path_factory.mktemp("loaded")
    return Steps(written(games(folder / "records"), folder / "steps"))


def test_batches_hold_every_step_once(steps: Steps) -> None:
    frame = steps.scan().collect()
    batches = list(steps.batches(64))
    assert np.concatenate([batch.action for batch in batches]).tolist() == frame["action"].to_list()
    assert np.array_equal(np.concatenate([batch.observation for batch in batches]), frame["observation"].to_numpy())
    for batch in batches:
        assert batch.mask.shape == (len(batch), steps.about["codes"])
        assert batch.mask[np.arange(len(batch)), batch.action].all()
    legal = np.concatenate([batch.mask.sum(axis=1) for batch in batches])
    assert legal.tolist() == frame["legal"].list.len().to_list()


def test_shuffled_batches_depend_on_the_seed_alone(steps: Steps) -> None:
    def actions(seed: int | None) -> list[int]:
        return [int(action) for batch in steps.batches(50, seed) for action in batch.action]

    assert actions(1) == actions(1) != actions(2)
    assert sorted(actions(1)) == sorted(actions(None))


def test_only_some_steps(steps: Steps) -> None:
    assert all((batch.seat == 1).all() for batch in steps.batches(50, only=pl.col("seat") == 1))


def test_tensors_are_the_same_numbers(steps: Steps) -> None:
    torch = pytest.importorskip("torch")
    loader = torch.utils.data.DataLoader(steps.torch(64), batch_size=None)
    tensors: list[dict[str, Any]] = list(loader)
    for arrays, one in zip(steps.batches(64), tensors, strict=True):
        assert one["observation"].dtype == torch.float32 and one["mask"].dtype == torch.bool
        assert np.array_equal(one["observation"].numpy(), arrays.observation)
        assert np.array_equal(one["action"].numpy(), arrays.action)


def test_workers_share_the_files(steps: Steps) -> None:
    parts = [steps._part(n, 2) for n in range(2)]
    assert sorted(file for part in parts for file in part.files) == steps.files
    assert all(part.files for part in parts)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    games(tmp_path / "records", count=2)
    assert typed(monkeypatch, "dataset", tmp_path / "records", "--out", tmp_path / "steps") == 0
    assert "2 games are in" in " ".join(capsys.readouterr().out.split())
    assert Steps(tmp_path / "steps").about["records"] == [
        "narrow-gauge-3-000000.json", "narrow-gauge-3-000001.json",
    ]


def test_the_examples_on_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    written(games(tmp_path / "records", "irish-gauge"), tmp_path / "steps")
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "envs" / "datasets.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        exec(example, {})
