"""The ladder: which bot is stronger, by how much, and how sure that is.

Every ordered pair of bots meets: one seat plays as the first, all others as the second, and each seat has its turn with
the same seed.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from statistics import fmean

from openskill.models import PlackettLuce

from roundhouse.bots import unhurried
from roundhouse.bots.match import play
from roundhouse.games import Setup, title
from roundhouse.lab.results_file import Match, MatchResult, ResultsFile, seated
from roundhouse.lab.statistics import Estimate, Z, mean, proportion
from roundhouse.lab.workers import spread


def play_match(setup: Setup, match: Match) -> MatchResult:
    """Play one match to its end."""
    names = seated(match, setup.seats)
    faults: list[str] = []
    # The same seed for every seating of a pair: what luck gives to one seat it gives to all in turn.
    record = play(setup, names, [unhurried(name) for name in names], match.seed, 0, faults)
    assert record.result is not None
    return MatchResult(match, tuple(record.result.scores), tuple(record.result.winners), tuple(faults))


def matches(
    setup: Setup, bots: list[str], rounds: int, seed: int, neighbours: bool, step: int = 0
) -> list[Match]:
    """`rounds` seeds for each ordered pair, each with every seating. Neighbours: bots that stand side by side. `step`:
    the first of a pair has not one seat but every `step`th."""
    pairs = [(a, b) for a, b in permutations(bots, 2) if not neighbours or abs(bots.index(a) - bots.index(b)) == 1]
    return [
        Match(one, field, seat, seed + number, step)
        for number in range(rounds) for one, field in pairs for seat in range(step or setup.seats)
    ]


def run(setup: Setup, todo: list[Match], kept: ResultsFile | None, jobs: int) -> Iterator[MatchResult]:
    """Play what the file does not have yet; everything, old and new, as it comes."""
    done = kept.read(setup) if kept is not None else {}
    wanted = set(todo)
    yield from (played for match, played in done.items() if match in wanted)
    for _, played in spread(partial(play_match, setup), [match for match in todo if match not in done], jobs):
        if kept is not None:
            kept.add(setup, played)
        yield played


# ---- what it comes to ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """How one bot did over all its games as the lone one, and openskill's mean and deviation over all games."""

    name: str
    won: Estimate
    place: Estimate
    skill: Estimate


@dataclass
class Ladder:
    """Bots, and the games they played against each other at one table."""

    setup: Setup
    bots: list[str]
    played: list[MatchResult]

    def games(self, one: str, field: str | None = None) -> list[MatchResult]:
        """The games of a lone bot, among a field of another or all of them."""
        return [p for p in self.played if p.match.one == one and field in (None, p.match.field)]

    def cross(self, one: str, field: str | None = None, z: float = Z) -> Estimate:
        """The share of wins of one bot among a field of another, or of all; `z` as in `proportion`."""
        games = self.games(one, field)
        return proportion(sum(played.share() for played in games), len(games), z)

    def place(self, one: str, field: str | None = None) -> Estimate:
        """Its mean place."""
        return mean([played.place() for played in self.games(one, field)])

    def standings(self) -> list[Standing]:
        """The best first."""
        ratings = self._ratings()
        found = [Standing(name, self.cross(name), self.place(name), ratings[name]) for name in self.bots]
        return sorted(found, key=lambda one: -one.skill.value)

    def _ratings(self) -> dict[str, Estimate]:
        """openskill, from every game by the places of all its seats; seats of one bot share one rating."""
        model = PlackettLuce()
        ratings = {name: model.rating(name=name) for name in self.bots}
        for played in sorted(self.played, key=lambda p: (p.match.seed, p.match.one, p.match.field, p.match.seat)):
            names = played.names()
            after = model.rate([[ratings[name]] for name in names], ranks=[float(place) for place in played.places()])
            for name in set(names):
                rated = [rating for (rating,), whose in zip(after, names, strict=True) if whose == name]
                ratings[name] = model.rating(fmean(one.mu for one in rated), fmean(one.sigma for one in rated), name)
        return {
            name: Estimate(one.mu, one.mu - Z * one.sigma, one.mu + Z * one.sigma, len(self.played))
            for name, one in ratings.items()
        }

    def markdown(self) -> str:
        """The tables, with an interval for each claim."""
        lines = [
            f"### {title(self.setup.title).title}, {self.setup.edition}, {self.setup.seats} players",
            "",
            f"{len(self.played)} games; a fair share is {1 / self.setup.seats:.0%}. Intervals hold in 95 of 100 cases.",
            "",
            "| bot | games | share of wins | interval | mean place | openskill |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for one in self.standings():
            figures = give_or_take(one.place, 2), give_or_take(one.skill, 1)
            lines.append("| " + " | ".join([one.name, str(one.won.n), *of_hundred(one.won), *figures]) + " |")
        lines += ["", "One bot (row) among others (column): its share of wins, with the interval.", ""]
        lines.append("| | " + " | ".join(self.bots) + " |")
        lines.append("|---|" + "---:|" * len(self.bots))
        for name in self.bots:
            lines.append(f"| **{name}** | " + " | ".join(_cell(self.cross(name, field)) for field in self.bots) + " |")
        return "\n".join(lines) + "\n"


def _cell(won: Estimate) -> str:
    return f"{won.value:.0%} ({won.low:.0%} to {won.high:.0%})" if won.n else ""


def of_hundred(won: Estimate) -> tuple[str, str]:
    """A share and its interval, for two cells; empty without a game."""
    return (f"{won.value:.1%}", f"{won.low:.1%} to {won.high:.1%}") if won.n else ("", "")


def give_or_take(one: Estimate, places: int) -> str:
    """A figure and half of its interval, for one cell; empty without a game."""
    return f"{one.value:.{places}f} ± {one.high - one.value:.{places}f}" if one.n else ""
