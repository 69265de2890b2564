"""The examples run."""
from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundhouse.envs import names
from roundhouse.envs.pettingzoo import versioned
from roundhouse.games import titles

EXAMPLES = Path(__file__).parents[2] / "examples"
NEED_ARGUMENTS = [path for path in sorted(EXAMPLES.glob("*.py")) if path.stem != "train"]     # it has defaults for all


@pytest.mark.parametrize("example", NEED_ARGUMENTS, ids=lambda path: str(path.stem))
def test_without_arguments_an_example_says_how_it_is_used(
    example: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(example)])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(example), run_name="__main__")
    said = f"{end.value}{capsys.readouterr().err}"
    assert f"usage: {example.name}" in said or f"examples/{example.name}:" in said


@pytest.fixture(scope="module")
def self_play() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "self_play.py"))


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize(("api", "name"), [
    ("openspiel", names.openspiel), ("pettingzoo", versioned), ("gym", names.environment),
])
def test_random_self_play(self_play: dict[str, Any], api: str, name: Callable[[str], str], title: str) -> None:
    got = self_play[api](name(title), seed=2)
    assert all(-1 < reward < 1 for reward in got)
    if api != "gym":
        assert len(got) == titles()[title].players[0]
        assert sum(got) == pytest.approx(0)


@pytest.mark.parametrize("name", ["roundhouse_appalachian_trail", "roundhouse_narrow_gauge"])
def test_ismcts_plays_against_our_search(name: str) -> None:
    example = runpy.run_path(str(EXAMPLES / "ismcts_against_search.py"))
    got = example["match"](name, iterations=6, games=1)
    assert abs(got[0]) in (0.5, 0)


def test_the_agent_that_is_trained_beats_random() -> None:
    pytest.importorskip("sb3_contrib")
    example = runpy.run_path(str(EXAMPLES / "train.py"))
    agent = example["train"]("irish-gauge", 20_000, seed=1)
    low, _ = example["interval"](example["wins"](agent, "irish-gauge", 50), 50)
    assert low > 1 / 3
