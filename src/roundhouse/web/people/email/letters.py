"""Letters to addresses of e-mail: what one says, and who takes it to be sent."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from roundhouse.web.errors import Refused

ADDRESS = re.compile(r"[^\s@<>,;:\"\\]{1,64}@[A-Za-z0-9.-]{1,180}\.?[A-Za-z0-9-]{1,60}")
WORTH_SECONDS = 3600.0


def checked_address(address: str) -> str:
    """An address of e-mail with its host in lower case. Refuses what is none."""
    address = address.strip()
    if not ADDRESS.fullmatch(address) or not address.isascii():
        raise Refused("this is no e-mail address")
    local, _, host = address.rpartition("@")
    return f"{local}@{host.lower().rstrip('.')}"


def mailbox(address: str) -> str:
    """An address as letters to it are counted, however it is written: most servers leave out dots and what follows a
    plus sign."""
    local, _, host = address.rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{host}".casefold()


@dataclass(frozen=True)
class Letter:
    """An e-mail to be sent: to whom, what it says, and the link in it."""

    to: str
    """An address that `checked_address` has let through."""
    subject: str
    paragraphs: tuple[str, ...]
    link: str | None = None
    """One that `email_links.reserve` gave: it is written after the first paragraph. Its token is made when the letter
    goes out, so that nobody finds it in the queue. A letter whose link has been deleted meanwhile is not sent."""
    notice: bool = False
    """Whether it tells somebody what was done with their account. Such letters are sent however many there are; of all
    others an address gets a few an hour."""
    seconds: float = WORTH_SECONDS
    """For how long it is worth sending."""


class Letters(Protocol):
    """Who takes letters to be sent; delivery has the one that puts them into its queue."""

    def queue(self, connection: Connection, letter: Letter) -> None:
        """Send a letter once what is written on this connection is kept, and not if it is not. Returns at once, and
        says nothing of how the letter fares. Where the house sends no e-mail, notices are left out and all else is
        refused."""

    def count(self, connection: Connection, address: str) -> None:
        """Do as if a letter were sent to an address: in the same time, and as one of the few an hour."""
