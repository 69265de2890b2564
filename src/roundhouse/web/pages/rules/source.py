"""Which rulebook is read: of a game, with an edition, and where the book and what it leads to stand."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games import Setup, titles
from roundhouse.games import title as find_title
from roundhouse.games.title import Title
from roundhouse.web.errors import NotFound

KEPT = 64


@dataclass(frozen=True)
class Source:
    """A game's rulebook with the edition of that name, or with all that come with the game where none is named."""

    game: str
    edition: str = ""
    digest: str = ""
    text: str = ""
    """The text of an edition that does not come with the game."""
    table: str = ""
    """The table at which such an edition is played: its rulebook is open to whoever may see that."""

    @property
    def title(self) -> Title:
        """The game."""
        return find_title(self.game)

    @property
    def played_with(self) -> Edition | None:
        """The edition; None where none is named. The same object whenever it is asked for."""
        return _edition(self.game, self.edition, self.digest, self.text) if self.edition else None

    def address(self, path: str = "", more: str = "") -> str:
        """Where a part of this book stands, from the root of the house. `more`: what the address asks besides."""
        root = f"/games/{self.table}/rules" if self.table else f"/rules/{self.game}"
        asked = [f"edition={self.edition}"] if self.edition and not self.table else []
        query = "&".join([*asked, *([more] if more else [])])
        return f"{root}{path}{f'?{query}' if query else ''}"


@lru_cache(maxsize=KEPT)
def _edition(game: str, name: str, digest: str, text: str) -> Edition:
    title = find_title(game)
    return title.known_edition(name, digest, text) if digest else title.edition(name)


def known_title(game: str) -> Title:
    """The game of that name. NotFound where there is none here."""
    known = titles().get(game)
    if known is None:
        raise NotFound(f"there is no game '{game}' here: {', '.join(titles())}")
    return known


def source_of(game: str, edition: str | None = None) -> Source:
    """The rulebook of a game, with an edition that comes with it. NotFound where there is no such game or edition."""
    title = known_title(game)
    if edition is None:
        return Source(title.name)
    if edition not in title.editions:
        raise NotFound(f"{title.title} has no edition '{edition}': {', '.join(title.editions)}")
    return Source(title.name, edition)


def source_at(setup: Setup, table: str) -> Source:
    """The rulebook of what is played at a table: that of the house, where it has the edition."""
    title = find_title(setup.title)
    if setup.text:
        return Source(title.name, setup.edition, setup.digest, setup.text, table)
    try:
        usual = title.edition().digest == setup.digest and len(title.editions) == 1
        return Source(title.name) if usual else source_of(title.name, setup.edition)
    except (NotFound, UserError):
        return Source(title.name)
