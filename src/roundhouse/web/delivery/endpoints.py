"""Where a player is told: addresses that they add and take away, each off until they do."""
from __future__ import annotations

import hmac
import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from roundhouse.web.delivery import kinds, outbox
from roundhouse.web.delivery.transport import webhooks
from roundhouse.web.delivery.transport.http_client import host_of
from roundhouse.web.errors import NotFound, Refused, TooManyRequests
from roundhouse.web.people.tokens import new_token
from roundhouse.web.storage import schema as at

MOST = 10
KINDS = {"mail": "E-mail", "hook": "Webhook", "push": "This app or browser"}
TESTS_AN_HOUR = 5
UNSUBSCRIBE = "unsubscribe"


@dataclass(frozen=True)
class Endpoint:
    """A place where a player is told: an e-mail address, a webhook, or a browser."""

    id: int
    kind: str
    address: str
    sent: float | None
    failing_since: float | None
    dropped: float | None
    signed: bool
    """Whether it is a webhook that gets a signature."""

    @property
    def shown(self) -> str:
        """As its owner knows it again. The path of a webhook's address is as good as a password."""
        return self.address if self.kind == "mail" else host_of(self.address)

    @property
    def may_be_signed(self) -> bool:
        """Whether messages to it can carry a signature."""
        return self.kind == "hook" and webhooks.is_signed(self.address)


def of(connection: Connection, player: int) -> list[Endpoint]:
    """All endpoints of a player, the oldest first."""
    e = at.endpoints.c
    rows = connection.execute(select(at.endpoints).where(e.player == player).order_by(e.id)).mappings()
    same = ("id", "kind", "address", "sent", "failing_since", "dropped")
    return [
        Endpoint(**{name: row[name] for name in same}, signed=row["kind"] == "hook" and row["keys"] is not None)
        for row in rows
    ]


def add(connection: Connection, player: int, kind: str, address: str, keys: str | None = None) -> int:
    """A new endpoint, which hears of what happens from now on. One that had been dropped is taken up again."""
    e, n = at.endpoints.c, at.news.c
    known = [one for one in of(connection, player) if (one.kind, one.address) == (kind, address)]
    latest = connection.execute(select(func.coalesce(func.max(n.id), 0))).scalar_one()
    nothing = dict.fromkeys(("due", "failing_since", "dropped"))
    fresh = {**nothing, "told": latest, "lease_until": 0.0, "tries": 0}
    if known:
        again = fresh if keys is None else {**fresh, "keys": keys}
        connection.execute(update(at.endpoints).where(e.id == known[0].id).values(**again))
        return known[0].id
    if connection.execute(select(func.count()).where(e.player == player)).scalar_one() >= MOST:
        raise Refused(f"{MOST} places to be told at are the most; take one away first")
    row = {"player": player, "kind": kind, "address": address, "keys": keys, "created": time.time()}
    host = "" if kind == "mail" else host_of(address)[:255]
    return int(connection.execute(insert(at.endpoints).values(**row, host=host, **fresh).returning(e.id)).scalar_one())


def add_webhook(connection: Connection, player: int, address: str) -> str | None:
    """A new webhook, and the secret with which its messages are signed: told once, here. None where the webhook is
    there already, with its secret, or where its receiver asks for none."""
    known = any((one.kind, one.address) == ("hook", address) for one in of(connection, player))
    secret = webhooks.new_secret() if webhooks.is_signed(address) and not known else None
    add(connection, player, "hook", address, secret)
    return secret


def renew_secret(connection: Connection, player: int, id: int) -> str:
    """Another secret for a webhook; the one before it signs nothing any more."""
    one = next((one for one in of(connection, player) if one.id == id), None)
    if one is None:
        raise NotFound("this has been taken away already")
    if not one.may_be_signed:
        raise Refused("messages to this address are not signed")
    secret = webhooks.new_secret()
    connection.execute(update(at.endpoints).where(at.endpoints.c.id == id).values(keys=secret))
    return secret


def add_push(connection: Connection, player: int, address: str, keys: str, session: str) -> int:
    """A browser that is pushed to as long as that session lasts, by its stored token. Whoever was pushed to in the same
    browser before is not any more."""
    e = at.endpoints.c
    others = (e.kind == "push") & (e.address == address) & (e.player != player)
    connection.execute(delete(at.endpoints).where(others))
    id = add(connection, player, "push", address, keys)
    connection.execute(update(at.endpoints).where(e.id == id).values(session=session))
    return id


def remove(connection: Connection, player: int, id: int) -> None:
    """Delete one of a player's endpoints. NotFound where the player has none of that id."""
    e = at.endpoints.c
    if not connection.execute(delete(at.endpoints).where(e.id == id, e.player == player)).rowcount:
        raise NotFound("this has been taken away already")


def remove_address(connection: Connection, player: int, address: str) -> None:
    """Delete a player's endpoint at an address, if there is one."""
    e = at.endpoints.c
    connection.execute(delete(at.endpoints).where(e.address == address, e.player == player))


def test(connection: Connection, player: int) -> None:
    """A message to all of a player's endpoints, at once."""
    now, e, n = time.time(), at.endpoints.c, at.news.c
    asked = select(func.count()).where(n.player == player, n.kind == kinds.TEST, n.at > now - outbox.HOUR)
    if connection.execute(asked).scalar_one() >= TESTS_AN_HOUR:
        raise TooManyRequests(f"{TESTS_AN_HOUR} tests within an hour are the most; try again later")
    outbox.add(connection, player, kinds.TEST, now)
    connection.execute(update(at.endpoints).where(e.player == player, e.dropped.is_(None)).values(due=now))


# ---- links by which a letter is the last one -------------------------------------------------------------------------


def unsubscribe_token(connection: Connection, id: int, address: str) -> str:
    """What ends an endpoint, without signing anybody in: for a link in what is sent there. It is the same every time,
    and worth nothing any more once the endpoint has been taken away."""
    key = _key(connection)
    if key is None:
        key = new_token()
        connection.execute(insert(at.house_keys).values(name=UNSUBSCRIBE, value=key))
    return _signed(key, id, address)


def _key(connection: Connection) -> str | None:
    value = connection.execute(select(at.house_keys.c.value).where(at.house_keys.c.name == UNSUBSCRIBE)).scalar()
    return None if value is None else str(value)


def _signed(key: str, id: int, address: str) -> str:
    return f"{id}-{hmac.new(key.encode(), f'{id} {address}'.encode(), 'sha256').hexdigest()[:40]}"


def of_unsubscribe_token(connection: Connection, token: str) -> Endpoint:
    """The endpoint that a token ends. NotFound where there is none any more."""
    number, e, key = token.partition("-")[0], at.endpoints.c, _key(connection)
    row = None
    if key is not None and token.isascii() and number.isdecimal() and len(number) < 10:
        row = connection.execute(select(e.id, e.player, e.address).where(e.id == int(number))).first()
    if row is None or key is None or not hmac.compare_digest(_signed(key, row.id, row.address), token):
        raise NotFound("nothing is sent there any more")
    return next(one for one in of(connection, row.player) if one.id == row.id)


def unsubscribe(connection: Connection, token: str) -> str:
    """End the endpoint of a token; its address, as it is shown."""
    one = of_unsubscribe_token(connection, token)
    connection.execute(delete(at.endpoints).where(at.endpoints.c.id == one.id))
    return one.shown
