"""A title in the list of games: what is known of it before anyone sits down."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from roundhouse.engine.contract import Edition, Game, State
from roundhouse.errors import UserError
from roundhouse.games.data import EditionError, Node, read_edition
from roundhouse.games.drawing import Drawing
from roundhouse.games.ledger import Ledger, NoBooks

WATCHER = -1
"""Who looks on from no seat."""


@dataclass(frozen=True)
class Option:
    """A choice made before the start. The first value is the default."""

    name: str
    values: tuple[object, ...]
    help: str

    def read(self, value: object) -> object:
        """The value meant, also when it arrives as text from a command line."""
        for known in self.values:
            if (value == known and type(value) is type(known)) or (isinstance(value, str) and value == spelled(known)):
                return known
        raise UserError(f"option {self.name}: {value!r} is none of {', '.join(map(spelled, self.values))}")


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def escape(text: str) -> str:
    """Text from a file, so that markup shows it as it is. Tables need no library for that."""
    return re.sub(r"\[(?=[a-zA-Z/@#])", r"\\[", text)


def provenance(game: Game) -> str:
    """One line for wherever a board or cards are shown: whether they are the printed ones or a reconstruction."""
    status: str = game.edition.data["status"]
    first = status.partition(":")[0]
    if first.startswith("sourced"):
        first = "partly reconstructed" if "reconstruct" in status else "sourced"
    kind = first if len(first) <= 30 else first[:29] + "…"
    return f"Edition {game.edition.name}: {kind}; `roundhouse games` tells more."


@dataclass(frozen=True)
class Story:
    """A sentence of the log, with the id of the rule behind it."""

    text: str
    rule: str


def kinds(state: State) -> set[str]:
    """The kinds of what may be done now: the first words of the legal lines."""
    return {state.game.text(code).partition(" ")[0] for code in state.legal()}


def one_of(phrases: Iterable[str]) -> str:
    """Those phrases as a choice: "a", "a or b", "a, b, or c"."""
    *others, last = phrases
    return f"{', '.join(others)}{',' * (len(others) > 1)} or {last}" if others else last


class Table(Protocol):
    """How a game looks as text; strings carry Rich's markup."""

    def board(self, state: State, seat: int | None) -> str: ...
    def prompt(self, state: State, names: list[str], seat: int | None = WATCHER) -> str:
        """Whose turn it is and what may be done. Only who may see the hand to act is told what follows from it."""
        ...

    def tell(
        self, before: State, code: int, after: State, names: list[str], seat: int | None = None
    ) -> list[Story]: ...
    def help(self) -> str: ...


@dataclass(frozen=True)
class Title:
    name: str
    title: str
    players: tuple[int, int]
    minutes: str
    designer: str
    publisher: str
    summary: str
    folder: Path
    editions: tuple[str, ...]
    """The editions that come with the game, the usual one first."""
    check: Callable[[Node], None]
    """Raises EditionError unless every id, count, neighbour and price of an edition can be played."""
    make: Callable[[Edition, int, dict[str, object]], Game]
    options: tuple[Option, ...] = ()

    def edition(self, name: str | Path | None = None) -> Edition:
        """An edition that comes with the game, by its name, or a user's own, by its file."""
        if name is None:
            name = self.editions[0]
        own = name not in self.editions
        if own and not Path(name).exists():
            known = ", ".join(self.editions)
            raise UserError(f"{self.title} has no edition '{name}', and there is no such file; there is {known}")
        edition, root = read_edition(Path(name) if own else self.folder / f"{name}.json")
        root["game"].one_of([self.name], f'an edition of "{self.name}"')
        self.check(root)
        if own and edition.name in self.editions and edition.digest != self.edition(edition.name).digest:
            root["edition"].fail(f'a name of its own, since "{edition.name}" is another edition')
        return edition

    def choose(self, options: Mapping[str, object]) -> dict[str, object]:
        """All options, with the defaults for those that are not given."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise UserError(f"{self.title} has no option '{name}'" + (f": {', '.join(known)}" if known else ""))
        return {name: option.read(options.get(name, option.values[0])) for name, option in known.items()}

    def game(
        self, seats: int | None = None, edition: str | Path | None = None, options: Mapping[str, object] | None = None
    ) -> Game:
        """A game of this title, ready to start."""
        least, most = self.players
        seats = least if seats is None else seats
        if not least <= seats <= most:
            players = f"{least} players" if least == most else f"{least} to {most} players"
            raise UserError(f"{self.title} is for {players}, not {seats}")
        return self.make(self.edition(edition), seats, self.choose(options or {}))

    @cached_property
    def table(self) -> Table:
        return cast(Table, import_module(f"roundhouse.games.{self.folder.name}.table"))

    @cached_property
    def drawing(self) -> Drawing:
        return cast(Drawing, import_module(f"roundhouse.games.{self.folder.name}.drawing"))

    @cached_property
    def ledger(self) -> Ledger:
        room = f"roundhouse.games.{self.folder.name}.ledger"
        return cast(Ledger, import_module(room)) if find_spec(room) else NoBooks()

    @property
    def rulebook(self) -> Path:
        return self.folder / "rulebook.md"


__all__ = [
    "WATCHER", "EditionError", "Option", "Story", "Table", "Title", "escape", "kinds", "one_of",
    "provenance", "spelled",
]
