"""The list of games. A game is a folder here and its name in ROOMS."""
from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from roundhouse.engine.contract import Game
from roundhouse.errors import UserError
from roundhouse.games.title import Title

ROOMS = ("irish_gauge", "age_of_rail", "narrow_gauge", "appalachian_trail")


@cache
def titles() -> dict[str, Title]:
    """Every game by its name."""
    found: list[Title] = [import_module(f"roundhouse.games.{room}").TITLE for room in ROOMS]
    return {title.name: title for title in found}


def title(name: str) -> Title:
    known = titles()
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.4)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UserError(f"there is no game '{name}' here: {', '.join(known)}{hint}")
    return known[name]


def game(
    name: str,
    seats: int | None = None,
    edition: str | Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """A game by its name, with an edition (by its name or a file of your own) and options chosen."""
    return title(name).game(seats, edition, options)
