"""Recovery codes: how a guest comes back whose browser has lost the cookie that was all that knew them."""
from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, exists, insert, select

from roundhouse.web.errors import NotSignedIn, Refused
from roundhouse.web.people import sessions
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players, require_not_banned
from roundhouse.web.people.tokens import hashed
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and figures that are not taken for one another."""
GROUPS, GROUP = 4, 4
WRONG = "this is no recovery code, or it was used before"


def plain(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


class Recovery:
    """Makes recovery codes of guests and takes them back in by one."""

    def __init__(self, database: Database, players: Players) -> None:
        self._database = database
        self._players = players

    def made(self, player: Player) -> float | None:
        """When the guest's code was made; None for a guest without one."""
        c = at.recovery_codes.c
        with self._database.reading() as connection:
            return connection.execute(select(c.created).where(c.player == player.id)).scalar()

    def make(self, player: Player) -> str:
        """A new code of a guest, told this once; the one before it is good no longer."""
        if not player.guest or player.only is not None:
            raise Refused("a recovery code is for guests; with an account you come back by signing in")
        player = player.kept()
        with self._database.writing() as connection:
            return self._renew(connection, player.id)

    def use(self, code: str, visitor: Player | None, origin: Origin = NOWHERE) -> tuple[Player, str, str]:
        """The guest of a code, the token of a new session, and a new code: this one is used up.

        Every other way in ends, since it may be what was lost: sessions, links of seats, the feed, links in letters. A
        visitor who is somebody already stays so, and nothing of theirs is handed over.
        """
        if visitor is not None and visitor.id != 0 and self._has_games(visitor):
            raise Refused("this browser has games of its own; make a recovery code for them and sign out here first")
        c, p = at.recovery_codes.c, at.players.c
        with self._players.forgetting() as connection:
            asked = p.id, p.name, p.banned, p.banned_until, p.banned_why
            found = select(*asked).join(at.recovery_codes, c.player == p.id)
            row = connection.execute(
                found.where(c.code == hashed(plain(code)), p.login.is_(None), p.deleted.is_(None))
            ).first()
            if row is None:
                raise NotSignedIn(WRONG)
            require_not_banned(row)
            player = Player(row.id, row.name, True)
            self._players.end_ways_in(connection, player.id)
            return player, sessions.begin(connection, player.id, origin), self._renew(connection, player.id)

    def _has_games(self, visitor: Player) -> bool:
        if not visitor.guest:
            return True
        with self._database.reading() as connection:
            return bool(connection.execute(select(exists().where(at.holders.c.player == visitor.id))).scalar())

    def _renew(self, connection: Connection, player: int) -> str:
        letters = [secrets.choice(LETTERS) for _ in range(GROUPS * GROUP)]
        code = "-".join("".join(letters[n:n + GROUP]) for n in range(0, len(letters), GROUP))
        connection.execute(delete(at.recovery_codes).where(at.recovery_codes.c.player == player))
        row = {"player": player, "code": hashed(plain(code)), "created": self._database.now()}
        connection.execute(insert(at.recovery_codes).values(row))
        return code
