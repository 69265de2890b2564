"""What belongs to a player themselves: name, password, e-mail, devices, all that is kept of them, and its end."""
from __future__ import annotations

import time
from dataclasses import dataclass, replace

from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import NotFound, NotSignedIn, Refused
from roundhouse.web.people import email_links
from roundhouse.web.people.holdings import FORMER, Holdings
from roundhouse.web.people.letters import Letter, Letters, checked_address
from roundhouse.web.people.player import Player, checked_name
from roundhouse.web.people.players import Players, check_password
from roundhouse.web.people.tokens import hashed
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database


@dataclass(frozen=True)
class Profile:
    id: int
    name: str
    guest: bool
    password: bool
    email: str | None
    created: float


@dataclass(frozen=True)
class Session:
    id: str
    """The beginning of its hash: enough to end it, not enough to use it."""
    device: str
    created: float
    here: bool


class Accounts:
    def __init__(self, database: Database, players: Players, holdings: Holdings, letters: Letters) -> None:
        self._database = database
        self._letters = letters
        self._players = players
        self._holdings = holdings

    def profile(self, player: Player) -> Profile:
        p = at.players.c
        with self._database.reading() as connection:
            row = connection.execute(select(at.players).where(p.id == player.id)).mappings().one()
        guest, password = row["login"] is None, row["password"] is not None
        return Profile(row["id"], row["name"], guest, password, row["email"], row["created"])

    # ---- name and password -------------------------------------------------------------------------------------------

    def rename(self, player: Player, name: str) -> Player:
        """Another name, here and at all tables."""
        name = checked_name(name)
        if name.casefold() != player.name.casefold():
            self._players.require_free(name)
        values = {"name": name} if player.guest else {"name": name, "login": name.casefold()}
        try:
            with self._players.forgetting() as connection:
                connection.execute(update(at.players).where(at.players.c.id == player.id).values(values))
                self._holdings.rename(connection, player.id, player.name, name)
        except IntegrityError as error:
            raise Refused(f"the name {name} is taken") from error
        return replace(player, name=name)

    def change_password(self, player: Player, old: str, new: str, token: str | None) -> None:
        """A new password. All other devices are signed out."""
        check_password(new)
        self._require_password(player, old)
        with self._database.writing() as connection:
            secret = self._players.passwords.hash(new)
            connection.execute(update(at.players).where(at.players.c.id == player.id).values(password=secret))
        self.end_sessions(player, but=token)

    def _require_password(self, player: Player, password: str) -> None:
        """Whoever finds a signed-in browser can't make the account theirs, unless it never had a password."""
        p = at.players.c
        with self._database.reading() as connection:
            known = connection.execute(select(p.password).where(p.id == player.id)).scalar()
        if known is None:
            return
        try:
            self._players.passwords.verify(known, password)
        except (VerificationError, InvalidHashError) as error:
            raise NotSignedIn("this is not your password") from error

    # ---- e-mail and links --------------------------------------------------------------------------------------------

    def ask_to_confirm(self, player: Player, email: str) -> None:
        """Send a link to an address; it becomes the player's when the link is used."""
        email = checked_address(email)
        with self._database.writing() as connection:
            link = email_links.reserve(connection, player.id, email_links.CONFIRM, "/me", email_links.SOON, email)
            self._letters.queue(connection, Letter(email, "Your e-mail at Roundhouse", (
                f"Somebody, hopefully you, wishes to use this address as {player.name}. If so, open this within"
                " an hour:", "If not, do nothing, and you will hear no more.",
            ), link))

    def send_link(self, email: str) -> None:
        """A link that signs in, to whoever has that address. Who asks does not learn whether anybody has."""
        email = checked_address(email)
        with self._database.reading() as connection:
            row = connection.execute(select(at.players).where(at.players.c.email == email)).mappings().first()
        if row is None:
            return
        with self._database.writing() as connection:
            link = email_links.reserve(connection, row["id"], email_links.LOGIN, "/me", email_links.SOON)
            self._letters.queue(connection, Letter(email, "Sign in to Roundhouse", (
                f"This link signs you in as {row['name']}, once, within an hour. There you can set a new password.",
                "If you have not asked for it, do nothing.",
            ), link))

    def behind(self, token: str) -> tuple[email_links.EmailLink, str]:
        """What a link is for, and the name of the one whom it lets in; it stays good."""
        with self._database.reading() as connection:
            link = email_links.find(connection, token)
            name = connection.execute(select(at.players.c.name).where(at.players.c.id == link.player)).scalar_one()
        return link, str(name)

    def enter(self, token: str, visitor: Player | None, password: str = "") -> tuple[str, str]:
        """Use a link: a new session's token, and where it leads. A guest's games come along.

        Who has asked for a link to sign in may set a new password with it.
        """
        if password:
            check_password(password)
        secret = self._players.passwords.hash(password) if password else ""
        with self._players.forgetting() as connection:
            link = email_links.use(connection, token)
            if secret and link.purpose == email_links.LOGIN:
                _set_password(connection, link.player, secret)
            p = at.players.c
            row = connection.execute(select(p.name, p.login, p.email).where(p.id == link.player)).one()
            if link.purpose == email_links.CONFIRM and link.email is not None:
                _give_email(connection, link.player, row.email, link.email)
            elif visitor is not None and visitor.guest and visitor.only is None and visitor.id not in (0, link.player):
                self._players.hand_over(connection, visitor, Player(link.player, row.name, row.login is None))
            session = self._players.new_session(connection, link.player)
        return session, link.leads_to

    def drop_email(self, player: Player) -> None:
        with self._database.writing() as connection:
            connection.execute(update(at.players).where(at.players.c.id == player.id).values(email=None))
            e = at.endpoints.c
            connection.execute(delete(at.endpoints).where(e.player == player.id, e.kind == "mail"))
            connection.execute(delete(at.links).where(at.links.c.player == player.id))

    # ---- devices -----------------------------------------------------------------------------------------------------

    def note_device(self, token: str, device: str) -> None:
        with self._database.writing() as connection:
            c = at.sessions.c
            connection.execute(update(at.sessions).where(c.token == hashed(token)).values(device=device[:80]))

    def sessions(self, player: Player, token: str | None) -> list[Session]:
        c = at.sessions.c
        with self._database.reading() as connection:
            question = select(at.sessions).where(c.player == player.id).order_by(c.created.desc())
            rows = connection.execute(question).mappings().all()
        here = "" if token is None else hashed(token)
        return [Session(r["token"][:16], r["device"] or "a browser", r["created"], r["token"] == here) for r in rows]

    def end_sessions(self, player: Player, but: str | None = None, id: str = "") -> None:
        """Sign out one device, or all but the one that asks."""
        c = at.sessions.c
        which = c.token.startswith(id, autoescape=True) if id else c.token != hashed(but or "")
        with self._players.forgetting() as connection:
            done = connection.execute(delete(at.sessions).where(c.player == player.id, which)).rowcount
        if id and not done:
            raise NotFound("there is no such device")

    # ---- all that is kept, and its end -------------------------------------------------------------------------------

    def export(self, player: Player) -> dict[str, object]:
        """Everything that is kept of a player, but for hashes and tokens."""
        with self._database.reading() as connection:
            return {
                "player": _rows(connection, at.players, at.players.c.id == player.id, "login", "password")[0],
                "devices": _rows(connection, at.sessions, at.sessions.c.player == player.id, "token"),
                "preferences": _rows(connection, at.preferences, at.preferences.c.player == player.id, "feed"),
                "endpoints": _rows(connection, at.endpoints, at.endpoints.c.player == player.id, "keys"),
                "visits": _rows(connection, at.visits, at.visits.c.player == player.id),
                "seats": _rows(connection, at.seats, at.seats.c.player == player.id, "key", "invite"),
                "chat": _chat_of(connection, player.id),
            }

    def delete(self, player: Player, password: str) -> None:
        """Forget a player. Their games stay, with a former player in their place."""
        self._require_password(player, password)
        self._holdings.leave_all(player)
        with self._players.forgetting() as connection:
            self._holdings.forget(connection, player)
            _forget(connection, player)


def _set_password(connection: Connection, player: int, secret: str) -> None:
    """A new password; whoever was signed in with the old one is not any more."""
    p = at.players.c
    connection.execute(update(at.players).where(p.id == player, p.login.is_not(None)).values(password=secret))
    connection.execute(delete(at.sessions).where(at.sessions.c.player == player))


def _give_email(connection: Connection, player: int, old: str | None, email: str) -> None:
    p, e = at.players.c, at.endpoints.c
    # Whoever reads an address has it: an account that had it before can set another.
    connection.execute(update(at.players).where(p.email == email, p.id != player).values(email=None))
    connection.execute(delete(at.endpoints).where(e.kind == "mail", e.address == email, e.player != player))
    connection.execute(update(at.players).where(p.id == player).values(email=email))
    if old is not None:
        moved = update(at.endpoints).where(e.player == player, e.kind == "mail")
        connection.execute(moved.values(address=email, dropped=None, tries=0, failing_since=None))


def _rows(connection: Connection, table: object, wanted: object, *less: str) -> list[dict[str, object]]:
    rows = connection.execute(select(table).where(wanted)).mappings()     # type: ignore[call-overload]
    return [{name: value for name, value in row.items() if name not in less} for row in rows]


def _chat_of(connection: Connection, player: int) -> list[dict[str, object]]:
    c, h = at.chat.c, at.holders.c
    mine = select(at.chat).join(at.holders, (h.table == c.table) & (h.seat == c.seat)).where(h.player == player)
    return [dict(row) for row in connection.execute(mine).mappings()]


def _forget(connection: Connection, player: Player) -> None:
    for rows in (at.sessions, at.endpoints, at.news, at.preferences, at.links):
        connection.execute(delete(rows).where(rows.c.player == player.id))
    forgotten = {"name": FORMER, "login": None, "password": None, "email": None, "deleted": time.time()}
    connection.execute(update(at.players).where(at.players.c.id == player.id).values(forgotten))
