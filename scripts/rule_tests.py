"""Write down which tests name which rule, beside each game's rulebook: the page of the printed rules shows it.

    python -m scripts.rule_tests
"""
from __future__ import annotations

import ast
import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ("irish_gauge", "age_of_rail", "narrow_gauge", "appalachian_trail")


def found(game: str) -> dict[str, list[str]]:
    """By rule the tests that are marked with it, by file and name."""
    tests: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests/games" / game).glob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        for rule in mark.args:
                            tests.setdefault(str(ast.literal_eval(rule)), []).append(f"{file.name}::{node.name}")
    return dict(sorted(tests.items()))


def written(game: str) -> str:
    """The same as its file has it."""
    return f"{json.dumps(found(game), indent=1)}\n"


def target(game: str) -> Path:
    """Its file."""
    return ROOT / "src/roundhouse/games" / game / "rule_tests.json"


if __name__ == "__main__":
    for one in GAMES:
        target(one).write_text(written(one), encoding="utf-8")
