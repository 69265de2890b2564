"""Who somebody is, as a value: apart from the database that remembers them."""
from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from unicodedata import normalize

from roundhouse.web.errors import Refused

LONGEST_NAME = 24
LONGEST_LOGIN = 40      # some letters are several when case is left out
NOT_FOR_PEOPLE = re.compile(r"level ?\d+|bot|open seat|somebody|chance|roundhouse|(the )?house|a former player")


Identity = tuple[int, tuple[str, int] | None]
"""The number of a player, and the table and seat of whoever came with a seat's token."""


@dataclass(frozen=True)
class Player:
    """Somebody who asks: a guest or an account, or whoever came with the token of a seat."""

    id: int
    name: str
    guest: bool
    only: tuple[str, int] | None = None
    """For who comes with the token of a seat: the table and the seat, and nothing else is theirs."""
    arrive: Callable[[str], Player] | None = field(default=None, compare=False, repr=False)
    """For a visitor of whom nothing is kept yet: makes them a guest of that name."""

    @property
    def identity(self) -> Identity:
        """Who this is, under whatever name."""
        return self.id, self.only

    def kept(self) -> Player:
        """Known from now on. To be called when something of theirs is to be kept, and all else has been checked."""
        return self if self.arrive is None else self.arrive(self.name)


def some_name() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"


def plain_name(name: str) -> str:
    """A name as people read it, whatever letters it is made of."""
    return " ".join(normalize("NFKC", name).casefold().replace("-", " ").split())


def checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or len(name.casefold()) > LONGEST_LOGIN:
        raise Refused(f"a name has 1 to {LONGEST_NAME} letters")
    return name


def not_for_people(name: str) -> bool:
    """Whether a name is one of a bot, of a seat without a player, or of the house itself."""
    return NOT_FOR_PEOPLE.fullmatch(plain_name(name)) is not None
