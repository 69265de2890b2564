"""What a seat sees of any game as numbers: its view, a few numbers for each thing that random games show in it.

How large an observation is, and what each number means, follows from the game alone: the same random games are looked
at wherever it is made. A number that has not been seen there is told as the nearest one, a word as "other".
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundhouse.engine.contract import Game, State
from roundhouse.engine.observing.encoder import Encoder, OwnEncoder
from roundhouse.engine.observing.floats import ONE, fraction, halvings_for
from roundhouse.engine.observing.parts import Axis
from roundhouse.games.defaults.reading import EACH, Path, by_seat, sampled
from roundhouse.games.kept import once_per_game

if TYPE_CHECKING:
    from roundhouse.games.title import Title

OTHER = "other"
TOLD_ALREADY = frozenset({"to_act", "options"})
"""Every observation says who decides; options are fixed for a game."""
MOST_PLACES = 4096              # numbers for the order of a list; of a longer one only what is in it is told

Simple = str | int | float | bool | None
Value = Simple | list[Simple]


def flat(game: Game, view: Mapping[str, object], seat: int) -> Iterator[tuple[Path, Value]]:
    """A view as simple values and lists of such, each with its place; seats in turn order from the one that looks."""
    seats = by_seat(game)

    def walk(value: object, path: Path, pattern: Path) -> Iterator[tuple[Path, Value]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from walk(inner, (*path, str(key)), (*pattern, str(key)))
        elif isinstance(value, list) and pattern in seats:
            for n in range(len(value)):
                who = "you" if n == 0 else f"you+{n}"
                yield from walk(value[(seat + n) % len(value)], (*path, who), (*pattern, EACH))
        elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
            for n, inner in enumerate(value):
                yield from walk(inner, (*path, str(n)), (*pattern, EACH))
        else:
            yield path, value  # type: ignore[misc]

    for key, value in view.items():
        if key not in TOLD_ALREADY:
            yield from walk(value, (key,), (key,))


# ---- what random games show ------------------------------------------------------------------------------------------


@dataclass
class SeenValues:
    """All that was found at a place of a view."""

    numbers: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    longest: int = 0
    """Of a list that stood there."""
    most: int = 1
    """The most of one thing in such a list."""
    ordered: bool = False
    """Whether a list stood there whose order is not that of its words."""

    def add(self, value: Value) -> None:
        """Take note of a value that a view shows at this place."""
        if isinstance(value, bool) or value is None:
            self.numbers.update({int(value)} if value is not None else ())
        elif isinstance(value, int | float):
            self.numbers.add(round(value))
        elif isinstance(value, str):
            self.words.add(value)
        else:
            words = [str(one) for one in value]
            self.words.update(words)
            self.longest = max(self.longest, len(words))
            self.most = max([self.most, *(words.count(word) for word in set(words))])
            self.ordered = self.ordered or words != sorted(words)

    def join(self, other: SeenValues) -> None:
        """Take in all that was found at another place."""
        self.numbers |= other.numbers
        self.words |= other.words
        self.longest, self.most = max(self.longest, other.longest), max(self.most, other.most)
        self.ordered = self.ordered or other.ordered


def families(game: Game) -> list[list[str]]:
    """Words that belong together: the ids of each list of the edition."""
    found = []
    for value in game.edition.data.values():
        if isinstance(value, list):
            ids = [one["id"] for one in value if isinstance(one, dict) and isinstance(one.get("id"), str)]
            found += [ids] if len(ids) > 1 else []
        elif isinstance(value, dict) and len(value) > 1:
            found.append([str(key) for key in value])
    return sorted(found, key=len)


@once_per_game
def learned(game: Game) -> dict[Path, SeenValues]:
    """By place in the views of some random games, what can stand there, also where it was not seen."""
    found: dict[Path, SeenValues] = {}
    seats = game.seats + 1      # the last of them watches, and its view is not an observation
    for n, view in enumerate(sampled(game)):
        if n % seats < game.seats:
            for path, value in flat(game, view, n % seats):
                found.setdefault(path, SeenValues()).add(value)
    for seen in found.values():
        family = next((ids for ids in families(game) if len(seen.words) > 1 and seen.words <= set(ids)), None)
        seen.words.update(family or ())
    _complete(game, found)
    return dict(sorted(found.items()))


def _complete(game: Game, found: dict[Path, SeenValues]) -> None:
    """Where things of a kind are counted or placed by name, one of them that was not seen may come too; and what one
    seat had, another may have."""
    names = ["you", *(f"you+{n}" for n in range(1, game.seats))]
    for family in [*families(game), names]:
        known = set(family)
        heads: dict[Path, SeenValues] = {}
        for path, seen in found.items():
            for n, key in enumerate(path):
                if n and key in known:
                    heads.setdefault((*path[:n], EACH, *path[n + 1:]), SeenValues()).join(seen)
        for pattern, seen in heads.items():
            for key in family:
                place = tuple(key if part == EACH else part for part in pattern)
                found.setdefault(place, SeenValues()).join(seen)


# ---- written ---------------------------------------------------------------------------------------------------------


class Column:
    """The numbers of one place in a view."""

    def __init__(self, encoder: Encoder, path: Path, seen: SeenValues) -> None:
        name = " ".join(path)
        spread = max(seen.numbers, default=0) - min(seen.numbers, default=0)
        self.least = min(0, min(seen.numbers, default=0) - spread)
        most = max(seen.numbers, default=0) + spread - self.least
        self.halvings = halvings_for(max(2, 2 * most))
        words = sorted(seen.words)
        self.words = {word: n for n, word in enumerate(words)}
        self.width = len(words) + 1
        self.lists = halvings_for(2 * seen.most)
        self.number = self.word = self.count = self.order = -1
        self.longest = seen.longest if seen.ordered and seen.longest * self.width <= MOST_PLACES else 0
        if seen.numbers:
            self.number = int(encoder.counts(name, "whether it is there, and the number", most, NUMBER).start)
        if seen.words and not seen.longest:
            self.word = int(encoder.flags(f"{name} is", "the word", Axis("word", (*words, OTHER))).start)
        if seen.longest:
            self.count = int(encoder.counts(f"{name} has", "how many of each", 1, Axis("word", (*words, OTHER))).start)
        if self.longest:
            places = Axis("place", tuple(str(n) for n in range(self.longest)))
            self.order = int(encoder.flags(f"{name} at", "in this order", places, Axis("word", (*words, OTHER))).start)

    def numbers(self, value: Value) -> Iterator[tuple[int, int]]:
        """What tells the value: places in the observation, and the number at each."""
        if isinstance(value, str):
            yield from self._word(value)
        elif isinstance(value, list):
            yield from self._list([str(one) for one in value])
        elif value is not None and self.number >= 0:
            yield self.number, ONE
            n = round(value) - self.least
            yield self.number + 1, fraction(n, self.halvings) if n > 0 else 0

    def _word(self, word: str) -> Iterator[tuple[int, int]]:
        place = self.words.get(word, self.width - 1)
        if self.word >= 0:
            yield self.word + place, ONE
        elif self.count >= 0:
            yield self.count + place, fraction(1, self.lists)

    def _list(self, words: list[str]) -> Iterator[tuple[int, int]]:
        if self.count < 0:
            return
        places = [self.words.get(word, self.width - 1) for word in words]
        for place in set(places):
            yield self.count + place, fraction(places.count(place), self.lists)
        for n, place in enumerate(places[:self.longest]):
            yield self.order + n * self.width + place, ONE


NUMBER = Axis("number", ("there", "value"))


class View:
    """Encodes the view of a game as random games have shown it."""

    def __init__(self, game: Game) -> None:
        found = learned(game)
        phases = sorted(found[("phase",)].words) if ("phase",) in found else []
        self.encoder = OwnEncoder(game, [*phases, OTHER], self.look)
        self.phases = {phase: n for n, phase in enumerate(phases)}
        self.columns = {
            path: Column(self.encoder, path, seen) for path, seen in found.items() if path != ("phase",) or not phases
        }

    def look(self, state: State, seat: int) -> tuple[int, list[tuple[int, int]]]:
        """The number of the phase, and all numbers that are not 0."""
        view = state.view(seat)
        phase = self.phases.get(str(view.get("phase")), len(self.phases))
        told = [(self.columns[path], value) for path, value in flat(state.game, view, seat) if path in self.columns]
        return phase, [number for column, value in told for number in column.numbers(value)]


class ViewObserver:
    """Makes encoders of any game, from its views."""

    def make(self, game: Game) -> Encoder:
        """An encoder for the game; random games are played to learn what its views can show."""
        return View(game).encoder


def make(title: Title) -> ViewObserver:
    """The same for any title."""
    return ViewObserver()
