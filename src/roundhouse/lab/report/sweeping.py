"""The page of a sweep: what each varied number does to each metric."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from roundhouse.games.title import spelled
from roundhouse.lab import statistics
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.findings import Finding
from roundhouse.lab.report import charts
from roundhouse.lab.report.parts import Figure, Section
from roundhouse.lab.report.tables import Cell, DataTable, figure
from roundhouse.lab.statistics import Estimate
from roundhouse.lab.sweep import OPTION, Sweep, Vary, look
from roundhouse.lab.wording import Format, interval, listed


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
        "findings": list(_findings(sweep, studies)),
        "sections": [*(_section(sweep, studies, name) for name in sweep.looks), _points(sweep, studies)],
        "command": command(sweep, first),
    }


def command(sweep: Sweep, first: Analysis) -> str:
    """What to type for the same data."""
    one = first.study
    bots = one.bots[0] if len(set(one.bots)) == 1 else ",".join(one.bots)
    parts = [f"roundhouse lab sweep {one.game}", f"--seats {len(one.bots)}", f"--bots {bots}", f"--games {one.games}",
             f"--seed {one.seed}", f"--slips {one.slips}"]
    parts += [f"--vary {vary.name}={','.join(map(spelled, vary.values))}" for vary in sweep.varied]
    whole = prod(len(vary.values) for vary in sweep.varied)
    parts += [f"--random {len(sweep.points)}"] if len(sweep.points) < whole else []
    return " ".join([*parts, *(f"--metric {name}" for name in sweep.looks)])


def effect(sweep: Sweep, studies: Sequence[Analysis], vary: Vary, name: str) -> list[tuple[str, list[float]]]:
    """All games by the value that one of the varied numbers had, whatever the others were."""
    n = sweep.varied.index(vary)
    found: dict[str, list[float]] = {}
    for point, study in sorted(zip(sweep.points, studies), key=lambda one: vary.values.index(one[0].values[n])):
        found.setdefault(spelled(point.values[n]), []).extend(look(study, name)[2])
    return list(found.items())


def _findings(sweep: Sweep, studies: Sequence[Analysis]) -> Iterator[Finding]:
    for name in sweep.looks:
        title, form, _ = look(studies[0], name)
        for vary in sweep.varied:
            groups = [(value, values) for value, values in effect(sweep, studies, vary, name) if values]
            means = [(value, statistics.mean(values)) for value, values in groups]
            low, high = min(means, key=lambda one: one[1].value), max(means, key=lambda one: one[1].value)
            apart = statistics.mean_difference(dict(groups)[low[0]], dict(groups)[high[0]])
            yield _finding(title, vary.name.removeprefix(OPTION), low, high, apart.significant, form)


def _finding(
    title: str, varied: str, low: tuple[str, Estimate], high: tuple[str, Estimate], certain: bool, form: Format
) -> Finding:
    if not certain:
        return Finding("open", f"{title}: no effect of {varied} is seen.")
    return Finding("good", f"{title}: from {interval(low[1], form)} with {varied} {low[0]} to "
                           f"{interval(high[1], form)} with {varied} {high[0]}.")


def _section(sweep: Sweep, studies: Sequence[Analysis], name: str) -> Section:
    title, form, _ = look(studies[0], name)
    figures = []
    for vary in sweep.varied:
        rows = [(value, statistics.mean(values)) for value, values in effect(sweep, studies, vary, name) if values]
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
