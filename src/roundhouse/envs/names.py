"""The names of the environments, with the version of what they show."""
from __future__ import annotations

# By game, the oldest first: what each version brought. A version is raised when an observation, an action code or a
# reward comes to mean something else; the newest is the one that is played.
VERSIONS: dict[str, tuple[str, ...]] = {
    "irish-gauge": ("The first.",),
    "age-of-rail": ("The first.",),
    "narrow-gauge": ("The first.",),
    "appalachian-trail": ("The first.",),
}


def version(game: str) -> int:
    """The version of a game's environment, from 0."""
    return len(VERSIONS[game]) - 1


def environment(game: str) -> str:
    """As Gymnasium writes it: roundhouse/irish-gauge-v0."""
    return f"roundhouse/{game}-v{version(game)}"


def openspiel(game: str) -> str:
    """As OpenSpiel writes it, which knows no versions: roundhouse_irish_gauge."""
    return "roundhouse_" + game.replace("-", "_")
