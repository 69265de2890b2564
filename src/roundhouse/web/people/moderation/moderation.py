"""What hosts and moderators do with accounts: roles, bans, names, passwords, sessions, and two accounts made one.

Each is one transaction with its line in the log. With `dry` all of it is done and checked, and nothing is kept.
"""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people import activity, sessions
from roundhouse.web.people.activity import NOWHERE
from roundhouse.web.people.email import links as email_links
from roundhouse.web.people.holdings import Holdings
from roundhouse.web.people.moderation import audit, merging
from roundhouse.web.people.moderation.audit import HOST, MODERATOR, Actor
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.people.names import checked_name, look
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players, is_banned
from roundhouse.web.people.sessions import Session
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

DAY = 86400.0
LONGEST_BAN = 3650
LARGEST = 2**31 - 1
RESET_SECONDS = DAY
"""How long the link is good by which somebody sets another password."""
P = at.players.c
RANKS = ("", MODERATOR, HOST)


class Moderation:
    """The service by which hosts and moderators change what others are."""

    def __init__(self, database: Database, players: Players, holdings: Holdings) -> None:
        self._database = database
        self._players = players
        self._holdings = holdings

    def find(self, who: str) -> int:
        """The number of a player, named by it ("17" or "#17") or by an account's name; NotFound for nobody."""
        number = who.removeprefix("#")
        with self._database.reading() as connection:
            row = connection.execute(select(P.id).where(P.login == " ".join(who.split()).casefold())).first()
            if row is None and number.isdecimal() and int(number) <= LARGEST:
                row = connection.execute(select(P.id).where(P.id == int(number))).first()
        if row is None:
            raise NotFound(f"there is no account called {who}, and no player of that number")
        return int(row.id)

    def person(self, actor: Actor, number: int) -> dict[str, Any]:
        """A player's row for moderators, without secrets: who they are, since when, whether they are banned."""
        actor.require(HouseAction.MODERATE)
        with self._database.reading() as connection:
            row = _row(connection, number)
            told = {name: row[name] for name in (
                "id", "name", "created", "seen", "deleted", "role", "banned", "banned_until", "banned_why",
            )}
            return {**told, "guest": row["login"] is None, "is_banned": is_banned(row["banned"], row["banned_until"])}

    # ---- rights ------------------------------------------------------------------------------------------------------

    def set_role(self, actor: Actor, number: int, role: str, dry: bool = False) -> str:
        """Make somebody a host or a moderator, or with "" neither. What was done, in words. Refused for guests, and for
        the last host who would end their own rights on the page."""
        with self._doing(actor, HouseAction.ROLES, dry) as connection:
            row = _row(connection, number)
            if role not in RANKS:
                raise Refused(f"a role is {HOST} or {MODERATOR}")
            if row["login"] is None or row["keeper"] is not None:
                raise Refused("rights in the house are for people with an account")
            if row["role"] == role:
                raise Refused(f"{row['name']} is {_a(role)} already")
            if actor.player == number and not _other_hosts(connection, number):
                raise Refused("you are the only host; make another one first")
            connection.execute(update(at.players).where(P.id == number).values(role=role))
            said = f"{row['name']} is {_a(role)}" if role else f"{row['name']} is no {row['role']} any more"
            audit.write(connection, actor, HouseAction.ROLES, audit.about_player(number), said)
        return said

    # ---- bans --------------------------------------------------------------------------------------------------------

    def ban(self, actor: Actor, number: int, days: float | None, why: str, dry: bool = False) -> str:
        """Keep a player out, for so many days or for good: every way in ends at once, on all servers. What was done, in
        words. Forbidden for a moderator who bans one of the hosts or moderators."""
        why = " ".join(why.split())
        if len(why) > 200 or not why.isprintable():
            raise Refused("why somebody is banned has at most 200 letters")
        if days is not None and not 0 < days <= LONGEST_BAN:
            raise Refused(f"a ban is for 1 to {LONGEST_BAN} days, or for good")
        with self._doing(actor, HouseAction.BAN, dry) as connection:
            row = self._below(connection, actor, number)
            now = time.time()
            until = None if days is None else now + days * DAY
            values = {"banned": now, "banned_until": until, "banned_why": why}
            connection.execute(update(at.players).where(P.id == number).values(values))
            self._keep_out(connection, number)
            how_long = "for good" if days is None else f"for {days:g} {'day' if days == 1 else 'days'}"
            said = f"{row['name']} is banned {how_long}{f': {why}' if why else ''}"
            audit.write(connection, actor, HouseAction.BAN, audit.about_player(number), said)
        return said

    def lift(self, actor: Actor, number: int, dry: bool = False) -> str:
        """End a ban. What was done, in words; Refused for a player who is not banned."""
        with self._doing(actor, HouseAction.BAN, dry) as connection:
            row = self._below(connection, actor, number)
            if not is_banned(row["banned"], row["banned_until"]):
                raise Refused(f"{row['name']} is not banned")
            values = {"banned": None, "banned_until": None, "banned_why": ""}
            connection.execute(update(at.players).where(P.id == number).values(values))
            said = f"{row['name']} is not banned any more"
            audit.write(connection, actor, HouseAction.BAN, audit.about_player(number), said)
        return said

    def _keep_out(self, connection: Connection, number: int) -> None:
        """End every way in, the code by which a guest comes back too, and all messages that wait."""
        self._players.end_ways_in(connection, number)
        for rows in (at.recovery_codes, at.news):
            connection.execute(delete(rows).where(rows.c.player == number))

    # ---- names and passwords -----------------------------------------------------------------------------------------

    def rename(self, actor: Actor, number: int, name: str, dry: bool = False) -> str:
        """Another name for somebody, at all tables too. What was done, in words; Refused for a name that is taken or
        is none."""
        name = checked_name(name)
        self._players.require_free(name, number)
        with self._doing(actor, HouseAction.RENAME, dry) as connection:
            row = self._below(connection, actor, number)
            if row["keeper"] is not None:
                raise Refused("the name of a bot says that it is one; ban it, and its keeper makes another")
            values = {"name": name}
            if row["login"] is not None:
                values |= {"login": name.casefold(), "look": look(name)}
            connection.execute(update(at.players).where(P.id == number).values(values))
            self._holdings.rename(connection, number, row["name"], name)
            activity.note(connection, number, "name", NOWHERE, name)
            said = f"{row['name']} is called {name} from now on"
            audit.write(connection, actor, HouseAction.RENAME, audit.about_player(number), said)
        return said

    def reset_password(self, actor: Actor, number: int, dry: bool = False) -> tuple[str, str]:
        """End an account's password and every way in. What was done, in words, and the path of a link, good once and
        for a day, by which its owner signs in and sets another password."""
        with self._doing(actor, HouseAction.RESET_PASSWORD, dry) as connection:
            row = _row(connection, number)
            if row["login"] is None or row["keeper"] is not None:
                raise Refused("guests and bots have no password")
            connection.execute(update(at.players).where(P.id == number).values(password=None))
            self._players.end_ways_in(connection, number)
            path = email_links.make(connection, number, email_links.LOGIN, "/me", RESET_SECONDS)
            activity.note(connection, number, "password", NOWHERE)
            said = f"{row['name']} has no password any more, and is signed out everywhere"
            audit.write(connection, actor, HouseAction.RESET_PASSWORD, audit.about_player(number), said)
        return said, path

    # ---- sessions ----------------------------------------------------------------------------------------------------

    def sessions(self, actor: Actor, number: int) -> list[Session]:
        """Where a player is signed in, the latest first."""
        actor.require(HouseAction.END_SESSIONS)
        with self._database.reading() as connection:
            return sessions.of(connection, number)

    def end_sessions(self, actor: Actor, number: int, id: str = "", dry: bool = False) -> str:
        """Sign a player out: on the device with that id, or everywhere. What was done, in words; NotFound for a device
        that is not there."""
        with self._doing(actor, HouseAction.END_SESSIONS, dry) as connection:
            row = self._below(connection, actor, number)
            if id:
                sessions.end_by_id(connection, number, id)
                what = "on one device"
            else:
                count = len(sessions.of(connection, number))
                self._players.end_ways_in(connection, number)
                what = f"everywhere ({'1 session' if count == 1 else f'{count} sessions'})"
            said = f"{row['name']} is signed out {what}"
            audit.write(connection, actor, HouseAction.END_SESSIONS, audit.about_player(number), said)
        return said

    # ---- two accounts made one ---------------------------------------------------------------------------------------

    def merge(self, actor: Actor, number: int, into: int, dry: bool = False) -> str:
        """Give all that a player holds to an account, and end the first. What was done, in words; Refused where both
        have sat at one table or take part in one tournament."""
        with self._doing(actor, HouseAction.MERGE, dry) as connection:
            row, other = _row(connection, number), _row(connection, into)
            if number == into or other["login"] is None or row["deleted"] is not None:
                raise Refused("two different players are merged, and the one that stays is an account")
            if row["keeper"] is not None or other["keeper"] is not None:
                raise Refused("bots are not merged; their keepers retire them")
            merging.require_apart(connection, number, into)
            gone = Player(number, row["name"], row["login"] is None)
            self._players.hand_over(connection, gone, Player(into, other["name"], False), NOWHERE)
            self._players.end_ways_in(connection, number)
            merging.hand_over_rest(connection, number, into)
            said = f"{row['name']} is {other['name']} now, with all games"
            audit.write(connection, actor, HouseAction.MERGE, audit.about_player(number), f"{said} (player {into})")
        return said

    # ---- what all of them do -----------------------------------------------------------------------------------------

    @contextmanager
    def _doing(self, actor: Actor, action: HouseAction, dry: bool) -> Iterator[Connection]:
        """One transaction after which every server looks everybody up anew; in a dry run nothing of it is kept."""
        actor.require(action)
        with audit.tried(dry), self._players.forgetting() as connection:
            yield connection
            audit.undo(dry)

    def _below(self, connection: Connection, actor: Actor, number: int) -> Any:
        """A player's row. Forbidden for a moderator who names a host or another moderator."""
        row = _row(connection, number)
        if actor.role != HOST and row["role"] and actor.player != number:
            raise Forbidden(f"{row['name']} is {_a(row['role'])} of this house; a host does this")
        return row


def _row(connection: Connection, number: int) -> Any:
    row = connection.execute(select(at.players).where(P.id == number)).mappings().first()
    if row is None:
        raise NotFound("there is no such player")
    return row


def _other_hosts(connection: Connection, number: int) -> bool:
    return bool(connection.execute(select(func.count()).where(P.role == HOST, P.id != number)).scalar_one())


def _a(role: str) -> str:
    return f"a {role}" if role else "neither host nor moderator"
