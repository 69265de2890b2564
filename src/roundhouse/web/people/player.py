"""Who somebody is, as a value: apart from the database that remembers them."""
from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from roundhouse.web.errors import Forbidden

Identity = tuple[int, tuple[str, int] | None]
"""The number of a player, and the table and seat of whoever came with a seat's token."""


@dataclass(frozen=True)
class Player:
    """Somebody who asks: a guest or an account, or whoever came with the token of a seat."""

    id: int
    name: str
    guest: bool
    only: tuple[str, int] | None = None
    """The table and the seat of a program that comes with the token of a seat; nothing else is theirs."""
    arrive: Callable[[str], Player] | None = field(default=None, compare=False, repr=False)
    """Makes a guest of that name of a visitor of whom nothing is kept yet."""
    role: str = field(default="", compare=False)
    """"host" or "moderator" of the house, when they were looked up."""
    scopes: frozenset[str] | None = field(default=None, compare=False)
    """What the token of a bot lets it do. None for people."""
    as_of: str | None = field(default=None, compare=False, repr=False)
    """The `session_mark` of the moment when a player was looked up who is remembered. Where it is another one now,
    their session may have ended."""

    @property
    def program(self) -> bool:
        """Whether this is a bot: an account of a program."""
        return self.scopes is not None

    @property
    def identity(self) -> Identity:
        """Who this is, under whatever name."""
        return self.id, self.only

    def kept(self) -> Player:
        """Known from now on. To be called when something of theirs is to be kept, and all else has been checked."""
        return self if self.arrive is None else self.arrive(self.name)


def require_self(player: Player) -> None:
    """Forbidden for a program with the token of a seat: it acts for that seat only."""
    if player.only is not None:
        raise Forbidden("the token of a seat is good for this seat only")


def some_name() -> str:
    """A name for a guest who has given none, such as "Guest 4711"."""
    return f"Guest {secrets.randbelow(9000) + 1000}"
