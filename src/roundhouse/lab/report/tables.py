"""Tables of a report, to be sorted by any column."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from roundhouse.games.books import Kind
from roundhouse.lab.analysis import Analysis, Thing
from roundhouse.lab.statistics import Estimate, standard_deviation
from roundhouse.lab.wording import Format, in_unit, interval, percent, plain, with_unit


@dataclass(frozen=True)
class Cell:
    """What is shown, what it is sorted by, and a bar behind it from 0 to 1."""

    text: str
    key: float | str = ""
    bar: float | None = None

    @property
    def parts(self) -> list[str]:
        """A figure and its interval, each on a line of its own where there is no room for both in one."""
        figure, bracket, rest = self.text.partition(" (")
        return [figure, f"({rest}"] if bracket else [figure]


@dataclass(frozen=True)
class DataTable:
    """Rows of cells under headings, as a report prints them."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""
    wide: bool = field(default=False)


def figure(one: Estimate | None, form: Format) -> Cell:
    """A figure with its interval, or a dash."""
    if one is None or one.n == 0:
        return Cell("–", float("-1e9"))
    return Cell(interval(one, form), one.value)


def thing_table(study: Analysis, kind: Kind) -> DataTable:
    """The things of a kind: how often each is taken, by whom, and what it is worth to them."""
    form = in_unit("money", study.title.room.books.UNIT)
    heads = [kind.name, "in games", "a game", "takers win", "score against the table"]
    heads += ["price"] if kind.priced else []
    heads += ["earned"] if kind.pays else []
    heads += ["gain"] if kind.priced and kind.pays else []
    return DataTable(f"Every {kind.name}", heads, [_row(kind, thing, form) for thing in study.things(kind)], kind.words)


def _row(kind: Kind, thing: Thing, form: Format) -> list[Cell]:
    cells = [
        Cell(thing.item, thing.item),
        Cell(percent(thing.games.value), thing.games.value, thing.games.value),
        Cell(plain(thing.times), thing.times),
        figure(thing.wins, percent),
        figure(thing.ahead, form),
    ]
    cells += [figure(thing.price, form)] if kind.priced else []
    cells += [figure(thing.paid, form)] if kind.pays else []
    return cells + ([figure(thing.profit, form)] if kind.priced and kind.pays else [])


def action_table(study: Analysis) -> DataTable:
    """The kinds of action: how often each is legal and taken."""
    rows = [
        [Cell(action, action), Cell(percent(games.value), games.value, games.value), Cell(plain(times), times),
         Cell(percent(chosen.value), chosen.value, chosen.value)]
        for action, games, times, chosen in study.actions
    ]
    return DataTable("", ["action", "in games", "times a game", "taken when legal"], rows)


def metric_table(study: Analysis) -> DataTable:
    """The metrics: their means, medians and spreads."""
    rows = []
    for one in study.numbers.values():
        form = with_unit(one.metric.unit, study.title.room.books.UNIT)
        low, high, deviation = min(one.values), max(one.values), standard_deviation(one.values)
        rows.append([
            Cell(one.metric.title, one.metric.title), figure(one.mean, form), Cell(form(one.median), one.median),
            Cell(form(deviation), deviation), Cell(f"{form(low)} to {form(high)}", high),
        ])
    return DataTable("", ["metric", "mean (95 % interval)", "median", "standard deviation", "least to most"], rows)
