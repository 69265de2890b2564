"""Links that are sent by e-mail: each is good once and for a while, and is kept as a hash."""
from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.web.errors import NotFound
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at

ENTER, LOGIN = "enter", "login"
"""These sign in: to a game; to one's own page, where a new password may be set."""
CONFIRM, CHANGE, UNDO = "confirm", "change", "undo"
"""To show that an address is one's own; to agree at the address until now that another takes its place (or none);
to put back, at the address before, what has been changed."""
FORGET = "forget"
"""To be forgotten, for a player without a password."""
SOON, LATER = 3600.0, 7 * 86400.0
"""How long a link lasts that was just asked for; and one that tells of a turn, or undoes a change of address."""


@dataclass(frozen=True)
class EmailLink:
    """What a link from a letter is for, whose it is, and where it leads."""

    player: int
    purpose: str
    leads_to: str
    email: str | None

    @property
    def signs_in(self) -> bool:
        """Whether using the link begins a session."""
        return self.purpose in (ENTER, LOGIN)


def make(
    connection: Connection, player: int, purpose: str, leads_to: str, seconds: float, email: str | None = None
) -> str:
    """A new link's path."""
    path, _ = issue(connection, reserve(connection, player, purpose, leads_to, seconds, email))
    return path


def reserve(
    connection: Connection, player: int, purpose: str, leads_to: str, seconds: float, email: str | None = None
) -> str:
    """A new link that opens nothing yet, under the name by which `issue` finds it. Its time runs from now."""
    name = hashed(new_token())
    row = {"player": player, "purpose": purpose, "leads_to": leads_to, "email": email, "until": time.time() + seconds}
    connection.execute(insert(at.links).values(token=name, **row))
    return name


def issue(connection: Connection, name: str) -> tuple[str, str]:
    """The path of a reserved link, good from now on, and the link's new name. A path issued for it before ends.

    NotFound where it has been deleted or its time is over.
    """
    token = new_token()
    c = at.links.c
    issued = update(at.links).where(c.token == name, c.until > time.time()).values(token=hashed(token))
    if connection.execute(issued).rowcount != 1:
        raise NotFound("this link is not wanted any more")
    return f"/enter/{token}", hashed(token)


def find(connection: Connection, token: str) -> EmailLink:
    """What a link is for; it stays good."""
    c = at.links.c
    known = select(c.player, c.purpose, c.leads_to, c.email).where(c.token == hashed(token), c.until > time.time())
    row = connection.execute(known).mappings().first()
    if row is None:
        raise NotFound("this link has been used, or is too old; ask for another")
    return EmailLink(**row)


def use(connection: Connection, token: str, *purposes: str) -> EmailLink:
    """What a link of one of these purposes is for. Of two who use it at once, one finds it."""
    link = find(connection, token)
    if link.purpose not in purposes:
        raise NotFound("this link is for something else")
    if connection.execute(delete(at.links).where(at.links.c.token == hashed(token))).rowcount != 1:
        raise NotFound("this link has been used")
    return link


def end(connection: Connection, player: int) -> None:
    """End a player's links, less those by which a change of address is undone."""
    c = at.links.c
    connection.execute(delete(at.links).where(c.player == player, c.purpose != UNDO))
