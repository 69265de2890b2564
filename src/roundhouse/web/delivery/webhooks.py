"""Webhooks: the message as JSON, in the shape that Discord or Slack ask for, or in our own."""
from __future__ import annotations

import json
from urllib.parse import urlsplit

from roundhouse.web.delivery.http_client import post
from roundhouse.web.delivery.messages import Item, Message


def send(url: str, message: Message, base: str, inside: bool) -> None:
    body = json.dumps(body_for(url, message, base)).encode()
    headers = {"Content-Type": "application/json", "X-Roundhouse-Delivery": str(message.number)}
    post(url, body, headers, inside)


def body_for(url: str, message: Message, base: str) -> dict[str, object]:
    host = urlsplit(url).hostname or ""
    lines = "\n".join(f"{item.text}\n{base}{item.path}" for item in message.items)
    if host == "discord.com" or host.endswith(".discord.com"):
        # A player's name may look like a call to everybody.
        return {"content": lines[:2000], "allowed_mentions": {"parse": []}}
    if host == "hooks.slack.com":
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
