"""Letters that come back: the address at which one did not arrive for good is told nothing more."""
from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import Message

from sqlalchemy import select, update

from roundhouse.web.delivery import outbox
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

OURS = re.compile(r"<?news-(\d{1,9})-\d+@")
"""The id of a letter of news, which names the endpoint to which it went."""
E = at.endpoints.c


def turn_off(database: Database, letter: bytes) -> str:
    """Turn off the address that a mail server reports in a letter (RFC 3464) to be wrong for good, and have its player
    told where else they are told anything. Which one that was, in words. Refused for a letter that is no such report,
    or is about no letter that went there from here."""
    parts = list(message_from_bytes(letter, policy=policy.default).walk())
    failed = {address for part in parts if part.get_content_type() == "message/delivery-status"
              for address in _failed(part)}
    ids = {int(found[1]) for part in parts if (found := OURS.match(str(part.get("message-id", "")).strip()))}
    ids |= {int(one) for part in parts if part.get_content_type() == "text/rfc822-headers"
            for one in re.findall(r"(?im)^message-id:\s*<?news-(\d{1,9})-\d+@", str(part.get_payload()))}
    if not failed or not ids:
        raise Refused("this letter reports of no address that was wrong for good")
    now = database.now()
    with database.writing() as connection:
        asked = select(E.id, E.player, E.address).where(E.id.in_(ids), E.kind == "mail", E.dropped.is_(None))
        wrong = [row for row in connection.execute(asked) if row.address.casefold() in failed]
        if not wrong:
            raise Refused("no letter of this house went to that address, or it is turned off already")
        for row in wrong:
            gone = {"dropped": now, "due": None, "failing_since": now, "lease_until": 0.0}
            connection.execute(update(at.endpoints).where(E.id == row.id).values(gone))
            outbox.add(connection, row.player, "dropped", now, words=str(row.id))
    players = ", ".join(f"player {row.player}" for row in wrong)
    return f"the e-mail of {players} is told nothing more: letters don't arrive there"


def _failed(report: Message) -> list[str]:
    """The recipients in a report whose failure is permanent."""
    found = []
    blocks = report.get_payload()
    for block in [one for one in blocks if isinstance(one, Message)] if isinstance(blocks, list) else []:
        status, action = str(block.get("status", "")).strip(), str(block.get("action", "")).strip().lower()
        address = str(block.get("final-recipient") or block.get("original-recipient") or "").rpartition(";")[2]
        if action == "failed" and status.startswith("5") and address:
            found.append(address.strip().casefold())
    return found
