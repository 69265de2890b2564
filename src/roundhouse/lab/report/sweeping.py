"""The page of a sweep: what each varied number does to each metric."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.games.title import spelled
from roundhouse.lab import statistics
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.commands import sweep_command
from roundhouse.lab.effects import Effect, count_tests, effects
from roundhouse.lab.findings import Finding
from roundhouse.lab.report import charts
from roundhouse.lab.report.parts import Figure, Section
from roundhouse.lab.report.tables import Cell, DataTable, figure
from roundhouse.lab.sweep import OPTION, Sweep, Vary, look
from roundhouse.lab.wording import interval, listed


def page(sweep: Sweep, studies: Sequence[Analysis]) -> dict[str, object]:
    """What the template shows of a sweep."""
    first = studies[0]
    varied = [vary.name.removeprefix(OPTION) for vary in sweep.varied]
    return {
        "title": first.title.title,
        "sub": f"What {listed(varied)} {'does' if len(varied) == 1 else 'do'}",
        "accent": first.title.accent[0],
        "facts": [("Points", str(len(studies))), ("Games each", f"{first.games:,}"),
                  ("Bots", listed(list(dict.fromkeys(first.study.bots)))), ("Seed", str(first.study.seed))],
        "findings": findings(sweep, studies),
        "sections": [*(_section(sweep, studies, name) for name in sweep.looks), _points(sweep, studies)],
        "command": sweep_command(sweep),
    }


def by_value(sweep: Sweep, studies: Sequence[Analysis], vary: Vary, name: str) -> list[tuple[Any, list[float]]]:
    """All games by the value that one of the varied had, whatever the others were; values without any are left out."""
    n = sweep.varied.index(vary)
    found: dict[Any, list[float]] = {value: [] for value in vary.values}
    for point, study in zip(sweep.points, studies):
        found[point.values[n]] += look(study, name)[2]
    return [(value, values) for value, values in found.items() if values]


def findings(sweep: Sweep, studies: Sequence[Analysis]) -> list[Finding]:
    """What each of the varied does to each metric, as far as that is sure, and how that was tested."""
    points = [point.values for point in sweep.points]
    games = {name: [look(study, name)[2] for study in studies] for name in sweep.looks}
    found = [_finding(sweep, studies, effect) for effect in effects(points, games)]
    return [*found, _tested(count_tests(points, len(games)))]


def _finding(sweep: Sweep, studies: Sequence[Analysis], effect: Effect) -> Finding:
    title, form, _ = look(studies[0], effect.metric)
    vary = sweep.varied[effect.varied]
    short = vary.name.removeprefix(OPTION)
    p = "p under 0.001" if effect.p_value < 0.001 else f"p = {effect.p_value:.3f}"
    if not effect.sure:
        return Finding("open", f"{title}: no effect of {short} is seen ({p}).")
    means = [(value, statistics.mean(values)) for value, values in by_value(sweep, studies, vary, effect.metric)]
    trend = effect.kind == "trend"
    means.sort(key=lambda one: one[0] if trend else one[1].value)
    (low, least), (high, most) = means[0], means[-1]
    what = f"there is a trend with {short}" if trend else f"it differs by {short}"
    return Finding("good", f"{title}: {what} ({p}), from {interval(least, form)} with {spelled(low)} to "
                           f"{interval(most, form)} with {spelled(high)}.")


def _tested(tests: int) -> Finding:
    return Finding("note", (
        f"What was tested: for each metric and each of what was varied whether there is a trend with the number, and "
        f"whether its values differ at all, by the ranks of all games (Kruskal and Wallis), what else was varied taken "
        f"out. The p-values are corrected for {tests} test{'' if tests == 1 else 's'} (Holm): where nothing has an "
        "effect, 95 of 100 sweeps claim none."
    ))


def _section(sweep: Sweep, studies: Sequence[Analysis], name: str) -> Section:
    title, form, _ = look(studies[0], name)
    figures = []
    for vary in sweep.varied:
        rows = [(spelled(value), statistics.mean(some)) for value, some in by_value(sweep, studies, vary, name)]
        others = ", whatever the others were" if len(sweep.varied) > 1 else ""
        short = vary.name.removeprefix(OPTION)
        figures.append(Figure(charts.dots(rows, form, title.lower()),
                              f"{title} by {short}{others}, with 95 % intervals."))
    return Section(name.replace(":", "-"), title, figures=figures)


def _points(sweep: Sweep, studies: Sequence[Analysis]) -> Section:
    looks = [look(studies[0], name) for name in sweep.looks]
    rows = []
    for point, study in zip(sweep.points, studies):
        seen = [look(study, name) for name in sweep.looks]
        chosen = [Cell(spelled(value), value if isinstance(value, int) else str(value)) for value in point.values]
        rows.append([*chosen, *(figure(statistics.mean(values), form) for _, form, values in seen)])
    heads = [*(vary.name.removeprefix(OPTION) for vary in sweep.varied), *(title for title, _, _ in looks)]
    return Section("points", "Every point", tables=[DataTable("", heads, rows)])
