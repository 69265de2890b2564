"""`docs/server.md` promises what is tested: each promise names a test and an attack that are there."""
from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROMISES = (ROOT / "docs/server.md").read_text().partition("## What is promised")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PROMISES.splitlines() if line.startswith("|")]


def test_each_promise_has_its_test_and_its_attack() -> None:
    header, _, *rows = ROWS
    assert header == ["promise", "limits", "test", "attack"] and len(rows) > 30
    for promise, _, tests, attack in rows:
        named = re.findall(r"`([a-z_/]+)`", tests)
        assert named, f"nothing tests: {promise}"
        found = [ROOT / "tests" / (name if "/" in name else f"web/{name}") for name in named]
        found = [path if path.with_suffix(".py").exists() else ROOT / f"tests/{path.name}" for path in found]
        assert all(path.with_suffix(".py").exists() for path in found), promise
        for name in re.findall(r"`([a-z_]+)`", attack):
            assert (ROOT / f"benchmarks/attacks/{name}.py").exists(), promise


def test_every_attack_is_listed() -> None:
    listed = (ROOT / "benchmarks/attacks/__main__.py").read_text()
    apart = {"__main__", "target"}
    assert not [one.stem for one in (ROOT / "benchmarks/attacks").glob("*.py")
                if one.stem not in apart and f'"{one.stem}"' not in listed]
