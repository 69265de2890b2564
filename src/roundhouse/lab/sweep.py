"""Many studies at once: numbers of an edition, or options, varied over a grid or at random."""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from roundhouse.engine.dice import Dice
from roundhouse.games import title
from roundhouse.games.data import EditionError
from roundhouse.games.title import ChoiceError, spelled
from roundhouse.lab import statistics
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.metrics import KNOWN, metric
from roundhouse.lab.study import Study
from roundhouse.lab.wording import Format, in_unit, interval, percent

MOST_POINTS = 500
OPTION = "option:"
SHARES = {"wins:first": "Share of wins of who goes first", "wins:opener": "Share of wins of who opens"}


@dataclass(frozen=True)
class Vary:
    """A number of the edition, by its dotted place, or an option, and the values that it takes."""

    name: str
    values: tuple[Any, ...]


def read_vary(text: str) -> Vary:
    """NAME=1,2,3 or NAME=1..5 or NAME=10..50/10."""
    name, equals, given = text.partition("=")
    if not name or not equals or not given:
        raise ChoiceError(f"--vary is NAME=VALUES, such as starting_cash=15,20 or starting_cash=10..30/5, not '{text}'")
    low, dots, rest = given.partition("..")
    if dots:
        high, _, step = rest.partition("/")
        try:
            values = range(int(low), int(high) + 1, int(step or 1))
        except ValueError:
            raise ChoiceError(f"--vary {text}: a range is whole numbers, FROM..TO or FROM..TO/STEP") from None
        if values[MOST_POINTS:]:
            raise ChoiceError(f"--vary {text}: that is more than {MOST_POINTS} values")
        return Vary(name, tuple(values))
    return Vary(name, tuple(_value(one) for one in given.split(",")))


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class Point:
    values: tuple[Any, ...]
    study: Study
    folder: str


@dataclass(frozen=True)
class Sweep:
    varied: tuple[Vary, ...]
    points: tuple[Point, ...]
    looks: tuple[str, ...]
    """The metrics that are looked at."""

    @staticmethod
    def plan(base: Study, varied: Sequence[Vary], random_points: int, looks: tuple[str, ...]) -> Sweep:
        """Every point, checked before anything is played."""
        for vary in varied:
            if not vary.values:
                raise ChoiceError(f"--vary {vary.name} has no values")
        own = tuple(name for name in looks if name not in KNOWN and name not in SHARES and not _is_seat(name))
        for name in own:
            metric(name)
        chosen = _at_random(varied, random_points, base.seed) if random_points else _grid(varied)
        base = replace(base, metrics=own, skill=0)
        points = [Point(values, _study(base, varied, values), _folder(varied, values)) for values in chosen]
        return Sweep(tuple(varied), tuple(points), looks)


def _grid(varied: Sequence[Vary]) -> list[tuple[Any, ...]]:
    chosen = list(product(*(vary.values for vary in varied)))
    if len(chosen) > MOST_POINTS:
        raise ChoiceError(f"that is a grid of {len(chosen):,} points, over {MOST_POINTS}; take some with --random N")
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
    return ",".join(parts).replace("/", "-")[:120]


def _study(base: Study, varied: Sequence[Vary], values: tuple[Any, ...]) -> Study:
    options = dict(base.options)
    game = base.make()
    data = json.loads(json.dumps(game.edition.data))
    for vary, value in zip(varied, values):
        if vary.name.startswith(OPTION):
            options[vary.name.removeprefix(OPTION)] = value if not isinstance(value, int) else spelled(value)
        else:
            set_value(data, vary.name, value)
    chosen = tuple(title(base.game).choose(options).items())
    if data == game.edition.data:
        return replace(base, options=chosen)
    data["edition"] = f"{game.edition.name}, {_folder(varied, values)}"
    text = json.dumps(data, indent=1, ensure_ascii=False)
    study = replace(base, options=chosen, edition="", edition_text=text)
    try:
        study.make()
    except EditionError as error:
        reason = str(error).partition(": ")[2]
        raise EditionError(f"with {_folder(varied, values)} the edition can't be played: {reason}") from error
    return study


def set_value(data: Any, place: str, value: Any) -> None:
    """Change a value by its dotted place. In lists things are found by their id, or by their number from 0."""
    *steps, last = place.split(".")
    for step in steps:
        data = data[_key(data, step, place)]
    key = _key(data, last, place)
    if isinstance(data[key], dict | list):
        raise ChoiceError(f"'{place}' is not a single value of the edition: {_inside(data[key])}")
    data[key] = value


def _key(data: Any, step: str, place: str) -> Any:
    if isinstance(data, dict) and step in data:
        return step
    if isinstance(data, list):
        for n, one in enumerate(data):
            if str(n) == step or (isinstance(one, dict) and one.get("id") == step):
                return n
    raise ChoiceError(f"the edition has no '{place}': at '{step}' {_inside(data)}")


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
    return number.metric.title, in_unit(number.metric.unit, study.title.ledger.UNIT), number.values


def print_sweep(sweep: Sweep, studies: Sequence[Analysis], out: Console) -> None:
    heads = [look(studies[0], name)[0] for name in sweep.looks]
    table = Table(*(vary.name for vary in sweep.varied), *heads)
    for point, study in zip(sweep.points, studies):
        seen = [look(study, name) for name in sweep.looks]
        cells = [interval(statistics.mean(values), form) for _, form, values in seen]
        table.add_row(*(spelled(value) for value in point.values), *cells)
    out.print(table)


def write_sweep(sweep: Sweep, studies: Sequence[Analysis], file: Path) -> None:
    from roundhouse.lab.report.parts import write_page
    from roundhouse.lab.report.sweeping import page
    write_page(file, "findings.html.j2", page(sweep, studies))
