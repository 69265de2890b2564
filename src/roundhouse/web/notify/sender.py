"""Takes from the queue what is due and sends it, each to its kind of place."""
from __future__ import annotations

import logging
import time

from roundhouse.web import links
from roundhouse.web.notify import hooks, message, preferences, push, queue
from roundhouse.web.notify.mail import Post
from roundhouse.web.notify.message import Message
from roundhouse.web.notify.outgoing import Undelivered
from roundhouse.web.notify.queue import Taken
from roundhouse.web.storage.database import Database

log = logging.getLogger(__name__)
HERE_SECONDS = 150.0
"""Who was here so short a time ago sees for themselves, and is told when they have left."""
LOOK_AGAIN_SECONDS = 60.0
URGENT = ("test", "dropped", "clock")


class Sender:
    def __init__(self, database: Database, base: str, post: Post | None, signer: push.Signer, inside: bool) -> None:
        """`base` is the house's address as others reach it; `inside` allows hooks on the server's own network."""
        self._database = database
        self.base = base
        self.post = post
        self.signer = signer
        self.inside = inside

    def send_due(self) -> int:
        """Send what is due now; how many messages went out."""
        queue.clear_away(self._database, time.time())
        sent = 0
        while taken := queue.take(self._database, time.time()):
            sent += sum(self._see_to(one) for one in taken)
        return sent

    def _see_to(self, taken: Taken) -> bool:
        now = time.time()
        with self._database.reading() as connection:
            player, seen, _ = message.player_of(connection, taken.player)
            chosen = preferences.of(connection, taken.player)
            items = message.compose(connection, player, chosen, taken.news)
        if not items:
            queue.done(self._database, taken, now, sent=False)
            return False
        urgent = any(item.kind in URGENT for item in items)
        later = chosen.quiet_end(now) if items[0].kind != "test" else None
        if later is None and not urgent and now - seen < HERE_SECONDS:
            later = now + LOOK_AGAIN_SECONDS
        if later is not None:
            queue.postpone(self._database, taken, later)
            return False
        return self._send(taken, Message(player, items, taken.newest, now))

    def _send(self, taken: Taken, said: Message) -> bool:
        try:
            if taken.kind == "mail":
                self._mail(taken, said)
            elif taken.kind == "hook":
                hooks.send(taken.address, said, self.base, self.inside)
            else:
                push.send(taken.address, taken.keys or "", said, self.base, self.signer, self.inside)
        except Undelivered as error:
            if queue.failed(self._database, taken, time.time(), str(error), error.for_ever):
                log.warning("%s of player %s is no longer used: %s", taken.kind, taken.player, error)
            return False
        except Exception:
            log.exception("a message to player %s could not be made", taken.player)
            queue.failed(self._database, taken, time.time(), "it could not be made", False)
            return False
        queue.done(self._database, taken, time.time(), sent=True)
        return True

    def _mail(self, taken: Taken, said: Message) -> None:
        if self.post is None:
            raise Undelivered("this server sends no e-mail")
        lines = []
        for item in said.items:
            with self._database.writing() as connection:
                path = links.make(connection, taken.player, links.ENTER, item.path, links.LATER)
            lines += [item.text, f"{self.base}{path}", ""]
        lines += [
            f"Each link signs you in as {said.player.name}, once, within a week. Keep them to yourself.",
            f"What you are told, where and when: {self.base}/me",
        ]
        self.post.send(taken.address, said.subject, "\n".join(lines))
