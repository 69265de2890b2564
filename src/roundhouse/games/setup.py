"""Which game this is: one value for records, tables, studies, ladders and environments."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from roundhouse.engine.contract import Edition, Game
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
    version: int
    """Of the rules: the newest, or the one under which an old game was begun."""
    options: tuple[tuple[str, object], ...] = ()
    """As they were chosen. What an old game does not name, since it came later, has its usual value."""
    text: str = field(default="", compare=False, repr=False)
    """The edition's file, where it does not come with the game. The digest says the same in short."""

    @staticmethod
    def of(
        title: str,
        seats: int | None = None,
        edition: str | Path | Edition | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Setup:
        """A new game, with the usual values for what is not given; `edition` is a name, or one's own or its file.

        What there is not raises UserError, and an edition that can't be played EditionError.
        """
        one = find_title(title)
        found = edition if isinstance(edition, Edition) else one.edition(edition)
        chosen = tuple(one.choose(options or {}).items())
        text = "" if one.has_edition(found.name, found.digest) else found.text
        setup = Setup(title, one.check_seats(seats), found.name, found.digest, one.rules_version, chosen, text)
        setup.game()
        return setup

    def anew(self) -> Setup:
        """For another game like this: by the rules, and with the edition of that name, as they are today."""
        one = find_title(self.title)
        edition = self.edition if self.edition in one.editions else self.game().edition
        return Setup.of(self.title, self.seats, edition, dict(self.options))

    @staticmethod
    def of_game(game: Game) -> Setup:
        """The setup that a game was made from."""
        edition = game.edition
        text = "" if find_title(game.name).has_edition(edition.name, edition.digest) else edition.text
        options = tuple(game.options.items())
        return Setup(game.name, game.seats, edition.name, edition.digest, game.version, options, text)

    def game(self) -> Game:
        """The game itself, made once and kept. What can't be played raises UserError or EditionError."""
        return _game(self)


@lru_cache(maxsize=GAMES_KEPT)
def _game(setup: Setup) -> Game:
    one = find_title(setup.title)
    edition = one.known_edition(setup.edition, setup.digest, setup.text)
    return one.game_under(setup.version, edition, one.check_seats(setup.seats), dict(setup.options))
