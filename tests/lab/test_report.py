"""Reports: one file that needs nothing else, says what is there, and leads back to the games."""
from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from roundhouse.games import title
from roundhouse.games.data import EditionError
from roundhouse.games.title import ChoiceError
from roundhouse.lab.analysis import Analysis, Split
from roundhouse.lab.compare import change, compare, differences, summary, write_comparison
from roundhouse.lab.findings import balance, findings
from roundhouse.lab.metrics import BUILT_IN
from roundhouse.lab.report import charts
from roundhouse.lab.report.page import command, write_report
from roundhouse.lab.statistics import share
from roundhouse.lab.study import Study
from roundhouse.lab.sweep import Sweep, Vary, look, read_vary, set_value, write_sweep
from roundhouse.lab.wording import percent, plain
from roundhouse.records import Record
from roundhouse.records.replay import check
from tests.lab.studies import SMALL, analysed

OTHERS = [
    Study("age-of-rail", ("random",) * 3, 6, 1, "allegheny"), Study("narrow-gauge", ("random",) * 2, 6, 1),
    Study("appalachian-trail", ("random",) * 3, 6, 1),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    return analysed(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def report(small: Analysis) -> str:
    file = small.folder.path / "report.html"
    write_report(small, file)
    return file.read_text(encoding="utf-8")


def needs_nothing_else(page: str) -> bool:
    fetched = re.findall(r'(?:src|href)="(?!#|data:)[^"]*"|url\(|@import|<link', page)
    return not fetched


def test_a_report_needs_nothing_else(report: str) -> None:
    assert needs_nothing_else(report)
    assert len(report) < 1_000_000


def test_every_plot_is_well_formed_and_has_a_caption(report: str) -> None:
    plots = re.findall(r"<svg.*?</svg>", report, re.S)
    assert len(plots) > 12
    for plot in plots:
        ElementTree.fromstring(plot)
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", report, re.S)
    assert len(captions) == report.count("<figure")
    assert all(len(caption) > 20 and caption.endswith(".") for caption in captions)
    assert "nan" not in re.sub(r'href="data[^"]*"', "", report).replace("finance", "")


def test_every_metric_is_defined_and_every_seat_is_there(report: str, small: Analysis) -> None:
    for one in BUILT_IN:
        assert f"<dt>{one.title}</dt><dd>{one.words.replace(chr(39), '&#39;')}</dd>" in report
    for label in small.by_seat.labels:
        assert f">{label}</text>" in report
    assert "In plain words" in report


def test_links_of_outliers_hold_the_record(report: str) -> None:
    links = re.findall(r'download="([^"]+)" href="data:application/json;base64,([^"]+)"', report)
    assert len(links) >= 4
    for name, data in links:
        record = Record.loads(b64decode(data).decode())
        check(record)
        assert name.startswith("irish-gauge-")


@pytest.mark.parametrize("study", OTHERS, ids=lambda study: study.game)
def test_every_game_has_a_report(tmp_path: Path, study: Study) -> None:
    one = analysed(tmp_path, study)
    write_report(one, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert 'class="map"' in page
    assert needs_nothing_else(page)
    for kind in one.kinds:
        assert f"Every {kind.name}" in page


def test_the_command_in_the_report_makes_the_same_study(small: Analysis) -> None:
    assert command(small) == (
        "roundhouse lab irish-gauge --seats 3 --bots random --games 12 --seed 7 --edition capstone-2019 --slips 0 "
        "--skill 3 --rungs random,level-1"
    )


# ---- findings --------------------------------------------------------------------------------------------------------


def split(wins: list[int], chance: float) -> Split:
    games = sum(wins)
    return Split([f"seat {n}" for n in range(len(wins))], [share(won, games) for won in wins],
                 [1 / len(wins)] * len(wins), chance)


def test_what_is_balanced_is_called_so_only_when_that_is_known() -> None:
    assert balance(split([500, 510, 490], 0.8), "The seat", 1500).verdict == "good"
    few = balance(split([5, 6, 4], 0.8), "The seat", 15)
    assert few.verdict == "open"
    assert "could hide" in few.text
    skewed = balance(split([700, 400, 400], 1e-9), "The seat", 1500)
    assert skewed.verdict == "warn"
    assert "seat 0 wins 47 % (44 to 49 %)" in skewed.text
    assert "33 % would be fair (sure" in skewed.text
    assert balance(split([27, 15, 18], 0.04), "The seats", 60).verdict == "open"


def test_bots_that_repeat_themselves_are_told_of_and_slips_help(tmp_path: Path) -> None:
    first = tmp_path / "first.py"
    first.write_text("class First:\n    def choose(self, seat, dice):\n        return seat.legal()[0]\n")
    study = Study("age-of-rail", (f"{first}:First",) * 3, 3, 1, "south-africa")
    copies = analysed(tmp_path / "copies", study)
    assert copies.different == 1
    assert "Only 1 of 3 games are different" in findings(copies)[0].text
    slips = analysed(tmp_path / "slips", replace(study, slips=3))
    assert slips.different == 3


def test_the_summary_speaks_of_everything(small: Analysis) -> None:
    told = " ".join(finding.text for finding in findings(small))
    for word in ("The seat", "half-time", "won by", "turns", "legal actions", "shares", "stalls", "level-1 over"):
        assert word in told


def test_figures_come_from_the_data(small: Analysis) -> None:
    rows = [row for row in small.folder.frame().to_dicts() if row["part"] == "main"]
    won = [sum(seat in row["winners"] and 1 / len(row["winners"]) for row in rows) for seat in range(3)]
    assert [win.value * 12 for win in small.by_seat.wins] == pytest.approx(won)
    ahead = share(sum(row["led_at_half"] == 100 for row in rows), 12)
    led = small.numbers["led_at_half"].mean
    assert [led.value, led.low, led.high] == pytest.approx([100 * ahead.value, 100 * ahead.low, 100 * ahead.high])
    shares = next(kind for kind in small.kinds if kind.name == "share")
    bought = [take for row in rows for take in row["takes"] if take["item"] == "GSW £4"]
    thing = next(thing for thing in small.things(shares) if thing.item == "GSW £4")
    assert thing.price is not None and thing.profit is not None
    assert thing.price.value == pytest.approx(sum(take["price"] for take in bought) / len(bought))
    assert thing.profit.value == pytest.approx(sum(take["paid"] - take["price"] for take in bought) / len(bought))


# ---- plots -----------------------------------------------------------------------------------------------------------


def test_a_dot_lies_apart_when_its_interval_leaves_out_what_is_fair() -> None:
    drawn = charts.dots([("a", share(50, 100)), ("b", share(80, 100))], percent, "wins", 0.5, "fair")
    assert (drawn.count("dot mark"), drawn.count("dot apart")) == (1, 1)


def test_a_histogram_counts_every_value_once() -> None:
    drawn = charts.histogram([1, 1, 2, 5, 5, 5], plain, "turns")
    assert re.findall(r"<title>(\d+): (\d+) games</title>", drawn) == [("1", "2"), ("2", "1"), ("5", "3")]
    assert "median 3.5" in drawn
    ElementTree.fromstring(charts.histogram([4.0], plain, "one value"))


# ---- comparing -------------------------------------------------------------------------------------------------------


def test_a_study_compared_with_itself_has_not_changed(small: Analysis) -> None:
    one = compare(small, small)
    assert one.setup == []
    assert all(not change.sure and change.difference.change == 0 for change in one.changes)


def test_what_changed_is_told_with_what_came_of_it(small: Analysis, tmp_path: Path) -> None:
    greedy = analysed(tmp_path, replace(SMALL, bots=("level-2",) * 3, skill=0))
    one = compare(small, greedy)
    assert ("bots", "random", "level-2") in one.setup
    sure = {change.title for change in one.changes if change.sure}
    assert "Forced steps" in sure
    told = " ".join(finding.text for finding in summary(one))
    assert "bots: random → level-2" in told
    assert "more games each" in told
    write_comparison(one, tmp_path / "compare.html")
    page = (tmp_path / "compare.html").read_text(encoding="utf-8")
    assert needs_nothing_else(page)
    assert "can&#39;t be told" in page


def test_the_games_still_needed_are_more_for_a_smaller_difference() -> None:
    small_one = change("numbers", "x", [0.0, 10.0] * 50, [0.5, 10.5] * 50, plain)
    large_one = change("numbers", "x", [0.0, 10.0] * 50, [1.0, 11.0] * 50, plain)
    assert small_one.verdict == large_one.verdict == "can't be told"
    assert small_one.more_games > 3 * large_one.more_games > 0
    assert change("numbers", "x", [0.0, 10.0] * 5000, [0.1, 10.1] * 5000, plain).verdict == "the same"


def test_two_games_are_not_compared(small: Analysis, tmp_path: Path) -> None:
    with pytest.raises(ChoiceError, match="studies of two games"):
        compare(small, analysed(tmp_path, OTHERS[1]))


def test_editions_differ_by_place() -> None:
    old = {"cash": 20, "railways": [{"id": "A", "price": 3}, {"id": "B", "price": 4}], "hexes": [1, 2]}
    new = {"cash": 25, "railways": [{"id": "A", "price": 3}, {"id": "B", "price": 5}], "hexes": [1]}
    assert list(differences(old, new)) == [
        ("cash", "20", "25"), ("railways.B.price", "4", "5"), ("hexes", "1, 2", "1"),
    ]


# ---- sweeping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "values"), [
    ("a=1,2,3", (1, 2, 3)), ("a=1..3", (1, 2, 3)), ("a=10..30/10", (10, 20, 30)), ("option:b=on,off", ("on", "off")),
    ("a.b.0=true,1.5", (True, 1.5)),
])
def test_what_varies_is_read(text: str, values: tuple[object, ...]) -> None:
    assert read_vary(text) == Vary(text.partition("=")[0], values)


@pytest.mark.parametrize("text", ["a", "a=", "=3", "a=1..x", "a=1..5/0", "a=1..99999999999"])
def test_what_does_not_vary_is_refused(text: str) -> None:
    with pytest.raises(ChoiceError, match="--vary"):
        read_vary(text)


def test_a_place_in_an_edition_is_found_by_id_or_number() -> None:
    data = {"cash": 20, "railways": [{"id": "A", "shares": [3, 4]}]}
    set_value(data, "railways.A.shares.1", 9)
    set_value(data, "cash", 5)
    assert data == {"cash": 5, "railways": [{"id": "A", "shares": [3, 9]}]}
    with pytest.raises(ChoiceError, match=r"no 'railways\.B\.shares': at 'B' there is A"):
        set_value(data, "railways.B.shares", 1)
    with pytest.raises(ChoiceError, match="is not a single value"):
        set_value(data, "railways.A.shares", 1)


def test_a_sweep_plays_every_point_and_shows_what_each_does(tmp_path: Path) -> None:
    base = Study("irish-gauge", ("random",) * 3, 4, 1, "capstone-2019")
    varied = [Vary("starting_cash", (12, 40)), Vary("railways.GSW.locomotives", (12, 19))]
    sweep = Sweep.plan(base, varied, 0, ("top_score", "wins:first", "wins:0"))
    assert [point.values for point in sweep.points] == [(12, 12), (12, 19), (40, 12), (40, 19)]
    studies = [analysed(tmp_path / point.folder, point.study) for point in sweep.points]
    assert [json.loads(study.study.edition_text)["starting_cash"] for study in studies] == [12, 12, 40, 40]
    scores = [sum(look(study, "top_score")[2]) for study in studies]
    assert min(scores[2:]) > max(scores[:2])
    write_sweep(sweep, studies, tmp_path / "sweep.html")
    page = (tmp_path / "sweep.html").read_text(encoding="utf-8")
    assert needs_nothing_else(page)
    assert "Winning score by starting_cash" in page


def test_a_sweep_at_random_takes_different_points_the_same_each_time() -> None:
    base = Study("appalachian-trail", ("random",) * 2, 4, 1, "reconstruction-1")
    varied = [Vary("option:length", (5, 6, 7)), Vary("hand_size", (4, 5, 6))]
    plans = [Sweep.plan(base, varied, 5, ("margin",)) for _ in range(2)]
    assert plans[0] == plans[1]
    assert len({point.values for point in plans[0].points}) == 5
    assert len(Sweep.plan(base, varied, 50, ("margin",)).points) == 9


def test_a_sweep_is_checked_before_it_is_played() -> None:
    base = Study("irish-gauge", ("random",) * 3, 4, 1, "capstone-2019")
    with pytest.raises(EditionError, match="with build_points=0 the edition can't be played: build_points: expected"):
        Sweep.plan(base, [Vary("build_points", (0, 3))], 0, ("margin",))
    with pytest.raises(ChoiceError, match="no metric 'margn'"):
        Sweep.plan(base, [Vary("build_points", (3,))], 0, ("margn",))
    with pytest.raises(ChoiceError, match="1,000 points"):
        Sweep.plan(base, [Vary("starting_cash", tuple(range(1000)))], 0, ("margin",))
    with pytest.raises(ChoiceError, match="has no option 'lenght'"):
        Sweep.plan(base, [Vary("option:lenght", (5,))], 0, ("margin",))


# ---- the reports that come with the house ----------------------------------------------------------------------------


REPORTS = Path(__file__).parents[2] / "docs" / "reports"


@pytest.mark.parametrize("file", sorted(REPORTS.glob("*.html")), ids=lambda file: file.name)
def test_a_report_in_the_docs_needs_nothing_else(file: Path) -> None:
    page = file.read_text(encoding="utf-8")
    assert needs_nothing_else(page)
    assert len(page) < 1_000_000
    assert f"({file.name})" in (REPORTS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted((REPORTS / "editions").glob("*.json")), ids=lambda file: file.name)
def test_a_proposed_edition_can_be_played(file: Path) -> None:
    name = json.loads(file.read_text(encoding="utf-8"))["game"]
    assert title(name).game(None, file).edition.name not in title(name).editions
