"""Links that are sent by e-mail: each is good once and for a while, and is kept as a hash."""
from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.web.errors import NotFound
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at

ENTER, LOGIN, CONFIRM = "enter", "login", "confirm"
"""To a game; to one's own page, where a new password may be set; to show that an address is one's own."""
SOON, LATER = 3600.0, 7 * 86400.0
"""How long a link lasts that was just asked for, and one that tells of a turn."""


@dataclass(frozen=True)
class EmailLink:
    player: int
    purpose: str
    leads_to: str
    email: str | None


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
    c = at.links.c
    known = select(c.player, c.purpose, c.leads_to, c.email).where(c.token == hashed(token), c.until > time.time())
    row = connection.execute(known).mappings().first()
    if row is None:
        raise NotFound("this link has been used, or is too old; ask for another")
    return EmailLink(**row)


def use(connection: Connection, token: str) -> EmailLink:
    """What a link is for. Of two who use it at once, one finds it."""
    link = find(connection, token)
    if connection.execute(delete(at.links).where(at.links.c.token == hashed(token))).rowcount != 1:
        raise NotFound("this link has been used")
    return link
