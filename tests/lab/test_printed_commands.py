"""The command that a report prints gives the same data when it is typed, whatever was chosen."""
from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

from roundhouse.games import title
from tests.editions import changed
from tests.lab.studies import contents
from tests.lab.test_commands import typed

TRAIL = ["--seats", "2", "--bots", "random,level-1", "--games", "3", "--seed", "5", "--jobs", "1"]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return changed(title("appalachian-trail").edition().data, {"hand_size": 4}, tmp_path / "mine.json")


def printed(report: Path) -> list[str]:
    """The command at the foot of a report, as a shell would read it."""
    found = re.search(r"For the same data: <code>(.*?)</code>", report.read_text(encoding="utf-8"), re.S)
    assert found
    name, *words = shlex.split(html.unescape(found[1]))
    assert name == "roundhouse"
    return words


def again(monkeypatch: pytest.MonkeyPatch, report: Path, out: Path) -> None:
    """Type the printed command, in the folder of its report."""
    monkeypatch.chdir(report.parent)
    assert typed(monkeypatch, *printed(report), "--jobs", "1", "--out", out) == 0


def test_a_study_with_everything_chosen(tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = ["--option", "length=5", "--rotate", "--slips", "9", "--skill", "2", "--rungs", "random,level-1"]
    first = tmp_path / "first"
    assert typed(monkeypatch, "lab", "appalachian-trail", *TRAIL, *chosen, "--edition", mine, "--out", first) == 0
    again(monkeypatch, first / "report.html", tmp_path / "again")
    assert contents(tmp_path / "again") == contents(first)


@pytest.mark.parametrize("points", [[], ["--random", "3"]], ids=["grid", "random"])
def test_a_sweep_with_everything_chosen(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch, points: list[str]
) -> None:
    chosen = ["--option", "walling=leave-a-way", "--slips", "9", "--edition", str(mine), "--metric", "turns", *points]
    vary = ["--vary", "option:length=5,7", "--vary", "hand_size=4..6/2"]
    first = tmp_path / "first"
    assert typed(monkeypatch, "lab", "sweep", "appalachian-trail", *TRAIL, *chosen, *vary, "--out", first) == 0
    again(monkeypatch, first / "sweep.html", tmp_path / "again")
    assert contents(tmp_path / "again") == contents(first)


def test_an_edition_that_is_not_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--edition", "allegheny", "--seats", "3", "--bots", "random", "--games", "2", "--skill", "0"]
    assert typed(monkeypatch, "lab", "age-of-rail", *words, "--jobs", "1", "--out", tmp_path / "first") == 0
    again(monkeypatch, tmp_path / "first" / "report.html", tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "first")
