"""Games as data: every decision of many records as a row of Parquet files, in a folder that can grow.

    dataset.json                    which game it is, and the records it was made of
    steps-000000-000099.parquet     the decisions of the first hundred games, and so on

A file is whole or not there, so an interrupted run goes on with the first that is missing, and its bytes depend on the
records alone. Memory is needed for one file at a time.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from roundhouse.engine.contract import CHANCE, share_of_win
from roundhouse.envs.observe import Observer
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.records import Record, RecordError, read, replay

if TYPE_CHECKING:
    import polars

FORMAT = "roundhouse-steps/1"
GAMES_IN_A_FILE = 100
MANIFEST = "dataset.json"


@dataclass(frozen=True)
class Shard:
    """One Parquet file: the games from `first` on, counted over the whole dataset."""

    first: int
    records: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The name of its file: which records are in it."""
        return f"steps-{self.first:06d}-{self.first + len(self.records) - 1:06d}.parquet"


def find_records(places: Sequence[Path]) -> list[Path]:
    """The records in folders, at any depth and in the order of their names, and those that are named themselves."""
    found = []
    for place in places:
        if not place.exists():
            raise UserError(f"there is no {place}")
        inside = sorted(place.rglob("*.json")) if place.is_dir() else [place]
        found += [file for file in inside if file.name not in ("study.json", "edition.json", MANIFEST)]
    if not found:
        raise UserError(f"there are no records in {', '.join(map(str, places))}; roundhouse sim --records writes some")
    return found


def write_dataset(records: Sequence[Path], folder: Path, games: int = GAMES_IN_A_FILE) -> Iterator[int]:
    """Write what is missing; how many games are done, again and again."""
    shards = [Shard(n, tuple(records[n:n + games])) for n in range(0, len(records), games)]
    setup = _finished(records[0]).setup
    _open(folder, setup, records, games)
    observer = Observer(setup.game())
    for shard in shards:
        if not (folder / shard.name).exists():
            _write_shard(folder / shard.name, shard, setup, observer)
        yield shard.first + len(shard.records)
    for stale in set(folder.glob("steps-*.parquet")) - {folder / shard.name for shard in shards}:
        stale.unlink()      # the last file of a smaller dataset, which a larger one now holds


def _open(folder: Path, setup: Setup, records: Sequence[Path], games: int) -> None:
    """Make the folder, or go on in it if it holds the beginning of the same."""
    game = setup.game()
    head = {
        "format": FORMAT, "game": setup.title, "seats": setup.seats, "edition": setup.edition,
        "edition_digest": setup.digest, "rules_version": setup.version, "options": dict(setup.options),
        "numbers": Observer(game).size, "codes": game.codes, "games_in_a_file": games,
    }
    file = folder / MANIFEST
    names = [record.name for record in records]
    if file.exists():
        old = json.loads(file.read_text(encoding="utf-8"))
        before = old.pop("records")
        if old != json.loads(json.dumps(head)) or names[:len(before)] != before:
            raise UserError(f"{folder} holds a dataset of other games; choose another folder with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({**head, "records": names}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"the dataset can't be written to {folder}: {error.strerror}") from error


def _write_shard(file: Path, shard: Shard, setup: Setup, observer: Observer) -> None:
    rows: list[dict[str, Any]] = []
    seen: list[Any] = []
    for number, path in enumerate(shard.records, shard.first):
        for row, numbers in _steps(number, _finished(path, setup), observer):
            rows.append(row)
            seen.append(numbers)
    part = file.with_suffix(".part")
    try:
        _frame(rows, seen, observer.size).write_parquet(part, compression="zstd")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UserError(f"{file} can't be written: {error.strerror}; what is there is kept") from error


def _finished(path: Path, setup: Setup | None = None) -> Record:
    try:
        record = read(path)
    except RecordError as error:
        raise UserError(f"{path}: {error}") from error
    if setup is not None and record.setup != setup:
        raise UserError(f"{path} is of another game than the first record: a dataset holds one title, number of seats, "
                        "edition and set of options")
    if record.result is None:
        raise UserError(f"{path} is of a game that is not over: without a result it teaches nothing")
    return record


def _steps(number: int, record: Record, observer: Observer) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each decision of a game, and what the one who made it saw."""
    assert record.result is not None
    seats = record.setup.seats
    returns = [share_of_win(seat, record.result.winners) - 1 / seats for seat in range(seats)]
    state = record.game.start()
    for step, code in enumerate(replay(record).codes(), 1):
        seat = int(state.to_act)
        if seat != CHANCE:
            numbers = np.empty(observer.size, np.float32)
            observer.write(state, seat, numbers)
            yield {
                "game": number, "step": step, "seat": seat, "by": record.seats[seat], "legal": list(state.legal()),
                "action": code, "result": returns[seat], "score": record.result.scores[seat], "results": returns,
                "scores": record.result.scores,
            }, numbers
        state.apply(code)


def _frame(rows: list[dict[str, Any]], seen: list[Any], size: int) -> polars.DataFrame:
    import polars as pl
    columns: dict[str, Any] = {
        "game": pl.Int32, "step": pl.Int32, "seat": pl.Int8, "by": pl.String, "legal": pl.List(pl.Int32),
        "action": pl.Int32, "result": pl.Float32, "score": pl.Int32, "results": pl.List(pl.Float32),
        "scores": pl.List(pl.Int32),
    }
    observations = np.array(seen, np.float32).reshape(len(rows), size)
    return pl.DataFrame(rows, schema=columns).with_columns(
        pl.Series("observation", observations, dtype=pl.Array(pl.Float32, size))
    )


__all__ = ["FORMAT", "GAMES_IN_A_FILE", "MANIFEST", "find_records", "write_dataset"]
