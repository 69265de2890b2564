"""How a player comes to an address of e-mail, and to another one.

An address is a player's once it was answered from, and no other account's. Another takes its place when the password
was given, or, where there is none, when the address until now has agreed. That address hears of it, and can undo it
for a week: then it is the player's again, and every other way in ends.
"""
from __future__ import annotations

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Refused
from roundhouse.web.people import activity
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.email import links
from roundhouse.web.people.email.letters import Letter, Letters, checked_address
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

UNDO_DAYS = round(links.LATER / 86400)
TAKEN = "this address is the e-mail of another account; take it away there first"


class EmailAddresses:
    """Changes of a player's e-mail address: asked for, agreed to, confirmed, undone."""

    def __init__(self, database: Database, players: Players, accounts: Accounts, letters: Letters) -> None:
        self._database = database
        self._players = players
        self._accounts = accounts
        self._letters = letters

    # ---- what is asked for ------------------------------------------------------------------------------------------

    def ask(self, player: Player, email: str, password: str = "", origin: Origin = NOWHERE) -> str:
        """Have another address, or none for "". Gives the address to which a letter goes, "" where none was needed.

        Nobody learns here whether somebody else has the address.
        """
        wanted = checked_address(email) if email.strip() else None
        known = self._accounts.require_password(player, password)
        if wanted == known.email:
            raise Refused("this is your e-mail already" if wanted else "no e-mail of yours is known here")
        with self._database.writing() as connection:
            activity.note(connection, player.id, "ask-email", origin, "none" if wanted is None else masked(wanted))
            if known.email is not None and not known.password:
                self._ask_for_consent(connection, player, known.email, wanted)
                return known.email
            if wanted is not None:
                self._ask_to_confirm(connection, player.id, player.name, wanted)
                return wanted
            self._set(connection, player.id, player.name, known.email, None, origin)
        return ""

    def _ask_to_confirm(self, connection: Connection, player: int, name: str, email: str) -> None:
        if _taken(connection, player, email):
            self._letters.queue(connection, Letter(email, "Your e-mail at Roundhouse", (
                f"Somebody, hopefully you, wishes to use this address as {name}. It is the e-mail of another account at"
                " Roundhouse, and stays so. If it is yours and you wish to move it, take it away there first.",
            )))
            return
        link = links.reserve(connection, player, links.CONFIRM, "/me", links.SOON, email)
        self._letters.queue(connection, Letter(email, "Your e-mail at Roundhouse", (
            f"Somebody, hopefully you, wishes to use this address as {name}. If so, open this within an hour:",
            "If not, do nothing, and you will hear no more.",
        ), link))

    def _ask_for_consent(self, connection: Connection, player: Player, old: str, wanted: str | None) -> None:
        link = links.reserve(connection, player.id, links.CHANGE, "/me", links.SOON, wanted)
        what = "takes this address away" if wanted is None else f"puts {wanted} in the place of this address"
        self._letters.queue(connection, Letter(old, "Another e-mail at Roundhouse", (
            f"Somebody, hopefully you, {what} for {player.name} at Roundhouse. If it is you, open this within an hour:",
            "If not, do nothing: nothing has changed.",
        ), link))

    # ---- what links do ----------------------------------------------------------------------------------------------

    def consent(self, token: str, origin: Origin = NOWHERE) -> str:
        """The address until now agrees. Gives the address to which a letter goes to confirm it; "" for none."""
        with self._database.writing() as connection:
            link = links.use(connection, token, links.CHANGE)
            name, old = _known(connection, link.player)
            if link.email is None:
                self._set(connection, link.player, name, old, None, origin)
            else:
                self._ask_to_confirm(connection, link.player, name, link.email)
        return link.email or ""

    def confirm(self, token: str, origin: Origin = NOWHERE) -> int:
        """The address that a link was sent to is the player's from now on; nothing else happens. Whose it is."""
        with self._database.writing() as connection:
            link = links.use(connection, token, links.CONFIRM)
            name, old = _known(connection, link.player)
            self._set(connection, link.player, name, old, link.email, origin)
        return link.player

    def undo(self, token: str, password: str = "", origin: Origin = NOWHERE) -> str:
        """Put back the address that a link was sent to, and end every way in. An account gets a new password: whoever
        changed the address knew the one before. Gives the player's name."""
        p = at.players.c
        with self._database.reading() as connection:
            known = connection.execute(select(p.password).where(p.id == links.find(connection, token).player)).scalar()
        secret = self._players.passwords.hash(password) if known is not None else None
        with self._players.forgetting() as connection:
            link = links.use(connection, token, links.UNDO)
            name, _ = _known(connection, link.player)
            if link.email is not None and _taken(connection, link.player, link.email):
                raise Refused(TAKEN)
            connection.execute(update(at.players).where(p.id == link.player).values(email=link.email, password=secret))
            _move_letters(connection, link.player, link.email)
            self._players.end_ways_in(connection, link.player)
            # Whoever was at the address in between undoes nothing any more.
            connection.execute(delete(at.links).where(at.links.c.player == link.player))
            activity.note(connection, link.player, "undo", origin, masked(link.email or ""))
        return name

    def _set(
        self, connection: Connection, player: int, name: str, old: str | None, new: str | None, origin: Origin
    ) -> None:
        """Another address, of which the one before hears. Sign-in links end; sessions go on."""
        if new is not None and _taken(connection, player, new):
            raise Refused(TAKEN)
        try:
            connection.execute(update(at.players).where(at.players.c.id == player).values(email=new))
        except IntegrityError as error:     # two who confirm it at once, on two servers
            raise Refused(TAKEN) from error
        links.end(connection, player)
        activity.note(connection, player, "no-email" if new is None else "email", origin, masked(new or old or ""))
        if old is None or old == new:
            return
        _move_letters(connection, player, new)
        link = links.reserve(connection, player, links.UNDO, "/", links.LATER, old)
        what = "is no longer the e-mail of" if new is None else "has been replaced as the e-mail of"
        self._letters.queue(connection, Letter(old, "Your e-mail at Roundhouse has changed", (
            f"This address {what} {name} at Roundhouse. If it was not you, open this within {UNDO_DAYS} days, and it is"
            " put back:", "It also signs out all devices and ends all links. If it was you, there is nothing to do.",
        ), link, notice=True, seconds=links.LATER))


def _known(connection: Connection, player: int) -> tuple[str, str | None]:
    """A player's name and e-mail."""
    p = at.players.c
    row = connection.execute(select(p.name, p.email).where(p.id == player)).one()
    return row.name, row.email


def _taken(connection: Connection, player: int, email: str) -> bool:
    """Whether an address is somebody else's."""
    p = at.players.c
    return connection.execute(select(p.id).where(p.email == email, p.id != player)).first() is not None


def _move_letters(connection: Connection, player: int, email: str | None) -> None:
    """Who is told of turns by e-mail is told at the new address."""
    e = at.endpoints.c
    mail = (e.player == player) & (e.kind == "mail")
    if email is None:
        connection.execute(delete(at.endpoints).where(mail))
    else:
        fresh = {"dropped": None, "tries": 0, "failing_since": None}
        connection.execute(update(at.endpoints).where(mail).values(address=email, **fresh))


def masked(email: str) -> str:
    """An address as its owner knows it again: a…@example.org."""
    local, _, host = email.rpartition("@")
    return f"{local[:1]}…@{host}" if host else ""
