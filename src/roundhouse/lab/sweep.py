"""Many studies at once: numbers of an edition, or options, varied over a grid or at random."""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.games.data import EditionError
from roundhouse.games.title import spelled
from roundhouse.lab import statistics
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.folder import write_whole
from roundhouse.lab.metrics import KNOWN, metric
from roundhouse.lab.study import Study
from roundhouse.lab.wording import Format, in_unit, interval, percent

MOST_POINTS = 500
LONGEST_NAME = 120    # of a folder; file systems take twice that
OPTION = "option:"
SHARES = {
    "wins:first": "Share of wins of the seat that goes first", "wins:opener": "Share of wins of the seat that opens",
}


@dataclass(frozen=True)
class Vary:
    """A number of the edition, by its dotted place, or an option, and the values that it takes."""

    name: str
    values: tuple[Any, ...]


def read_vary(text: str) -> Vary:
    """NAME=1,2,3 or NAME=1..5 or NAME=10..50/10."""
    name, equals, given = text.partition("=")
    if not name or not equals or not given:
        raise UserError(f"--vary is NAME=VALUES, such as starting_cash=15,20 or starting_cash=10..30/5, not '{text}'")
    low, dots, rest = given.partition("..")
    if dots:
        high, _, step = rest.partition("/")
        try:
            values = range(int(low), int(high) + 1, int(step or 1))
        except ValueError:
            raise UserError(f"--vary {text}: a range is whole numbers, FROM..TO or FROM..TO/STEP") from None
        if values[MOST_POINTS:]:
            raise UserError(f"--vary {text}: that is more than {MOST_POINTS} values")
        return Vary(name, tuple(values))
    return Vary(name, tuple(read_value(one) for one in given.split(",")))


def read_value(text: str) -> Any:
    """A value as it is typed: a number, or a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class Point:
    """One choice of values, with its study and the name of its folder."""

    values: tuple[Any, ...]
    study: Study
    folder: str


@dataclass(frozen=True)
class Sweep:
    """A grid of studies: what is varied, and each point of it."""

    base: Study
    """The study without anything varied."""
    varied: tuple[Vary, ...]
    points: tuple[Point, ...]
    looks: tuple[str, ...]
    """The metrics that are looked at."""

    @staticmethod
    def plan(base: Study, varied: Sequence[Vary], random_points: int, looks: tuple[str, ...]) -> Sweep:
        """Every point, checked before anything is played."""
        for vary in varied:
            if not vary.values:
                raise UserError(f"--vary {vary.name} has no values")
        own = tuple(name for name in looks if name not in KNOWN and name not in SHARES and not _is_seat(name))
        for name in own:
            metric(name)
        chosen = _at_random(varied, random_points, base.seed) if random_points else _grid(varied)
        base = replace(base, metrics=own, skill=0)
        points = [Point(values, _study(base, varied, values), _folder(varied, values)) for values in chosen]
        return Sweep(base, tuple(varied), tuple(points), looks)


def _grid(varied: Sequence[Vary]) -> list[tuple[Any, ...]]:
    chosen = list(product(*(vary.values for vary in varied)))
    if len(chosen) > MOST_POINTS:
        raise UserError(f"that is a grid of {len(chosen):,} points, over {MOST_POINTS}; take some with --random N")
    return chosen


def _at_random(varied: Sequence[Vary], points: int, seed: int) -> list[tuple[Any, ...]]:
    """Different points, each value equally likely; all of them if there are no more."""
    dice = Dice(seed, 77)
    every = prod(len(vary.values) for vary in varied)
    found: dict[tuple[Any, ...], None] = {}
    while len(found) < min(points, every):
        found[tuple(vary.values[int(dice.below(len(vary.values)))] for vary in varied)] = None
    return list(found)


def _folder(varied: Sequence[Vary], values: tuple[Any, ...]) -> str:
    parts = [f"{vary.name.removeprefix(OPTION)}={spelled(value)}" for vary, value in zip(varied, values)]
    name = ",".join(parts).replace("/", "-")
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}-{sha256(name.encode()).hexdigest()[:8]}"


def _word(text: str) -> str:
    """As the name of an edition must be: letters, digits and dashes."""
    return "-".join(re.findall("[A-Za-z0-9]+", text))


def _study(base: Study, varied: Sequence[Vary], values: tuple[Any, ...]) -> Study:
    setup = base.setup
    options = dict(setup.options)
    edition = setup.game().edition
    data = json.loads(json.dumps(edition.data))
    for vary, value in zip(varied, values):
        if vary.name.startswith(OPTION):
            options[vary.name.removeprefix(OPTION)] = value if not isinstance(value, int) else spelled(value)
        else:
            set_value(data, vary.name, value)
    if data != edition.data:
        data["edition"] = f"{edition.name}-{_word(_folder(varied, values))}"
        try:
            edition = title(setup.title).edition_from(json.dumps(data, indent=1, ensure_ascii=False), "the edition")
        except EditionError as error:
            reason = str(error).partition(": ")[2]
            raise EditionError(f"with {_folder(varied, values)} the edition can't be played: {reason}") from error
    return replace(base, setup=Setup.of(setup.title, setup.seats, edition, options))


def set_value(data: Any, place: str, value: Any) -> None:
    """Change a value by its dotted place. In lists things are found by their id, or by their number from 0."""
    *steps, last = place.split(".")
    for step in steps:
        data = data[_key(data, step, place)]
    key = _key(data, last, place)
    if isinstance(data[key], dict | list):
        raise UserError(f"'{place}' is not a single value of the edition: {_inside(data[key])}")
    data[key] = value


def _key(data: Any, step: str, place: str) -> Any:
    if isinstance(data, dict) and step in data:
        return step
    if isinstance(data, list):
        for n, one in enumerate(data):
            if str(n) == step or (isinstance(one, dict) and one.get("id") == step):
                return n
    raise UserError(f"the edition has no '{place}': at '{step}' {_inside(data)}")


def _inside(data: Any) -> str:
    if isinstance(data, dict):
        return f"there is {', '.join(map(str, list(data)[:20]))}"
    if isinstance(data, list):
        names = [str(one["id"]) if isinstance(one, dict) and "id" in one else str(n) for n, one in enumerate(data)]
        return f"there is {', '.join(names[:20])}"
    return "there is a single value"


# ---- what came of it -------------------------------------------------------------------------------------------------


def _is_seat(name: str) -> bool:
    return name.startswith("wins:") and name[5:].isdecimal()


def look(study: Analysis, name: str) -> tuple[str, Format, list[float]]:
    """What a metric is called, how it is written, and its values in a study."""
    seats = study.seats
    if name in SHARES:
        column = "starter" if name == "wins:first" else "opener"
        return SHARES[name], percent, list(seats.filter(seats["seat"] == seats[column])["credit"])
    if _is_seat(name):
        seat = int(name[5:])
        return f"Share of wins of seat {seat}", percent, list(seats.filter(seats["seat"] == seat)["credit"])
    number = study.numbers[metric(name).name]
    return number.metric.title, in_unit(number.metric.unit, study.title.room.books.UNIT), number.values


def print_sweep(sweep: Sweep, studies: Sequence[Analysis], out: Console) -> None:
    """A row for each point, with the figures that are looked at."""
    heads = [look(studies[0], name)[0] for name in sweep.looks]
    table = Table(*(vary.name for vary in sweep.varied), *heads)
    for point, study in zip(sweep.points, studies):
        seen = [look(study, name) for name in sweep.looks]
        cells = [interval(statistics.mean(values), form) for _, form, values in seen]
        table.add_row(*(spelled(value) for value in point.values), *cells)
    out.print(table)


def write_sweep(sweep: Sweep, studies: Sequence[Analysis], file: Path) -> None:
    """Write the sweep as a page of HTML, and beside it the edition that it began from, if that is one's own."""
    from roundhouse.lab.report.parts import write_page
    from roundhouse.lab.report.sweeping import page
    if sweep.base.setup.text:
        write_whole(file.parent / "edition.json", sweep.base.setup.text)
    write_page(file, "findings.html.j2", page(sweep, studies))
