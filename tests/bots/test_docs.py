"""What docs/bots.md shows works: its bot plays, its advice is given."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse import Dice
from roundhouse.bots.advice import ReviewedStep
from roundhouse.games import Setup
from roundhouse.lab.sim import Order, run
from roundhouse.records import Course, Record, write

DOCS = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.skipif(roundhouse.ENGINE == "plain", reason="it plays thousands of games to the end")
def test_the_bot_of_the_page_plays_without_a_fault_and_beats_random(tmp_path: Path) -> None:
    code = examples()[0]
    assert len(code.splitlines()) <= 20
    (tmp_path / "mybot.py").write_text(code)
    order = Order(Setup.of("irish-gauge"), (f"{tmp_path / 'mybot.py'}:Clever", "random", "random"), seed=1)
    outcomes = [outcome for batch in run(order, 3) for outcome in batch]
    assert all(outcome.faults == () for outcome in outcomes)
    assert sum(0 in outcome.winners for outcome in outcomes) >= 2


@pytest.mark.skipif(roundhouse.ENGINE == "plain", reason="a review by search takes minutes uncompiled")
def test_the_advice_of_the_page_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(Setup.of("appalachian-trail"))
    dice = Dice(3)
    while len(course.steps) < 24:
        course.apply(int(course.state.random(dice)))
    write(Record.of(course, ["random"] * 2), tmp_path / "game.json")
    monkeypatch.chdir(tmp_path)
    found: dict[str, object] = {}
    exec(compile(examples()[2], "docs/bots.md", "exec"), found)
    assert isinstance(found["worst"], ReviewedStep)


def test_the_evaluator_of_the_page_and_that_of_the_examples_guide_a_search(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(examples()[1])
    example = DOCS.parent.parent / "examples" / "own_evaluator.py"
    names = f"search-20@{tmp_path / 'mine.py'}:Even", f"search-3@{example}:Playouts", "random"
    for batch in run(Order(Setup.of("irish-gauge"), names, seed=1), 1):
        assert all(outcome.faults == () for outcome in batch)
