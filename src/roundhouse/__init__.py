"""Roundhouse: a home for rail and trail board games."""
from __future__ import annotations

import os

from roundhouse import _compiled

ENGINE, ENGINE_WHY = _compiled.choose(os.environ)

from roundhouse.engine.contract import CHANCE, OVER, WATCHER, Game, IllegalAction, State  # noqa: E402
from roundhouse.engine.dice import Dice  # noqa: E402
from roundhouse.games import game  # noqa: E402

__version__ = "0.1.0.dev0"
__all__ = ["CHANCE", "OVER", "WATCHER", "Dice", "ENGINE", "ENGINE_WHY", "Game", "IllegalAction", "State", "game"]
