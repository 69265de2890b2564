"""What belongs to a player themselves: name, password, devices, all that is kept of them, and its end."""
from __future__ import annotations

import time
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Refused
from roundhouse.web.people import activity, passwords, sessions
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.email import links as email_links
from roundhouse.web.people.email.letters import Letter, Letters
from roundhouse.web.people.holdings import FORMER, Holdings
from roundhouse.web.people.names import checked_name, look
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players, require_not_banned
from roundhouse.web.people.sessions import Session
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

KNOWN_SECONDS = 365 * 86400.0
"""How long a browser is known again without another sign-in."""
IF_NOT_YOU = (
    "If it was not you: ask for a link at the house's page for signing in, and set another password with it. That signs"
    " out all devices."
)


@dataclass(frozen=True)
class Profile:
    """A player's own facts, as their page shows them."""

    id: int
    name: str
    guest: bool
    password: bool
    email: str | None
    created: float


class Accounts:
    """Profiles, names, passwords, sign-in links, devices, export and deletion: what a player does with their own
    account."""

    def __init__(self, database: Database, players: Players, holdings: Holdings, letters: Letters) -> None:
        self._database = database
        self._letters = letters
        self._players = players
        self._holdings = holdings

    def profile(self, player: Player) -> Profile:
        """A player as the house knows them."""
        with self._database.reading() as connection:
            row = connection.execute(select(at.players).where(at.players.c.id == player.id)).mappings().one()
        guest, password = row["login"] is None, row["password"] is not None
        return Profile(row["id"], row["name"], guest, password, row["email"], row["created"])

    # ---- name and password -------------------------------------------------------------------------------------------

    def require_password(self, player: Player, password: str) -> Profile:
        """NotSignedIn for a wrong password: whoever finds a signed-in browser can't make the account theirs. A player
        who has none is let through. TooManyRequests after too many wrong ones."""
        p = at.players.c
        with self._database.reading() as connection:
            stored = connection.execute(select(p.password).where(p.id == player.id)).scalar_one()
        if stored is not None:
            self._players.passwords.require(_asked_again(player.id), stored, password, "this is not your password")
            with self._database.writing() as connection:
                passwords.forget_tries(connection, _asked_again(player.id))
        return self.profile(player)

    def rename(self, player: Player, name: str, password: str = "", origin: Origin = NOWHERE) -> Player:
        """Another name, here and at all tables. An account signs in by it, and is asked for its password."""
        name = checked_name(name)
        self._players.require_free(name, player.id)
        email = self.require_password(player, password).email
        values = {"name": name} if player.guest else {"name": name, "login": name.casefold(), "look": look(name)}
        try:
            with self._players.forgetting() as connection:
                connection.execute(update(at.players).where(at.players.c.id == player.id).values(values))
                self._holdings.rename(connection, player.id, player.name, name)
                activity.note(connection, player.id, "name", origin, name)
                self._tell(connection, email, "Your name at Roundhouse", (
                    f"{player.name} is {name} at Roundhouse from now on, and signs in by this name.", IF_NOT_YOU,
                ))
        except IntegrityError as error:
            raise Refused(f"the name {name} is taken") from error
        return replace(player, name=name)

    def change_password(
        self, player: Player, old: str, new: str, token: str | None, origin: Origin = NOWHERE
    ) -> None:
        """A new password, and the end of every other way in: sessions, links, the feed."""
        secret = self._players.passwords.hash(new)
        known = self.require_password(player, old)
        if not known.password:
            raise Refused("this account has no password; ask for a link by e-mail, and set one with it")
        with self._players.forgetting() as connection:
            connection.execute(update(at.players).where(at.players.c.id == player.id).values(password=secret))
            self._players.end_ways_in(connection, player.id, token, origin.known)
            activity.note(connection, player.id, "password", origin)
            self._tell_of_password(connection, known.email, player.name)

    def _tell_of_password(self, connection: Connection, email: str | None, name: str) -> None:
        self._tell(connection, email, "Your password at Roundhouse", (
            f"{name} has another password at Roundhouse, and all other devices are signed out.", IF_NOT_YOU,
        ))

    def _tell(self, connection: Connection, email: str | None, subject: str, paragraphs: tuple[str, ...]) -> None:
        if email is not None:
            self._letters.queue(connection, Letter(email, subject, paragraphs, notice=True))

    # ---- signing in by a link ----------------------------------------------------------------------------------------

    def send_link(self, email: str) -> None:
        """A link that signs in, to whoever has that address, which `checked_address` has let through. Who asks does not
        learn whether anybody has: neither from the answer nor from the time that it takes."""
        with self._database.writing() as connection:
            row = connection.execute(select(at.players).where(at.players.c.email == email)).mappings().first()
            if row is None:
                self._letters.count(connection, email)
                return
            link = email_links.reserve(connection, row["id"], email_links.LOGIN, "/me", email_links.SOON)
            self._letters.queue(connection, Letter(email, "Sign in to Roundhouse", (
                f"This link signs you in as {row['name']}, once, within an hour. There you can set a new password.",
                "If you have not asked for it, do nothing.",
            ), link))

    def behind(self, token: str) -> tuple[email_links.EmailLink, Profile]:
        """What a link is for, and whose it is; it stays good."""
        with self._database.reading() as connection:
            link = email_links.find(connection, token)
        return link, self.profile(Player(link.player, "", False))

    def enter(
        self, token: str, guest: Player | None = None, password: str = "", origin: Origin = NOWHERE
    ) -> tuple[str, str]:
        """Sign in by a link: a new session's token, and where it leads. The games of a guest that is given come along.

        Who has asked for a link to sign in may set a new password with it, which ends every other way in.
        """
        secret = self._players.passwords.hash(password) if password else ""
        p = at.players.c
        with self._players.forgetting() as connection:
            link = email_links.use(connection, token, email_links.LOGIN, email_links.ENTER)
            asked = select(p.name, p.login, p.email, p.banned, p.banned_until, p.banned_why)
            row = connection.execute(asked.where(p.id == link.player)).one()
            require_not_banned(row)
            account = Player(link.player, row.name, row.login is None)
            activity.note(connection, account.id, "link", origin)
            if secret and link.purpose == email_links.LOGIN and not account.guest:
                connection.execute(update(at.players).where(p.id == account.id).values(password=secret))
                self._players.end_ways_in(connection, account.id)
                activity.note(connection, account.id, "password", origin)
                self._tell_of_password(connection, row.email, row.name)
            if guest is not None and guest.guest and guest.only is None and guest.id not in (0, account.id):
                self._players.hand_over(connection, guest, account, origin)
            self._players.know_device(connection, account.id, origin)
            return sessions.begin(connection, account.id, origin), link.leads_to

    # ---- devices -----------------------------------------------------------------------------------------------------

    def sessions(self, player: Player, token: str | None) -> list[Session]:
        """The devices on which a player is signed in, the latest first."""
        with self._database.reading() as connection:
            return sessions.of(connection, player.id, token)

    def end_session(self, player: Player, id: str, origin: Origin = NOWHERE) -> None:
        """Sign out one device, and end what its browser is pushed. NotFound for one that is signed out."""
        with self._players.forgetting() as connection:
            sessions.end_by_id(connection, player.id, id)
            activity.note(connection, player.id, "device", origin)

    def end_others(self, player: Player, token: str | None, origin: Origin = NOWHERE) -> None:
        """End every way in but the session of this token and its browser."""
        with self._players.forgetting() as connection:
            self._players.end_ways_in(connection, player.id, token, origin.known)
            activity.note(connection, player.id, "everywhere", origin)

    def recent_activity(self, player: Player) -> list[activity.Event]:
        """What was done with a player's account lately."""
        with self._database.reading() as connection:
            return activity.lately(connection, player.id)

    def clear_away(self) -> None:
        """What is too old to be kept."""
        k = at.known_devices.c
        with self._database.writing() as connection:
            activity.clear_away(connection)
            passwords.clear_away(connection)
            connection.execute(delete(at.known_devices).where(k.used < time.time() - KNOWN_SECONDS))

    # ---- all that is kept, and its end -------------------------------------------------------------------------------

    def export(self, player: Player, origin: Origin = NOWHERE) -> dict[str, object]:
        """Everything that is kept of a player, but for hashes and tokens."""
        id = player.id
        with self._database.writing() as connection:
            activity.note(connection, id, "export", origin)
        with self._database.reading() as connection:
            return {
                "player": _rows(connection, at.players, at.players.c.id == id, "login", "look", "password")[0],
                "devices": _rows(connection, at.sessions, at.sessions.c.player == id, "token"),
                "known_devices": _rows(connection, at.known_devices, at.known_devices.c.player == id, "token"),
                "activity": _rows(connection, at.activity, at.activity.c.player == id, "id"),
                "preferences": _rows(connection, at.preferences, at.preferences.c.player == id, "feed"),
                "endpoints": _rows(connection, at.endpoints, at.endpoints.c.player == id, "keys", "session"),
                "visits": _rows(connection, at.visits, at.visits.c.player == id),
                "studies": _rows(connection, at.studies, at.studies.c.player == id),
                "practice": _rows(connection, at.practice, at.practice.c.player == id),
                "seats": _rows(connection, at.seats, at.seats.c.player == id, "key", "invite"),
                "chat": _chat_of(connection, id),
                "results": _rows(connection, at.results, at.results.c.player == id),
                "ratings": _rows(connection, at.ratings, at.ratings.c.player == id),
                "groups": _rows(connection, at.club_members, at.club_members.c.player == id),
                "bots": _rows(connection, at.players, at.players.c.keeper == id, "login", "look", "password"),
                "bot_tokens": _rows(connection, at.program_tokens, at.program_tokens.c.player.in_(
                    select(at.players.c.id).where(at.players.c.keeper == id)), "token"),
                "tournaments": _rows(connection, at.entrants, at.entrants.c.player == id),
            }

    def delete(self, player: Player, password: str) -> bool:
        """Forget a player, whose games stay, with a former player in their place. One who has no password and an
        e-mail is sent a link there instead; whether they are forgotten already."""
        known = self.require_password(player, password)
        if known.password or known.email is None:
            self.forget(player)
            return True
        with self._database.writing() as connection:
            link = email_links.reserve(connection, player.id, email_links.FORGET, "/", email_links.SOON)
            self._letters.queue(connection, Letter(known.email, "Be forgotten at Roundhouse", (
                f"Somebody, hopefully you, wishes that Roundhouse forgets {player.name}. If so, open this within an"
                " hour:",
                "If not, do nothing, and end the other devices on your page.",
            ), link))
        return False

    def delete_by_link(self, token: str) -> None:
        """Forget the player to whom that link was sent."""
        with self._database.writing() as connection:
            link = email_links.use(connection, token, email_links.FORGET)
        self.forget(Player(link.player, self.profile(Player(link.player, "", True)).name, True))

    def forget(self, player: Player) -> None:
        """Forget a player whatever they have for a password, and the bots that they keep: for whoever has asked."""
        for bot in self._bots_of(player):
            self.forget(bot)
        self._holdings.leave_all(player)
        with self._players.forgetting() as connection:
            self._holdings.forget(connection, player)
            for rows in (
                at.club_members, at.sessions, at.known_devices, at.activity, at.endpoints, at.news, at.preferences,
                at.links, at.recovery_codes, at.program_tokens, at.blocks,
            ):
                connection.execute(delete(rows).where(rows.c.player == player.id))
            gone = dict.fromkeys(("login", "look", "password", "email"))
            forgotten = {**gone, "name": FORMER, "about": "", "deleted": time.time()}
            connection.execute(update(at.players).where(at.players.c.id == player.id).values(forgotten))

    def _bots_of(self, player: Player) -> list[Player]:
        p = at.players.c
        with self._database.reading() as connection:
            kept = select(p.id, p.name).where(p.keeper == player.id, p.deleted.is_(None))
            return [Player(row.id, row.name, False) for row in connection.execute(kept)]


def _asked_again(player: int) -> str:
    """What wrong passwords on a player's own page are counted under: strangers who try to sign in don't count there."""
    return f"again {player}"


def _rows(connection: Connection, table: object, wanted: object, *less: str) -> list[dict[str, object]]:
    rows = connection.execute(select(table).where(wanted)).mappings()     # type: ignore[call-overload]
    return [{name: value for name, value in row.items() if name not in less} for row in rows]


def _chat_of(connection: Connection, player: int) -> list[dict[str, object]]:
    """What a player said; of lines from before speakers were written down, those of the seats that they hold."""
    c, h = at.chat.c, at.holders.c
    held = select(h.player).where(h.table == c.table, h.seat == c.seat, h.player == player).exists()
    mine = select(at.chat).where(or_(c.player == player, c.player.is_(None) & held))
    return [dict(row) for row in connection.execute(mine).mappings()]
