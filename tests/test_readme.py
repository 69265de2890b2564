"""The README tells the truth: its Python runs and prints what it says, and its commands are there."""
from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from typer.main import get_command

from roundhouse.cli import app

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_python_example_prints_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code[1], {})
    said = re.findall(r"print\(.*?\)\s+# (.*)", code[1])
    printed = out.getvalue().splitlines()
    assert said == printed[: len(said)]
    assert len(said) == 2


def test_every_command_that_is_named_is_there() -> None:
    named = set(re.findall(r"^roundhouse ([a-z]+)", README, re.MULTILINE))
    assert named <= set(get_command(app).commands)  # type: ignore[attr-defined]
    assert len(named) > 6
