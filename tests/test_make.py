"""The Makefile: what it shows, and what it does."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_to_show_what_make_play_does_does_nothing(tmp_path: Path) -> None:
    """`make -n play` shows the commands; no program starts and no file is written."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "pip", "roundhouse"):
        (programs / name).write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/started\n")
        (programs / name).chmod(0o755)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    done = subprocess.run(["make", "-n", "play"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "roundhouse serve" in done.stdout and "pip" in done.stdout
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
