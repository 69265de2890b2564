"""Rounds of games and learning, kept in a folder, so that a run that was ended goes on where it was.

Round 0 is played by the search without a net. After each round a net is fitted to all games so far, and plays the next.
"""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from roundhouse.bots.netfile import reference
from roundhouse.bots.thinkers import Guidance
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.training.games import LATER, Harvest, Order, Pace, play_order
from roundhouse.lab.training.layout import learner_layout
from roundhouse.lab.training.learner import Learner

Spread = Callable[[Callable[[Order], Harvest], Sequence[Order]], Iterator[tuple[Order, Harvest]]]
TRAINING_SEEDS = 1 << 40        # far from those of matches
SEEDS_A_ROUND = 1 << 12


@dataclass(frozen=True)
class Plan:
    """What is trained, and how."""

    setup: Setup
    """One of the tables."""
    seats: tuple[int, ...]
    seed: int = 1
    first_seconds: float = 110.0
    round_seconds: float = 75.0
    pace: Pace = LATER
    guidance: Guidance = field(default_factory=Guidance)
    recipe: Mapping[str, object] = field(default_factory=dict)

    def described(self) -> dict[str, Any]:
        """What must be the same when a run goes on."""
        return {"title": self.setup.title, "edition": self.setup.edition, "digest": self.setup.digest,
                "seats": list(self.seats), "seed": self.seed, "pace": asdict(self.pace),
                "guidance": asdict(self.guidance), "recipe": dict(self.recipe)}


@dataclass(frozen=True)
class Round:
    """A round that is finished."""

    number: int
    games: int
    positions: int
    played_seconds: float
    learned_seconds: float
    curve: list[dict[str, float]]

    @property
    def seconds(self) -> float:
        """How long playing and learning took together."""
        return self.played_seconds + self.learned_seconds

    @property
    def kept(self) -> dict[str, float]:
        """What was found of the epoch that was kept, as `learn.py` chooses it."""
        return min(self.curve, key=lambda one: one["policy"] + 2 * one["value"])


class Run:
    """A folder with samples, nets and the course of the rounds."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        folder.mkdir(parents=True, exist_ok=True)
        self._keep("plan.json", plan.described())
        self.start = folder / "start.net"
        """A net to go on from, instead of games by search."""
        self.layout = folder / "layout.json"
        _write(self.layout, json.dumps(learner_layout(plan.setup, list(plan.seats))).encode())

    def _keep(self, name: str, described: dict[str, Any]) -> None:
        file = self.folder / name
        if file.exists() and _read(file.read_text(encoding="utf-8"), file) != described:
            raise UserError(f"{self.folder} holds another run; choose another folder, or the same game, seats and seed")
        _write(file, json.dumps(described, indent=1).encode())

    def rounds(self) -> list[Round]:
        """Those that are finished."""
        file = self.folder / "rounds.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [Round(**_read(line, file)) for line in lines]

    def net(self, number: int) -> Path:
        """The file with the net of a round."""
        return self.folder / f"round-{number:03}.net"

    def samples(self, number: int | None = None) -> list[Path]:
        """The files of a round, or of all."""
        return sorted(self.folder.glob(f"round-{'*' if number is None else f'{number:03}'}-*.samples"))

    def go_on(self, seconds: float, jobs: int, spread: Spread, learner: Learner) -> Iterator[Round]:
        """Rounds until so many seconds have gone into games and learning, those of earlier runs counted in."""
        done = self.rounds()
        spent = sum(one.seconds for one in done)
        while spent < seconds:
            made = self._round(len(done), min(seconds - spent, self._length(len(done))), jobs, spread, learner)
            with (self.folder / "rounds.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(made)) + "\n")
            done.append(made)
            spent += made.seconds
            yield made

    def _length(self, number: int) -> float:
        return self.plan.round_seconds if number else self.plan.first_seconds

    def _round(self, number: int, seconds: float, jobs: int, spread: Spread, learner: Learner) -> Round:
        begun = monotonic()
        before = self.net(number - 1) if number else self.start
        net = before.read_bytes() if before.exists() else b""
        games = positions = 0
        kept = {file.name for file in self.samples(number)}
        orders = [order for order in self._orders(number, net, seconds, jobs) if self._file(order).name not in kept]
        for order, harvest in spread(play_order, orders):
            _write(self._file(order), harvest.samples)
            games += harvest.games
            positions += harvest.positions
        played = monotonic() - begun
        # Where earlier games are not at hand, what was learned from them is where learning begins.
        begin = before if net and (self.start.exists() or not self.samples(0)) else None
        said = learner.learn(self.layout, self.samples(), self.net(number), self.plan.recipe, begin)
        return Round(number, games, positions, round(played, 1), round(monotonic() - begun - played, 1), said["curve"])

    def _orders(self, number: int, net: bytes, seconds: float, jobs: int) -> list[Order]:
        """A process each, the tables in turn."""
        first = TRAINING_SEEDS + (self.plan.seed << 24) + number * SEEDS_A_ROUND
        seats = self.plan.seats
        tables = [reference(self.plan.setup, [n]) for n in seats]
        return [
            Order(tables[(job + number) % len(tables)], seats, net, self.plan.guidance, first + job, seconds,
                  pace=self.plan.pace)
            for job in range(jobs)
        ]

    def _file(self, order: Order) -> Path:
        number, job = divmod((order.seed - TRAINING_SEEDS) % (1 << 24), SEEDS_A_ROUND)
        return self.folder / f"round-{number:03}-{job:04}.samples"


def _read(text: str, file: Path) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise UserError(f"{file} is not whole, as if it had been cut: {error}; choose another folder") from error
    if not isinstance(found, dict):
        raise UserError(f"{file} is not of a training run; choose another folder")
    return found


def _write(file: Path, data: bytes) -> None:
    """Whole or not at all."""
    new = file.with_name(file.name + ".new")
    new.write_bytes(data)
    os.replace(new, file)
