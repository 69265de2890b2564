"""The log of requests and the log of what concerns safety, both lines of the server's own log."""
from __future__ import annotations

import logging

from starlette.requests import HTTPConnection

ACCESS, SECURITY = logging.getLogger("roundhouse.access"), logging.getLogger("roundhouse.security")
SECRET = ("/enter/", "/join/", "/api/join/", "/unsubscribe/", "/feed/", "/welcome/", "/groups/join/")
"""Addresses that end in a secret, which no log shows."""


def shown(path: str) -> str:
    """A path as a log may have it: without the tokens in it, and with nothing that could begin another line."""
    for begin in SECRET:
        if path.startswith(begin):
            path = f"{begin}…"
    return "".join(sign if sign.isprintable() else "?" for sign in path)[:200]


def answered(method: str, path: str, status: int, seconds: float, host: str) -> None:
    """A line for a request that was answered."""
    path, ms = shown(path), round(1000 * seconds, 1)
    facts = {"method": method, "path": path, "status": status, "ms": ms, "address": host}
    ACCESS.info("%s %s %s %.1f ms %s", method, path, status, ms, host, extra=facts)


def security(request: HTTPConnection, event: str, outcome: str, about: str = "") -> None:
    """A line for something that concerns safety, such as a sign-in that failed: what, how it ended, about whom, from
    which address."""
    host = request.client.host if request.client else "-"
    level = logging.INFO if outcome == "done" else logging.WARNING
    facts = {"event": event, "outcome": outcome, "about": about, "address": host}
    SECURITY.log(level, "%s %s%s from %s", event, outcome, f": {about}" if about else "", host, extra=facts)
    metrics = getattr(request.app.state, "metrics", None)
    if metrics is not None:
        metrics.security(event, outcome)
