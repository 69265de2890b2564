"""The pages on the environments, one a game, written from the code so that they say what is so:

    python -m roundhouse.envs.pages docs/envs
"""
from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from roundhouse.engine.contract import CHANCE, OVER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.envs import names
from roundhouse.envs.observe import Axis, Observer
from roundhouse.games import titles
from roundhouse.games.title import ChoiceError, Title, spelled

GAMES = 24      # random games from which length, chance and what is hidden are learned
REWARDS = """\
0 until the game is over. Then one point is shared among the winners, and every seat pays the same for it, so that the
rewards of all seats sum to 0: of three seats a sole winner gets 2/3 and the others -1/3. The game's own points or money
are beside it as `scores`."""
NOTES = """\
Numbers are 32-bit floats from 0 to 1. An amount of money takes two: finely and at most 1, then coarsely. All scales are
powers of two, so every number is exact. Nothing is cut off but the fine number of an amount over 128, of which the coarse
one tells the rest. What follows from the rest, like scores, is left out. Seats come in turn order from the one that looks: `you`, `you+1` ..
The last axis of a part runs fastest; `Observer(game).label(index)` says in words what stands at an index."""


@dataclass(frozen=True)
class Setup:
    """A way to set up a title of which a page gives the numbers."""

    heading: str
    game: Game

    @cached_property
    def observer(self) -> Observer:
        return Observer(self.game)

    @cached_property
    def kinds(self) -> dict[str, tuple[int, int]]:
        """The first and the last action code of each kind."""
        found: dict[str, tuple[int, int]] = {}
        for code in range(self.game.codes):
            kind = self.game.text(code).split(" ")[0]
            found[kind] = found.get(kind, (code, code))[0], code
        return found


# ---- what is learned from random games -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Findings:
    lengths: list[int]
    """Decisions of seats, by game."""
    chance: set[str]
    """The kinds of what chance does."""
    hidden: set[str]
    """What is not in a seat's view as it is."""


def play(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: each state with the code that is about to be applied to it."""
    state, dice = game.start(), Dice(seed)
    while state.to_act != OVER:
        code = state.random_by_kind(dice)
        yield state, code
        state.apply(code)


def explore(game: Game, games: int = GAMES) -> Findings:
    found = Findings([], set(), set())
    for seed in range(games):
        decisions = 0
        for step, (state, code) in enumerate(play(game, seed)):
            if state.to_act == CHANCE:
                found.chance.add(game.text(code).split(" ")[0])
            else:
                decisions += 1
            if step % 5 == 0:
                found.hidden.update(hidden(state))
        found.lengths.append(decisions)
    return found


def hidden(state: State) -> Iterator[str]:
    everything = state.view(None)
    for seat in range(state.game.seats):
        yield from (key for key, value in state.view(seat).items() if value != everything[key])


def hidden_by_option(title: Title, always: set[str]) -> list[str]:
    """What each option hides besides."""
    lines = []
    for option in title.options:
        for value in option.values[1:]:
            try:
                more = explore(title.game(options={option.name: value}), 2).hidden - always
            except ChoiceError:
                continue    # it has no effect here
            if more:
                lines.append(f"with `{option.name}={spelled(value)}` also {listed(sorted(more))}")
    return lines


# ---- ways to set up --------------------------------------------------------------------------------------------------


def setups(title: Title) -> list[Setup]:
    """Every number of seats and edition, and each option that changes what is numbered."""
    found: list[Setup] = []
    for edition in title.editions:
        for seats in range(title.players[0], title.players[1] + 1):
            plain = Setup(_heading(title, seats, edition), title.game(seats, edition))
            found.append(plain)
            found += _with_options(title, seats, edition, plain)
    return sorted(found, key=lambda setup: setup.heading.count("="))


def _with_options(title: Title, seats: int, edition: str, plain: Setup) -> Iterator[Setup]:
    for option in title.options:
        for value in option.values[1:]:
            try:
                game = title.game(seats, edition, {option.name: value})
            except ChoiceError:
                continue
            other = Setup(f"{plain.heading}, {option.name}={spelled(value)}", game)
            if (other.observer.parts, other.kinds) != (plain.observer.parts, plain.kinds):
                yield other


def _heading(title: Title, seats: int, edition: str) -> str:
    return f"{seats} players" + (f", {edition}" if len(title.editions) > 1 else "")


# ---- Markdown --------------------------------------------------------------------------------------------------------


def table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(headings), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def ranged(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"


def page(title: Title) -> str:
    ways = setups(title)
    found = explore(ways[0].game)
    sections = [
        f"# {title.title}: `{names.environment(title.name)}`",
        f"{title.summary} Rules: `roundhouse rules {title.name}`.",
        "## Specs", specs(title, ways, found),
        "## Observation", NOTES, parts(ways[0]), "### Where each part lies", places(ways),
        "### Axes", "The places along each axis, in order.", axes(ways),
        "## Actions", "An action is a number: a code of the notation that records and players use.",
        actions(ways, found), "## Rewards", REWARDS,
        "## Version history", history(title),
    ]
    return "\n\n".join(sections) + "\n"


def specs(title: Title, ways: list[Setup], found: Findings) -> str:
    least, most = title.players
    shortest, longest = min(found.lengths), max(found.lengths)
    mean = sum(found.lengths) / len(found.lengths)
    out_of_sight = [listed(sorted(found.hidden)) if found.hidden else "nothing", *hidden_by_option(title, found.hidden)]
    rows = [
        ("name", f"`{names.environment(title.name)}`; in OpenSpiel `{names.openspiel(title.name)}`"),
        ("version", f"{names.version(title.name)}, rules version {ways[0].game.rules_version}"),
        ("players", f"{least}" if least == most else f"{least} to {most}"),
        ("editions", listed(title.editions)),
        *[(f"option `{o.name}`", ", ".join(f"`{spelled(v)}`" for v in o.values) + f": {o.help}") for o in title.options],
        ("action codes", _by_setup(ways, [way.game.codes for way in ways])),
        ("observation size", _by_setup(ways, [way.observer.size for way in ways])),
        ("chance", f"explicit, with exact weights: {listed(sorted(found.chance))}"),
        ("hidden from a seat", "; ".join(out_of_sight)),
        ("moves", "one seat at a time"),
        ("length", f"{shortest} to {longest} decisions, {mean:.0f} in the mean, in {GAMES} random games of {least} seats"),
    ]
    return table(("", ""), rows)


def _by_setup(ways: list[Setup], figures: list[int]) -> str:
    return "; ".join(f"{figure} ({way.heading})" for way, figure in zip(ways, figures))


def parts(way: Setup) -> str:
    rows = [
        (f"`{part.name}`", " × ".join(axis.name for axis in part.axes) or "one number", part.scale, part.meaning)
        for part in way.observer.parts
    ]
    return table(("part", "axes", "scale", "meaning"), rows)


def places(ways: list[Setup]) -> str:
    """The indices of each part in every way to set up."""
    by_way = [[ranged(part.start, part.start + part.size - 1) for part in way.observer.parts] for way in ways]
    rows = [(f"`{part.name}`", *cells) for part, *cells in zip(ways[0].observer.parts, *by_way)]
    return table(("part", *[way.heading for way in ways]), rows)


def axes(ways: list[Setup]) -> str:
    """Each axis once, or once for each set-up that changes it."""
    found: dict[Axis, str] = {}
    for way in ways:
        for part in way.observer.parts:
            for axis in part.axes:
                found.setdefault(axis, way.heading)
    known = [axis.name for axis in found]
    rows = [
        (axis.name, heading if known.count(axis.name) > 1 else "all", len(axis.labels), " ".join(axis.labels))
        for axis, heading in found.items()
    ]
    return table(("axis", "set-up", "size", "places"), rows)


def actions(ways: list[Setup], found: Findings) -> str:
    game = ways[0].game
    rows = []
    for kind, (first, last) in ways[0].kinds.items():
        who = "chance" if kind in found.chance else "seat"
        codes = [ranged(*way.kinds[kind]) if kind in way.kinds else "" for way in ways]
        example = game.text(first) if first == last else f"{game.text(first)}` .. `{game.text(last)}"
        rows.append((f"`{kind}`", who, f"`{example}`", *codes))
    return table(("kind", "by", "lines", *[way.heading for way in ways]), rows)


def history(title: Title) -> str:
    return table(("version", "what changed"), [(f"v{n}", text) for n, text in enumerate(names.VERSIONS[title.name])])


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for title in titles().values():
        (folder / f"{title.name}.md").write_text(page(title), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
