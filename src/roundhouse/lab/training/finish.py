"""The end of a training: how many iterations take the rival's time, matches against it, the net with its card."""
from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Protocol, TypeVar

from roundhouse.bots.netfile import NetFile, loads, reference
from roundhouse.bots.thinkers import Guidance
from roundhouse.lab.statistics import Estimate
from roundhouse.lab.training.curves import curves
from roundhouse.lab.training.match import (
    AnswerTimes,
    NetGame,
    NetGameResult,
    Times,
    equal_time,
    games,
    outcome,
    pace,
    play_net,
)
from roundhouse.lab.training.rounds import Plan, Round, Run

Batch = TypeVar("Batch")
Result = TypeVar("Result")
MATCH_SEEDS = 1 << 20       # far from those of training, and from the ladder's
PACE_SECONDS = 8.0
PACE_ITERATIONS = 800
FIGURES = "value", "value by now", "value by best", "value by root", "policy"
CURVES = """\
On games that were not learned from: the cross-entropy of the value with the result, beside that of the value
function now and after the best look, and of the search; how far the policy is from the visits; how often it
finds the most visited.

| round | games | value | now | best look | search | policy | most visited |
|---:|---:|---:|---:|---:|---:|---:|---:|"""
MATCHES = """\
Against RIVAL at its time: every other seat where the number of players is even, else alone. The number of games was
fixed before the first was played. Where the whole interval lies over the fair share, and neither the middle answer nor
the longest took more time than the rival's, the net is a master.

| players | iterations, work | answer in ms, middle and longest | rival's | games | share of wins | interval | fair |
|---:|---:|---:|---:|---:|---:|---:|---:|"""


class Hands(Protocol):
    """Work spread over processes or machines."""

    def __call__(
        self, work: Callable[[Batch], Result], batches: Sequence[Batch]
    ) -> Iterator[tuple[Batch, Result]]: ...


@dataclass(frozen=True)
class Table:
    """How the net did at a table, and at what pace."""

    seats: int
    iterations: int
    work: int
    won: Estimate | None
    fair: float
    net: Times
    rival: Times

    @property
    def mastered(self) -> bool:
        """Whether the net was shown to be the better player, and not to think longer."""
        quick = self.net.middle <= self.rival.middle and self.net.longest <= self.rival.longest
        return self.won is not None and self.won.low > self.fair and quick


def tables(run: Run, rival: str, count: int, jobs: int, hands: Hands) -> Iterator[Table]:
    """Each table in turn: the pace on all cores, then so many games."""
    net = run.net(run.rounds()[-1].number).read_bytes()
    for seats in run.plan.seats:
        setup = reference(run.plan.setup, [seats])
        slow = NetGame(setup, net, to_win(run.plan), PACE_ITERATIONS, None, rival, (), match_seed(run.plan))
        paced = AnswerTimes.together(_paced(run, slow, jobs, hands))
        yield table(equal_time(slow, paced), paced, _match(run, equal_time(slow, paced), count, hands) if count else [])


def to_win(plan: Plan) -> Guidance:
    """How the net searches when it is to win: thoroughly, and half as curious as when it is to find something new."""
    how = plan.guidance
    return replace(how, thorough=True, exploration=how.exploration / 2, urgency=how.urgency / 2)


def match_seed(plan: Plan) -> int:
    """The first seed of a run's match."""
    return MATCH_SEEDS + (plan.seed << 12)


def table(one: NetGame, paced: AnswerTimes, played: Sequence[NetGameResult]) -> Table:
    """What came of a match; times are those of its games, or of the pace where none was played."""
    seats = one.setup.seats
    times = [Times.of(paced.net), Times.of(paced.rival)]
    if played:
        answers = [list(chain.from_iterable(part)) for part in zip(*((p.net_answers, p.rival_answers) for p in played))]
        times = [Times.of(part) for part in answers]
    fair = 0.5 if seats % 2 == 0 else 1 / seats
    return Table(seats, one.iterations, one.work or 0, outcome(played) if played else None, fair, *times)


def _paced(run: Run, one: NetGame, jobs: int, hands: Hands) -> list[AnswerTimes]:
    """The pace, measured once for each round: a match that goes on has the iterations that it began with."""
    path = run.folder / f"pace-{one.setup.seats}-round-{run.rounds()[-1].number:03}.json"
    if path.exists():
        return [AnswerTimes(**known) for known in json.loads(path.read_text(encoding="utf-8"))]
    orders = [replace(one, seed=one.seed + job) for job in range(jobs)]
    found = [paced for _, paced in hands(partial(pace, seconds=PACE_SECONDS), orders)]
    path.write_text(json.dumps([asdict(paced) for paced in found]), encoding="utf-8")
    return found


def _match(run: Run, one: NetGame, count: int, hands: Hands) -> list[NetGameResult]:
    """The games, each written down as it is played; those that were played before are not played again."""
    number = run.rounds()[-1].number
    path = run.folder / f"match-{one.setup.seats}-round-{number:03}-{one.iterations}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [NetGameResult.of(json.loads(line)) for line in lines]
    done = {(played.seats, played.seed) for played in found}
    with path.open("a", encoding="utf-8") as file:
        for _, played in hands(play_net, [game for game in games(one, count) if (game.seats, game.seed) not in done]):
            file.write(json.dumps(asdict(played)) + "\n")
            file.flush()
            found.append(played)
    return found


def with_levels(data: bytes, plan: Plan, found: Sequence[Table]) -> bytes:
    """The net's file, with how it searches, for how long at each table where it is a master, and the seed of the match
    that showed it."""
    file = loads(data)
    mastered = [table for table in found if table.mastered]
    levels = {"iterations": {str(table.seats): table.iterations for table in mastered},
              "work": {str(table.seats): table.work for table in mastered},
              "seed": {str(table.seats): match_seed(plan) for table in mastered}}
    return NetFile({**file.head, "guidance": asdict(to_win(plan)), **levels}, file.weights, file.biases).dumps()


def card(command: str, plan: Plan, rounds: Sequence[Round], found: Sequence[Table], rival: str, made: str) -> str:
    """What there is to know of a net: how it was `made`, its curves, its matches."""
    seats = ", ".join(map(str, plan.seats))
    games, positions = sum(one.games for one in rounds), sum(one.positions for one in rounds)
    minutes = sum(one.seconds for one in rounds) / 60
    return "\n".join([
        f"# {plan.setup.title}, {plan.setup.edition}: a net for {seats} players", "", f"    {command}", "",
        f"{games:,} games, {positions:,} positions, {minutes:.1f} minutes {made}; seed {plan.seed}.", "",
        CURVES, *map(_learned, rounds), "", f"![The curves of value and policy]({plan.setup.edition}.svg)", "",
        MATCHES.replace("RIVAL", rival), *map(_row, found), "",
    ])


def _learned(one: Round) -> str:
    figures = [f"{one.kept[name]:.3f}" for name in FIGURES]
    return f"| {one.number} | {one.games:,} | {' | '.join(figures)} | {one.kept['top']:.1%} |"


def _row(table: Table) -> str:
    won = ["0", "", ""] if table.won is None else [
        str(table.won.n), f"{table.won.value:.1%}", f"{table.won.low:.1%} to {table.won.high:.1%}"
    ]
    times = [f"{who.middle / 1000:.0f}, {who.longest / 1000:.0f}" for who in (table.net, table.rival)]
    cells = [str(table.seats), f"{table.iterations}, {table.work}", *times, *won, f"{table.fair:.1%}"]
    return f"| {' | '.join(cells)} |"


def write(folder: Path, name: str, net: bytes, text: str, rounds: Sequence[Round]) -> Path:
    """The net, its card and its curves, side by side."""
    file = folder / f"{name}.net"
    file.write_bytes(net)
    file.with_suffix(".md").write_text(text, encoding="utf-8")
    file.with_suffix(".svg").write_text(curves(rounds), encoding="utf-8")
    return file
