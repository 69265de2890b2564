"""Lines over a game: everyone's worth."""
from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.charts import seat_lines
from roundhouse.engine.contract import CHANCE
from roundhouse.web.line import Line


def worth_plot(line: Line, names: Sequence[str]) -> Markup:
    """What everyone would have scored after each move; only for games that are over, since it tells all."""
    last = len(line.steps)
    played = [p.after.scores() for p in line.passed(1, last) if p.by != CHANCE or p.number == last]
    return Markup(seat_lines([line.at(0).scores(), *played], names, "Everyone's worth from start to end"))
