"""Positions of Appalachian Trail that are put together, for the examples of its rulebook."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE
from roundhouse.games.appalachian_trail.position import PLAY
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.staging import StagingError, known_only


def stage(state: AppalachianTrailState, wanted: Mapping[str, Any]) -> None:
    """A play part is about to begin: that of `turn`. By seat: `goals` as letters, `hands`, `trails` as laid, "FR RW
    1,1=GR", along row 0 from the beginning unless a cell is named, and `sides`, "O07@3,0 +O05@1,1", improvements with a
    plus. The `display`, the `deck` (all other cards where none are named), and the seats that have `completed`."""
    known_only(wanted, "turn", "goals", "hands", "trails", "sides", "display", "deck", "completed")
    board = state.board
    for seat, letter in enumerate(wanted["goals"]):
        state.put_goal(seat, board.letters.index(letter))
    for pile, names in [*enumerate(wanted.get("hands", ())), (int(state.display), wanted.get("display", ""))]:
        for name in names.split():
            _move(state, board.names.index(name), pile)
    for seat, text in enumerate(wanted.get("trails", ())):
        for x, one in enumerate(text.split()):
            cell, named, letters = one.rpartition("=")
            _out(state, board.names.index(letters if letters in board.names else letters[::-1]))
            state.put_trail(seat, board.laid_names.index(letters), board.ids.index(cell if named else f"{x},0"))
    for seat, text in enumerate(wanted.get("sides", ())):
        for one in text.split():
            name, cell = one.lstrip("+").split("@")
            card = board.names.index(name)
            _out(state, card)
            side = IMPROVEMENT if one.startswith("+") else OBSTACLE
            state.put_side(seat, card - board.first_sided, side, board.ids.index(cell))
    if "deck" in wanted:
        _keep(state, wanted["deck"].split())
    for seat in wanted.get("completed", ()):
        state.complete(seat)
    state.turn = state.to_act = wanted.get("turn", 0)
    state.phase = PLAY


def _move(state: AppalachianTrailState, kind: int, pile: int) -> None:
    """A card of that kind from the deck into a pile."""
    if not state.count(kind, state.deck):
        raise StagingError(f"there are not so many {state.board.names[kind]}")
    state.take_from(kind, state.deck)
    state.add(kind, pile)


def _out(state: AppalachianTrailState, kind: int) -> None:
    """A card out of the deck, to lie in an area."""
    if not state.count(kind, state.deck):
        raise StagingError(f"there are not so many {state.board.names[kind]}")
    state.take_from(kind, state.deck)


def _keep(state: AppalachianTrailState, names: list[str]) -> None:
    """All other cards of the deck leave the game."""
    for kind, name in enumerate(state.board.names):
        for _ in range(state.count(kind, state.deck) - names.count(name)):
            _move(state, kind, state.removed)
