"""A position declares its fields once: what follows is made of that, and what copies share is not written in place."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.positions import POSITIONS, declared, written


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.parent.name)
def test_what_follows_from_the_fields_is_as_it_would_be_made(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert written(source) == source, "run python scripts/positions.py"
    assert written(source.replace("        self.discard: i64 = 0\n", "")) != source


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.parent.name)
def test_what_copies_share_is_never_written_in_place(file: Path) -> None:
    shared = {field.name for field in declared(file.read_text(encoding="utf-8")) if field.vector and not field.in_place}
    wrong = [f"{module.name}:{line}" for module in file.parent.glob("*.py") for line in _in_place(module, shared)]
    assert not wrong, wrong
    assert _written("position.tiles[city] += 1", shared, own=False) == [1]


def _in_place(module: Path, shared: set[str]) -> list[int]:
    return _written(module.read_text(encoding="utf-8"), shared, own=module.name in ("position.py", "rules.py"))


def _written(source: str, shared: set[str], own: bool) -> list[int]:
    """The lines on which an item of such a vector of a position is set; `own` if the class itself is written there."""
    found = []
    for one in ast.walk(ast.parse(source)):
        if not isinstance(one, ast.Assign | ast.AugAssign):
            continue
        for target in one.targets if isinstance(one, ast.Assign) else [one.target]:
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute):
                of = target.value.value
                mine = isinstance(of, ast.Name) and of.id == "self"
                if target.value.attr in shared and (own or not mine):
                    found.append(one.lineno)
    return found
