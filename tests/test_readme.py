"""The README tells the truth: its Python runs and prints what it says."""
from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

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
