"""Bots of a user's own in the commands that play many games, as they are typed."""
from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from roundhouse.bots import lastwords
from roundhouse.games import Setup
from roundhouse.lab.sim import Order, run
from tests.lab.test_commands import typed

pytestmark = pytest.mark.compiled
BOTS = """
import os

class Crashes:
    def choose(self, seat, dice):
        print("in the way")
        raise KeyError("oh")

class Dies:
    def choose(self, seat, dice):
        os._exit(0)

class First:
    def choose(self, seat, dice):
        return seat.legal()[0]
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mybot.py"
    path.write_text(BOTS)
    return path


def test_sim_tells_of_faults(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sim", "irish-gauge", "--games", "2", "--bots", "mybot.py:Crashes, mybot.py:First, random", "--seed", "1"]
    assert typed(monkeypatch, *words, "--json") == 0
    played = json.loads(capsys.readouterr().out)["games"]
    faults = [fault for game in played for fault in game["faults"]]
    assert typed(monkeypatch, *words) == 0
    told = capsys.readouterr()
    assert "Irish Gauge: 2 games" in told.out
    assert f"mybot.py:Crashes failed {len(faults)} times; random moves were made in its place" in told.err
    assert f"  game 0: {faults[0]}\n" in told.err
    assert told.err.count("raised KeyError: 'oh'") == 3
    assert f"and {len(faults) - 3} more" in told.err
    assert "mybot.py:First" not in told.err


def test_ladder_tells_of_faults(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = "random, mybot.py:Crashes"
    assert typed(monkeypatch, "ladder", "appalachian-trail", "--seats", "2", "--rounds", "1", "--bots", bots) == 0
    told = capsys.readouterr()
    assert "| mybot.py:Crashes | 2 |" in told.out
    assert "  seed 1: mybot.py:Crashes (seat " in told.err


def test_a_bot_that_ends_its_process_loses_that_game_its_wits_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sim", "irish-gauge", "--games", "2", "--bots", "mybot.py:First,mybot.py:Dies,random", "--seed", "1"]
    assert typed(monkeypatch, *words, "--records", "kept", "--json") == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["number"] for game in games] == [0, 1]
    assert len(list(Path("kept").iterdir())) == 2
    for game in games:
        (fault,) = game["faults"]
        assert fault.startswith("mybot.py:Dies (seat 1, step ")
        assert fault.endswith("ended the process that it ran in: all its moves in this game are random")
    monkeypatch.setattr(lastwords, "_deadly", frozenset({"1 0 1", "1 1 1"}))
    order = Order(Setup.of("irish-gauge"), ("mybot.py:First", "mybot.py:Dies", "random"), seed=1)
    here = [asdict(one) for batch in run(order, 2) for one in batch]
    assert json.loads(json.dumps(here)) == games


def test_a_bot_that_can_not_be_made_is_said_in_a_line(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("class Wants:\n    def __init__(self, depth): ...\n    def choose(self, seat, dice): ...\n")
    assert typed(monkeypatch, "sim", "irish-gauge", "--bots", "mybot.py:Wants") == 2
    assert "roundhouse: mybot.py:Wants can't be made: TypeError" in capsys.readouterr().err
