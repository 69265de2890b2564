"""Which game this is: one value for records, tables, studies, ladders and environments."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from roundhouse.engine.contract import Game
from roundhouse.games.rooms import title as find_title

GAMES_KEPT = 256


@dataclass(frozen=True)
class Setup:
    """A title with its seats, edition and options. It can be hashed, stored, and sent to another process."""

    title: str
    seats: int
    edition: str
    """The edition's name."""
    digest: str
    """What makes the edition what it is, whatever its name."""
    options: tuple[tuple[str, object], ...] = ()
    """All options of the title, in its order."""
    version: int | None = None
    """Of the rules, where a game was begun under an earlier one; None is the newest."""
    text: str = field(default="", compare=False, repr=False)
    """The edition's file, where it does not come with the game. The digest says the same in short."""

    @staticmethod
    def of(
        title: str,
        seats: int | None = None,
        edition: str | Path | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Setup:
        """With the usual values for what is not given; `edition` is a name, or the file of one's own.

        What there is not raises UserError, and an edition that can't be played EditionError.
        """
        one = find_title(title)
        found = one.edition(edition)
        text = "" if found.name in one.editions else found.text
        return Setup.made(Setup(
            title, one.check_seats(seats), found.name, found.digest, tuple(one.choose(options or {}).items()), text=text
        ))

    @staticmethod
    def made(setup: Setup) -> Setup:
        """The same, after its game was made once, so that whatever is wrong with it is said now."""
        setup.game()
        return setup

    @staticmethod
    def of_game(game: Game) -> Setup:
        """The setup that a game was made from."""
        text = "" if game.edition.name in find_title(game.name).editions else game.edition.text
        version = None if game.version == game.rules_version else game.version
        options = tuple(game.options.items())
        return Setup(game.name, game.seats, game.edition.name, game.edition.digest, options, version, text)

    def game(self) -> Game:
        """The game itself, made once and kept."""
        return _game(self)


@lru_cache(maxsize=GAMES_KEPT)
def _game(setup: Setup) -> Game:
    one = find_title(setup.title)
    edition = one.known_edition(setup.edition, setup.digest, setup.text)
    options = dict(setup.options)
    if setup.version is None:
        return one.make(edition, setup.seats, options)
    return one.game_under(setup.version, edition, setup.seats, options)
