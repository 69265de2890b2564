"""The store of players: guests and accounts, and who is known by which token."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from unicodedata import normalize

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.people import activity, sessions
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.email import links as email_links
from roundhouse.web.people.holdings import Holdings
from roundhouse.web.people.moderation import sign_ups
from roundhouse.web.people.names import checked_name, look, not_for_people
from roundhouse.web.people.passwords import Passwords, forget_tries
from roundhouse.web.people.player import Player, some_name
from roundhouse.web.people.tokens import PROGRAM_PREFIX, change_session_mark, hashed, session_mark
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import TOKENS, Database

SEEN_EVERY = 60.0
REMEMBERED, REMEMBERED_SECONDS, UNSURE_SECONDS = 10_000, 60.0, 3.0
DAY = 24 * 60 * 60
GUEST_SECONDS, ACCOUNT_SECONDS = 365 * DAY, 60 * DAY
"""How long a session lasts. A guest has no other way back to their games."""
NOTED_TRIES = 3
"""The number of wrong passwords from which on a player is told of them at the next right one."""


class Players:
    """Guests, accounts and the tokens by which they are known."""

    def __init__(self, database: Database, holdings: Holdings) -> None:
        self._database = database
        self._holdings = holdings
        self.sure: Callable[[], bool] = lambda: database.sqlite
        """Whether this server hears at once of sessions that have ended elsewhere."""
        self._memory: dict[str, tuple[Player, float]] = {}
        self._mark: str | None = None
        self._seen: dict[int, float] = {}
        self.passwords = Passwords(database)

    # ---- tokens ------------------------------------------------------------------------------------------------------

    def guest(
        self, name: str | None = None, origin: Origin = NOWHERE, invited: bool = False
    ) -> tuple[Player, str]:
        """A new guest, and the token by which they are known from now on, on that device. Forbidden where the house is
        for those who were `invited`, as by the link of a seat."""
        now = time.time()
        if name is None:
            name = some_name()
        else:
            name = checked_name(name)
            self.require_free(name)
        with self._database.writing() as connection:
            if not invited:
                sign_ups.require_guest(connection)
            new = insert(at.players).values(name=name, created=now, seen=now).returning(at.players.c.id)
            id = connection.execute(new).scalar_one()
            return Player(id, name, True), sessions.begin(connection, id, origin)

    def remembered(self, token: str) -> Player | None:
        """The player of a token that was looked up a moment ago. What they ask for says whether that still counts: its
        first question to the database brings the mark of sessions along, for `heard_mark` and `TableRepository`."""
        player, since = self._memory.get(token, (None, 0.0))
        if player is None or player.as_of != self._mark:
            return None
        lasting = REMEMBERED_SECONDS if self.sure() else UNSURE_SECONDS
        return player if time.monotonic() < since + lasting else None

    def heard_mark(self, mark: str) -> None:
        """Take note of the mark of sessions, as a question to the database has just found it."""
        if mark != self._mark:
            self._mark = mark
            self.forget_tokens()

    def is_current(self, player: Player) -> bool:
        """Whether no session has ended since a player was looked up, as far as this server has heard."""
        return player.as_of is None or player.as_of == self._mark

    def look_at_mark(self) -> None:
        """Ask for the mark of sessions: for those who only listen."""
        with self._database.glance() as connection:
            self.heard_mark(connection.execute(select(session_mark())).scalar_one())

    def of_token(self, token: str) -> Player | None:
        """The player of a session's token, or of a bot's, or whoever may act for the seat whose token it is."""
        if token.startswith(PROGRAM_PREFIX):
            return self._of_program_token(token)
        p = at.players.c
        begun = at.sessions.c.created
        asked = p.id, p.name, p.login, p.seen, p.role, p.banned, p.banned_until, begun, session_mark().label("mark")
        known = select(*asked).join(at.sessions).where(at.sessions.c.token == hashed(token))
        s = at.seats.c
        memory = self._memory
        with self._database.reading() as connection:
            row = connection.execute(known).first()
            if row is not None:
                ended = row.created < time.time() - _lasting(row.login)
                if ended or is_banned(row.banned, row.banned_until):
                    return None
            else:
                seat = connection.execute(select(s.table, s.number, s.name).where(s.key == hashed(token))).first()
        if row is None:
            return None if seat is None else Player(0, seat.name, True, (seat.table, seat.number))
        player = Player(row.id, row.name, row.login is None, role=row.role)
        return self._remember(token, player, row, memory)

    def _of_program_token(self, token: str) -> Player | None:
        """The bot of a token, unless it or its keeper is banned."""
        p, t, k = at.players.c, at.program_tokens.c, at.players.alias("keepers").c
        asked = p.id, p.name, p.seen, p.banned, p.banned_until, t.scopes, session_mark().label("mark")
        known = (
            select(*asked).select_from(at.program_tokens).join(at.players, p.id == t.player)
            .join(k.id.table, k.id == p.keeper)
            .where(t.token == hashed(token), or_(k.banned.is_(None), k.banned_until < time.time()))
        )
        memory = self._memory
        with self._database.reading() as connection:
            row = connection.execute(known).first()
        if row is None or is_banned(row.banned, row.banned_until):
            return None
        player = Player(row.id, row.name, False, scopes=frozenset(row.scopes.split()))
        return self._remember(token, player, row, memory)

    def _remember(self, token: str, player: Player, row: Any, memory: dict[str, tuple[Player, float]]) -> Player:
        """Keep in mind whose token it is. `memory` is the dict as it was when the database was asked: if all tokens
        were forgotten meanwhile another one is in use, and a session that has ended is not remembered by this."""
        self.heard_mark(row.mark)
        if time.time() - row.seen > SEEN_EVERY:
            self._seen[player.id] = time.time()
        if len(memory) > REMEMBERED:
            memory.clear()
        memory[token] = replace(player, as_of=row.mark), time.monotonic()
        return player

    def note_seen(self) -> None:
        """Write down who has been here. Who only looks never waits for this, and can when nothing can be written."""
        seen, self._seen = self._seen, {}
        if seen:
            p = at.players.c
            latest = update(at.players).where(p.id == bindparam("who")).values(seen=bindparam("then"))
            with self._database.writing() as connection:
                connection.execute(latest, [{"who": id, "then": when} for id, when in seen.items()])

    def forget_tokens(self) -> None:
        """Look every token up anew."""
        self._memory = {}

    @contextmanager
    def forgetting(self) -> Iterator[Connection]:
        """Write down that somebody has another name or has ended a session: all servers look every token up anew."""
        with self._database.writing() as connection:
            change_session_mark(connection)     # first, so that two of these wait for each other here and nowhere else
            self._database.tell(connection, TOKENS)
            yield connection
        self.forget_tokens()

    def sign_out(self, token: str) -> None:
        """End a session, and what its browser is pushed."""
        with self.forgetting() as connection:
            sessions.end(connection, token)

    def sign_out_everywhere(self, player: Player, origin: Origin = NOWHERE) -> None:
        """End every way in as a player, on whatever device."""
        with self.forgetting() as connection:
            self.end_ways_in(connection, player.id)
            activity.note(connection, player.id, "everywhere", origin)

    def end_ways_in(self, connection: Connection, player: int, but: str | None = None, known: str = "") -> None:
        """End what lets anybody in as a player or tells of their games: sessions, seats' own links, links by e-mail,
        the feed, push, tokens of their bots, and what is known of browsers; less the session of the token `but` and the
        browser `known`. Where a session is left, a guest's recovery code ends too."""
        here = "" if but is None else hashed(but)
        e, k = at.endpoints.c, at.known_devices.c
        sessions.end_all(connection, player, but)
        pushed = (e.player == player) & (e.kind == "push") & or_(e.session.is_(None), e.session != here)
        connection.execute(delete(at.endpoints).where(pushed))
        connection.execute(delete(at.known_devices).where(k.player == player, k.token != hashed(known)))
        kept = select(at.players.c.id).where(at.players.c.keeper == player)
        connection.execute(delete(at.program_tokens).where(at.program_tokens.c.player.in_(kept)))
        connection.execute(update(at.preferences).where(at.preferences.c.player == player).values(feed=None))
        if but is not None:     # whoever has signed out here has nothing but the recovery code to come back with
            connection.execute(delete(at.recovery_codes).where(at.recovery_codes.c.player == player))
        email_links.end(connection, player)
        self._holdings.end_links(connection, player)

    # ---- accounts ----------------------------------------------------------------------------------------------------

    def claim(
        self, player: Player, name: str, password: str, origin: Origin = NOWHERE, invitation: str = ""
    ) -> tuple[Player, str]:
        """Make an account of a guest, with a new token; the guest's end. Their games stay theirs. Forbidden where the
        house takes no new accounts, or none without an `invitation`; NotFound for one that is used up."""
        if player.only is not None or not player.guest:
            raise Refused("you have an account already")
        name = checked_name(name)
        self.require_free(name)
        secret = self.passwords.hash(password)
        player = player.kept()
        try:
            with self.forgetting() as connection:
                sign_ups.require_account(connection, invitation)
                values = {"name": name, "login": name.casefold(), "look": look(name), "password": secret}
                connection.execute(update(at.players).where(at.players.c.id == player.id).values(values))
                self._holdings.rename(connection, player.id, player.name, name)
                sessions.end_all(connection, player.id)
                token = sessions.begin(connection, player.id, origin)
                pushed = (at.endpoints.c.player == player.id) & (at.endpoints.c.kind == "push")
                connection.execute(update(at.endpoints).where(pushed).values(session=hashed(token)))
                self.know_device(connection, player.id, origin)
                activity.note(connection, player.id, "made", origin)
        except IntegrityError as error:
            raise Refused(f"the name {name} is taken") from error
        return Player(player.id, name, False), token

    def require_free(self, name: str, player: int = 0) -> None:
        """Nobody passes for somebody else: the name of an account is its own, and so is a bot's. A name is taken, too,
        by one that looks like it, except for the player whose that is."""
        if not_for_people(name):
            raise Refused(f"the name {name} is reserved")
        p = at.players.c
        with self._database.reading() as connection:
            same = or_(p.login == name.casefold(), p.look == look(name))
            if connection.execute(select(p.id).where(same, p.id != player)).first():
                raise Refused(f"the name {name} is taken, or looks like one that is")

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

    def sign_in(
        self, name: str, password: str, guest: Player | None = None, origin: Origin = NOWHERE
    ) -> tuple[Player, str]:
        """The account of that name, with a new token. The games of a guest that is given become the account's, and the
        guest's tokens end: whoever has slipped one to somebody has no way into their account.

        Takes as long, and says the same, whether there is no such account or the password is wrong.
        """
        p, k = at.players.c, at.known_devices.c
        login = " ".join(name.split()).casefold()
        plain = normalize("NFKC", login).casefold()
        with self._database.reading() as connection:
            either = p.login.in_({login, plain})
            asked = select(p.id, p.name, p.password, p.role, p.banned, p.banned_until, p.banned_why)
            row = connection.execute(asked.where(either).order_by(p.login != login)).first()
            here = (k.player == (0 if row is None else row.id)) & (k.token == hashed(origin.known))
            known = connection.execute(select(k.player).where(here)).first()
        tried = f"name {plain}" if row is None else f"player {row.id}"
        tried_here = tried if known is None else f"{tried} on {origin.known}"
        wrong = "there is no account with this name and password"
        self.passwords.require(tried_here, None if row is None else row.password, password, wrong)
        assert row is not None, "no password is right for nobody"
        require_not_banned(row)
        account = Player(row.id, row.name, False, role=row.role)
        joins = guest is not None and guest.guest and guest.only is None and guest.id
        with self.forgetting() if joins else self._database.writing() as connection:
            tries = forget_tries(connection, tried, tried_here)
            if tries > NOTED_TRIES:
                activity.note(connection, row.id, "wrong", NOWHERE, f"{tries - 1} of them")
            activity.note(connection, row.id, "sign-in", origin)
            if guest is not None and joins:
                self.hand_over(connection, guest, account, origin)
            self.know_device(connection, row.id, origin)
            return account, sessions.begin(connection, row.id, origin)

    def hand_over(self, connection: Connection, guest: Player, account: Player, origin: Origin) -> None:
        """Give the games of a guest to an account. The guest ends, and so do their e-mail and where they were told of
        their turns: whoever has set that up need not be the one to whom the account belongs."""
        self._holdings.hand_over(connection, guest, account)
        for rows in (at.sessions, at.endpoints, at.news, at.links, at.recovery_codes):
            connection.execute(delete(rows).where(rows.c.player == guest.id))
        connection.execute(update(at.players).where(at.players.c.id == guest.id).values(email=None))
        activity.note(connection, account.id, "games", origin, guest.name)

    def know_device(self, connection: Connection, player: int, origin: Origin) -> None:
        """Know the browser again on which an account was signed in."""
        if origin.known:
            k, here = at.known_devices.c, hashed(origin.known)
            connection.execute(delete(at.known_devices).where(k.token == here, k.player == player))
            connection.execute(insert(at.known_devices).values(token=here, player=player, used=time.time()))


def is_banned(since: float | None, until: float | None) -> bool:
    """Whether a player is banned now, by what their row says."""
    return since is not None and (until is None or time.time() < until)


def require_not_banned(row: Any) -> None:
    """Forbidden for a player who is banned, with until when and why."""
    if is_banned(row.banned, row.banned_until):
        end = None if row.banned_until is None else datetime.fromtimestamp(row.banned_until, UTC)
        until = "" if end is None else f" until {end:%d %B %Y, %H:%M} UTC"
        why = f": {row.banned_why}" if row.banned_why else ""
        raise Forbidden(f"this account is banned{until}{why}")


def _lasting(login: str | None) -> float:
    return GUEST_SECONDS if login is None else ACCOUNT_SECONDS
