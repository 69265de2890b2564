"""The list of games. A game is a folder here and its name in ROOMS."""
from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module

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
