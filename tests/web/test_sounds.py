"""The sounds of the table are made by a script of ours."""
from __future__ import annotations

import runpy
from pathlib import Path

from roundhouse.web.pages.render import STATIC

SCRIPT = Path(__file__).parents[2] / "scripts/sounds.py"


def test_the_sounds_are_what_the_script_makes(tmp_path: Path) -> None:
    runpy.run_path(str(SCRIPT))["write"](tmp_path)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_bytes() for file in (STATIC / "sounds").iterdir()}
    assert set(made) == {"bell.wav", "click.wav", "coin.wav", "page.wav"}
