"""Passwords: what is stored of one, and how often one may be tried.

Whoever tries passwords for one name, from however many addresses, soon waits longer and longer. The owner does not: a
browser on which the account was signed in before has tries of its own. What is tried is counted in the database, so
that all servers on it count together, and before the password is looked at, so that tries at the same time count too.
"""
from __future__ import annotations

import math
import time
from functools import cache, cached_property
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import NotSignedIn, Refused, TooManyRequests
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
FREE_TRIES = 5
FIRST_WAIT, LONGEST_WAIT = 15.0, 900.0
FORGOTTEN_SECONDS = 86400.0
"""The time without a try after which the wrong ones for a name are forgotten."""


@cache
def hasher() -> PasswordHasher:
    """Costly for somebody who tries many passwords, bearable for a small machine that serves pages meanwhile."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def check_password(password: str) -> None:
    """Refuses a password that is too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters")


def wait_after(tries: int) -> float:
    """How many seconds the next try has to wait after so many wrong ones."""
    return 0.0 if tries < FREE_TRIES else min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(tries - FREE_TRIES, 20))


class Passwords:
    """Hashes passwords, checks them, and makes those wait who try many."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @cached_property
    def _hasher(self) -> PasswordHasher:
        return hasher()

    @cached_property
    def _nobody(self) -> str:
        """Compared with where there is no password, so that the time taken tells nothing."""
        return self._hasher.hash(new_token())

    def hash(self, password: str) -> str:
        """What is stored of a password. Refuses one that is too short or too long. Takes long on purpose."""
        check_password(password)
        return self._hasher.hash(password)

    def require(self, tried_for: str, stored: str | None, given: str, wrong: str) -> None:
        """NotSignedIn, with the words `wrong`, unless a password is the one of which that is stored; with nothing
        stored no password is right. TooManyRequests where too many wrong ones were tried for the same thing. A try
        counts as wrong until `forget_tries`. Takes long on purpose, and as long whatever is stored."""
        from argon2.exceptions import InvalidHashError, VerificationError

        name, compared = hashed(tried_for), stored or self._nobody
        try:
            with self._database.writing() as connection:
                _take_turn(connection, name)
        except IntegrityError as error:     # two first tries at once, on two servers
            raise TooManyRequests("this name is being tried elsewhere at this moment; try again") from error
        try:
            self._hasher.verify(compared, given[:LONGEST_PASSWORD])
        except (VerificationError, InvalidHashError) as error:
            raise NotSignedIn(wrong) from error
        if not stored:
            raise NotSignedIn(wrong)


def forget_tries(connection: Connection, *tried_for: str) -> int:
    """Begin to count anew, since the right password was given. How many had been tried, that one included."""
    c = at.password_tries.c
    these = c.name.in_([hashed(one) for one in tried_for])
    count = connection.execute(select(func.coalesce(func.sum(c.tries), 0)).where(these)).scalar_one()
    connection.execute(delete(at.password_tries).where(these))
    return int(count)


def _take_turn(connection: Connection, name: str) -> None:
    c, now = at.password_tries.c, time.time()
    row = connection.execute(select(at.password_tries).where(c.name == name).with_for_update()).first()
    if row is not None and now < row.until:
        seconds = math.ceil(row.until - now)
        words = f"{seconds} seconds" if seconds < 120 else f"{math.ceil(seconds / 60)} minutes"
        raise TooManyRequests(f"too many wrong passwords were tried here; the next can be tried in {words}", seconds)
    count = 1 if row is None or now - row.at > FORGOTTEN_SECONDS else row.tries + 1
    values = {"tries": count, "at": now, "until": now + wait_after(count)}
    if row is None:
        connection.execute(insert(at.password_tries).values(name=name, **values))
    else:
        connection.execute(update(at.password_tries).where(c.name == name).values(values))


def clear_away(connection: Connection) -> None:
    """Wrong passwords of which nobody has tried another for long."""
    old = at.password_tries.c.at < time.time() - FORGOTTEN_SECONDS
    connection.execute(delete(at.password_tries).where(old))
