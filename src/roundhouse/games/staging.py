"""Positions that are put together rather than played: for the examples of a rulebook.

A room that has such positions says in `staging.py`, as `stage(state, wanted)`, what may be put where. It changes a game
that has just begun, with the means of its own rules.
"""
from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from roundhouse.engine.contract import Game, State
from roundhouse.errors import UserError


class StagingError(UserError):
    """A position that can't be put together, and why."""


def staged(game: Game, package: str, wanted: Mapping[str, Any], lines: tuple[str, ...] = ()) -> State:
    """A game after these lines, and with what is wanted in its place. `package` is that of the room."""
    # A state of which no other shares any part: what is put into it stays its own.
    state: State = pickle.loads(pickle.dumps(game.start()))
    for line in lines:
        state.do(line)
    if wanted:
        if find_spec(f"{package}.staging") is None:
            raise StagingError(f"{game.name} has no staging.py: its examples begin with lines, not with a position")
        stage: Callable[[State, Mapping[str, Any]], None] = import_module(f"{package}.staging").stage
        try:
            stage(state, wanted)
        except (KeyError, IndexError, ValueError) as error:
            raise StagingError(f"this position can't be put together here: {error!r}") from error
    return state


def put(state: State, field: str, at: int, value: int) -> None:
    """Set one number of a position that shares nothing."""
    getattr(state, field)[at] = value


def known_only(wanted: Mapping[str, Any], *known: str) -> None:
    """Raise StagingError for anything that the room can't put in its place."""
    for name in wanted:
        if name not in known:
            raise StagingError(f"a position has no '{name}': {', '.join(known)}")


def replace(state: State, field: str, at: int, value: int) -> None:
    """The same for numbers that positions share, which are never changed but put in the place of others."""
    numbers = getattr(state, field)
    setattr(state, field, type(numbers)([*numbers[:at], value, *numbers[at + 1:]]))
