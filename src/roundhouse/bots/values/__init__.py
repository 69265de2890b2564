"""A value function for each game, with the weights that tuning found."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from roundhouse.bots.value import Valuer
from roundhouse.bots.values.appalachian_trail import AppalachianTrailValuer
from roundhouse.bots.values.irish_gauge import IrishGaugeValuer

VALUERS: dict[str, type[Valuer]] = {
    "appalachian-trail": AppalachianTrailValuer,
    "irish-gauge": IrishGaugeValuer,
}


def weights_file(game: str) -> Path:
    return Path(__file__).parent / f"{game}.json"


@cache
def valuer(game: str, weights: tuple[float, ...] | None = None) -> Valuer:
    """The value function of a game, with its tuned weights or others; scores as they stand for a game that has none."""
    if game not in VALUERS:
        return Valuer([])
    if weights is None:
        weights = tuple(json.loads(weights_file(game).read_text(encoding="utf-8"))["weights"])
    return VALUERS[game](list(weights))
