"""The store of players: guests, accounts, and the sessions by whose tokens they are known."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import NotSignedIn, Refused
from roundhouse.web.people.holdings import Holdings
from roundhouse.web.people.player import Player, checked_name, not_for_people, plain_name, some_name
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import TOKENS, Database

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
SEEN_EVERY = 60.0
REMEMBERED, REMEMBERED_SECONDS, UNSURE_SECONDS = 10_000, 60.0, 3.0
DAY = 24 * 60 * 60
GUEST_SECONDS, ACCOUNT_SECONDS = 365 * DAY, 60 * DAY
"""How long a session lasts. A guest has no other way back to their games."""


class Players:
    """Guests, accounts and the tokens by which they are known."""

    def __init__(self, database: Database, holdings: Holdings) -> None:
        self._database = database
        self._holdings = holdings
        self.sure: Callable[[], bool] = lambda: database.sqlite
        """Whether this server hears at once of sessions that have ended elsewhere."""
        self._memory: dict[str, tuple[Player, float]] = {}
        self._seen: dict[int, float] = {}
        # Costly for who tries many passwords, bearable for a small machine that serves pages meanwhile.
        self.passwords = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

    @cached_property
    def _nobody(self) -> str:
        """Compared with when there is no such account, so that the time taken tells nothing."""
        return self.passwords.hash(new_token())

    # ---- tokens ------------------------------------------------------------------------------------------------------

    def guest(self, name: str | None = None, device: str | None = None) -> tuple[Player, str]:
        """A new guest, and the token by which they are known from now on, on that device."""
        now = time.time()
        if name is None:
            name = some_name()
        else:
            name = checked_name(name)
            self.require_free(name)
        with self._database.writing() as connection:
            new = insert(at.players).values(name=name, created=now, seen=now).returning(at.players.c.id)
            id = connection.execute(new).scalar_one()
            return Player(id, name, True), self.new_session(connection, id, device)

    def remembered(self, token: str) -> Player | None:
        """The player of a token that was looked up a moment ago."""
        player, since = self._memory.get(token, (None, 0.0))
        lasting = REMEMBERED_SECONDS if self.sure() else UNSURE_SECONDS
        return player if time.monotonic() < since + lasting else None

    def of_token(self, token: str) -> Player | None:
        """The player of a session's token, or whoever may act for the seat whose token it is."""
        p = at.players.c
        begun = at.sessions.c.created
        known = select(p.id, p.name, p.login, p.seen, begun).join(at.sessions)
        known = known.where(at.sessions.c.token == hashed(token))
        s = at.seats.c
        memory = self._memory
        with self._database.reading() as connection:
            row = connection.execute(known).first()
            if row is not None and row.created < time.time() - _lasting(row.login):
                return None
            if row is None:
                seat = connection.execute(select(s.table, s.number, s.name).where(s.key == hashed(token))).first()
        if row is None:
            return None if seat is None else Player(0, seat.name, True, (seat.table, seat.number))
        if time.time() - row.seen > SEEN_EVERY:
            self._seen[row.id] = time.time()
        player = Player(row.id, row.name, row.login is None)
        if len(memory) > REMEMBERED:
            memory.clear()
        # Where all was forgotten meanwhile, this goes into what was forgotten.
        memory[token] = player, time.monotonic()
        return player

    def note_seen(self) -> None:
        """Write down who has been here. Who only looks never waits for this, and can when nothing can be written."""
        seen, self._seen = self._seen, {}
        if seen:
            p = at.players.c
            latest = update(at.players).where(p.id == bindparam("who")).values(seen=bindparam("then"))
            with self._database.writing() as connection:
                connection.execute(latest, [{"who": id, "then": when} for id, when in seen.items()])

    def new_session(self, connection: Connection, player: int, device: str | None = None) -> str:
        token = new_token()
        new = {"token": hashed(token), "player": player, "created": time.time(), "device": device}
        connection.execute(insert(at.sessions).values(new))
        return token

    def forget_tokens(self) -> None:
        """Look every token up anew."""
        self._memory = {}

    @contextmanager
    def forgetting(self) -> Iterator[Connection]:
        """Write down that somebody has another name or has ended a session: all servers look every token up anew."""
        with self._database.writing() as connection:
            self._database.tell(connection, TOKENS)
            yield connection
        self.forget_tokens()

    def sign_out(self, token: str) -> None:
        with self.forgetting() as connection:
            connection.execute(delete(at.sessions).where(at.sessions.c.token == hashed(token)))

    def sign_out_everywhere(self, player: Player) -> None:
        """End every session of a player, on whatever device."""
        with self.forgetting() as connection:
            connection.execute(delete(at.sessions).where(at.sessions.c.player == player.id))

    # ---- accounts ----------------------------------------------------------------------------------------------------

    def claim(self, player: Player, name: str, password: str) -> tuple[Player, str]:
        """Make an account of a guest, with a new token; the guest's end. Their games stay theirs."""
        if player.only is not None or not player.guest:
            raise Refused("you have an account already")
        name = checked_name(name)
        check_password(password)
        self.require_free(name)
        secret = self.passwords.hash(password)
        player = player.kept()
        try:
            with self.forgetting() as connection:
                values = {"name": name, "login": name.casefold(), "password": secret}
                connection.execute(update(at.players).where(at.players.c.id == player.id).values(values))
                self._holdings.rename(connection, player.id, player.name, name)
                connection.execute(delete(at.sessions).where(at.sessions.c.player == player.id))
                token = self.new_session(connection, player.id)
        except IntegrityError as error:
            raise Refused(f"the name {name} is taken") from error
        return Player(player.id, name, False), token

    def require_free(self, name: str) -> None:
        """Nobody passes for somebody else: the name of an account is its own, and so is a bot's."""
        if not_for_people(name):
            raise Refused(f"the name {name} is not one for people")
        with self._database.reading() as connection:
            same = at.players.c.login.in_({name.casefold(), plain_name(name)})
            if connection.execute(select(at.players.c.id).where(same)).first():
                raise Refused(f"the name {name} is taken")

    def rename(self, player: Player, name: str) -> Player:
        """Another name for a guest, so that the others know who sits there."""
        if player.only is not None or not player.guest:
            raise Refused("the name of an account stays as it is")
        name = checked_name(name)
        self.require_free(name)
        if player.arrive is not None:
            return replace(player, name=name)
        with self.forgetting() as connection:
            connection.execute(update(at.players).where(at.players.c.id == player.id).values(name=name))
            self._holdings.rename(connection, player.id, player.name, name)
        return Player(player.id, name, True)

    def sign_in(self, name: str, password: str, guest: Player | None = None) -> tuple[Player, str]:
        """The account of that name, with a new token. The games of the guest who signs in become the account's.

        The guest's tokens end: whoever has slipped one to somebody has no way into their account.
        """
        p = at.players.c
        with self._database.reading() as connection:
            login = " ".join(name.split()).casefold()
            row = connection.execute(select(p.id, p.name, p.password).where(p.login == login)).first()
        try:
            self.passwords.verify(self._nobody if row is None else row.password, password[:LONGEST_PASSWORD])
        except (VerificationError, InvalidHashError):
            row = None
        if row is None:
            raise NotSignedIn("there is no account with this name and password")
        joins = guest is not None and guest.guest and guest.only is None
        with self.forgetting() if joins else self._database.writing() as connection:
            account = Player(row.id, row.name, False)
            if guest is not None and joins:
                self.hand_over(connection, guest, account)
            return account, self.new_session(connection, row.id)

    def hand_over(self, connection: Connection, guest: Player, account: Player) -> None:
        """Give the games of a guest to an account. The guest ends, and so does where they were told of their turns:
        whoever has set that up need not be the one to whom the account belongs."""
        self._holdings.hand_over(connection, guest, account)
        for rows in (at.sessions, at.endpoints, at.news, at.links):
            connection.execute(delete(rows).where(rows.c.player == guest.id))


def _lasting(login: str | None) -> float:
    return GUEST_SECONDS if login is None else ACCOUNT_SECONDS


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters")
