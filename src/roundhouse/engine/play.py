"""Driving a state: random games to the end, and counting what a position leads to."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import OVER, State
from roundhouse.engine.dice import Dice


def playout(state: State, dice: Dice) -> i64:
    """Play at random to the end; the number of steps made."""
    steps: i64 = 0
    while state.to_act != OVER:
        state.apply(state.random(dice))
        steps += 1
    return steps


def copies(state: State, times: i64) -> State:
    """Copy a state again and again, for measuring; the last copy."""
    last = state
    for _ in range(times):
        last = state.copy()
    return last


def perft(state: State, depth: i64) -> i64:
    """How many different lines of `depth` steps lead on from here, chance outcomes counted one each."""
    if depth == 0:
        return 1
    codes = state.legal()
    if depth == 1:
        return len(codes)
    nodes: i64 = 0
    for code in codes:
        after = state.copy()
        after.apply(code)
        nodes += perft(after, depth - 1)
    return nodes
