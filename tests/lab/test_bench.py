"""Speed is counted in processor time: a machine that does something else meanwhile changes nothing."""
from __future__ import annotations

from itertools import count

import pytest

from roundhouse.games import title
from roundhouse.lab import bench


def test_seconds_are_seconds_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(bench, "process_time", lambda: float(next(ticks)))
    speed = bench.measure(title("irish-gauge").game(3), 8.0)
    # The clock is looked at once before, once before each game, and once after the last.
    assert speed.playouts == pytest.approx(8 / 10, abs=0.15)
