"""Work spread over a Dask cluster, through the same interface as `workers.spread`.

A worker that dies costs only time: the scheduler gives its work to another, and a game is the same on any machine.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from roundhouse.games.title import ChoiceError
from roundhouse.lab.workers import WorkersError

Batch = TypeVar("Batch")
Result = TypeVar("Result")
PATIENCE = 10     # seconds to find the scheduler


def spread(
    work: Callable[[Batch], Result], batches: Sequence[Batch], address: str
) -> Iterator[tuple[Batch, Result]]:
    """Each batch with its result, in the order in which they are ready."""
    dask = _dask()
    with _client(dask, address) as client:
        futures = {client.submit(work, batch, pure=False): batch for batch in batches}
        for future in dask.as_completed(futures):
            try:
                result = future.result()
            except dask.scheduler.KilledWorker as error:
                raise WorkersError(f"workers of the cluster keep dying; what is done is kept: {error}") from None
            yield futures.pop(future), result


def cores(address: str) -> int:
    """How many games the cluster can play at once."""
    with _client(_dask(), address) as client:
        return max(1, int(sum(client.nthreads().values())))


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise ChoiceError("--scheduler needs Dask: pip install 'roundhouse-games[cluster]'") from None


def _client(dask: Any, address: str) -> Any:
    try:
        return dask.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ChoiceError(f"no Dask scheduler answers at {address}: {error}") from error
