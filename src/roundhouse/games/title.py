"""A title in the list of games: what is known of it before anyone sits down."""
from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from roundhouse.engine.contract import Edition, Game, State
from roundhouse.errors import UserError
from roundhouse.games.data import EditionError, Node, parse_edition, read_edition
from roundhouse.games.defaults.rulebook import no_rulebook
from roundhouse.games.room import Room

LONGEST_NAME = 80
HOUSE_ACCENT = "#6b4a2b", "#dcb27c"


@dataclass(frozen=True)
class Option:
    """A choice made before the start. The first value is the default."""

    name: str
    values: tuple[object, ...]
    help: str
    since: int = 1
    """The version of the rules that brought it; games begun under an earlier one go without."""
    title: str = ""
    """What it is called where people choose; its name as words if not said. Records and commands have the name."""
    called: tuple[str, ...] = ()
    """What each value is called there, in the same order."""

    @property
    def label(self) -> str:
        """What people choose it by: its title, or else its name as words."""
        return self.title or self.name.replace("_", " ").replace("-", " ").capitalize()

    def shown(self, value: object) -> str:
        """A value where people choose."""
        if self.called:
            return self.called[self.values.index(value)]
        return ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("-", " ")

    def read(self, value: object) -> object:
        """The value meant, also when it arrives as text from a command line."""
        for known in self.values:
            if (value == known and type(value) is type(known)) or (isinstance(value, str) and value == spelled(known)):
                return known
        found = repr(value) if isinstance(value, bool | int | float | str | None) else f"a {type(value).__name__}"
        raise UserError(f"option {self.name}: {found[:60]} is none of {', '.join(map(spelled, self.values))}")


def spelled(value: object) -> str:
    """A value as a command line has it: true and false in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def origin(edition: Edition) -> str:
    """Where an edition's board and cards are from, as its file tells."""
    return str(edition.data.get("status", "its file does not say where it is from"))


def provenance(game: Game) -> str:
    """One line for wherever a board or cards are shown: whether they are the printed ones or a reconstruction."""
    status = origin(game.edition)
    first = status.partition(":")[0]
    if first.startswith("sourced"):
        first = "partly reconstructed" if "reconstruct" in status else "as printed"
    kind = first if len(first) <= 30 else first[:29] + "…"
    return f"Edition {game.edition.name}: {kind}; `roundhouse games` tells more."


def kinds(state: State) -> set[str]:
    """The kinds of what may be done now: the first words of the legal lines."""
    return {state.game.text(code).partition(" ")[0] for code in state.legal()}


def _as_its_setup(game: Game) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    """A game as a pickle: it is made anew, or found, from what it was made of."""
    from roundhouse.games.setup import Setup

    return Setup.game, (Setup.of_game(game),)


@dataclass(frozen=True)
class Title:
    """A game in the house's list: what is printed on its box, where its files lie, and how it is checked and made."""

    name: str
    title: str
    players: tuple[int, int]
    time: str
    """How long a game takes, as printed."""
    designer: str
    publisher: str
    """As printed; empty where the print names none."""
    summary: str
    package: str
    """Its folder as Python names it: the `__name__` of the module that has the title."""
    folder: Path
    editions: tuple[str, ...]
    """The editions that come with the game, the usual one first."""
    check: Callable[[Node], None]
    """Raises EditionError unless every id, count, neighbour and price of an edition can be played."""
    make: Callable[[Edition, int, dict[str, object]], Game]
    options: tuple[Option, ...] = ()
    earlier: Mapping[int, Mapping[str, object]] = field(default_factory=dict, hash=False)
    """By earlier version of the rules, where old games go on: the options, offered to nobody, that read them so."""
    accent: tuple[str, str] = HOUSE_ACCENT
    """Its colour by daylight and by lamp-light, as CSS writes them."""
    environments: tuple[str, ...] = (
        "The first: an action is a code of the notation.",
        "Actions are only those that a seat can choose, and bids go up to `most_bid`, which also stands for more.",
    )
    """What each version of its environments brought, the oldest first. A version is raised when an observation, an
    action or a reward comes to mean something else. All of them can be played."""
    chance: tuple[str, ...] = ()
    """The kinds of lines that only chance brings about, by their first words."""
    ladder: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    """Games of each rung of its ladder by the number of seats, where the usual numbers tell too little or cost much."""
    shelf: int = 100
    """Where it stands in lists of games, the least first; games with the same number stand by their names."""

    def edition(self, name: str | Path | None = None) -> Edition:
        """An edition that comes with the game, by its name, or a user's own, by its file."""
        if name is None:
            name = self.editions[0]
        own = name not in self.editions
        if own and not Path(name).exists():
            known = ", ".join(self.editions)
            raise UserError(f"{self.title} has no edition '{name}', and there is no such file; there is {known}")
        if own:
            return self._named(*self._checked(*read_edition(Path(name))))
        return self._checked(*read_edition(self.folder / f"{name}.json"))[0]

    def own_edition(self, text: str, source: str) -> Edition:
        """A user's own edition from its text; `source` says in errors where that came from."""
        return self._named(*self._checked(*parse_edition(text, source)))

    def _named(self, edition: Edition, root: Node) -> Edition:
        """A user's own edition, which must not pass for another that comes with the game."""
        if edition.name in self.editions and edition.digest != self.edition(edition.name).digest:
            root["edition"].fail(f'a name of its own, since "{edition.name}" is another edition')
        return edition

    def edition_from(self, text: str, source: str) -> Edition:
        """An edition from its text; `source` says in errors where that came from."""
        return self._checked(*parse_edition(text, source))[0]

    def known_edition(self, name: str, digest: str, text: str = "") -> Edition:
        """The edition of a setup: one that comes with the game, one that once did, or the one whose text is given."""
        source = None if text else self._file_of(name, digest)
        if not text and source is None:
            raise EditionError(f"{self.title} knows no edition '{name}' with the digest {digest}")
        edition = self._checked(*read_edition(source))[0] if source else self.edition_from(text, f"the edition {name}")
        if (edition.name, edition.digest) != (name, digest):
            found = f"{edition.name} with the digest {edition.digest}"
            raise EditionError(f"the edition {name} with the digest {digest} was expected, and this is {found}")
        return edition

    def has_edition(self, name: str, digest: str) -> bool:
        """Whether this very edition comes with the game, or once did."""
        return self._file_of(name, digest) is not None

    def _file_of(self, name: str, digest: str) -> Path | None:
        """Editions that have changed since keep their earlier text as earlier/NAME.DIGEST.json."""
        if self._digests.get(name) == digest:
            return self.folder / f"{name}.json"
        if len(name) > LONGEST_NAME or len(digest) > LONGEST_NAME or "\0" in name + digest:
            return None     # no file has such a name
        earlier = self.folder / "earlier" / f"{Path(name).name}.{Path(digest).name}.json"
        return earlier if earlier.exists() else None

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {name: self.edition(name).digest for name in self.editions}

    def _checked(self, edition: Edition, root: Node) -> tuple[Edition, Node]:
        root["game"].one_of([self.name], f'an edition of "{self.name}"')
        self.check(root)
        return edition, root

    def choose(self, options: Mapping[str, object], version: int | None = None) -> dict[str, object]:
        """All options that the version has, the newest unless told, with the defaults for those that are not given."""
        known = {option.name: option for option in self.options if version is None or option.since <= version}
        for name in options:
            if name not in known:
                there_is = f": {', '.join(known)}" if known else ""
                raise UserError(f"{self.title} has no option '{name[:60]}'{there_is}")
        return {name: option.read(options.get(name, option.values[0])) for name, option in known.items()}

    def worded(self, options: Iterable[tuple[str, object]]) -> dict[str, str]:
        """Options as people read them: what each is called, and its value."""
        known = {option.name: option for option in self.options}
        return {known[name].label: known[name].shown(value) for name, value in options if name in known}

    def check_seats(self, seats: int | None) -> int:
        """The number of seats, the least if none is said. What the title is not for raises UserError."""
        least, most = self.players
        seats = least if seats is None else seats
        if not least <= seats <= most:
            players = f"{least} players" if least == most else f"{least} to {most} players"
            raise UserError(f"{self.title} is for {players}, not {seats}")
        return seats

    def game(
        self, seats: int | None = None, edition: str | Path | None = None, options: Mapping[str, object] | None = None
    ) -> Game:
        """A game of this title, ready to start."""
        return self._made(self.edition(edition), self.check_seats(seats), self.choose(options or {}))

    def game_under(self, version: int, edition: Edition, seats: int, options: Mapping[str, object]) -> Game:
        """A game as it was begun under that version of the rules, the newest or an earlier one that is still known."""
        chosen = self.choose(options, version)
        game = self._made(edition, seats, {**self.choose({}), **chosen, **self.earlier.get(version, {})})
        if version == game.rules_version:
            return game
        if version not in self.earlier:
            raise UserError(
                f"it is of version {version} of the rules of {self.title}; version {game.rules_version} is played here"
            )
        game.begun_under(version, chosen)
        return game

    def _made(self, edition: Edition, seats: int, options: dict[str, object]) -> Game:
        game = self.make(edition, seats, options)
        copyreg.pickle(type(game), _as_its_setup)
        return game

    @cached_property
    def rules_version(self) -> int:
        """The newest version of its rules."""
        return self.game().rules_version

    @cached_property
    def room(self) -> Room[Any, Any]:
        """Its texts, drawing, books, valuer and observer."""
        return Room(self)

    @property
    def weights(self) -> Path:
        """Where the weights of its valuer and the settings of the search are kept, if it has any."""
        return self.folder / "weights.json"

    @cached_property
    def rulebook(self) -> str:
        """Its rules for players, as Markdown; that there are none yet where it has none."""
        file = self.folder / "rulebook.md"
        return file.read_text(encoding="utf-8") if file.exists() else no_rulebook(self)


__all__ = ["EditionError", "Option", "Title", "kinds", "origin", "provenance", "spelled"]
