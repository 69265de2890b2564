"""What a server writes of itself: each line with the time, the request and the table that it is about."""
from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

FORMAT = "%(asctime)s %(levelname)s request=%(request)s table=%(table)s %(name)s: %(message)s"
TABLE = re.compile(r"/(?:games|tables)/([a-z0-9]{11})(?:/|$)")
_requests = count(secrets.randbits(31))
"""Numbers that tell requests apart. One from the system for each would have every thread wait for its turn again."""
_about: ContextVar[tuple[str, str]] = ContextVar("about", default=("-", "-"))


@contextmanager
def about(path: str = "", table: str | None = None) -> Iterator[None]:
    """All that is logged meanwhile is about this request, or about this table."""
    request, known = _about.get()
    if path:
        found = TABLE.search(path)
        request, known = f"{next(_requests):08x}", found[1] if found else "-"
    token = _about.set((request, table or known))
    try:
        yield
    finally:
        _about.reset(token)


def say_what(record: logging.LogRecord) -> bool:
    """A filter that lets everything pass, with what it is about."""
    record.request, record.table = _about.get()
    return True


def set_up() -> None:
    """Write warnings and errors to the standard error, each line with its request and table."""
    handler = logging.StreamHandler()
    handler.addFilter(say_what)
    logging.basicConfig(level=logging.WARNING, format=FORMAT, handlers=[handler])
