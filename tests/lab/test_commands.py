"""The commands of the lab, as they are typed."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse import cli
from roundhouse.games import title
from roundhouse.lab.folder import Folder
from tests.editions import changed

SMALL = ["--games", "4", "--seats", "3", "--bots", "random", "--skill", "0", "--jobs", "1"]


def typed(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int:
    """The exit code of `roundhouse WORDS`."""
    monkeypatch.setattr("sys.argv", ["roundhouse", *map(str, words)])
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


def test_two_studies_and_what_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = title("irish-gauge").edition().data
    mine = changed(data, {"starting_cash": 30}, tmp_path / "mine.json")
    assert typed(monkeypatch, "lab", "irish-gauge", *SMALL, "--out", tmp_path / "a") == 0
    assert typed(monkeypatch, "lab", "study", "irish-gauge", *SMALL, "--edition", mine, "--out", tmp_path / "b") == 0
    assert "The seat" in capsys.readouterr().out
    assert typed(monkeypatch, "lab", "compare", tmp_path / "a", tmp_path / "b") == 0
    assert "starting_cash: 20 → 30" in capsys.readouterr().out
    assert (tmp_path / "a" / "report.html").exists() and (tmp_path / "b" / "compare.html").exists()
    (tmp_path / "a" / "report.html").unlink()
    assert typed(monkeypatch, "lab", "report", tmp_path / "a") == 0
    assert (tmp_path / "a" / "report.html").exists()


def test_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "2", "--seats", "3", "--bots", "random", "--jobs", "1", "--out", str(tmp_path)]
    vary = ["--vary", "build_points=2,4", "--metric", "turns"]
    assert typed(monkeypatch, "lab", "sweep", "irish-gauge", *words, *vary) == 0
    assert "build_points" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["build_points=2", "build_points=4", "sweep.html"]


@pytest.mark.parametrize(("words", "said"), [
    (["irish-gage"], "there is no game 'irish-gage'"),
    (["irish-gauge", "--metric", "marginn"], "there is no metric 'marginn'"),
    (["irish-gauge", "--edition", "nowhere.json"], "has no edition 'nowhere.json'"),
    (["irish-gauge", "--bots", "a,b"], "--bots names one bot for all seats"),
    (["compare", "nowhere", "nowhere"], "is not the folder of a study"),
    (["sweep", "irish-gauge", "--vary", "x=1"], "the edition has no 'x'"),
])
def test_what_is_wrong_is_said_in_a_line(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed(monkeypatch, "lab", *words) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Iterator[int]:
        yield 3
        raise KeyboardInterrupt

    monkeypatch.setattr(Folder, "run", interrupted)
    assert typed(monkeypatch, "lab", "irish-gauge", *SMALL, "--out", tmp_path / "a") == 130
    told = " ".join(capsys.readouterr().err.split())
    assert "interrupted: 3 of 4 games are kept" in told
    assert "the same command goes on from there" in told
