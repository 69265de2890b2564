"""The page of ladders: every game at every number of players, with the claims that are made for the bots.

A rung is one bot alone among a field of another: all seatings, the same seeds. Results are kept game by game, so that
an interrupted run goes on where it was, and a rung can be played again by anyone with `roundhouse ladder`.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from roundhouse.games import Setup, titles
from roundhouse.lab.kept import Kept, Match, Played
from roundhouse.lab.ladder import Ladder, give_or_take, of_hundred, run

SEED = 1
TOP_BAR = 1.6       # times its fair share that the top level must win against greedy
# Games of each rung. The smaller the table, the nearer a fair share is to a whole: more games to be sure. So it is
# where the levels lie close, and fewer do where they lie far apart.
GAMES = {2: (120, 160, 160, 240, 100, 60), 3: (60, 100, 150, 120, 120, 60), 4: (60, 100, 120, 100, 72, 48)}
LARGE_TABLE = 40, 60, 80, 60, 48, 30


@dataclass(frozen=True)
class Rung:
    """`one` among `field`, for about so many games; `bar`: the share that it must be sure to win more than."""

    one: str
    field: str
    games: int
    bar: float

    def rounds(self, seats: int) -> int:
        """How many seeds are played, each once on every seat."""
        return max(1, round(self.games / seats))

    def matches(self, seats: int) -> list[Match]:
        """Its games at a table of so many seats."""
        rounds = range(self.rounds(seats))
        return [Match(self.one, self.field, seat, SEED + number) for number in rounds for seat in range(seats)]


def rungs(setup: Setup, scale: float = 1.0) -> list[Rung]:
    """What is to be shown at a table. level-2 goes by its other name, greedy."""
    seats = setup.seats
    fair = 1 / seats
    # Against random: 90 % of two players, 70 % of four, and what lies between and beyond them.
    over_random = {2: 0.9, 3: 0.8}.get(seats, 0.7 if seats == 4 else 2.8 * fair)
    games = titles()[setup.title].ladder.get(seats) or GAMES.get(seats, LARGE_TABLE)
    plan = [
        Rung("greedy", "random", games[0], over_random),
        Rung("greedy", "level-1", games[1], fair),
        Rung("level-3", "greedy", games[2], fair),
        Rung("level-4", "level-3", games[3], fair),
        Rung("level-5", "level-4", games[4], fair),
        Rung("level-5", "greedy", games[5], TOP_BAR * fair),
    ]
    return [Rung(one.one, one.field, max(1, round(one.games * scale)), one.bar) for one in plan]


def setups() -> list[Setup]:
    """Every game with its first edition at every number of players."""
    return [
        Setup.of(name, seats)
        for name, title in titles().items() for seats in range(title.players[0], title.players[1] + 1)
    ]


def planned(setup: Setup, plan: list[Rung]) -> list[Match]:
    """The games of all rungs."""
    return [match for rung in plan for match in rung.matches(setup.seats)]


def play_table(setup: Setup, plan: list[Rung], kept: Kept, jobs: int) -> Iterator[Played]:
    """All games of a table, those that are kept first."""
    yield from run(setup, planned(setup, plan), kept, jobs)


def played_before(setup: Setup, plan: list[Rung], kept: Kept) -> list[Played]:
    """The games of a table that are kept."""
    wanted = set(planned(setup, plan))
    return [played for match, played in kept.read(setup).items() if match in wanted]


def section(setup: Setup, plan: list[Rung], played: list[Played]) -> str:
    """A table of claims, each with its interval and the command that plays it again."""
    names = list(dict.fromkeys(name for rung in plan for name in (rung.field, rung.one)))
    ladder = Ladder(setup, names, played)
    lines = [
        f"## {titles()[setup.title].title}, {setup.seats} players",
        "",
        f"Edition {setup.edition}; a fair share is {1 / setup.seats:.1%}.",
        "",
        "| one | among | games | share of wins | interval | mean place | to be over | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
        *(_row(ladder, rung) for rung in plan),
        "",
        "openskill: " + ", ".join(f"{one.name} {give_or_take(one.skill, 1)}" for one in ladder.standings()) + ".",
        "",
        *(f"    {_command(setup, rung)}" for rung in plan),
    ]
    return "\n".join(lines) + "\n"


def _row(ladder: Ladder, rung: Rung) -> str:
    won = ladder.cross(rung.one, rung.field)
    said = "yes" if won.low > rung.bar else "**no**" if won.high < rung.bar else "not sure"
    place = give_or_take(ladder.place(rung.one, rung.field), 2)
    cells = rung.one, rung.field, str(won.n), *of_hundred(won), place, f"{rung.bar:.1%}", said
    return "| " + " | ".join(cells) + " |"


def _command(setup: Setup, rung: Rung) -> str:
    return (
        f"roundhouse ladder {setup.title} --seats {setup.seats} --bots {rung.field},{rung.one} "
        f"--rounds {rung.rounds(setup.seats)} --seed {SEED}"
    )


def page(sections: list[str], command: str) -> str:
    """The whole page, of a section for each table and the command that made it."""
    return f"""# Ladders

Made by `{command}`.
One bot sits alone among a field of another, on each seat in turn with the same seeds. A tie counts in parts.
`greedy` is level-2. Intervals, also those after ±, hold in 95 of 100 cases; those of shares are Wilson's. 'yes': the
whole interval lies over the bar. The commands under each table play the same games again, and those with the roles
changed.

Read with care: how many games a row has, and how many iterations some levels have, was settled while the ladder was
being played, for some rows after a first look at them. The intervals are corrected neither for that nor for there being
so many rows: of sixty, one or two may say 'yes' by chance.

""" + "\n".join(sections)
