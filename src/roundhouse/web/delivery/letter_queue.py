"""The queue of letters that somebody asked for, or that tell of what was done with an account.

A letter is written in the same transaction as what it is about. It holds no secret: the token of its link is made when
it goes out. Once it has been sent, or is worth nothing any more, only the hash of its address stays, for an hour, so
that letters to one address can be counted.
"""
from __future__ import annotations

import json
import logging
import time
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, or_, select, update

from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.people.email import links as email_links
from roundhouse.web.people.email.letters import Letter, mailbox
from roundhouse.web.people.tokens import hashed
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

log = logging.getLogger(__name__)
LETTERS_AN_HOUR = 5
"""To one address, beside notices."""
HOUR = 3600.0
LEASE_SECONDS = 60.0
"""Renewed when a letter begins to be sent, which takes a sixth of it at most."""
FIRST_PAUSE, LONGEST_PAUSE = 15.0, 600.0
EMPTY: dict[str, object] = {**dict.fromkeys(("address", "subject", "text", "link", "due")), "lease_until": 0.0}


def _recipient(address: str) -> str:
    return hashed(mailbox(address))


class LetterQueue:
    """The `Letters` of this house."""

    def __init__(self, mails: bool) -> None:
        """`mails` says whether there is a mail server."""
        self._mails = mails

    def queue(self, connection: Connection, letter: Letter) -> None:
        """Put a letter into the queue, as `Letters` says. A letter that is no notice is dropped where its address has
        had its few within the hour."""
        if not self._mails:
            if letter.notice:
                return
            raise Refused("this house sends no e-mail")
        now = time.time()
        content = {"address": letter.to, "subject": letter.subject, "text": json.dumps(letter.paragraphs)}
        row = {**content, "link": letter.link, "notice": letter.notice, "until": now + letter.seconds, "due": now}
        if letter.notice or _few_lately(connection, letter.to, now):
            connection.execute(insert(at.letters).values({**_about(letter.to, now), **row}))

    def count(self, connection: Connection, address: str) -> None:
        """Count a letter that is not sent, as `Letters` says."""
        now = time.time()
        if self._mails and _few_lately(connection, address, now):
            spent = {**_about(address, now), **EMPTY, "notice": False, "until": now}
            connection.execute(insert(at.letters).values(spent))


def _about(address: str, now: float) -> dict[str, object]:
    return {"recipient": _recipient(address), "created": now, "lease_until": 0.0, "tries": 0}


def _few_lately(connection: Connection, address: str, now: float) -> bool:
    """Whether an address has had few enough letters to get one more. Who asked for it is not told: that would tell
    whether there is an account with this address."""
    few = _lately(connection, _recipient(address), now) < LETTERS_AN_HOUR
    if not few:
        log.warning("a letter was not queued: its address has had %s within an hour", LETTERS_AN_HOUR)
    return few


def _lately(connection: Connection, recipient: str, now: float) -> int:
    c = at.letters.c
    asked = select(func.count()).where(c.recipient == recipient, c.created > now - HOUR, ~c.notice)
    return int(connection.execute(asked).scalar_one())


# ---- what is taken out -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClaimedLetter:
    """A letter that this server has in hand."""

    id: int
    address: str
    subject: str
    text: str
    link: str | None
    tries: int
    until: float
    lease_by: str

    @property
    def name(self) -> str:
        """The same whenever it is sent."""
        return f"letter-{self.id}"


def _free(now: float) -> ColumnElement[bool]:
    """Letters that no server has in hand. A lease beyond all measure is that of a server whose clock was wrong."""
    c = at.letters.c
    return or_(c.lease_until < now, c.lease_until > now + 2 * LEASE_SECONDS)


def waiting(database: Database, now: float) -> bool:
    """Whether a letter is due that no server has in hand."""
    c = at.letters.c
    with database.glance() as connection:
        return connection.execute(select(c.id).where(c.due <= now, _free(now)).limit(1)).first() is not None


def take(database: Database, now: float, me: str, places: int, but: Collection[int] = ()) -> list[ClaimedLetter]:
    """Some letters that are due, for this server alone until their lease ends; none of those in `but`."""
    c = at.letters.c
    due = select(at.letters).where(c.due <= now, _free(now), c.id.not_in(but)).order_by(c.tries > 0, c.due)
    with database.writing() as connection:
        connection.execute(update(at.letters).where(c.due.is_not(None), c.until < now).values(EMPTY))
        rows = connection.execute(due.limit(places).with_for_update(skip_locked=True)).mappings().all()
        ids = [row["id"] for row in rows]
        lease = {"lease_by": me, "lease_until": now + LEASE_SECONDS}
        connection.execute(update(at.letters).where(c.id.in_(ids)).values(lease))
        return [_claimed(row, me) for row in rows]


def _claimed(row: RowMapping, me: str) -> ClaimedLetter:
    address, subject, text = (str(row[name] or "") for name in ("address", "subject", "text"))
    return ClaimedLetter(row["id"], address, subject, text, row["link"], row["tries"], row["until"], me)


def write(database: Database, letter: ClaimedLetter, base: str, now: float) -> str | None:
    """What a letter says, its link with a new token; None where it is not wanted any more, or in another server's hand.

    From then on it is in this server's hand for a whole lease.
    """
    first, *rest = json.loads(letter.text)
    with database.writing() as connection:
        if not _write(connection, letter, lease_until=now + LEASE_SECONDS):
            return None
        if letter.link is None:
            return "\n\n".join([first, *rest])
        try:
            path, name = email_links.issue(connection, letter.link)
        except NotFound:
            return None
        _write(connection, letter, link=name)
    return "\n\n".join([first, f"{base}{path}", *rest])


def done(database: Database, letter: ClaimedLetter) -> None:
    """It has been sent, or is not to be."""
    with database.writing() as connection:
        _write(connection, letter, **EMPTY)


def failed(database: Database, letter: ClaimedLetter, now: float, for_ever: bool) -> None:
    """Try again after a pause that grows, as long as it is worth sending."""
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(letter.tries, 10))
    given_up = for_ever or now + pause > letter.until
    values = EMPTY if given_up else {"due": now + pause, "lease_until": 0.0, "tries": letter.tries + 1}
    with database.writing() as connection:
        _write(connection, letter, **values)


def release(database: Database, me: str) -> None:
    """Give back all that a server has in hand, for whichever is next."""
    c = at.letters.c
    with database.writing() as connection:
        connection.execute(update(at.letters).where(c.lease_by == me).values(lease_by=None, lease_until=0.0))


def _write(connection: Connection, letter: ClaimedLetter, **values: object) -> bool:
    """Write of a letter that is still in this server's hand; whether it was."""
    c = at.letters.c
    its_own = update(at.letters).where(c.id == letter.id, c.lease_by == letter.lease_by).values(values)
    return connection.execute(its_own).rowcount == 1


def clear_away(connection: Connection, now: float) -> None:
    """What was sent so long ago that nobody counts it any more."""
    c = at.letters.c
    connection.execute(delete(at.letters).where(c.due.is_(None), c.created < now - HOUR))
