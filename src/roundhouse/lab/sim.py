"""Many games between bots, on one or several processes: the same seed gives the same games whatever their number."""
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.engine.contract import Game
from roundhouse.games import game as find_game
from roundhouse.records import Record, RecordError, write

BATCHES_PER_JOB = 20   # small enough for a lively progress bar and for little to be lost with a worker
TRIES = 2


class SimError(RuntimeError):
    """The games could not all be played."""


@dataclass(frozen=True)
class Order:
    """What to play. It can be sent to another process, where a game can't."""

    game: str
    bots: tuple[str, ...]
    seed: int
    edition: str | None = None
    options: tuple[tuple[str, object], ...] = ()
    records: str | None = None
    """The folder for the records, if they are to be kept."""

    def make(self) -> Game:
        return find_game(self.game, len(self.bots), self.edition, dict(self.options))


@dataclass(frozen=True)
class Outcome:
    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    steps: int


_game = cache(Order.make)


def file_of(order: Order, number: int) -> Path:
    assert order.records is not None
    return Path(order.records, f"{order.game}-{order.seed}-{number:06d}.json")


def play_batch(order: Order, numbers: range) -> list[Outcome]:
    """Play these games of an order, and keep their records if that is wanted."""
    game = _game(order)
    outcomes = []
    for number in numbers:
        record = play(game, order.bots, [bot(name) for name in order.bots], order.seed, number)
        if order.records is not None:
            _keep(record, file_of(order, number))
        assert record.result is not None
        result = record.result
        outcomes.append(Outcome(number, tuple(result.scores), tuple(result.winners), len(record.log)))
    return outcomes


def _keep(record: Record, file: Path) -> None:
    """Write a record, but never over a different one."""
    if not file.exists():
        write(record, file)
    elif file.read_text(encoding="utf-8") != record.dumps():
        raise RecordError(f"{file} is the record of another game; choose another folder or seed")


def run(order: Order, games: int, jobs: int = 1) -> Iterator[list[Outcome]]:
    """The outcomes, a batch at a time in the order in which they are ready."""
    _game(order)
    for name in order.bots:
        bot(name)
    size = max(1, games // (jobs * BATCHES_PER_JOB))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    if jobs == 1:
        yield from (play_batch(order, batch) for batch in batches)
        return
    for _ in range(TRIES):
        done: set[range] = set()
        for batch, outcomes in _in_processes(order, batches, jobs):
            done.add(batch)
            yield outcomes
        batches = [batch for batch in batches if batch not in done]
        if not batches:
            return
    lost = ", ".join(f"{batch.start} to {batch.stop - 1}" for batch in batches[:3])
    raise SimError(
        f"worker processes died {TRIES} times (out of memory, or ended from outside); games {lost}"
        f"{' and more' if len(batches) > 3 else ''} are not played. "
        "Records written so far are whole and kept; try fewer --jobs"
    )


def _in_processes(order: Order, batches: list[range], jobs: int) -> Iterator[tuple[range, list[Outcome]]]:
    """What the workers finish. When one of them dies the rest stops early, and the caller sees what is missing."""
    # Started afresh, not forked: the same on every platform, and safe in a program with threads.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            futures: dict[Future[list[Outcome]], range] = {pool.submit(play_batch, order, b): b for b in batches}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
