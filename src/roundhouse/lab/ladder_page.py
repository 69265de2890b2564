"""The page of ladders: every game at every number of players, with the claims that are made for the bots.

A rung is one bot alone among a field of another: all seatings, the same seeds. The master has every other seat where
that can be, which tells more a game. Results are kept game by game, so that an interrupted run goes on where it was,
and a rung can be played again by anyone with `roundhouse ladder`. How many games a rung has is fixed here, or by its
title, before any of them is played.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from roundhouse.bots.masters import MASTER, iterations_at, match_seed
from roundhouse.games import Setup, titles
from roundhouse.lab.ladder import Ladder, give_or_take, of_hundred, run
from roundhouse.lab.results_file import Match, MatchResult, ResultsFile
from roundhouse.lab.statistics import z_for_all

SEED = 2001         # the first; by those before it numbers of games and iterations were settled
OTHER_MAPS = [("age-of-rail", 4, "allegheny")]
TOP_BAR = 1.6       # times its fair share that the top level must win against greedy
# Games of each rung. The smaller the table, the nearer a fair share is to a whole: more games to be sure. So it is
# where the levels lie close, and fewer do where they lie far apart.
GAMES = {
    2: (120, 160, 160, 240, 160, 60, 160), 3: (90, 100, 150, 120, 120, 60, 180), 4: (60, 100, 120, 100, 72, 48, 160)
}
NEWCOMERS = "## A newcomer against level-1"     # the last section, which `benchmarks/newcomer.py` writes
LARGE_TABLE = 40, 60, 80, 60, 48, 30, 200


@dataclass(frozen=True)
class Rung:
    """`one` among `field`, for about so many games; `bar`: the share that it must be sure to win more than. `step`: it
    has every so many seats."""

    one: str
    field: str
    games: int
    bar: float
    seed: int = SEED
    step: int = 0

    def rounds(self, seats: int) -> int:
        """How many seeds are played, each once with every seating."""
        return max(1, round(self.games / (self.step or seats)))

    def matches(self, seats: int) -> list[Match]:
        """Its games at a table of so many seats."""
        return [
            Match(self.one, self.field, seat, self.seed + number, self.step)
            for number in range(self.rounds(seats)) for seat in range(self.step or seats)
        ]


def rungs(setup: Setup, scale: float = 1.0) -> list[Rung]:
    """What is to be shown at a table. level-2 goes by its other name, greedy."""
    seats = setup.seats
    fair = 1 / seats
    # Against random: 90 % of two players, 70 % of four, and what lies between and beyond them.
    over_random = {2: 0.9, 3: 0.8}.get(seats, 0.7 if seats == 4 else 2.8 * fair)
    games = titles()[setup.title].ladder.get(seats) or GAMES.get(seats, LARGE_TABLE)
    plan = [
        Rung(one, field, count, bar) for (one, field, bar), count in zip((
            ("greedy", "random", over_random), ("greedy", "level-1", fair), ("level-3", "greedy", fair),
            ("level-4", "level-3", fair), ("level-5", "level-4", fair), ("level-5", "greedy", TOP_BAR * fair),
        ), games)
    ]
    if iterations_at(setup) is not None:
        step = 0 if seats % 2 else 2
        plan.append(Rung(MASTER, "level-5", games[6], 0.5 if step else fair, match_seed(setup), step))
    return [replace(one, games=max(1, round(one.games * scale))) for one in plan]


def setups() -> list[Setup]:
    """Every game with its first edition at every number of players, and its other maps at one of them."""
    return [
        one
        for name, title in titles().items()
        for one in [
            *(Setup.of(name, seats) for seats in range(title.players[0], title.players[1] + 1)),
            *(Setup.of(name, seats, edition) for game, seats, edition in OTHER_MAPS if game == name),
        ]
    ]


def planned(setup: Setup, plan: list[Rung]) -> list[Match]:
    """The games of all rungs."""
    return [match for rung in plan for match in rung.matches(setup.seats)]


def play_table(setup: Setup, plan: list[Rung], kept: ResultsFile, jobs: int) -> Iterator[MatchResult]:
    """All games of a table, those that are kept first."""
    yield from run(setup, planned(setup, plan), kept, jobs)


def played_before(setup: Setup, plan: list[Rung], kept: ResultsFile) -> list[MatchResult]:
    """The games of a table that are kept."""
    wanted = set(planned(setup, plan))
    return [played for match, played in kept.read(setup).items() if match in wanted]


def section(setup: Setup, plan: list[Rung], played: list[MatchResult], rows: int = 1) -> str:
    """A table of claims, each with its interval and the command that plays it again; `rows` of the whole page, for
    which the intervals are corrected. A rung of which games are still to be played tells nothing yet."""
    whole = [rung for rung in plan if _count(rung, played) >= len(rung.matches(setup.seats))]
    names = list(dict.fromkeys(name for rung in whole for name in (rung.field, rung.one)))
    pairs = {(rung.one, rung.field) for rung in whole}
    ladder = Ladder(setup, names, [one for one in played if (one.match.one, one.match.field) in pairs])
    lines = [
        _heading(setup),
        "",
        f"Edition {setup.edition}; a fair share is {1 / setup.seats:.1%}.",
        "",
        "| one | among | games | share of wins | interval | mean place | to be over | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
        *(_row(ladder, rung, z_for_all(rows)) if rung in whole else _coming(setup, rung, played) for rung in plan),
        "",
        *([_skills(ladder), ""] if whole else []),
        *_codes(played),
        *(f"    {_command(setup, rung)}" for rung in plan),
    ]
    return "\n".join(lines) + "\n"


def _skills(ladder: Ladder) -> str:
    return "openskill: " + ", ".join(f"{one.name} {give_or_take(one.skill, 1)}" for one in ladder.standings()) + "."


def _codes(played: list[MatchResult]) -> list[str]:
    """What the net's games were played with."""
    codes = sorted({one.code for one in played if one.code})
    return [f"{MASTER} played with the code {', '.join(f'`{code}`' for code in codes)}.", ""] if codes else []


def _heading(setup: Setup) -> str:
    title = titles()[setup.title]
    other = "" if setup.edition == title.editions[0] else f" ({setup.edition})"
    return f"## {title.title}{other}, {setup.seats} players"


def _count(rung: Rung, played: list[MatchResult]) -> int:
    return sum((one.match.one, one.match.field) == (rung.one, rung.field) for one in played)


def _coming(setup: Setup, rung: Rung, played: list[MatchResult]) -> str:
    """The row of a rung that is being played."""
    games = f"{_count(rung, played)} of {len(rung.matches(setup.seats))}"
    return f"| {rung.one} | {_among(rung)} | {games} | | | | {rung.bar:.1%} | to be played |"


def _among(rung: Rung) -> str:
    return f"{rung.field}, every other seat" if rung.step else rung.field


def _row(ladder: Ladder, rung: Rung, z: float) -> str:
    won = ladder.cross(rung.one, rung.field, z)
    said = "yes" if won.low > rung.bar else "**no**" if won.high < rung.bar else "not sure"
    place = give_or_take(ladder.place(rung.one, rung.field), 2)
    cells = rung.one, _among(rung), str(won.n), *of_hundred(won), place, f"{rung.bar:.1%}", said
    return "| " + " | ".join(cells) + " |"


def _command(setup: Setup, rung: Rung) -> str:
    edition = "" if setup.edition == titles()[setup.title].editions[0] else f"--edition {setup.edition} "
    every_other = " --every-other" if rung.step else ""
    return (
        f"roundhouse ladder {setup.title} --seats {setup.seats} {edition}--bots {rung.field},{rung.one} "
        f"--rounds {rung.rounds(setup.seats)} --seed {rung.seed}{every_other}"
    )


def page(sections: list[str], command: str, rows: int = 1) -> str:
    """The whole page, of a section for each table and the command that made it."""
    return f"""# Ladders

Made by `{command}`.
One bot sits alone among a field of another, on each seat in turn with the same seeds. A tie counts in parts.
`greedy` is level-2. The intervals of shares are Wilson's, and wide enough for all {rows} rows that are planned: in 95
of 100 ladders each of them holds the true share (Bonferroni's correction: {z_for_all(rows):.2f} deviations, not 1.96).
What stands after ± holds in 95 of 100 cases, each alone. 'yes': the whole interval lies over the bar. The commands
under each table play the same games again, and those with the roles changed.

How many games a row has is fixed in `lab/ladder_page.py` and in the titles, and was so before the first of them was
played; the first seed of level-6's is named in the head of its net. What a net does depends on more than its weights:
its row names the code that it was played with, the fingerprint of the compiled sources as it stands in the name of
their library. A test plays some of these games again with the code of today.

""" + "\n".join(sections)
