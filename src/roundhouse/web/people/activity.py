"""What was done with an account, when and from where: a list for its owner, kept for a while."""
from __future__ import annotations

import time
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import Connection, delete, insert, select

from roundhouse.web.storage import schema as at

KEPT_DAYS = 90
KEPT_SECONDS = KEPT_DAYS * 86400.0
MOST_SHOWN = 100
KINDS = {
    "made": "The account was made", "sign-in": "Signed in with the password", "link": "Signed in by a link",
    "wrong": "Wrong passwords, so that the next ones had to wait", "games": "The games of a guest came along",
    "name": "Another name", "password": "Another password", "ask-email": "Another e-mail was asked for",
    "email": "Another e-mail", "no-email": "The e-mail was taken away", "undo": "The e-mail before was put back",
    "device": "One device was signed out", "everywhere": "Other devices were signed out, and their links ended",
    "hook": "A webhook was added", "feed": "A feed was made", "no-feed": "The feed was switched off",
    "bot": "A bot was made", "bot-token": "A bot was given a token",
    "export": "All that is kept was downloaded",
}
WAYS_IN = ("made", "sign-in", "link", "wrong", "password", "email", "no-email", "undo", "games")
"""Kinds of what lets somebody in, or takes the account from its owner."""
HOUR = 3600.0


@dataclass(frozen=True)
class Origin:
    """Where something comes from, as far as it is kept."""

    device: str = ""
    """A browser in words."""
    network: str = ""
    """An address without its last part, as `network_of` gives it."""
    known: str = ""
    """The token by which the house knows a browser again on which an account was signed in; "" for none."""


NOWHERE = Origin()
"""Where something comes from that comes from no browser."""


@dataclass(frozen=True)
class Event:
    """One line of what was done with an account: when, what, in which browser, from which network."""

    at: float
    what: str
    device: str
    network: str


def network_of(host: str) -> str:
    """An address without what tells one household or device from its neighbours: 192.0.2.*, or the first 48 bits."""
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{ip_network((int(address), 48), strict=False).network_address}*"
    return f"{str(getattr(address, 'ipv4_mapped', None) or address).rpartition('.')[0]}.*"


def note(connection: Connection, player: int, kind: str, origin: Origin, detail: str = "") -> None:
    """Write down that something was done, with whatever it is written with. The same again within an hour is not
    written down, unless it is a way in: nobody fills the list."""
    row = {"player": player, "kind": kind, "detail": detail[:120]}
    row |= {"device": origin.device[:80], "network": origin.network[:64]}
    c, now = at.activity.c, time.time()
    if kind not in WAYS_IN:
        same = [c[name] == value for name, value in row.items()]
        if connection.execute(select(c.id).where(*same, c.at > now - HOUR).limit(1)).first():
            return
    connection.execute(insert(at.activity).values(**row, at=now))


def lately(connection: Connection, player: int) -> list[Event]:
    """What was done with an account in the time for which it is kept, the latest first: the latest ways in, and the
    latest of all else, so that neither hides the other."""
    c = at.activity.c
    wanted = select(at.activity).where(c.player == player, c.at > time.time() - KEPT_SECONDS)
    wanted = wanted.order_by(c.at.desc(), c.id.desc()).limit(MOST_SHOWN)
    halves = (wanted.where(c.kind.in_(WAYS_IN)), wanted.where(c.kind.not_in(WAYS_IN)))
    rows = [row for half in halves for row in connection.execute(half).mappings()]
    rows.sort(key=lambda row: (row["at"], row["id"]), reverse=True)
    return [Event(row["at"], _words(row["kind"], row["detail"]), row["device"], row["network"]) for row in rows]


def _words(kind: str, detail: str) -> str:
    words = KINDS.get(kind, kind)
    return f"{words}: {detail}" if detail else words


def clear_away(connection: Connection) -> None:
    """What is too old to be kept."""
    connection.execute(delete(at.activity).where(at.activity.c.at < time.time() - KEPT_SECONDS))
