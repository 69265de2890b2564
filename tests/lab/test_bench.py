"""Speed is counted in processor time: a machine that does something else meanwhile changes nothing."""
from __future__ import annotations

from itertools import count

import pytest

from roundhouse import ENGINE
from roundhouse.games import title
from roundhouse.lab import bench


def test_seconds_are_seconds_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(bench, "process_time", lambda: float(next(ticks)))
    speed = bench.measure(title("irish-gauge").game(3), 8.0)
    # The clock is looked at once before, once before each game, and once after the last.
    assert speed.playouts == pytest.approx(8 / 10, abs=0.15)


@pytest.mark.skipif(ENGINE == "plain", reason="nothing is compiled here")
def test_a_game_that_is_not_compiled_is_told_from_those_that_are() -> None:
    engines = [bench.measure(title(name).game(3), 0.01).engine for name in ("irish-gauge", "night-mail")]
    assert engines == ["compiled", "compiled, the game plain"]
