"""Bots of a user's own, good and bad: a tournament goes on whatever they do."""
from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots import bot, match
from roundhouse.games.title import ChoiceError
from roundhouse.lab.sim import Order, Outcome, run

BOTS = '''
import time

class Clever:
    def choose(self, seat, dice):
        return seat.legal()[-1]

class Crashes:
    def choose(self, seat, dice):
        raise KeyError("oh")

class Nonsense:
    def choose(self, seat, dice):
        return "the third one"

class Stalls:
    def choose(self, seat, dice):
        while True:
            time.sleep(0.01)

class Nothing:
    pass
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mybot.py"
    path.write_text(BOTS)
    return path


def outcomes(*bots: str) -> list[Outcome]:
    return [one for batch in run(Order("irish-gauge", bots, seed=1), 2) for one in batch]


def test_a_bot_from_a_file_plays(file: Path) -> None:
    for outcome in outcomes(f"{file}:Clever", "random", "random"):
        assert outcome.faults == ()


@pytest.mark.parametrize(("name", "fault"), [
    ("Crashes", "Crashes raised KeyError: 'oh'"),
    ("Nonsense", "Nonsense answered 'the third one', which is not legal"),
])
def test_a_bot_that_fails_forfeits_its_move_and_the_game_goes_on(file: Path, name: str, fault: str) -> None:
    for outcome in outcomes(f"{file}:{name}", "random", "random"):
        assert outcome.winners
        assert outcome.faults
        assert all(fault in said for said in outcome.faults)
        assert outcome.faults[0].startswith("seat 0, step ")


def test_a_bot_that_stalls_is_interrupted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "STALL_SECONDS", 0.02)
    found = outcomes(f"{file}:Stalls", "random", "random")
    assert all("raised Stalled: no move in 0.02 seconds" in fault for one in found for fault in one.faults)
    assert all(one.faults for one in found)


@pytest.mark.parametrize(("name", "message"), [
    ("nowhere.py:Bot", "which is not there"),
    ("{file}:Missing", "has no class 'Missing' with a method choose"),
    ("{file}:Nothing", "has no class 'Nothing' with a method choose"),
    ("{broken}:Bot", "can't be run: SyntaxError"),
    ("grredy", "did you mean 'greedy'"),
    ("search-0", "there is no bot 'search-0'"),
])
def test_a_bot_that_can_not_be_had_is_named(file: Path, name: str, message: str) -> None:
    broken = file.parent / "broken.py"
    broken.write_text("class Bot(:\n")
    with pytest.raises(ChoiceError, match=message):
        bot(name.format(file=file, broken=broken))
