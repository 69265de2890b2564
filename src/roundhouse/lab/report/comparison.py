"""The page that puts two studies side by side."""
from __future__ import annotations

from roundhouse.lab.analysis import Analysis
from roundhouse.lab.commands import EDITION_FILE, study_command
from roundhouse.lab.compare import FAR, Change, Comparison, interval_of, summary
from roundhouse.lab.report import charts
from roundhouse.lab.report.parts import Figure, Section
from roundhouse.lab.report.tables import Cell, DataTable
from roundhouse.lab.statistics import Estimate
from roundhouse.lab.wording import percent, plain


def page(one: Comparison) -> dict[str, object]:
    """What the template shows of a comparison."""
    first, second = one.first, one.second
    groups = list(dict.fromkeys(change.group for change in one.changes))
    return {
        "title": first.title.title,
        "sub": f"{name(one, 0)} against {name(one, 1)}",
        "accent": first.title.accent[0],
        "facts": [("A", f"{name(one, 0)}, {first.games:,} games"), ("B", f"{name(one, 1)}, {second.games:,} games")],
        "findings": summary(one),
        "sections": [
            Section("setup", "What was changed", tables=[
                DataTable("", ["what", "A", "B"], [[Cell(cell, cell) for cell in row] for row in one.setup]),
            ]),
            _numbers(one),
            _wins(one),
            *(_taken(one, group) for group in groups if group not in ("numbers", "wins")),
        ],
        "command": f"{_command(first)} --out A; {_command(second)} --out B; roundhouse lab compare A B",
    }


def _command(study: Analysis) -> str:
    return study_command(study.study, f"{study.folder.path.name}/{EDITION_FILE}")


def name(one: Comparison, which: int) -> str:
    """What tells a study from the other: its edition, options or bots; else its folder."""
    study = (one.first, one.second)[which]
    if one.first.game.edition.digest != one.second.game.edition.digest:
        return study.game.edition.name
    return study.folder.path.name


def rows(changes: list[Change]) -> list[list[object]]:
    """A row of cells for each change."""
    return [
        [
            Cell(change.title, change.title), Cell(change.form(change.first.value), change.first.value),
            Cell(change.form(change.second.value), change.second.value),
            Cell(interval_of(change), change.difference.change), Cell(change.verdict, change.verdict),
            Cell(_more_games(change), change.more_games),
        ]
        for change in changes
    ]


def _more_games(change: Change) -> str:
    if not change.unclear:
        return ""
    return f"{change.more_games:,}" if change.more_games <= FAR else f"over {FAR:,}"


HEADS = ["what", "A", "B", "change (95 % interval)", "verdict", "more games each"]
VERDICTS = (
    "More and less are sure even when it is remembered how many figures were compared (Holm); perhaps is not. The "
    "same means: within a tenth of a standard deviation. The last column says about how many more games each study "
    "needs for a difference of this size, if it is real, to be seen in four of five studies."
)


def _numbers(one: Comparison) -> Section:
    changes = [change for change in one.changes if change.group == "numbers"]
    scaled = [(change.title, _scaled(change)) for change in changes if change.scale]
    apart = sum(estimate.excludes(0) for _, estimate in scaled)
    figure = Figure(
        charts.dots(scaled, plain, "change from A to B, in standard deviations of A", 0.0, "no change"),
        f"How far each number moved. {apart} of {len(scaled)} intervals leave out no change.",
    )
    return Section("numbers", "Numbers", VERDICTS, [figure], [DataTable("", HEADS, rows(changes))])


def _scaled(one: Change) -> Estimate:
    difference, unit = one.difference, one.scale
    return Estimate(difference.change / unit, difference.low / unit, difference.high / unit, one.first.n)


def _wins(one: Comparison) -> Section:
    changes = [change for change in one.changes if change.group == "wins"]
    both = [(f"{change.title}: {which}", estimate) for change in changes
            for which, estimate in (("A", change.first), ("B", change.second))]
    fair = 1 / one.first.game.seats
    figure = Figure(charts.dots(both, percent, "share of wins", fair, "fair"),
                    "Shares of wins in both studies, each with its interval.")
    return Section("wins", "Who wins", figures=[figure], tables=[DataTable("", HEADS, rows(changes))])


def _taken(one: Comparison, group: str) -> Section:
    changes = [change for change in one.changes if change.group == group]
    return Section(group.replace(" ", "-"), group.capitalize(), "In how many games each is taken.",
                   tables=[DataTable("", HEADS, rows(changes))])
