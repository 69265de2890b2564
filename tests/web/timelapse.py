"""Days that pass in a moment."""
from __future__ import annotations

import time

import pytest

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Timelapse:
    """The clock of this process, which can be moved on."""

    def __init__(self) -> None:
        self._real = time.time
        self._ahead = 0.0

    def time(self) -> float:
        return self._real() + self._ahead

    def pass_by(self, seconds: float) -> None:
        self._ahead += seconds


@pytest.fixture
def lapse(monkeypatch: pytest.MonkeyPatch) -> Timelapse:
    moved = Timelapse()
    monkeypatch.setattr(time, "time", moved.time)
    return moved
