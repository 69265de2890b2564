"""How strong an agent is, by a protocol that is the same for everybody: results can be laid side by side.

Protocol 1: the game with as few players as it takes, its usual edition and options. The agent sits alone among bots of
one kind, then of the next: random, level-1, level-2, level-3. Against each it plays 120 games, on every seat equally
often, with the seeds from 20,000 on, each seed with every seating. What counts is its share of the wins, a tie in
parts, with Wilson's interval of 95 %. What is not legal, a crash or half a minute of thought costs a random move.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

from roundhouse.games import Setup, title
from roundhouse.lab.ladder import of_hundred, play_match
from roundhouse.lab.results_file import Match, MatchResult
from roundhouse.lab.statistics import Estimate, mean, proportion
from roundhouse.lab.workers import spread

PROTOCOL = 1
FIELDS = ("random", "level-1", "level-2", "level-3")
GAMES = 120     # against each; can be shared out to tables of two, three, four, five and six
SEED = 20_000


@dataclass(frozen=True)
class TimedMatch:
    """A match, and the processor time that it took, of all who sat there."""

    played: MatchResult
    seconds: float


@dataclass(frozen=True)
class Row:
    """An agent against bots of one kind."""

    field: str
    won: Estimate
    place: Estimate
    seconds: float
    """Processor time a game."""


def plan(agent: str, setup: Setup, games: int = GAMES) -> list[Match]:
    """Every match of the protocol, the weakest bots first."""
    rounds = games // setup.seats
    return [
        Match(agent, field, seat, SEED + number)
        for field in FIELDS for number in range(rounds) for seat in range(setup.seats)
    ]


def run(setup: Setup, todo: Sequence[Match], jobs: int) -> Iterator[TimedMatch]:
    """The matches, as they are finished."""
    for _, timed in spread(partial(_timed, setup), todo, jobs):
        yield timed


def _timed(setup: Setup, match: Match) -> TimedMatch:
    begun = process_time()
    return TimedMatch(play_match(setup, match), process_time() - begun)


def rows(timed: Sequence[TimedMatch]) -> list[Row]:
    """What it comes to, against each kind of bot."""
    found = []
    for field in FIELDS:
        games = [one for one in timed if one.played.match.field == field]
        if games:
            won = proportion(sum(one.played.share() for one in games), len(games))
            place = mean([float(one.played.place()) for one in games])
            found.append(Row(field, won, place, sum(one.seconds for one in games) / len(games)))
    return found


def markdown(agent: str, setup: Setup, found: Sequence[Row]) -> str:
    """The result as a table, to be put beside others."""
    lines = [
        f"### {agent}: {title(setup.title).title}, {setup.edition}, {setup.seats} players",
        "",
        f"Protocol {PROTOCOL}; a fair share is {1 / setup.seats:.1%}.",
        "",
        "| among | games | share of wins | interval | mean place | processor seconds a game |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in found:
        share, interval = of_hundred(row.won)
        figures = [row.field, str(row.won.n), share, interval, f"{row.place.value:.2f}", f"{row.seconds:.2f}"]
        lines.append("| " + " | ".join(figures) + " |")
    return "\n".join(lines) + "\n"


__all__ = ["FIELDS", "GAMES", "PROTOCOL", "SEED", "Row", "TimedMatch", "markdown", "plan", "rows", "run"]
