"""The names of the environments, with the version of what they show."""
from __future__ import annotations

from roundhouse.games import title


def version(game: str) -> int:
    """The newest version of a game's environment, from 0."""
    return len(title(game).environments) - 1


def environment(game: str, of: int | None = None) -> str:
    """As Gymnasium writes it: roundhouse/irish-gauge-v1; the newest version or another."""
    return f"roundhouse/{game}-v{version(game) if of is None else of}"


def every_code(of: int) -> bool:
    """Whether the actions of a version are all codes of the notation."""
    return of == 0


def openspiel(game: str) -> str:
    """As OpenSpiel writes it, which knows no versions: roundhouse_irish_gauge."""
    return "roundhouse_" + game.replace("-", "_")
