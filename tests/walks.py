"""Random games for tests: every title with every number of players, edition and options."""
from __future__ import annotations

import itertools
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from roundhouse import CHANCE, ENGINE, OVER, Dice, Game, State
from roundhouse.games import Setup, titles
from roundhouse.records import Course
from roundhouse.records.course import kind

Choice = tuple[str, int, str, tuple[tuple[str, object], ...]]


def over_games(count: int) -> settings:
    """Hypothesis over so many random games; a quarter of them with the plain engine, which is many times slower."""
    examples = count if ENGINE == "compiled" else max(5, count // 4)
    # How long it takes to make every table for the first time is no fault of what is tested.
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def tables(name: str) -> list[Choice]:
    """Every way to set up a title: its seats, its editions, its options."""
    title = titles()[name]
    seats = range(title.players[0], title.players[1] + 1)
    options = [[(option.name, value) for value in option.values] for option in title.options]
    every = itertools.product(seats, title.editions, itertools.product(*options))
    return [(name, n, edition, chosen) for n, edition, chosen in every if _allowed(name, n, edition, chosen)]


def secretive() -> list[str]:
    """The titles in which some seat can't see all that happens."""
    return [name for name in sorted(titles()) if type(game(tables(name)[0]).start()).sees is not State.sees]


def _allowed(name: str, seats: int, edition: str, options: tuple[tuple[str, object], ...]) -> bool:
    """Some options have no effect on some boards, and are refused there."""
    try:
        game((name, seats, edition, options))
    except ValueError:
        return False
    return True


@cache
def game(choice: Choice) -> Game:
    name, seats, edition, options = choice
    return titles()[name].game(seats, edition, dict(options))


def choices() -> st.SearchStrategy[Choice]:
    """Any title, and then any way to set it up: a title with many options is not drawn more often."""
    return st.sampled_from(sorted(titles())).flatmap(lambda name: st.sampled_from(tables(name)))


def by_kind(state: State, dice: Dice) -> int:
    """A random move, its kind chosen first: reaches what is rare among hundreds of placements."""
    if state.to_act < 0:
        return state.random(dice)
    codes = list(state.legal())
    kinds = [state.game.text(code).split()[0] for code in codes]
    names = sorted(set(kinds))
    kind = names[dice.below(len(names))]
    fitting = [code for code, name in zip(codes, kinds) if name == kind]
    return fitting[dice.below(len(fitting))]


def walk(game: Game, seed: int, kinds_first: bool = False) -> Iterator[tuple[State, int]]:
    """A random game: each state with the code that is about to be applied to it."""
    dice = Dice(seed)
    state = game.start()
    while state.to_act != OVER:
        code = by_kind(state, dice) if kinds_first else state.random(dice)
        yield state, code
        state.apply(code)


def under_way(setup: Setup, steps: int, seed: int) -> Course:
    """A random game some steps on, at a decision: the last one, if it is over before."""
    begun, decision = Course(setup), 0
    dice = Dice(seed)
    while not begun.over and (len(begun.steps) < steps or begun.to_act == CHANCE):
        decision = decision if begun.to_act == CHANCE else len(begun.steps)
        begun.apply(int(begun.state.random(dice)))
    return begun.back_to(decision) if begun.over else begun


def finished(game: Game, seed: int, kinds_first: bool = False) -> State:
    """A random game played to its end."""
    state = game.start()
    for state, _ in walk(game, seed, kinds_first):
        pass
    return state


def slow_perft(reference: Any, depth: int) -> int:
    """How many lines of `depth` steps lead on, counted by a game's reference."""
    lines = reference.legal() or [line for line, _ in reference.outcomes()]
    if depth == 1:
        return len(lines)
    nodes = 0
    for line in lines:
        after = deepcopy(reference)
        after.apply(line)
        nodes += slow_perft(after, depth - 1)
    return nodes


def shown(state: State, code: int, seat: int | None) -> str:
    """The line of an action that is about to be applied, as that seat may see it; None sees everything."""
    line = state.game.text(code)
    return line if seat is None or state.sees(seat, code) else f"{kind(line)} ?"
