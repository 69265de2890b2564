"""Takes from the queue what is due and sends it, each to its kind of place."""
from __future__ import annotations

import logging
import time

from roundhouse.web.delivery import letter_queue, messages, outbox, preferences, web_push, webhooks
from roundhouse.web.delivery.email import MailServer
from roundhouse.web.delivery.http_client import DeliveryFailed
from roundhouse.web.delivery.letter_queue import ClaimedLetter
from roundhouse.web.delivery.messages import Message
from roundhouse.web.delivery.outbox import Claimed
from roundhouse.web.people import email_links
from roundhouse.web.storage.database import Database

log = logging.getLogger(__name__)
HERE_SECONDS = 150.0
"""Who was here so short a time ago sees for themselves, and is told when they have left."""
LOOK_AGAIN_SECONDS = 60.0
URGENT = ("test", "dropped", "clock")


class Sender:
    def __init__(
        self, database: Database, base: str, post: MailServer | None, signer: web_push.Signer, inside: bool
    ) -> None:
        """`base` is the house's address as others reach it; `inside` allows hooks on the server's own network."""
        self._database = database
        self.base = base
        self.post = post
        self.signer = signer
        self.inside = inside

    def send_due(self) -> int:
        """Send what is due now; how many messages went out."""
        outbox.clear_away(self._database, time.time())
        sent = self._send_letters()
        while taken := outbox.take(self._database, time.time()):
            sent += sum(self._see_to(one) for one in taken)
        return sent

    def _send_letters(self) -> int:
        sent = 0
        while self.post is not None and (taken := letter_queue.take(self._database, time.time(), "sender", 20)):
            sent += sum(self._send_letter(self.post, one) for one in taken)
        return sent

    def _send_letter(self, post: MailServer, letter: ClaimedLetter) -> bool:
        try:
            text = letter_queue.write(self._database, letter, self.base)
            if text is not None:
                post.send(letter.address, letter.subject, text, letter.name)
        except Exception as error:
            log.warning("letter %s was not sent: %s", letter.id, error)
            for_ever = not isinstance(error, DeliveryFailed) or error.for_ever
            letter_queue.failed(self._database, letter, time.time(), for_ever)
            return False
        letter_queue.done(self._database, letter)
        return text is not None

    def _see_to(self, taken: Claimed) -> bool:
        now = time.time()
        with self._database.reading() as connection:
            player, seen, _ = messages.player_of(connection, taken.player)
            chosen = preferences.of(connection, taken.player)
            items = messages.compose(connection, player, chosen, taken.news)
        if not items:
            outbox.done(self._database, taken, now, sent=False)
            return False
        urgent = any(item.kind in URGENT for item in items)
        later = chosen.quiet_end(now) if items[0].kind != "test" else None
        if later is None and not urgent and now - seen < HERE_SECONDS:
            later = now + LOOK_AGAIN_SECONDS
        if later is not None:
            outbox.postpone(self._database, taken, later)
            return False
        return self._send(taken, Message(player, items, taken.newest, now))

    def _send(self, taken: Claimed, said: Message) -> bool:
        try:
            if taken.kind == "mail":
                self._mail(taken, said)
            elif taken.kind == "hook":
                webhooks.send(taken.address, said, self.base, self.inside)
            else:
                web_push.send(taken.address, taken.keys or "", said, self.base, self.signer, self.inside)
        except DeliveryFailed as error:
            if outbox.failed(self._database, taken, time.time(), str(error), error.for_ever):
                log.warning("%s of player %s is no longer used: %s", taken.kind, taken.player, error)
            return False
        except Exception:
            log.exception("a message to player %s could not be made", taken.player)
            outbox.failed(self._database, taken, time.time(), "it could not be made", False)
            return False
        outbox.done(self._database, taken, time.time(), sent=True)
        return True

    def _mail(self, taken: Claimed, said: Message) -> None:
        if self.post is None:
            raise DeliveryFailed("this server sends no e-mail")
        lines = []
        for item in said.items:
            with self._database.writing() as connection:
                path = email_links.make(connection, taken.player, email_links.ENTER, item.path, email_links.LATER)
            lines += [item.text, f"{self.base}{path}", ""]
        lines += [
            f"Each link signs you in as {said.player.name}, once, within a week. Keep them to yourself.",
            f"What you are told, where and when: {self.base}/me",
        ]
        self.post.send(taken.address, said.subject, "\n".join(lines), f"news-{taken.id}-{said.number}")
