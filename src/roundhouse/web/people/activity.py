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
    "export": "All that is kept was downloaded",
}


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
    """Write down that something was done, with whatever it is written with."""
    row = {"player": player, "at": time.time(), "kind": kind, "detail": detail[:120]}
    where = {"device": origin.device[:80], "network": origin.network[:64]}
    connection.execute(insert(at.activity).values(**row, **where))


def lately(connection: Connection, player: int) -> list[Event]:
    """What was done with an account in the time for which it is kept, the latest first."""
    c = at.activity.c
    wanted = select(at.activity).where(c.player == player, c.at > time.time() - KEPT_SECONDS)
    rows = connection.execute(wanted.order_by(c.at.desc(), c.id.desc()).limit(MOST_SHOWN)).mappings()
    return [Event(row["at"], _words(row["kind"], row["detail"]), row["device"], row["network"]) for row in rows]


def _words(kind: str, detail: str) -> str:
    words = KINDS.get(kind, kind)
    return f"{words}: {detail}" if detail else words


def clear_away(connection: Connection) -> None:
    """What is too old to be kept."""
    connection.execute(delete(at.activity).where(at.activity.c.at < time.time() - KEPT_SECONDS))
