"""A dataset of games, read for Polars, NumPy or PyTorch:

    steps = Steps("steps")
    steps.scan().filter(pl.col("by") == "level-3")          # Polars, lazily
    for batch in steps.batches(1024, seed=1):               # NumPy, a file at a time
        batch.observation, batch.mask, batch.action, batch.result
    torch.utils.data.DataLoader(steps.torch(1024), batch_size=None)
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from roundhouse.envs.dataset import FORMAT, MANIFEST
from roundhouse.errors import UserError

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray
    from torch.utils.data import IterableDataset


@dataclass(frozen=True)
class Batch:
    """Some decisions as arrays, a row each."""

    observation: NDArray[np.float32]
    """What the one who decides sees: decisions × numbers."""
    mask: NDArray[np.bool_]
    """What is legal: decisions × action codes."""
    action: NDArray[np.int64]
    seat: NDArray[np.int64]
    result: NDArray[np.float32]
    """What the game was worth to that seat: its share of the win, less what is fair."""

    def __len__(self) -> int:
        return len(self.action)


class Steps:
    """The folder of a dataset."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        try:
            about = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UserError(f"{folder} is no dataset: {error}; roundhouse dataset writes one") from error
        if about.get("format") != FORMAT:
            raise UserError(f"{folder} is a dataset of another kind: {about.get('format')}, expected {FORMAT}")
        self.about: dict[str, Any] = about
        """Which game it is, how many numbers an observation has, and how many action codes there are."""

    @cached_property
    def files(self) -> list[Path]:
        """Its Parquet files in the order of the games."""
        return sorted(self.folder.glob("steps-*.parquet"))

    def scan(self) -> pl.LazyFrame:
        """All steps, for Polars, which reads no more of them than is asked for."""
        import polars
        return polars.scan_parquet(self.files)

    def batches(self, size: int, seed: int | None = None, only: pl.Expr | None = None) -> Iterator[Batch]:
        """All steps, so many at a time: in order, or with a seed shuffled, files first and then what is in each.

        `only` is a condition, such as pl.col("by") == "level-3". A batch never goes over the end of a file, so that the
        last of each may be smaller.
        """
        import polars
        random = None if seed is None else np.random.default_rng(seed)
        files = self.files if random is None else [self.files[n] for n in random.permutation(len(self.files))]
        for file in files:
            frame = polars.read_parquet(file)
            frame = frame if only is None else frame.filter(only)
            order = np.arange(len(frame)) if random is None else random.permutation(len(frame))
            for first in range(0, len(frame), size):
                yield self._batch(frame[order[first:first + size]])

    def _batch(self, frame: pl.DataFrame) -> Batch:
        mask = np.zeros((len(frame), self.about["codes"]), np.bool_)
        lengths = frame["legal"].list.len().to_numpy()
        mask[np.repeat(np.arange(len(frame)), lengths), frame["legal"].explode().to_numpy()] = True
        return Batch(
            frame["observation"].to_numpy(), mask, frame["action"].to_numpy().astype(np.int64),
            frame["seat"].to_numpy().astype(np.int64), frame["result"].to_numpy(),
        )

    def torch(self, size: int, seed: int | None = None, only: pl.Expr | None = None) -> IterableDataset[dict[str, Any]]:
        """The same for a DataLoader with batch_size=None: dicts of tensors. Its workers share the files."""
        from torch import from_numpy
        from torch.utils.data import IterableDataset, get_worker_info
        steps = self

        class Tensors(IterableDataset[dict[str, Any]]):
            def __iter__(self) -> Iterator[dict[str, Any]]:
                worker = get_worker_info()
                mine = steps if worker is None else steps._part(worker.id, worker.num_workers)
                for batch in mine.batches(size, seed, only):
                    yield {one.name: from_numpy(np.array(getattr(batch, one.name))) for one in fields(batch)}

        return Tensors()

    def _part(self, which: int, of: int) -> Steps:
        part = Steps(self.folder)
        part.files = self.files[which::of]
        return part
