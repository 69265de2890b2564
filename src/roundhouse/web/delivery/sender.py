"""Takes from the queues what is due and sends it, each message to its kind of place."""
from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from roundhouse.web.delivery import (
    endpoints,
    kinds,
    letter_queue,
    messages,
    outbox,
    preferences,
    web_push,
)
from roundhouse.web.delivery.letter_queue import ClaimedLetter
from roundhouse.web.delivery.messages import Message
from roundhouse.web.delivery.outbox import ClaimedEndpoint
from roundhouse.web.delivery.queue_runner import DeliveryContext, QueueRunner
from roundhouse.web.delivery.transport import webhooks
from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import SECONDS, DeliveryFailed, HttpClient
from roundhouse.web.errors import Busy
from roundhouse.web.people.email import links as email_links
from roundhouse.web.storage.database import Database

log = logging.getLogger(__name__)
HERE_SECONDS = 150.0
"""Who was here so short a time ago sees for themselves, and is told when they have left."""
LOOK_AGAIN_SECONDS = 60.0
MESSAGES_AT_ONCE, LETTERS_AT_ONCE = 64, 4
UNPROVEN_AT_ONCE = MESSAGES_AT_ONCE // 2
"""For addresses at which the last message did not arrive, or none was sent yet: the others always have places."""
CLEAR_SECONDS = 600.0
AGAIN_SECONDS = 1.0
"""The pause before a result is written again that could not be written."""


class Sender:
    """What goes out of this house: letters to addresses of e-mail, and messages to players' endpoints."""

    def __init__(
        self, database: Database, base: str, post: MailServer | None, signer: web_push.Signer, client: HttpClient,
        failure_seconds: float = SECONDS,
    ) -> None:
        """`base` is the house's address as others reach it. A failure is noted `failure_seconds` after the message
        began to be sent, whatever failed: how soon it is seen on a player's page tells nothing of the receiver."""
        self.database = database
        self.base = base
        self.post = post
        self.signer = signer
        self.client = client
        self.failure_seconds = failure_seconds
        self.name = secrets.token_hex(8)
        """The name of this server on its leases."""
        self._queue_runner = QueueRunner(_Letters(self), _Messages(self))
        self.told: Callable[[str, bool], None] = lambda kind, done: None
        """Is told of each message: its kind, and whether it arrived."""
        queues = self._queue_runner
        self.start, self.dismiss, self.stop = queues.start, queues.dismiss, queues.stop

    @property
    def inside(self) -> bool:
        """Whether hooks may lead to the server's own network."""
        return self.client.inside

    def send_due(self) -> int:
        """Send what is due now; how many messages went out."""
        return self._queue_runner.drain()


async def _written(context: DeliveryContext, write: Callable[..., object], *given: object) -> None:
    """Write down what came of a message, as soon as that can be: what is not written down is sent once more."""
    while True:
        try:
            await context.in_thread(write, *given)
            return
        except Busy:
            if context.stopping.is_set():
                raise
            await asyncio.sleep(AGAIN_SECONDS)


async def _until(moment: float, stopping: asyncio.Event) -> None:
    """Wait for a moment of the loop's clock, or for the end."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(moment):
            await stopping.wait()


# ---- letters ---------------------------------------------------------------------------------------------------------


class _Letters:
    def __init__(self, house: Sender) -> None:
        self._house = house

    def claim(self, in_hand: Sequence[ClaimedLetter]) -> Sequence[ClaimedLetter]:
        house, room = self._house, LETTERS_AT_ONCE - len(in_hand)
        now = house.database.now()
        if house.post is None or room <= 0 or not letter_queue.waiting(house.database, now):
            return ()
        return letter_queue.take(house.database, now, house.name, room, [letter.id for letter in in_hand])

    async def handle(self, letter: ClaimedLetter, context: DeliveryContext) -> bool:
        house = self._house
        try:
            text = await context.in_thread(letter_queue.write, house.database, letter, house.base, house.database.now())
            if text is not None:
                assert house.post is not None
                await house.post.send(letter.address, letter.subject, text, letter.name)
        except Busy:
            raise
        except Exception as error:
            log.warning("letter %s was not sent: %s", letter.id, error)
            for_ever = not isinstance(error, DeliveryFailed) or error.for_ever
            await _written(context, letter_queue.failed, house.database, letter, house.database.now(), for_ever)
            house.told("letter", False)
            return False
        await _written(context, letter_queue.done, house.database, letter)
        if text is not None:
            house.told("letter", True)
        return text is not None

    def release(self) -> None:
        letter_queue.release(self._house.database, self._house.name)


# ---- messages --------------------------------------------------------------------------------------------------------


class _Messages:
    def __init__(self, house: Sender) -> None:
        self._house = house
        self._cleared = 0.0

    def claim(self, in_hand: Sequence[ClaimedEndpoint]) -> Sequence[ClaimedEndpoint]:
        house, room = self._house, MESSAGES_AT_ONCE - len(in_hand)
        now = house.database.now()
        if now - self._cleared > CLEAR_SECONDS:
            self._cleared = now
            outbox.clear_away(house.database, now)
        if room <= 0 or not outbox.waiting(house.database, now):
            return ()
        unproven = max(0, UNPROVEN_AT_ONCE - sum(not taken.proven for taken in in_hand))
        return outbox.take(house.database, now, house.name, room, unproven, [taken.id for taken in in_hand])

    async def handle(self, taken: ClaimedEndpoint, context: DeliveryContext) -> bool:
        house, loop = self._house, asyncio.get_running_loop()
        began = loop.time()
        try:
            carry = await context.in_thread(self._prepared, taken)
            if carry is None:
                return False
            began = loop.time()
            await carry()
        except Busy:
            raise
        except Exception as error:
            known = isinstance(error, DeliveryFailed)
            log.log(
                logging.INFO if known else logging.ERROR, "a message to %s %s of player %s was not sent: %s",
                taken.kind, taken.id, taken.player, error, exc_info=None if known else error,
            )
            for_ever = isinstance(error, DeliveryFailed) and error.for_ever
            await _until(began + house.failure_seconds, context.stopping)
            await _written(context, outbox.failed, house.database, taken, house.database.now(), for_ever)
            house.told(taken.kind, False)
            return False
        house.told(taken.kind, True)
        await _written(context, outbox.done, house.database, taken, house.database.now(), True)
        return True

    def _prepared(self, taken: ClaimedEndpoint) -> Callable[[], Awaitable[None]] | None:
        """How to send what there is to tell, in this server's hand for a whole lease; None where there is nothing, or
        not now, or another server has it in hand."""
        database = self._house.database
        now = database.now()
        with database.reading() as connection:
            player, seen = messages.player_of(connection, taken.player)
            chosen = preferences.of(connection, taken.player)
            items = messages.compose(connection, player, chosen, taken.news, now)
        if not items:
            outbox.done(database, taken, now, sent=False)
            return None
        urgent = any(item.kind in kinds.URGENT for item in items)
        later = taken.full_until(now)
        if later is None and items[0].kind != kinds.TEST:
            later = chosen.quiet_end(now)
        if later is None and not urgent and now - seen < HERE_SECONDS:
            later = now + LOOK_AGAIN_SECONDS
        if later is not None:
            outbox.postpone(database, taken, later)
            return None
        if not outbox.renew(database, taken, now):
            return None
        return self._carrier(taken, Message(player, items, taken.newest, now))

    def _carrier(self, taken: ClaimedEndpoint, message: Message) -> Callable[[], Awaitable[None]]:
        house = self._house
        match taken.kind:
            case "mail":
                return self._letter(taken, message)
            case "hook":
                return lambda: webhooks.send(house.client, taken.address, taken.keys, message, house.base)
            case "push":
                keys = taken.keys or ""
                return lambda: web_push.send(house.client, taken.address, keys, message, house.base, house.signer)
        raise DeliveryFailed(f"messages of the kind '{taken.kind}' are not known here")

    def _letter(self, taken: ClaimedEndpoint, message: Message) -> Callable[[], Awaitable[None]]:
        house, post = self._house, self._house.post
        if post is None:
            raise DeliveryFailed("this server sends no e-mail")
        lines = []
        with house.database.writing() as connection:
            for item in message.items:
                path = email_links.make(connection, taken.player, email_links.ENTER, item.path, email_links.LATER)
                lines += [item.text, f"{house.base}{path}", ""]
            token = endpoints.unsubscribe_token(connection, taken.id, taken.address)
        unsubscribe = f"{house.base}/unsubscribe/{token}"
        lines += [
            f"Each link signs you in as {message.player.name}, once, within a week. Keep them to yourself.",
            f"What you are told, where and when: {house.base}/me",
            f"No more of these letters: {unsubscribe}",
        ]
        headers = {"List-Unsubscribe": f"<{unsubscribe}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        name = f"news-{taken.id}-{message.number}"
        return lambda: post.send(taken.address, message.subject, "\n".join(lines), name, headers)

    def release(self) -> None:
        outbox.release(self._house.database, self._house.name)
