"""The pages on the environments, one a game, written from the code so that they say what is so:

    python -m roundhouse.envs.pages docs/envs
"""
from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from roundhouse.engine.contract import CHANCE, OVER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.envs import names
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.observe import Observer
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.games.title import Title, spelled

T = TypeVar("T")
GAMES = 24      # random games from which length, chance and what is hidden are learned
TABLE_BEGINS, TABLE_ENDS = "<!-- games -->", "<!-- end of games -->"
REWARDS = """\
0 until the game is over. Then one point is shared among the winners, and every seat pays the same for it, so that the
rewards of all seats sum to 0: of three seats a sole winner gets 2/3 and the others -1/3. The game's own points or money
are beside it as `scores`."""
ACTIONS = """\
An action is a number, for what a seat can choose and nothing else. Bids go up to `most_bid`, usually all the money that
the table begins with; the highest also stands for more, where less is not enough. `ActionSpace(game)` of
`roundhouse.envs.actions` tells the line and the code of each."""
HEADS = """\
The same actions a word at a time: a head for each place in a line. `factors` has the words of each action, `head_mask`
what the next head may choose, `from_factors` finds the action; `features` has the words as numbers for each action."""
CODES = """\
The codes of the notation: the actions of version 0, and what OpenSpiel, records, datasets and `state.apply` use."""
MOST_WORDS = 12     # of a head that are listed
NOTES = """\
An observation tells a seat what its view tells, and nothing else; what follows from the rest, like scores, is left out.
Numbers are 32-bit floats from 0 to 1. All scales are powers of two, so every number is exact. An amount of money takes
two numbers: a fine one, which is cut off at 128, and a coarse one, which is not. Seats come in turn order from the one
that looks: `you`, `you+1` .. The last axis of a part runs fastest; `Observer(game).label(index)` says in words what
stands at an index."""


@dataclass(frozen=True)
class Way:
    """A way to set up a title of which a page gives the numbers."""

    heading: str
    game: Game

    @cached_property
    def observer(self) -> Observer:
        """The observer of that game."""
        return Observer(self.game)

    @cached_property
    def actions(self) -> ActionSpace:
        """The action space of that game."""
        return ActionSpace(self.game)

    @cached_property
    def kinds(self) -> dict[str, tuple[int, int]]:
        """The first and the last code of each kind."""
        return ranges(self.game.text(code) for code in range(self.game.codes))

    @cached_property
    def action_kinds(self) -> dict[str, tuple[int, int]]:
        """The first and the last action of each kind."""
        return ranges(self.actions.line(action) for action in range(self.actions.size))


def ranges(lines: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The first and the last number of each kind of numbered lines."""
    found: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        kind = line.split(" ")[0]
        found[kind] = found.get(kind, (number, number))[0], number
    return found


# ---- what is learned from random games -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Findings:
    """What random games show of a title: lengths, what chance does, what is hidden."""

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
    """What so many random games show of a game."""
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
    """The fields of the view that some seat does not see as they are."""
    everything = sizes_for_nothing(state.view(None))
    for seat in range(state.game.seats):
        view = sizes_for_nothing(state.view(seat))
        yield from (key for key, value in view.items() if value != everything[key])


def sizes_for_nothing(view: dict[str, object]) -> dict[str, object]:
    """The same with 0 for every empty list: a hidden set is shown by its size, and of no cards nothing is hidden."""
    read: dict[str, object] = json.loads(json.dumps(view).replace("[]", "0"))
    return read


def hidden_by_option(title: Title, always: set[str]) -> list[str]:
    """What each option hides besides."""
    lines = []
    for option in title.options:
        for value in option.values[1:]:
            try:
                more = explore(title.game(options={option.name: value}), 2).hidden - always
            except UserError:
                continue    # it has no effect here
            if more:
                lines.append(f"with `{option.name}={spelled(value)}` also {listed(sorted(more))}")
    return lines


# ---- ways to set up --------------------------------------------------------------------------------------------------


def setups(title: Title) -> list[Way]:
    """Every number of seats and edition, and each option that changes what is numbered."""
    found: list[Way] = []
    for edition in title.editions:
        for seats in range(title.players[0], title.players[1] + 1):
            plain = Way(_heading(title, seats, edition), title.game(seats, edition))
            found.append(plain)
            found += _with_options(title, seats, edition, plain)
    return sorted(found, key=lambda setup: setup.heading.count("="))


def _with_options(title: Title, seats: int, edition: str, plain: Way) -> Iterator[Way]:
    for option in title.options:
        for value in option.values[1:]:
            try:
                game = title.game(seats, edition, {option.name: value})
            except UserError:
                continue
            other = Way(f"{plain.heading}, {option.name}={spelled(value)}", game)
            if (other.observer.parts, other.kinds) != (plain.observer.parts, plain.kinds):
                yield other


def _heading(title: Title, seats: int, edition: str) -> str:
    return f"{seats} players" + (f", {edition}" if len(title.editions) > 1 else "")


# ---- Markdown --------------------------------------------------------------------------------------------------------


def table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = [list(headings), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def listed(words: Iterable[str]) -> str:
    """Words as code, with commas between them."""
    return ", ".join(f"`{word}`" for word in words)


def ranged(first: int, last: int) -> str:
    """A range as "3-5", or one number."""
    return f"{first}" if first == last else f"{first}-{last}"


def page(title: Title) -> str:
    """The page of a title's environment, in Markdown."""
    ways = setups(title)
    found = explore(ways[0].game)
    sections = [
        f"# {title.title}: `{names.environment(title.name)}`",
        f"{title.summary} Rules: `roundhouse rules {title.name}`.",
        "## Specs", specs(title, ways, found),
        "## Observation", NOTES, parts(ways), "### Where each part lies", places(ways),
        "### Axes", "The places along each axis, in order.", axes(ways),
        "## Actions", ACTIONS, actions(ways), "### The factored form", HEADS, heads(ways[0]),
        "### Codes", CODES, codes(ways, found), "## Rewards", REWARDS,
        "## Version history", history(title),
    ]
    return "\n\n".join(sections) + "\n"


def specs(title: Title, ways: list[Way], found: Findings) -> str:
    """The table of an environment's specifications."""
    least, most = title.players
    shortest, longest = min(found.lengths), max(found.lengths)
    mean = sum(found.lengths) / len(found.lengths)
    out_of_sight = [listed(sorted(found.hidden)) if found.hidden else "nothing", *hidden_by_option(title, found.hidden)]
    has_bids = ways[0].actions.most_bid >= 0
    rows = [
        ("name", f"`{names.environment(title.name)}`; in OpenSpiel `{names.openspiel(title.name)}`"),
        ("version", f"{names.version(title.name)}, rules version {ways[0].game.rules_version}"),
        ("players", f"{least}" if least == most else f"{least} to {most}"),
        ("editions", listed(title.editions)),
        *[(f"option `{one.name}`", f"{listed(map(spelled, one.values))}: {one.help}") for one in title.options],
        ("actions", _by_setup(ways, [way.actions.size for way in ways])),
        *([("highest bid, `most_bid`", _by_setup(ways, [way.actions.most_bid for way in ways]))] if has_bids else []),
        ("codes", _by_setup(ways, [way.game.codes for way in ways])),
        ("observation size", _by_setup(ways, [way.observer.size for way in ways])),
        ("chance", f"explicit, with exact weights: {listed(sorted(found.chance))}"),
        ("hidden from a seat", "; ".join(out_of_sight)),
        ("moves", "one seat at a time"),
        ("length", f"{shortest} to {longest} decisions, mean {mean:.0f} ({GAMES} random games, {ways[0].heading})"),
    ]
    return table(("", ""), rows)


def _by_setup(ways: list[Way], figures: list[int]) -> str:
    return "; ".join(f"{figure} ({way.heading})" for way, figure in zip(ways, figures))


def parts(ways: list[Way]) -> str:
    """The table of an observation's parts."""
    rows = []
    for n, part in enumerate(ways[0].observer.parts):
        scales = grouped((way.observer.parts[n].scale, way) for way in ways)
        scale = "; ".join(text if where == "all" else f"{text} ({where})" for text, where in scales.items())
        along = " × ".join(axis.name for axis in part.axes)
        rows.append((f"`{part.name}`", along or "one number", scale, part.meaning))
    return table(("part", "axes", "scale", "meaning"), rows)


def places(ways: list[Way]) -> str:
    """The indices of each part in every way to set up."""
    by_way = [[ranged(part.start, part.start + part.size - 1) for part in way.observer.parts] for way in ways]
    rows = [(f"`{part.name}`", *cells) for part, *cells in zip(ways[0].observer.parts, *by_way)]
    return table(("part", *[way.heading for way in ways]), rows)


def axes(ways: list[Way]) -> str:
    """The table of axes: what stands at each place of a part."""
    found = grouped((axis, way) for way in ways for part in way.observer.parts for axis in part.axes)
    by_name = sorted(found.items(), key=lambda pair: pair[0].name)
    rows = [(axis.name, where, len(axis.labels), " ".join(axis.labels)) for axis, where in by_name]
    return table(("axis", "set-up", "size", "places"), rows)


def grouped(pairs: Iterable[tuple[T, Way]]) -> dict[T, str]:
    """Each thing once, with the set-ups in which it is so."""
    pairs = list(pairs)
    everywhere = dict.fromkeys(way.heading for _, way in pairs)
    found: dict[T, dict[str, None]] = {}
    for thing, way in pairs:
        found.setdefault(thing, {})[way.heading] = None
    return {thing: "all" if where == everywhere else "; ".join(where) for thing, where in found.items()}


def actions(ways: list[Way]) -> str:
    """The table of kinds of actions and their numbers."""
    rows = []
    for kind, (first, last) in ways[0].action_kinds.items():
        numbers = [ranged(*way.action_kinds[kind]) if kind in way.action_kinds else "" for way in ways]
        rows.append((f"`{kind}`", _lines(ways[0].actions.line(first), ways[0].actions.line(last)), *numbers))
    return table(("kind", "lines", *[way.heading for way in ways]), rows)


def heads(way: Way) -> str:
    """The table of the words of which an action's line is made."""
    rows = [(n, len(head), " ".join(f"`{word}`" if word else "(none)" for word in head[:MOST_WORDS])
             + (" .." if len(head) > MOST_WORDS else "")) for n, head in enumerate(way.actions.heads)]
    return table(("head", "words", "which"), rows)


def codes(ways: list[Way], found: Findings) -> str:
    """The table of kinds of steps and their codes."""
    game = ways[0].game
    rows = []
    for kind, (first, last) in ways[0].kinds.items():
        who = "chance" if kind in found.chance else "seat"
        numbers = [ranged(*way.kinds[kind]) if kind in way.kinds else "" for way in ways]
        rows.append((f"`{kind}`", who, _lines(game.text(first), game.text(last)), *numbers))
    return table(("kind", "by", "lines", *[way.heading for way in ways]), rows)


def _lines(first: str, last: str) -> str:
    return f"`{first}`" if first == last else f"`{first}` .. `{last}`"


def history(title: Title) -> str:
    """The table of an environment's versions."""
    return table(("version", "what changed"), [(f"v{n}", text) for n, text in enumerate(title.environments)])


def of_the_house() -> list[Title]:
    """The games that have a page: those that come with Roundhouse."""
    return [title for title in titles().values() if title.package.startswith("roundhouse.")]


def index(readme: str) -> str:
    """The page that leads to the others, with its table of games as it should be."""
    before, _, rest = readme.partition(TABLE_BEGINS)
    return before + TABLE_BEGINS + "\n" + games_table() + "\n" + TABLE_ENDS + rest.partition(TABLE_ENDS)[2]


def games_table() -> str:
    """The table of all environments of the house."""
    rows = []
    for title in of_the_house():
        few, many = (Way("", title.game(seats)) for seats in title.players)
        rows.append((
            f"[{title.title}]({title.name}.md)", f"`{names.environment(title.name)}`", ranged(*title.players),
            ranged(few.observer.size, many.observer.size), ranged(few.actions.size, many.actions.size),
            ranged(few.game.codes, many.game.codes),
            listed(sorted(explore(few.game, 4).hidden)) or "nothing",
        ))
    return table(("game", "name", "players", "numbers", "actions", "codes", "hidden"), rows)


def pages(folder: Path) -> dict[Path, str]:
    """Every page by its file, as it should be."""
    found = {folder / f"{title.name}.md": page(title) for title in of_the_house()}
    readme = folder / "README.md"
    return {**found, readme: index(readme.read_text(encoding="utf-8"))}


if __name__ == "__main__":
    for file, text in pages(Path(sys.argv[1])).items():
        file.write_text(text, encoding="utf-8")
