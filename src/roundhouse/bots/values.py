"""A value function for each game, with the weights that tuning found."""
from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path

from roundhouse.engine.value import Valuer
from roundhouse.games import title as find_title
from roundhouse.plugins import foreign_code, told


@dataclass(frozen=True)
class Settings:
    """How the search goes about a game: the parameters of `Search`, and two that change no move of it."""

    playout: int = 4
    exploration: float = 0.3
    widening: float = 0.5
    prior_temperature: float = 0.05
    chance_width: int = 24
    temperature: float = 1.0
    """The temperature by which chances to win are calibrated before they are shown; see
    `roundhouse.bots.advice.scaled`."""
    levels: tuple[int, ...] = (25, 150, 1000)
    """The iterations of each level from 3 on: as many as set it apart from the one below."""
    slips: int = 40
    """How many of a hundred moves level-1 makes at random: as many as let a newcomer beat it as often as not."""


def weights_file(game: str) -> Path:
    """Where the weights and settings of a game are kept."""
    return find_title(game).weights


@cache
def tuned(game: str) -> tuple[tuple[float, ...], Settings]:
    """The weights of a game's value function and the settings of its search, as tuning left them."""
    file = weights_file(game)
    if not file.exists():
        return (), Settings()
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        settings = {field.name: data[field.name] for field in fields(Settings) if field.name in data}
        return tuple(float(weight) for weight in data["weights"]), Settings(**settings)
    except (OSError, ValueError, KeyError, TypeError) as error:
        find_title(game).room.give_up("valuer", f"{file} can't be read: {told(error)}")
        return (), Settings()


@lru_cache(maxsize=16)
def valuer(game: str, weights: tuple[float, ...] | None = None) -> Valuer:
    """The value function of a game, with its tuned weights or others."""
    given = list(tuned(game)[0] if weights is None else weights)
    room = find_title(game).room
    try:
        with foreign_code():
            return room.valuer.make(given)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        made: Valuer = room.give_up("valuer", error).make(given)
        return made
