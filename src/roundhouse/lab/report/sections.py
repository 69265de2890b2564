"""The sections of a study's report: plots with what is seen in them, and tables."""
from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from roundhouse.games.books import Kind
from roundhouse.lab.analysis import Analysis, Number, Outlier, Split
from roundhouse.lab.metrics import BUILT_IN
from roundhouse.lab.report import charts
from roundhouse.lab.report.maps import draw_map, is_network
from roundhouse.lab.report.parts import Figure, Section
from roundhouse.lab.report.tables import DataTable, action_table, metric_table, thing_table
from roundhouse.lab.statistics import quantile
from roundhouse.lab.wording import in_unit, interval, listed, percent, plain, plural, span, with_unit

LOTS_SHOWN = 900     # more points than that are ink, not information


def sections(study: Analysis) -> Iterator[Section]:
    """The parts of a report in their order."""
    yield _winning(study)
    yield _tension(study)
    yield _shape(study)
    yield _prices(study)
    yield _things(study)
    yield _map(study)
    yield _actions(study)
    yield _skill(study)
    yield Section("numbers", "All numbers", "Each is defined at the end of this page.",
                  tables=[metric_table(study)])
    yield _outliers(study)


def _winning(study: Analysis) -> Section:
    splits = [("Share of wins by seat", study.by_seat), ("Share of wins by who opened the game", study.by_opener),
              ("Share of wins by who had the first turn", study.by_starter), ("Share of wins by bot", study.by_bot)]
    return Section("wins", "Who wins", figures=[_split(name, split) for name, split in splits if split is not None])


def _split(name: str, split: Split) -> Figure:
    rows = list(zip(split.labels, split.wins))
    svg = charts.dots(rows, percent, "share of wins, with 95 % intervals", split.fair[0], "fair")
    apart = [label for label, win in rows if win.excludes(split.fair[0])]
    seen = "Every interval holds the fair share"
    if apart:
        seen = f"{listed(apart).capitalize()} {'lies' if len(apart) == 1 else 'lie'} apart from a fair share"
    p = "p under 0.001" if split.p_value < 0.001 else f"p = {split.p_value:.3f}"
    return Figure(svg, f"{name}. {seen} (balance test: {p}). A shared win counts in parts.")


def _tension(study: Analysis) -> Section:
    figures = []
    if study.path:
        at_half = study.path[len(study.path) // 2][1]
        figures.append(Figure(
            charts.course(study.path, 1 / study.game.seats, "part of the game gone, in actions"),
            f"The later winner's chance to win, over the game: half of all games lie in the band. At half-time the "
            f"winner typically has {percent(at_half)}; the broken line is where all are even.",
        ))
    figures += [_histogram(study, study.numbers[name]) for name in ("decided", "lead_changes", "drama")
                if name in study.numbers]
    return Section("tension", "How it is won", figures=figures)


def _shape(study: Analysis) -> Section:
    names = ("turns", "decisions", "top_score", "margin", "options", "real_choices")
    own = [name for name in study.numbers if name not in {one.name for one in BUILT_IN}]
    wanted = [study.numbers[name] for name in (*names, *own) if name in study.numbers]
    figures = [_histogram(study, one) for one in wanted if len(set(one.values)) > 1]
    return Section("shape", "Length, scores and choices", figures=figures)


def _histogram(study: Analysis, one: Number) -> Figure:
    unit = study.title.room.books.UNIT
    form, full = in_unit(one.metric.unit, unit), with_unit(one.metric.unit, unit)
    low, high = quantile(one.values, 0.25), quantile(one.values, 0.75)
    if all(value.is_integer() for value in one.values):
        low, high = round(low), round(high)
    seen = f"half of all games have {span(low, high, full)}" if low < high else f"most games have {full(low)}"
    word = unit if one.metric.unit == "money" else one.metric.unit
    title = one.metric.title.lower()
    return Figure(
        charts.histogram(one.values, form, f"{title}, {word}" if word not in ("", title) else title),
        f"{one.metric.title}: {seen}; the mean is {interval(one.mean, full)}.",
    )


def _prices(study: Analysis) -> Section:
    kinds = [kind for kind in study.kinds if kind.priced and kind.pays and len(study.lots(kind))]
    figures = [figure for kind in kinds for figure in _bought(study, kind)]
    return Section("prices", "Prices and what they bought", figures=figures)


def _bought(study: Analysis, kind: Kind) -> Iterator[Figure]:
    form = in_unit("money", study.title.room.books.UNIT)
    lots = study.lots(kind)
    group = "of" if lots["of"].n_unique() > 1 else "item"
    shown = lots.gather_every(max(1, -(-len(lots) // LOTS_SHOWN)))
    points = [(float(row["price"]), row["paid"], row[group]) for row in shown.iter_rows(named=True)]
    paying = len(lots.filter(lots["paid"] > lots["price"])) / len(lots)
    some = "" if len(shown) == len(lots) else f" ({len(shown):,} of {len(lots):,} are drawn)"
    yield Figure(
        charts.cloud(points, list(dict.fromkeys(lots[group].sort())), form, "price paid", "what it then earned"),
        f"Every {kind.name} bought{some}: what was paid for it and what it brought. {percent(paying)} lie above the "
        "line: they brought more than their price.",
    )
    rows = [(thing.item, thing.profit) for thing in study.things(kind, group) if thing.profit and thing.profit.n]
    rows.sort(key=lambda row: -row[1].value)
    (best, most), (worst, least) = rows[0], rows[-1]
    yield Figure(
        charts.dots(rows, form, f"earned over the price, for one {kind.name}", 0.0, "even"),
        f"What one {kind.name} earned over its price: most {best} ({form(most.value)}), least {worst} "
        f"({form(least.value)}).",
    )


def _things(study: Analysis) -> Section:
    tables = [thing_table(study, kind) for kind in study.kinds]
    lead = (
        "How often each thing is taken, and how those who took it did. More wins go together with a thing; it need not "
        "be the cause. Click a heading to sort."
    )
    return Section("things", "What is taken, and what it is worth", lead, _telling(study), tables) if tables else \
        Section("things", "")


def _telling(study: Analysis) -> list[Figure]:
    """A plot for each kind with few enough items to be read, of the wins of those who took each."""
    return [figure for kind in study.kinds if 1 < len(kind.items) <= 20 and (figure := _takers(study, kind))]


def _takers(study: Analysis, kind: Kind) -> Figure | None:
    fair = 1 / study.game.seats
    rows = [(thing.item, thing.wins) for thing in study.things(kind) if thing.wins]
    if len(rows) < 2:
        return None
    rows.sort(key=lambda row: -row[1].value)
    return Figure(
        charts.dots(rows, percent, "share of wins", fair, "fair"),
        f"How often the seats that took each {kind.name} won: from {rows[0][0]} ({percent(rows[0][1].value)}) to "
        f"{rows[-1][0]} ({percent(rows[-1][1].value)}).",
    )


def _map(study: Analysis) -> Section:
    shapes = study.title.room.books.chart(study.game)
    if not shapes:
        return Section("map", "")
    form = in_unit("money", study.title.room.books.UNIT)
    times = {spot: sum(by.values()) for spot, by in study.built.items()}
    who = {spot: listed([f"{name} {plain(n)}" for name, n in sorted(by.items(), key=lambda one: -one[1])])
           + " a game" for spot, by in study.built.items()}
    earned = {spot: f"{form(amount)} a game" for spot, amount in study.earned.items()}
    label = {shape.id: shape.label or shape.id for shape in shapes}
    top = [label[spot] for spot in sorted(times, key=lambda spot: -times[spot]) if spot in label][:3]
    rich = [label[spot] for spot in sorted(study.earned, key=lambda spot: -study.earned[spot]) if spot in label][:3]
    empty = [shape for shape in shapes if shape.id not in times]
    wide = is_network(shapes)
    return Section("map", "The map", figures=[
        Figure(draw_map(shapes, times, who, plain, "what was built"),
               f"What was built: the darker, the more often in a game. Most on {listed(top)}; "
               f"{len(empty)} of {len(shapes)} spots were never built on. Point at a spot to see by whom.", wide),
        Figure(draw_map(shapes, study.earned, earned, form, "what it paid"),
               f"What it paid: the darker, the more a spot brought in a game. Most came from {listed(rich)}.", wide),
    ])


def _actions(study: Analysis) -> Section:
    rules = f" Rules of which no log told: {listed(study.unused_rules, 12)}." if study.unused_rules else ""
    things = "; ".join(f"{plural(kind)}: {listed(items, 12)}" for kind, items in study.unused_items.items())
    never = f" Taken by nobody: {things}." if things else ""
    return Section("actions", "Actions and unused rules",
                   f"How often each kind of action is taken, and how often when it was legal.{never}{rules}",
                   tables=[action_table(study)])


def _skill(study: Analysis) -> Section:
    if not study.skill:
        return Section("skill", "")
    fair = 1 / study.game.seats
    return Section("skill", "How much skill counts", figures=[Figure(
        charts.dots(study.skill, percent, "share of wins of the stronger bot", fair, "luck"),
        f"One bot {_among(study.game.seats - 1)} of the level below, its seat changing with every game. At "
        f"{percent(fair)} skill would not count; at 100 % nothing else would.",
    )])


def _among(others: int) -> str:
    return "against one" if others == 1 else f"among {others}"


def _outliers(study: Analysis) -> Section:
    rows = [_outlier(study, one) for one in study.outliers]
    lead = (
        "Each link holds the whole record: save it, and read it with roundhouse replay, or roundhouse review for the "
        "chances."
    )
    if study.stalls is not None:
        lead += f" {len(study.stalls)} of {study.games:,} games stalled."
    table = DataTable("", ["what", "how much", "record"], rows)
    return Section("outliers", "Games that stand out", lead, tables=[table])


def _outlier(study: Analysis, one: Outlier) -> list[object]:
    record = study.folder.record_file(one.number)
    link = b64encode(record.read_bytes()).decode() if record.exists() else ""
    metric = study.metrics.get(one.metric)
    value = f"{plain(one.value)} steps" if one.metric == "steps" else ""
    if metric is not None:
        value = with_unit(metric.unit, study.title.room.books.UNIT)(one.value)
    return [one.why, value, ("record", f"{study.study.game}-{one.number}.json", link)]
