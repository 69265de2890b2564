"""Random games whose players mostly walk towards their Goals, so that trails are completed."""
from __future__ import annotations

from collections.abc import Iterator

from roundhouse import OVER, Dice, Game, State
from tests.walks import by_kind


def hike(state: State, dice: Dice) -> int:
    """Mostly the trail card nearest to the Goal; else discard what does not fit; sometimes anything."""
    if state.to_act < 0 or dice.below(5) == 0:
        return by_kind(state, dice)
    lines = state.lines()
    trail = [line for line in lines if line.startswith("trail")]
    if trail:
        ahead = sorted(trail, key=lambda line: (distance(state, line), dice.below(8)))
        return state.game.parse(ahead[0 if dice.below(4) else dice.below(len(ahead))])
    discards = [line for line in lines if line.startswith("discard")]
    return state.game.parse(discards[dice.below(len(discards))]) if discards else by_kind(state, dice)


def distance(state: State, line: str) -> int:
    x, y = line.split()[2].split(",")
    length = state.game.options["length"]
    assert isinstance(length, int)
    return abs(length - int(x)) + abs(int(y))


def walk(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Each state with the code that is about to be applied to it; the last state with -1."""
    dice = Dice(seed, 1)
    state = game.start()
    while state.to_act != OVER:
        code = hike(state, dice)
        yield state, code
        state.apply(code)
    yield state, -1
