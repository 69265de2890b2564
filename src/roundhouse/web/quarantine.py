"""Rows at which a loop of the background has failed: told once, left out for a while, then tried again."""
from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy.exc import OperationalError

from roundhouse.web.errors import Busy, Refused

FIRST_SECONDS, LONGEST_SECONDS = 2.0, 600.0
"""How long a row is left out: after its first failure, and at most."""
REMEMBERED = 10_000

log = logging.getLogger(__name__)


class Quarantine:
    """One loop's rows that fail, by their ids. What goes wrong at one of them stops no other."""

    def __init__(self, loop: str) -> None:
        """`loop` names it in the log."""
        self._loop = loop
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()     # until when, and for how long
        self._lock = Lock()

    @contextmanager
    def attempt(self, id: str) -> Iterator[None]:
        """Do something with a row. Its failure is kept here; a database that can't be reached ends the round."""
        try:
            yield
        except (Busy, OperationalError):
            raise
        except Exception as error:
            self._fail(id, error)
        else:
            if self._held:
                with self._lock:
                    self._held.pop(id, None)

    def _fail(self, id: str, error: Exception) -> None:
        with self._lock:
            known = self._held.pop(id, None)
            seconds = FIRST_SECONDS if known is None else min(LONGEST_SECONDS, 2 * known[1])
            self._held[id] = time.monotonic() + seconds, seconds
            if len(self._held) > REMEMBERED:
                self._held.popitem(last=False)
        if known is None:
            if isinstance(error, Refused):
                why = f"{error}; {error.__cause__!r}" if error.__cause__ else str(error)
                log.warning("%s: %s is left out for a while: %s", self._loop, id, why)
            else:
                log.warning("%s: %s is left out for a while", self._loop, id, exc_info=error)

    def ids(self) -> list[str]:
        """The rows to leave out now."""
        now = time.monotonic()
        with self._lock:
            return [id for id, (until, _) in self._held.items() if until > now]
