"""Every public function and class says what it gives, takes and refuses."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import roundhouse

HOUSE = Path(roundhouse.__file__).parent
EXCEPTED = ("web/storage/migrations/", "scaffold/template/")
"""Steps of Alembic, of which the file says what they do; and the game that `new-game` writes."""
DEFINED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, DEFINED]]:
    """All public functions and classes of a module or class, by their names; not those within functions."""
    for one in body:
        if isinstance(one, DEFINED) and not one.name.startswith("_"):
            yield f"{within}{one.name}", one
            if isinstance(one, ast.ClassDef):
                yield from public(one.body, f"{within}{one.name}.")


def test_whatever_is_public_says_what_it_is_for() -> None:
    silent = []
    for path in sorted(HOUSE.rglob("*.py")):
        file = path.relative_to(HOUSE).as_posix()
        if not file.startswith(EXCEPTED):
            defined = public(ast.parse(path.read_text()).body)
            silent += [f"{file}: {name}" for name, one in defined if not ast.get_docstring(one)]
    assert not silent, "\n".join(["without a docstring:", *silent])
