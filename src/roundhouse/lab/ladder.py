"""The ladder: which bot is stronger, by how much, and how sure that is.

Every ordered pair of bots meets: one seat plays as the first, all others as the second, and each seat has its turn with
the same seed. Results are kept line by line as they come, so that an interrupted ladder goes on where it was.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.engine.contract import Game
from roundhouse.games import title
from roundhouse.lab.statistics import wilson
from roundhouse.lab.workers import spread


@dataclass(frozen=True)
class Setup:
    """A table: the game, and how many sit there."""

    game: str
    seats: int
    edition: str
    options: tuple[tuple[str, object], ...] = ()

    def make(self) -> Game:
        return title(self.game).game(self.seats, self.edition, dict(self.options))


@dataclass(frozen=True)
class Match:
    """One game: `one` on a seat, `field` on all others."""

    one: str
    field: str
    seat: int
    seed: int


@dataclass(frozen=True)
class Played:
    match: Match
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    faults: tuple[str, ...]

    def share(self) -> float:
        """What the lone bot won: 1, or part of a shared win, or 0."""
        return 1 / len(self.winners) if self.match.seat in self.winners else 0.0

    def places(self) -> list[int]:
        """Of each seat: 1 for who wins, by whatever breaks ties, then by scores."""
        return [1 if seat in self.winners else max(2, self._rank(seat)) for seat in range(len(self.scores))]

    def _rank(self, seat: int) -> int:
        return 1 + sum(score > self.scores[seat] for score in self.scores)

    def names(self) -> list[str]:
        return [self.match.one if seat == self.match.seat else self.match.field for seat in range(len(self.scores))]


_game = cache(Setup.make)


def play_match(setup: Setup, match: Match) -> Played:
    names = [match.one if seat == match.seat else match.field for seat in range(setup.seats)]
    faults: list[str] = []
    # The same seed for every seating of a pair: what luck gives to one seat it gives to all in turn.
    record = play(_game(setup), names, [bot(name) for name in names], match.seed, 0, faults)
    assert record.result is not None
    return Played(match, tuple(record.result.scores), tuple(record.result.winners), tuple(faults))


def matches(setup: Setup, bots: list[str], rounds: int, seed: int, neighbours: bool) -> list[Match]:
    """`rounds` seeds for each ordered pair, each with every seating. Neighbours: bots that stand side by side."""
    pairs = [(a, b) for a, b in permutations(bots, 2) if not neighbours or abs(bots.index(a) - bots.index(b)) == 1]
    return [
        Match(one, field, seat, seed + number)
        for number in range(rounds) for one, field in pairs for seat in range(setup.seats)
    ]


def run(setup: Setup, todo: list[Match], kept: Path | None, jobs: int) -> Iterator[Played]:
    """Play what the file does not have yet; everything, old and new, as it comes."""
    done = read(setup, kept) if kept is not None and kept.exists() else {}
    wanted = set(todo)
    yield from (played for match, played in done.items() if match in wanted)
    for _, played in spread(partial(play_match, setup), [match for match in todo if match not in done], jobs):
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"setup": asdict(setup), **asdict(played)}) + "\n")
        yield played


def read(setup: Setup, kept: Path) -> dict[Match, Played]:
    """The games of this table in a file. A last line cut off by a crash is passed over: that game is played again."""
    found = {}
    for line in kept.read_text(encoding="utf-8").splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            continue
        if data.pop("setup") == json.loads(json.dumps(asdict(setup))):
            match = Match(**data["match"])
            found[match] = Played(match, tuple(data["scores"]), tuple(data["winners"]), tuple(data["faults"]))
    return found


# ---- what it comes to ------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """How one bot did over all its games as the lone one, and openskill's mean and deviation over all games."""

    name: str
    games: int = 0
    won: float = 0.0
    ranks: float = 0.0
    skill: float = 0.0
    doubt: float = 0.0

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.0


@dataclass
class Ladder:
    setup: Setup
    bots: list[str]
    played: list[Played]

    def cross(self, one: str, field: str) -> tuple[float, int]:
        """Wins and games of one bot among a field of another."""
        shares = [p.share() for p in self.played if (p.match.one, p.match.field) == (one, field)]
        return sum(shares), len(shares)

    def standings(self) -> list[Standing]:
        found = {name: Standing(name) for name in self.bots}
        for played in self.played:
            standing = found[played.match.one]
            standing.games += 1
            standing.won += played.share()
            standing.ranks += played.places()[played.match.seat]
        for name, rating in self._ratings().items():
            found[name].skill, found[name].doubt = rating.mu, rating.sigma
        return sorted(found.values(), key=lambda one: -one.skill)

    def _ratings(self) -> dict[str, PlackettLuceRating]:
        """openskill, from every game by the places of all its seats; seats of one bot share one rating."""
        model = PlackettLuce()
        ratings = {name: model.rating(name=name) for name in self.bots}
        for played in sorted(self.played, key=lambda p: (p.match.seed, p.match.one, p.match.field, p.match.seat)):
            names = played.names()
            after = model.rate([[ratings[name]] for name in names], ranks=[float(place) for place in played.places()])
            for name in set(names):
                rated = [rating for (rating,), whose in zip(after, names, strict=True) if whose == name]
                ratings[name] = model.rating(fmean(one.mu for one in rated), fmean(one.sigma for one in rated), name)
        return ratings

    def markdown(self) -> str:
        """The tables, with an interval for each claim."""
        fair = 1 / self.setup.seats
        lines = [
            f"### {title(self.setup.game).title}, {self.setup.edition}, {self.setup.seats} players",
            "",
            f"{len(self.played)} games; a fair share is {fair:.0%}.",
            "",
            "| bot | games | share of wins | 95 % interval | mean rank | openskill |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for one in self.standings():
            low, high = wilson(one.won, one.games)
            rank = one.ranks / one.games if one.games else 0.0
            share = f"{one.share:.1%} | {low:.1%} to {high:.1%}"
            lines.append(f"| {one.name} | {one.games} | {share} | {rank:.2f} | {one.skill:.1f} ± {one.doubt:.1f} |")
        lines += ["", "One bot (row) among others (column): its share of wins, with the interval.", ""]
        lines.append("| | " + " | ".join(self.bots) + " |")
        lines.append("|---|" + "---:|" * len(self.bots))
        for one_name in self.bots:
            cells = [self._cell(one_name, field) for field in self.bots]
            lines.append(f"| **{one_name}** | " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def _cell(self, one: str, field: str) -> str:
        won, games = self.cross(one, field)
        if not games:
            return ""
        low, high = wilson(won, games)
        return f"{won / games:.0%} ({low:.0%} to {high:.0%})"
