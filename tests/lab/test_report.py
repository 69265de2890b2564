"""Reports: one file that needs nothing else, says what is there, and leads back to the games."""
from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup, title, titles
from roundhouse.lab.analysis import Analysis, Split
from roundhouse.lab.compare import change, compare, differences, summary, write_comparison
from roundhouse.lab.findings import balance, findings, who_wins
from roundhouse.lab.metrics import BUILT_IN
from roundhouse.lab.report import charts
from roundhouse.lab.report.page import write_report
from roundhouse.lab.statistics import chi_square_test, proportion
from roundhouse.lab.study import Study
from roundhouse.lab.wording import percent, plain
from roundhouse.records import Record, replay
from tests.lab.studies import SMALL, analysed

OTHERS = [
    Study(Setup.of(name, min(3, one.players[1]), one.editions[-1]), ("random",) * min(3, one.players[1]), 6, 1)
    for name, one in titles().items() if name != SMALL.setup.title
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
        replay(record)
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


# ---- findings --------------------------------------------------------------------------------------------------------


def split(wins: list[int], chance: float) -> Split:
    games = sum(wins)
    return Split([f"seat {n}" for n in range(len(wins))], [proportion(won, games) for won in wins],
                 [1 / len(wins)] * len(wins), chance)


def test_what_is_balanced_is_called_so_only_when_that_is_known() -> None:
    assert balance(split([500, 510, 490], 0.8), "The seat", 1500, 0.8).verdict == "good"
    few = balance(split([5, 6, 4], 0.8), "The seat", 15, 0.8)
    assert few.verdict == "open"
    assert "could hide" in few.text
    skewed = balance(split([700, 400, 400], 1e-9), "The seat", 1500, 1e-9)
    assert skewed.verdict == "warn"
    assert "seat 0 wins 47 % (44 to 49 %)" in skewed.text
    assert "33 % would be fair (sure" in skewed.text
    assert balance(split([27, 15, 18], 0.03), "The seats", 60, 0.03).verdict == "open"


def test_where_seats_are_alike_a_seat_that_wins_more_is_the_bots_fault() -> None:
    skewed = {"The seat": split([700, 400], 1e-9), "Who opens": split([700, 400], 1e-9)}
    by_seat, by_opener = who_wins(skewed, 1100, "the board is the same")
    assert by_seat.text.startswith("A fault of the bots, not of the game: seat 0 wins 64 %")
    assert "no seat can be better: the board is the same" in by_seat.text
    assert by_opener.text.startswith("Who opens matters")
    less_sure, = who_wins({"The seat": split([630, 570], 0.02)}, 1200, "the board is the same")
    assert (less_sure.verdict, less_sure.text[:27]) == ("open", "Perhaps a fault of the bots")
    assert who_wins(skewed, 1100, "")[0].text.startswith("The seat matters")


@pytest.mark.parametrize("name", [name for name, one in titles().items() if one.room.has_own("books")])
def test_every_game_with_books_knows_whether_its_seats_are_alike(name: str) -> None:
    game = title(name).game()
    assert title(name).room.books.alike(game)


def test_seats_that_are_told_apart_are_not_alike() -> None:
    trail = title("appalachian-trail")
    assert not trail.room.books.alike(trail.game(2, None, {"first": 0}))


def test_a_study_in_which_all_seats_are_equal_claims_nothing_in_95_of_100_cases() -> None:
    """Three tests of who wins at once, 1,000 times: the games are dice."""
    dice = Dice(5)
    claims = 0
    for _ in range(1000):
        splits = {}
        for what in ("The seat", "Who opens", "Who goes first"):
            wins = [0] * 4
            for _ in range(80):
                wins[dice.below(4)] += 1
            splits[what] = split(wins, chi_square_test(wins, [20.0] * 4))
        claims += any("matters:" in one.text for one in who_wins(splits, 80, ""))
    assert claims <= 50


def test_what_never_varies_is_told(tmp_path: Path) -> None:
    study = Study(Setup.of("narrow-gauge"), ("random",) * 2, 20, 1)
    told = " ".join(finding.text for finding in findings(analysed(tmp_path, study)))
    assert "What never varies, in 20 games: every first turn is taken in every game" in told
    assert "turns (always 28)" in told


def test_bots_that_repeat_themselves_are_told_of_and_slips_help(tmp_path: Path) -> None:
    first = tmp_path / "first.py"
    first.write_text("class First:\n    def choose(self, seat, dice):\n        return seat.legal()[0]\n")
    study = Study(Setup.of("age-of-rail", 3, "south-africa"), (f"{first}:First",) * 3, 3, 1)
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
    ahead = proportion(sum(row["led_at_half"] == 100 for row in rows), 12)
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
    drawn = charts.dots([("a", proportion(50, 100)), ("b", proportion(80, 100))], percent, "wins", 0.5, "fair")
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
    with pytest.raises(UserError, match="studies of two games"):
        compare(small, analysed(tmp_path, OTHERS[1]))


def test_editions_differ_by_place() -> None:
    old = {"cash": 20, "railways": [{"id": "A", "price": 3}, {"id": "B", "price": 4}], "hexes": [1, 2]}
    new = {"cash": 25, "railways": [{"id": "A", "price": 3}, {"id": "B", "price": 5}], "hexes": [1]}
    assert list(differences(old, new)) == [
        ("cash", "20", "25"), ("railways.B.price", "4", "5"), ("hexes", "1, 2", "1"),
    ]


def test_of_a_game_without_books_nothing_is_said_about_stalls(tmp_path: Path) -> None:
    study = analysed(tmp_path, Study(Setup.of("night-mail"), ("random",) * Setup.of("night-mail").seats, 5, seed=1))
    assert "lull" not in study.numbers
    assert not any("stall" in finding.text for finding in findings(study))
    write_report(study, tmp_path / "report.html")
    assert "stalled" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_rules_of_an_edition_that_was_not_played_are_not_listed_one_by_one(tmp_path: Path) -> None:
    study = analysed(tmp_path, Study(Setup.of("age-of-rail", 3, "south-africa"), ("random",) * 3, 2, seed=1))
    unused = [rule for rule in study.unused_rules if rule.startswith("AL-")]
    assert unused == ["AL-*"]
    assert any(rule.startswith("AR-") and rule != "AR-*" for rule in study.unused_rules)


def test_a_long_name_has_room_beside_the_plot() -> None:
    name = "cards on the continuous trail"
    plot = ElementTree.fromstring(str(charts.dots([(name, proportion(3, 8))], percent, "share of wins")))
    (label,) = (one for one in plot.iter() if one.text == name)
    assert float(label.attrib["x"]) > 7 * len(name)


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
