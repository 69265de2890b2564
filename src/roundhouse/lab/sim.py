"""Many games between bots, on one or several processes: the same seed gives the same games whatever their number."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.games import Setup
from roundhouse.lab.workers import spread
from roundhouse.records import Record, RecordError, write

BATCHES_PER_JOB = 20   # small enough for a lively progress bar and for little to be lost with a worker


@dataclass(frozen=True)
class Order:
    """What to play."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    records: str | None = None
    """The folder for the records, if they are to be kept."""


@dataclass(frozen=True)
class Outcome:
    """How one game of an order ended."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    steps: int
    faults: tuple[str, ...] = ()
    """What bots did wrong: a crash, a stall, a move that is not legal. A random move was made in place of each."""


def file_of(order: Order, number: int) -> Path:
    """Where the record of a game is kept."""
    assert order.records is not None
    return Path(order.records, f"{order.setup.title}-{order.seed}-{number:06d}.json")


def play_batch(order: Order, numbers: range) -> list[Outcome]:
    """Play these games of an order, and keep their records if that is wanted."""
    outcomes = []
    for number in numbers:
        faults: list[str] = []
        record = play(order.setup, order.bots, [bot(name) for name in order.bots], order.seed, number, faults)
        if order.records is not None:
            _keep(record, file_of(order, number))
        assert record.result is not None
        result = record.result
        outcomes.append(Outcome(number, tuple(result.scores), tuple(result.winners), len(record.log), tuple(faults)))
    return outcomes


def _keep(record: Record, file: Path) -> None:
    """Write a record, but never over a different one."""
    if not file.exists():
        write(record, file)
    elif file.read_text(encoding="utf-8") != record.dumps():
        raise RecordError(f"{file} is the record of another game; choose another folder or seed")


def run(order: Order, games: int, jobs: int = 1) -> Iterator[list[Outcome]]:
    """The outcomes, a batch at a time in the order in which they are ready."""
    for name in order.bots:
        bot(name)
    size = max(1, games // (jobs * BATCHES_PER_JOB))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    for _, outcomes in spread(partial(play_batch, order), batches, jobs):
        yield outcomes
