"""Another course of a game that looks the same from a seat: what it could not see is redrawn, all else is as it was."""
from __future__ import annotations

from collections import Counter
from typing import Any, cast

from roundhouse.engine.contract import IllegalAction, State
from roundhouse.engine.dice import Dice
from roundhouse.envs.history import History, kind

# Where the view shows what a hidden step has left with its player, by the first word of its line.
HELD = {"card": "hands", "deal": "dealt", "keep": "kept", "bid": "bids"}
ATTEMPTS = 100


def resample(history: History, seat: int, dice: Dice) -> History:
    """A history with the same steps as far as the seat has seen them, that leads to a state which it imagines.

    What the state remembers of old conclusions is less than a whole history tells (an opponent who could not play a
    card held no such card). A guess that those old steps rule out is thrown away, and another is made. What no longer
    matters, like a contract that was dealt and given back, stays as it was.
    """
    if not any(step.unseen >> seat & 1 for step in history.steps):
        return history.copy()
    for _ in range(ATTEMPTS):
        imagined = history.state.imagine(seat, dice)
        try:
            return History.replayed(history.setup, _codes(history, seat, imagined, dice))
        except IllegalAction:
            continue
    raise RuntimeError(f"no other course of the game was found in {ATTEMPTS} attempts")


def _codes(history: History, seat: int, imagined: State, dice: Dice) -> list[int]:
    """The steps, with the latest hidden draws of what players no longer hold exchanged for what they now hold."""
    codes = history.codes()
    game = history.setup.game()
    before, after = history.state.view(None), imagined.view(None)
    hidden: dict[tuple[int, str], list[int]] = {}
    for number, step in enumerate(history.steps):
        if step.unseen >> seat & 1:
            group = _owner(step.unseen, history.setup.players), kind(game.text(step.code))
            hidden.setdefault(group, []).append(number)
    for (owner, word), numbers in hidden.items():
        had, has = _held(before, owner, word), _held(after, owner, word)
        gained = _shuffled(list((has - had).elements()), dice)
        for item in (had - has).elements():
            lost = game.parse(f"{word} {item}")
            number = next(n for n in reversed(numbers) if codes[n] == lost)
            codes[number] = game.parse(f"{word} {gained.pop()}")
    return codes


def _owner(unseen: int, seats: int) -> int:
    """The one seat that saw it."""
    return next(seat for seat in range(seats) if not unseen >> seat & 1)


def _held(view: dict[str, object], seat: int, word: str) -> Counter[str]:
    held = cast(list[Any], view[HELD[word]])[seat]
    if isinstance(held, list | dict):
        return Counter(held)
    return Counter() if held is None else Counter([str(held)])


def _shuffled(items: list[str], dice: Dice) -> list[str]:
    mixed = items[:]
    for last in range(len(mixed) - 1, 0, -1):
        other = int(dice.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
