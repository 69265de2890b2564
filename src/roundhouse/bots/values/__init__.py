"""A value function for each game, with the weights that tuning found."""
from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path

from roundhouse.bots.value import Valuer
from roundhouse.bots.values.age_of_rail import AgeOfRailValuer
from roundhouse.bots.values.appalachian_trail import AppalachianTrailValuer
from roundhouse.bots.values.irish_gauge import IrishGaugeValuer
from roundhouse.bots.values.narrow_gauge import NarrowGaugeValuer

VALUERS: dict[str, type[Valuer]] = {
    "age-of-rail": AgeOfRailValuer,
    "appalachian-trail": AppalachianTrailValuer,
    "irish-gauge": IrishGaugeValuer,
    "narrow-gauge": NarrowGaugeValuer,
}


@dataclass(frozen=True)
class Settings:
    """How the search goes about a game: the parameters of `Search`, and two that change no move of it."""

    playout: int = 4
    exploration: float = 0.3
    widening: float = 0.5
    prior_temperature: float = 0.05
    chance_width: int = 24
    temperature: float = 1.0
    """By which chances to win are calibrated before they are shown; see `roundhouse.bots.advice.scaled`."""
    levels: tuple[int, ...] = (25, 150, 1000)
    """The iterations of each level from 3 on: as many as set it apart from the one below."""


def weights_file(game: str) -> Path:
    """Where the weights and settings of a game of ours are kept."""
    return Path(__file__).parent / f"{game}.json"


@cache
def tuned(game: str) -> tuple[tuple[float, ...], Settings]:
    """The weights of a game's value function and the settings of its search, as tuning left them."""
    if game not in VALUERS:
        return (), Settings()
    data = json.loads(weights_file(game).read_text(encoding="utf-8"))
    settings = {field.name: data[field.name] for field in fields(Settings) if field.name in data}
    return tuple(data["weights"]), Settings(**settings)


@lru_cache(maxsize=16)
def valuer(game: str, weights: tuple[float, ...] | None = None) -> Valuer:
    """The value function of a game, with its tuned weights or others; scores as they stand for a game that has none."""
    made = VALUERS.get(game, Valuer)
    return made(list(tuned(game)[0] if weights is None else weights))
