"""Two studies of a game side by side: what changed, how sure that is, and what can't be told yet."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan, sqrt
from pathlib import Path
from typing import Any

from roundhouse.errors import UserError
from roundhouse.lab import statistics
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.findings import Finding
from roundhouse.lab.statistics import Difference, Estimate
from roundhouse.lab.wording import Format, in_unit, interval, listed, percent, plural, span

SMALL = 0.1      # a change of fewer standard deviations is called none
FAR = 20_000     # more games than that are not worth counting


@dataclass(frozen=True)
class Change:
    """One figure in both studies."""

    group: str
    title: str
    first: Estimate
    second: Estimate
    difference: Difference
    form: Format
    scale: float
    """The standard deviation in the first study, so that changes of different things can be drawn together."""
    sure: bool = False
    """Whether it still counts when it is remembered how many figures were compared."""

    @property
    def verdict(self) -> str:
        """What may be said of it, in a word or two."""
        if self.sure:
            return "more" if self.difference.change > 0 else "less"
        if self.difference.significant:
            return "perhaps " + ("more" if self.difference.change > 0 else "less")
        reach = max(abs(self.difference.low), abs(self.difference.high))
        return "the same" if reach <= SMALL * self.scale or self.scale == 0 else "can't be told"

    @property
    def unclear(self) -> bool:
        """Whether more games might tell."""
        return not self.sure and self.verdict != "the same"

    @property
    def more_games(self) -> int:
        """How many more games each study would need for a difference like this one, if real, to be sure."""
        return max(0, self.difference.sample_size - min(self.first.n, self.second.n))


@dataclass(frozen=True)
class Comparison:
    """Two studies of one game, and every figure that both have."""

    first: Analysis
    second: Analysis
    setup: list[tuple[str, str, str]]
    """What was chosen differently: its name, and how it was in each."""
    changes: list[Change]


def compare(first: Analysis, second: Analysis) -> Comparison:
    """Every figure that both studies have; those that changed for sure are marked after Holm's correction."""
    if first.study.game != second.study.game:
        raise UserError(f"these are studies of two games, {first.study.game} and {second.study.game}")
    changes = [change for change in _changes(first, second) if not isnan(change.difference.change)]
    passed = statistics.holm([change.difference.p_value for change in changes])
    marked = [Change(**{**change.__dict__, "sure": sure}) for change, sure in zip(changes, passed)]
    return Comparison(first, second, list(setup(first, second)), marked)


# ---- what was chosen -------------------------------------------------------------------------------------------------


def setup(first: Analysis, second: Analysis) -> Iterator[tuple[str, str, str]]:
    """What was chosen differently: its name, and how it was in each study."""
    one, two = first.study, second.study
    chosen = (
        ("players", len(one.bots), len(two.bots)), ("bots", _names(one.bots), _names(two.bots)),
        ("slips", one.slips, two.slips), ("seed", one.seed, two.seed), ("games", one.games, two.games),
    )
    for name, old, new in chosen:
        if old != new:
            yield name, str(old), str(new)
    old_options, new_options = (study.title.worded(study.study.setup.options) for study in (first, second))
    for name, value in old_options.items():
        if new_options.get(name) != value:
            yield name, value, new_options.get(name, "")
    yield from differences(first.game.edition.data, second.game.edition.data)


def _names(bots: tuple[str, ...]) -> str:
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


def differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every value that differs in two editions, by its place. Things with an id are found by it."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from differences(old.get(key), new.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and _has_parts(old):
        for n, (a, b) in enumerate(zip(old, new)):
            name = a["id"] if isinstance(a, dict) and "id" in a else n
            yield from differences(a, b, f"{path}.{name}")
    elif old != new:
        yield path, _short(old), _short(new)


def _has_parts(values: list[Any]) -> bool:
    """Lists of plain values are told as a whole."""
    return any(isinstance(value, dict | list) for value in values)


def _short(value: Any) -> str:
    text = "–" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 50 else text[:49] + "…"


# ---- what came of it -------------------------------------------------------------------------------------------------


def _changes(first: Analysis, second: Analysis) -> Iterator[Change]:
    money = first.title.room.books.UNIT
    for name, number in first.numbers.items():
        if name in second.numbers:
            form = in_unit(number.metric.unit, money)
            yield change("numbers", number.metric.title, number.values, second.numbers[name].values, form)
    if first.game.seats == second.game.seats:
        for seat in range(first.game.seats):
            yield change("wins", f"seat {seat} wins", _wins(first, "seat", seat), _wins(second, "seat", seat), percent)
    if first.by_opener and second.by_opener:
        yield change("wins", "who opens wins", _own_wins(first, "opener"), _own_wins(second, "opener"), percent)
    if first.by_starter and second.by_starter:
        yield change("wins", "who goes first wins", _own_wins(first, "starter"), _own_wins(second, "starter"), percent)
    for bot in dict.fromkeys(first.study.bots):
        if bot in second.study.bots and first.by_bot and second.by_bot:
            yield change("wins", f"{bot} wins", _wins(first, "bot", bot), _wins(second, "bot", bot), percent)
    yield from _taken(first, second)


def change(group: str, title: str, old: list[float], new: list[float], form: Format) -> Change:
    """A mean in both studies: of the values of all games in each."""
    difference = statistics.mean_difference(old, new)
    scale = statistics.standard_deviation(old)
    return Change(group, title, statistics.mean(old), statistics.mean(new), difference, form, scale)


def share_change(group: str, title: str, old: Estimate, new: Estimate) -> Change:
    """A proportion in both studies."""
    deviation = sqrt(old.value * (1 - old.value))
    return Change(group, title, old, new, statistics.proportion_difference(old, new), percent, deviation)


def _wins(study: Analysis, column: str, value: object) -> list[float]:
    return list(study.seats.filter(study.seats[column] == value)["credit"])


def _own_wins(study: Analysis, column: str) -> list[float]:
    return list(study.seats.filter(study.seats["seat"] == study.seats[column])["credit"])


def _taken(first: Analysis, second: Analysis) -> Iterator[Change]:
    """In how many games each action and each thing is taken."""
    actions = {action: games for action, games, _, _ in second.actions}
    for action, games, _, _ in first.actions:
        yield share_change("actions", action, games, actions.get(action, statistics.proportion(0, 0)))
    for kind in first.kinds:
        other = next((one for one in second.kinds if one.name == kind.name), None)
        things = {thing.item: thing.games for thing in second.things(other)} if other else {}
        for thing in first.things(kind):
            if thing.item in things:
                yield share_change(plural(kind.name), thing.item, thing.games, things[thing.item])


# ---- in words --------------------------------------------------------------------------------------------------------


def summary(one: Comparison) -> list[Finding]:
    """The comparison in sentences: what was changed, what changed for sure, what can't be told."""
    return [*_setup_words(one), *_sure_words(one), *_open_words(one)]


def _setup_words(one: Comparison) -> Iterator[Finding]:
    if not one.setup:
        yield Finding("note", "The two studies were set up in the same way.")
        return
    told = [f"{name}: {old} → {new}" for name, old, new in one.setup if name not in ("edition", "status", "games")]
    yield Finding("note", f"What was changed: {'; '.join(told[:12])}{'; and more' if len(told) > 12 else ''}.")


def told(one: Change) -> str:
    """A change as a clause: before, after, the difference and its interval."""
    difference = one.difference
    sign = "+" if difference.change > 0 else ""
    return (f"{one.title} {one.form(one.first.value)} → {one.form(one.second.value)} "
            f"({sign}{one.form(difference.change)}, {span(difference.low, difference.high, one.form)})")


def _sure_words(one: Comparison) -> Iterator[Finding]:
    for group in dict.fromkeys(change.group for change in one.changes):
        sure = [change for change in one.changes if change.group == group and change.sure]
        sure.sort(key=lambda change: -abs(change.difference.change) / (change.scale or 1))
        if sure:
            yield Finding("good", f"Changed for sure, {group}: {'; '.join(told(change) for change in sure[:6])}"
                                  f"{f'; and {len(sure) - 6} more' if len(sure) > 6 else ''}.")
    if not any(change.sure for change in one.changes):
        yield Finding("open", "No figure changed for sure.")
    main = [change for change in one.changes if change.group in ("numbers", "wins")]
    same = [change.title for change in main if change.verdict == "the same"]
    if same:
        yield Finding("note", f"The same, as far as a tenth of a standard deviation goes: {listed(same, 8)}.")


def _open_words(one: Comparison) -> Iterator[Finding]:
    for group in ("numbers", "wins"):
        unclear = [change for change in one.changes if change.group == group and change.unclear and change.more_games]
        within_reach = [change for change in unclear if change.more_games <= FAR]
        if within_reach:
            games = [f"{change.title} ({interval_of(change)}; about {change.more_games:,} more games each)"
                     for change in sorted(within_reach, key=lambda change: change.more_games)]
            yield Finding("open", f"Can't be told yet, {group}: {listed(games, 8)}.")
        far = [change.title for change in unclear if change.more_games > FAR]
        if far:
            yield Finding("open", f"No difference is seen in {listed(far, 8)}; if there is one, it takes more than "
                                  f"{FAR:,} games each to tell.")


def interval_of(one: Change) -> str:
    """The difference with its interval, as text."""
    return interval(Estimate(one.difference.change, one.difference.low, one.difference.high, 0), one.form)


# ---- as a page -------------------------------------------------------------------------------------------------------


def write_comparison(one: Comparison, file: Path) -> None:
    """Write the comparison as a page of HTML."""
    from roundhouse.lab.report.comparison import page
    from roundhouse.lab.report.parts import write_page
    write_page(file, "findings.html.j2", page(one))
