"""The process that learns (`learn.py`), and what it is told and tells."""
from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from roundhouse.errors import UserError

PROGRAM = Path(__file__).with_name("learn.py")


class Learner:
    """A process of its own, in this Python or in another one that has torch; it keeps what it has read."""

    def __init__(self, python: str | None, log: Path) -> None:
        self._log = log
        with log.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [python or sys.executable, str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                text=True,
            )
        self._ready: dict[str, Any] | None = None

    @property
    def ready(self) -> dict[str, Any]:
        """What it learns with, once it has started."""
        if self._ready is None:
            self._ready = self._heard()
        return self._ready

    def learn(
        self, layout: Path, samples: Sequence[Path], out: Path, recipe: Mapping[str, object], start: Path | None = None
    ) -> dict[str, Any]:
        """A net of all samples, written to a file; how it went."""
        assert self.ready and self._process.stdin is not None
        order = {"layout": str(layout), "samples": [str(file) for file in samples], "out": str(out),
                 "recipe": dict(recipe), "start": None if start is None else str(start)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._heard()

    def end(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            last = [*self._log.read_text(encoding="utf-8").strip().splitlines(), "it said nothing"][-2:]
            if "No module named 'torch'" in " ".join(last):
                raise UserError("training needs torch: pip install 'roundhouse-games[train]', or --torch PYTHON")
            raise UserError(f"the learner has ended; {self._log} says why: {last[0]}")
        said: dict[str, Any] = json.loads(line)
        if "error" in said:
            raise UserError(said["error"])
        return said
