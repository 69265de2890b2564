"""Webhooks: the message as JSON, in the shape that Discord or Slack ask for, or in our own and signed."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets

from roundhouse.web.delivery.messages import Item, Message
from roundhouse.web.delivery.transport.http_client import HttpClient, host_of

PREFIX = "whsec_"
"""Secrets, signatures and headers are those of https://www.standardwebhooks.com, for which there are libraries."""


def new_secret() -> str:
    """A secret to sign the messages of a webhook with."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, id: str, moment: int, body: bytes) -> str:
    """The signature of a body, by the secret of a webhook, the id of the message and the second at which it was
    sent."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{id}.{moment}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def is_signed(url: str) -> bool:
    """Whether a webhook is given a secret: those of Discord and Slack ask for none."""
    return not _is_discord(host_of(url)) and not _is_slack(host_of(url))


def _is_discord(host: str) -> bool:
    return host == "discord.com" or host.endswith(".discord.com")


def _is_slack(host: str) -> bool:
    return host == "hooks.slack.com"


async def send(client: HttpClient, url: str, secret: str | None, message: Message, base: str) -> None:
    """Post a message to a webhook, signed if there is a secret. DeliveryFailed where it was not taken."""
    body = json.dumps(body_for(url, message, base)).encode()
    headers = {"Content-Type": "application/json", "X-Roundhouse-Delivery": str(message.number)}
    if secret:
        id, moment = f"msg_{message.number}", int(message.sent)
        headers |= {
            "webhook-id": id, "webhook-timestamp": str(moment), "webhook-signature": signature(secret, id, moment, body)
        }
    await client.post(url, body, headers)


def body_for(url: str, message: Message, base: str) -> dict[str, object]:
    """The message in the shape that the receiver at that address reads: of Discord, of Slack, or our own."""
    host = host_of(url)
    lines = "\n".join(f"{item.text}\n{base}{item.path}" for item in message.items)
    if _is_discord(host):
        # A player's name may look like a call to everybody.
        return {"content": lines[:2000], "allowed_mentions": {"parse": []}}
    if _is_slack(host):
        return {"text": lines.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    return {
        "id": message.number,
        "sent": message.when,
        "player": message.player.name,
        "text": message.subject,
        "items": [_item(item, base) for item in message.items],
    }


def _item(item: Item, base: str) -> dict[str, object]:
    about = item.table
    told: dict[str, object] = {"kind": item.kind, "text": item.text, "url": f"{base}{item.path}"}
    if about is not None:
        told |= {
            "table": about.id, "game": about.game, "title": about.title, "players": about.names,
            "seat": item.seat if item.seat >= 0 else None,
            "deadline": None if item.until is None else item.until.isoformat(timespec="seconds"),
        }
    return told
