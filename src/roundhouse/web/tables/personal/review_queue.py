"""Games that their players wish to have reviewed. They are kept until they are: a server that starts goes on with them.

Of several servers one at a time has a game in hand, for as long as its lease says. A game whose review has ended a
server is begun again, but not for ever.
"""
from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, insert, or_, select, update

from roundhouse.web.errors import TooManyRequests
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

AT_ONCE, MOST_PLAYERS = 20, 50
"""Games of a player that wait, and players for whom games wait."""
LEASE_SECONDS, MOST_TRIES = 300.0, 3
Q = at.reviews_asked.c


class ReviewQueue:
    """The games that wait, a game of each player in turn."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ask(self, player: Player, ids: Sequence[str]) -> None:
        """Have these games of a player wait, the first first; those that wait already are left as they are.
        TooManyRequests where too many others wait."""
        if not ids:
            return
        with self._database.writing() as connection:
            # Whoever asks in two tabs at once asks one after the other.
            connection.execute(select(at.players.c.id).where(at.players.c.id == player.id).with_for_update())
            known = connection.execute(select(Q.table).where(Q.player == player.id)).scalars().all()
            if not known and connection.execute(select(func.count(Q.player.distinct()))).scalar_one() >= MOST_PLAYERS:
                raise TooManyRequests("many others have asked for reviews; try again in a while")
            new = [id for id in dict.fromkeys(ids) if id not in known][:max(0, AT_ONCE - len(known))]
            if new:
                connection.execute(insert(at.reviews_asked), [
                    {"player": player.id, "table": id, "place": len(known) + n, "asked": self._database.now(),
                     "tries": 0, "lease_until": 0.0} for n, id in enumerate(new)
                ])

    def take(self) -> str | None:
        """The next game, which is this server's to review for a while; None where none waits."""
        with self._database.writing() as connection:
            now = self._database.now()
            # A lease for longer than any was written by a clock that was wrong, and holds nothing.
            free = or_(Q.lease_until < now, Q.lease_until > now + 2 * LEASE_SECONDS)
            connection.execute(delete(at.reviews_asked).where(free, Q.tries >= MOST_TRIES))
            first = select(Q.table).where(free).order_by(Q.place, Q.asked, Q.player).limit(1)
            id = connection.execute(first.with_for_update(skip_locked=True)).scalar()
            if id is not None:
                taken = update(at.reviews_asked).where(Q.table == id)
                connection.execute(taken.values(tries=Q.tries + 1, lease_until=now + LEASE_SECONDS))
            return None if id is None else str(id)

    def done(self, id: str) -> None:
        """A game waits no longer, for none of its players: it has been reviewed, or can't be."""
        with self._database.writing() as connection:
            connection.execute(delete(at.reviews_asked).where(Q.table == id))

    def put_back(self, id: str) -> None:
        """A game that this server has taken and not begun with waits for the next one."""
        with self._database.writing() as connection:
            waits = update(at.reviews_asked).where(Q.table == id)
            connection.execute(waits.values(tries=Q.tries - 1, lease_until=0.0))

    def put_all_back(self) -> None:
        """Nobody has any game in hand: a file has one server, and that one has just started."""
        with self._database.writing() as connection:
            connection.execute(update(at.reviews_asked).values(lease_until=0.0))
