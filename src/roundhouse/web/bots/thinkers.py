"""Those who think for bots: what the house asks of them, whatever they are."""
from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from roundhouse.web.bots.fair_queue import Priority

Answer = TypeVar("Answer")


class WorkerLost(Exception):
    """What was asked of a worker has come to nothing, whatever of it was to blame."""


class Thinkers(Protocol):
    """Processes of this machine (`worker_pool.py`), or a worker of a browser (`roundhouse.site.house`)."""

    def wake(self, work: Callable[[], None]) -> None:
        """Have each of them do this before all else."""
        ...

    async def do(
        self, who: object, table: str, kind: Priority, work: Callable[..., Answer], *given: object,
        deadline: float | None = None,
    ) -> Answer:
        """A function of `thinking.py` done by one of them, when it is their turn; WorkerLost if that comes to nothing,
        or is not done by the deadline, so many seconds after it began."""
        ...

    async def end(self) -> None:
        """End all of them."""
        ...
