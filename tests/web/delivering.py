"""A sender for tests, who waits for nothing: a failure is noted at once, unless a test asks for its time."""
from __future__ import annotations

from roundhouse.web.delivery import endpoints, preferences, web_push
from roundhouse.web.delivery.outbox import SETTLE_SECONDS
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.delivery.sender import HERE_SECONDS, Sender
from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import HttpClient
from roundhouse.web.people.player import Player
from tests.web.house import House
from tests.web.receivers import Mailbox

BASE = "https://house.example"
SENDER = "games@house.example"
SOON = SETTLE_SECONDS + HERE_SECONDS + 1
"""When a message goes out to somebody who is not here."""


def sender_of(
    made: House, box: Mailbox | str | None = None, client: HttpClient | None = None, seconds: float = 5.0,
    failure_seconds: float = 0.0,
) -> Sender:
    """Who sends for a house, to this machine; `seconds` are the deadline of each message."""
    url = box.url if isinstance(box, Mailbox) else box
    post = None if url is None else MailServer(url, SENDER, seconds)
    signer = web_push.Signer(made.database, f"mailto:{SENDER}")
    return Sender(made.database, BASE, post, signer, client or HttpClient(True, seconds), failure_seconds)


def listen(made: House, player: Player, kind: str, address: str, keys: str | None = None) -> int:
    """A new endpoint's id."""
    with made.database.writing() as connection:
        return endpoints.add(connection, player.id, kind, address, keys)


def prefer(made: House, player: Player, **chosen: object) -> None:
    with made.database.writing() as connection:
        preferences.keep(connection, player.id, Preferences(**chosen))  # type: ignore[arg-type]
