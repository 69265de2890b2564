"""A value function for each game, with the weights that tuning found."""
from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from roundhouse.bots.value import Valuer
from roundhouse.bots.values.irish_gauge import IrishGaugeValuer

VALUERS: dict[str, type[Valuer]] = {"irish-gauge": IrishGaugeValuer}


@cache
def valuer(game: str) -> Valuer:
    """The value function of a game; one that takes scores as they stand for a game that has none."""
    if game not in VALUERS:
        return Valuer([])
    weights = json.loads(files(__package__).joinpath(f"{game}.json").read_text(encoding="utf-8"))
    return VALUERS[game](weights["weights"])
