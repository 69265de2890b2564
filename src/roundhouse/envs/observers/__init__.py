"""What a seat sees as numbers: an encoder for each game."""
from __future__ import annotations

from collections.abc import Callable

from roundhouse.engine.contract import Game
from roundhouse.envs.observers.age_of_rail import AgeOfRailEncoder
from roundhouse.envs.observers.appalachian_trail import AppalachianTrailEncoder
from roundhouse.envs.observers.encoder import Encoder
from roundhouse.envs.observers.irish_gauge import IrishGaugeEncoder
from roundhouse.envs.observers.narrow_gauge import NarrowGaugeEncoder
from roundhouse.envs.observers.parts import Axis, Part

ENCODERS: dict[str, Callable[[Game], Encoder]] = {
    "age-of-rail": AgeOfRailEncoder,
    "appalachian-trail": AppalachianTrailEncoder,
    "irish-gauge": IrishGaugeEncoder,
    "narrow-gauge": NarrowGaugeEncoder,
}

__all__ = ["Axis", "ENCODERS", "Encoder", "Part"]
