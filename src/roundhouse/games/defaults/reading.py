"""How the view of any game is read: which lists have an entry for each seat, which words are cards, which are places.

Nobody has told the house what the keys of a view mean. What can be seen is: a list that has as many entries as there
are seats in every state of some random games is a list by seat; a word that the board has as a place is that place.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from roundhouse.engine.contract import OVER, WATCHER, Game
from roundhouse.engine.dice import Dice
from roundhouse.games.kept import once_per_game

GAMES_LOOKED_AT = 8
STEPS_LOOKED_AT = 400           # of each of them, so that a long game is not played for ever
UNSEEN = "?"                    # how a view writes a card that can't be seen
CARDS = frozenset(
    "hand hands card cards deck discard discards display offer market letter letters order orders ticket tickets "
    "pile piles row removed known kept dealt".split()
)
"""What a view calls the things that people hold or that lie in the open: cards, also where they name places."""
CASH = ("cash", "money")
SCORES = ("scores", "score", "points")
ELSEWHERE = frozenset({"options", "to_act", "winners", "result", "phase", *CASH, *SCORES})
"""What is told in a place of its own, or not at all."""

Path = tuple[str, ...]
EACH = "*"
"""Stands in a path for the place in a list."""


def sampled(game: Game) -> Iterator[dict[str, object]]:
    """What each seat and a watcher see along some random games, always the same ones."""
    for number in range(GAMES_LOOKED_AT):
        state, dice = game.start(), Dice(1846, number)
        for _ in range(STEPS_LOOKED_AT):
            for seat in (*range(game.seats), WATCHER):
                yield state.view(seat)
            if state.to_act == OVER:
                break
            state.apply(state.random_by_kind(dice) if number % 2 else state.random(dice))


@once_per_game
def by_seat(game: Game) -> frozenset[Path]:
    """The lists that have an entry for each seat."""
    lengths: dict[Path, set[int]] = {}
    for view in sampled(game):
        _measure(view, (), lengths)
    return frozenset(path for path, found in lengths.items() if found == {game.seats})


def _measure(value: object, path: Path, lengths: dict[Path, set[int]]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _measure(inner, (*path, key), lengths)
    elif isinstance(value, list):
        lengths.setdefault(path, set()).add(len(value))
        for inner in value:
            _measure(inner, (*path, EACH), lengths)


# ---- what is written in a view ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """A value in a view that is not a list or an object, and where it stands."""

    path: Path
    """The keys that lead to it; EACH for the place in a list."""
    seat: int | None
    """Whose it is, where it stands in a list by seat."""
    value: object

    @property
    def owner(self) -> str:
        """What it belongs to, where that is no seat: the railway of a track."""
        named = [key for key in self.path[1:] if key != EACH]
        return named[0] if named else ""


def items(game: Game, view: Mapping[str, object]) -> Iterator[Item]:
    """All that a view says, one value after another. The keys of an object are values too, where it counts things."""
    seats = by_seat(game)

    def walk(value: object, path: Path, seat: int | None) -> Iterator[Item]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from walk(inner, (*path, key), seat)
        elif isinstance(value, list):
            for n, inner in enumerate(value):
                yield from walk(inner, (*path, EACH), n if path in seats and seat is None else seat)
        else:
            yield Item(path, seat, value)

    for key, value in view.items():
        yield from walk(value, (key,), None)


def is_cards(key: str) -> bool:
    """Whether the key of a view names cards, such as a hand or a deck."""
    return key.lower() in CARDS


def cards_in(value: object) -> list[str] | None:
    """Cards as a view writes them: a list of names, how many of each, or only how many; None if it is none of these."""
    if type(value) is int and value >= 0:
        return [UNSEEN] * value
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return cast("list[str]", value)
    if isinstance(value, dict) and all(type(one) is int for one in value.values()):
        return [name for name, count in value.items() for _ in range(count)]
    return [] if value is None else None


def amounts(game: Game, view: Mapping[str, object], *keys: str) -> list[int | None]:
    """A number for each seat under the first of these keys that has such; None where it can't be seen."""
    for key in keys:
        found = view.get(key)
        if isinstance(found, list) and len(found) == game.seats and all(
            one is None or type(one) is int for one in found
        ):
            return cast("list[int | None]", found)
    return [None] * game.seats


def scores(game: Game, view: Mapping[str, object]) -> list[int | None]:
    """The score of each seat as the view tells it."""
    return amounts(game, view, *SCORES)


def as_words(key: str) -> str:
    """A key or the first word of a line, as a person would write it."""
    return key.replace("_", " ").replace("-", " ")
