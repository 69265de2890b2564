"""Games that lie outside the house, made for a test: copies of the fifth under another name, changed as one likes."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIFTH = ROOT / "tests" / "fifth" / "night_mail"


def stranger(home: Path, package: str, **files: str) -> Path:
    """The folder of a game called as its package; `files` are modules that it gets, or has changed."""
    folder = home / package
    folder.mkdir(parents=True)
    for file in FIFTH.glob("*.*"):
        text = file.read_text(encoding="utf-8")
        text = text.replace("night_mail", package).replace("night-mail", package.replace("_", "-"))
        (folder / file.name).write_text(text, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def run(
    *command: str, games: list[Path], engine: str | None = None, source: Path = ROOT / "src"
) -> subprocess.CompletedProcess[str]:
    """Python with these games outside the house, and no others."""
    environment = {**os.environ, "ROUNDHOUSE_GAMES": os.pathsep.join(map(str, games)), "PYTHONPATH": str(source)}
    if engine is not None:
        environment["ROUNDHOUSE_ENGINE"] = engine
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True)
