"""What a server writes of itself: each line with the time, the request and the table that it is about."""
from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

FORMAT = "%(asctime)s %(levelname)s request=%(request)s table=%(table)s %(name)s: %(message)s"
LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
FACTS = ("method", "path", "status", "ms", "address", "event", "outcome", "about")
"""What some lines say besides, each under a name of its own in JSON."""
TABLE = re.compile(r"/(?:games|tables)/([a-z0-9]{11})(?:/|$)")
_requests = count(secrets.randbits(31))
"""Numbers that tell requests apart. One from the system for each would have every thread wait for its turn again."""
_about: ContextVar[tuple[str, str]] = ContextVar("about", default=("-", "-"))


@dataclass(frozen=True)
class LogSettings:
    """What is written, and how."""

    level: str = "warning"
    """One of LEVELS: what is less important is left out."""
    format: str = "text"
    """One of FORMATS."""
    access: bool = False
    """Whether each request has a line."""


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


class JsonLines(logging.Formatter):
    """A line of JSON for each record: time, level, logger, message, request, table, and what else the record says."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage(),
        }
        told |= {name: vars(record)[name] for name in ("request", "table", *FACTS) if name in vars(record)}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def set_up(settings: LogSettings = LogSettings()) -> None:
    """Write the server's log to the standard error, each line with its request and table."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(say_what)
    handler.setFormatter(JsonLines() if settings.format == "json" else logging.Formatter(FORMAT))
    level = settings.level.upper()
    logging.basicConfig(level=max(logging.WARNING, logging.getLevelNamesMapping()[level]), handlers=[handler])
    logging.getLogger("roundhouse").setLevel(level)
    # Requests are written where that is wished, and what concerns safety always, whatever else is left out.
    logging.getLogger("roundhouse.access").setLevel(logging.INFO if settings.access else logging.CRITICAL)
    logging.getLogger("roundhouse.security").setLevel(logging.INFO)
