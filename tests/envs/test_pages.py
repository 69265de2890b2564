"""The pages on the environments say what the code does, and their examples run."""
from __future__ import annotations

import contextlib
import io
import re
import runpy
from pathlib import Path

import pytest

from roundhouse.envs import names
from roundhouse.envs.pages import of_the_house, pages
from roundhouse.games import titles

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "envs"
SNIPPETS = [
    snippet for page in ("README", "solved")
    for snippet in re.findall(r"```python\n(.*?)```", (FOLDER / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
]


def test_every_page_is_as_the_code_would_write_it() -> None:
    for file, text in pages(FOLDER).items():
        told = file.read_text(encoding="utf-8")
        assert told == text, f"{file.name} is old; 'python -m roundhouse.envs.pages docs/envs' writes it"


def test_every_game_has_a_page_and_a_version() -> None:
    pages = {file.stem for file in FOLDER.glob("*.md")} - {"README", "datasets", "solved", "baselines"}
    assert pages == {title.name for title in of_the_house()}
    assert names.environment("irish-gauge") == "roundhouse/irish-gauge-v1"
    assert names.environment("irish-gauge", 0) == "roundhouse/irish-gauge-v0"
    assert names.openspiel("irish-gauge") == "roundhouse_irish_gauge"


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_the_examples_on_the_pages_run(snippet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(snippet, {})


def test_there_are_examples() -> None:
    assert len(SNIPPETS) >= 2


@pytest.mark.parametrize("name", sorted(titles()))
def test_random_self_play_of_many_games(name: str) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "vector_self_play.py"))
    shares, length = example["self_play"](name, 30, count=8)
    assert sum(shares) == pytest.approx(1)
    assert length > 10
