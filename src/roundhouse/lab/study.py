"""A study: many games under the same conditions, each played and measured by itself, wherever there is a free core."""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

import roundhouse
from roundhouse.bots import Bot, Seat, bot
from roundhouse.bots.match import play_course
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.metrics import BUILT_IN, Metric, measure, metric
from roundhouse.records import Record

FORMAT = "roundhouse-study/1"
MAIN = "main"
RUNG = 1_000_000
RUNGS = ("random", "level-1", "level-2", "level-3")


@dataclass(frozen=True)
class Study:
    """What is played. It holds all that a worker on another machine needs, the text of an edition of one's own too."""

    setup: Setup
    bots: tuple[str, ...]
    """One for each seat."""
    games: int
    seed: int
    rotate: bool = False
    """Whether the bots move on by one seat after each game."""
    slips: int = 0
    """Of a hundred moves, how many are made without thinking, so that bots without chance do not repeat themselves."""
    metrics: tuple[str, ...] = ()
    """Metrics of one's own, FILE.py:CLASS; the built-in ones are always there."""
    skill: int = 0
    """How many games each rung of `rungs` plays against the one below, to see how much skill counts."""
    rungs: tuple[str, ...] = RUNGS

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.setup.title

    @property
    def numbers(self) -> list[int]:
        """Every game. Those between rungs have numbers of their own, so that a study can grow."""
        rungs = range(1, len(self.rungs)) if self.skill else ()
        return [*range(self.games), *(RUNG * rung + n for rung in rungs for n in range(self.skill))]

    def seating(self, number: int) -> tuple[str, list[str]]:
        """The part of the study that a game belongs to, and who sits where in it."""
        seats = len(self.bots)
        rung, which = divmod(number, RUNG)
        if rung == 0:
            first = number % seats if self.rotate else 0
            return MAIN, [self.bots[(seat - first) % seats] for seat in range(seats)]
        weak, strong = self.rungs[rung - 1], self.rungs[rung]
        return f"{strong} over {weak}", [strong if seat == which % seats else weak for seat in range(seats)]

    def listeners(self) -> list[type[Metric]]:
        """The metrics that are measured: ours, then the user's own."""
        return [*BUILT_IN, *(metric(name) for name in self.metrics)]

    def check(self) -> None:
        """Everything that can be wrong is said before the first game."""
        if not 0 < self.games <= RUNG or self.skill > RUNG:
            raise UserError(f"a study has 1 to {RUNG:,} games, not {self.games:,}")
        for name in {*self.bots, *(self.rungs if self.skill else ())}:
            bot(name)
        names = [one.name for one in self.listeners()]
        if len(set(names)) < len(names):
            raise UserError(f"two metrics have the same name: {', '.join(names[len(BUILT_IN):])}")
        self.setup.game()

    def as_json(self) -> dict[str, Any]:
        """What makes the data what it is. Versions are told, since another version may play otherwise."""
        setup = self.setup
        how = {key: value for key, value in asdict(self).items() if key != "setup"}
        return {
            "format": FORMAT, "game": setup.title, **how, "options": dict(setup.options), "edition": setup.edition,
            "edition_digest": setup.digest, "own_edition": bool(setup.text), "rules_version": setup.version,
            "roundhouse": roundhouse.__version__,
        }

    @staticmethod
    def from_json(data: dict[str, Any], edition_text: str) -> Study:
        """The study that `as_json` wrote down; `edition_text` is that of an own edition."""
        bots, options = tuple(data["bots"]), tuple(data["options"].items())
        setup = Setup(
            data["game"], len(bots), data["edition"], data["edition_digest"], data["rules_version"], options,
            edition_text if data["own_edition"] else "",
        )
        return Study(
            setup, bots, data["games"], data["seed"], data["rotate"], data["slips"], tuple(data["metrics"]),
            data["skill"], tuple(data["rungs"]),
        )


@dataclass(frozen=True)
class GameOutput:
    """One game, done: its record as text, and its row as JSON, the way both are written down."""

    number: int
    record: str
    row: str


class Slipping:
    """A bot that moves without thinking now and then, as people do."""

    def __init__(self, thinker: Bot, slips: int) -> None:
        self.thinker = thinker
        self.slips = slips

    def choose(self, seat: Seat, dice: Dice) -> int:
        """What the thinker chooses, or a random move by kind."""
        if dice.below(100) < self.slips:
            return int(seat.imagine(dice).random_by_kind(dice))
        return self.thinker.choose(seat, dice)


def play_games(study: Study, numbers: range) -> list[GameOutput]:
    """Play and measure these games. It depends on nothing but its arguments, so any worker gives the same."""
    return [play_game(study, number) for number in numbers]


def play_game(study: Study, number: int) -> GameOutput:
    """Play and measure one game of a study."""
    part, names = study.seating(number)
    faults: list[str] = []
    bots = [Slipping(bot(name), study.slips) if study.slips else bot(name) for name in names]
    course = play_course(study.setup, names, bots, study.seed, number, faults)
    record = Record.of(course, names)
    assert record.result is not None
    row = {
        "number": number, "part": part, "bots": names, "scores": record.result.scores,
        "winners": record.result.winners, "steps": len(record.log), "faults": faults,
        **measure(course, study.listeners()),
    }
    return GameOutput(number, record.dumps(), json.dumps(row, ensure_ascii=False))
