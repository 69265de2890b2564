"""The names of the environments, with the version of what they show."""
from __future__ import annotations

from roundhouse.games import title


def version(game: str) -> int:
    """The version of a game's environment, from 0."""
    return len(title(game).environments) - 1


def environment(game: str) -> str:
    """As Gymnasium writes it: roundhouse/irish-gauge-v0."""
    return f"roundhouse/{game}-v{version(game)}"


def openspiel(game: str) -> str:
    """As OpenSpiel writes it, which knows no versions: roundhouse_irish_gauge."""
    return "roundhouse_" + game.replace("-", "_")
