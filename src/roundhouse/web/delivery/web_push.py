"""Web push: encrypted for the browser that asked for it, signed by this house (VAPID)."""
from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from roundhouse.web.delivery.messages import Message
from roundhouse.web.delivery.transport.http_client import DeliveryFailed, HttpClient, host_of
from roundhouse.web.errors import Refused
from roundhouse.web.optional import library
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.threads import in_thread

KEY = "vapid"
POINT_BYTES, SECRET_BYTES = 65, 16
"""The sizes of a browser's public key and of the secret that goes with it."""
NOBODY = "mailto:nobody@localhost"
SIGNED_SECONDS = 12 * 3600
KEPT_SECONDS = 86400
"""How long a push service keeps what it can't deliver, as to a phone that is off."""


class Signer:
    """The key with which all servers on one database sign."""

    def __init__(self, database: Database, contact: str) -> None:
        """`contact` is an address of e-mail (mailto:) or a page (https:) of the host; what is neither is told
        to no push service."""
        self._database = database
        host = host_of(contact) if contact.startswith("https:") else ""
        page = f"https://{host}" if "." in host else NOBODY
        self._contact = contact if contact.startswith("mailto:") else page
        self._key: Any = None

    def _vapid(self) -> Any:
        if self._key is None:
            self._key = library("py_vapid").Vapid02.from_pem(self._kept().encode())
        return self._key

    def _kept(self) -> str:
        k = at.house_keys.c
        question = select(k.value).where(k.name == KEY)
        with self._database.reading() as connection:
            found = connection.execute(question).scalar()
        if found is not None:
            return str(found)
        fresh = library("py_vapid").Vapid02()
        fresh.generate_keys()
        try:
            with self._database.writing() as connection:
                connection.execute(insert(at.house_keys).values(name=KEY, value=fresh.private_pem().decode()))
        except IntegrityError:
            pass    # another server was quicker, and all sign with its key
        with self._database.reading() as connection:
            return str(connection.execute(question).scalar_one())

    @property
    def public_key(self) -> str:
        """As a browser takes it when it subscribes."""
        forms = library("cryptography.hazmat.primitives.serialization")
        point = self._vapid().public_key.public_bytes(forms.Encoding.X962, forms.PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def headers(self, endpoint: str) -> dict[str, str]:
        """The header that proves to the push service of that endpoint who sends (VAPID)."""
        parts = urlsplit(endpoint)
        claims = {
            "sub": self._contact, "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED_SECONDS
        }
        signed: dict[str, str] = self._vapid().sign(claims)
        return signed


async def send(client: HttpClient, endpoint: str, keys: str, message: Message, base: str, signer: Signer) -> None:
    """Encrypt a message for a browser and post it to its push service. DeliveryFailed where it was not taken."""
    sealed, headers = await in_thread(_sealed, endpoint, keys, message, base, signer)
    await client.post(endpoint, sealed, headers)


def _sealed(endpoint: str, keys: str, message: Message, base: str, signer: Signer) -> tuple[bytes, dict[str, str]]:
    """The body of a push and its headers."""
    body = json.dumps(payload(message, base)).encode()
    headers = {
        **signer.headers(endpoint), "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS), "Urgency": "normal",
        # A later message takes the place of one that has not been delivered.
        "Topic": "due",
    }
    return encrypted(endpoint, keys, body), headers


def payload(message: Message, base: str) -> dict[str, object]:
    """What the service worker is told: title, text, the page to open, and how many games wait."""
    first = message.items[0]
    body = "" if len(message.items) == 1 else "\n".join(item.text for item in message.items[:8])
    path = first.path if len(message.items) == 1 else "/my"
    count = sum(item.kind in ("turn", "reminder") for item in message.items)
    return {"title": message.subject, "body": body, "url": f"{base}{path}", "count": count}


def encrypted(endpoint: str, keys: str, body: bytes) -> bytes:
    """The body, encrypted with the keys of a browser. DeliveryFailed for ever where the keys are not right."""
    pywebpush = library("pywebpush")
    try:
        pusher = pywebpush.WebPusher({"endpoint": endpoint, "keys": json.loads(keys)})
        return bytes(pusher.encode(body, "aes128gcm")["body"])
    except (pywebpush.WebPushException, ValueError) as error:
        raise DeliveryFailed(f"the browser's keys are not right: {error}", for_ever=True) from error


def checked_keys(keys: object) -> str:
    """The keys of a subscription as a browser sends them."""
    match keys:
        case {"p256dh": str(public), "auth": str(secret)} if len(public) < 200 and len(secret) < 100:
            if _bytes(public) == POINT_BYTES and _bytes(secret) == SECRET_BYTES:
                return json.dumps({"p256dh": public, "auth": secret})
    raise Refused("this is no subscription of a browser")


def _bytes(words: str) -> int:
    """How many bytes are written so; 0 where it is no base64."""
    try:
        return len(urlsafe_b64decode(words + "=" * (-len(words) % 4)))
    except ValueError:
        return 0
