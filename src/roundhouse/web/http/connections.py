"""Connections before there is a request: the head of one comes in time, and no address has too many connections.

How many an address may have stands in `rate_limits.py`, the deadline of a body in `middleware.py`. Without a proxy
before the house, these keep it open to others.
"""
from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from roundhouse.web.http.rate_limits import ConnectionLimits

LARGEST_HEAD = 16 * 1024
HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection or from its first byte."""
STALLED_SECONDS = 30.0
"""How long somebody may take none of what is sent to them."""
HEAD_TOO_LARGE = f"the head of a request has at most {LARGEST_HEAD // 1024} kB"


class Connection(HttpToolsProtocol):
    """uvicorn's own, which would wait for half a head for ever."""

    def __init__(self, limits: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self._limits = limits
        self._host: str | None = None       # None before it is let in, and once it has left
        self._head: int | None = 0          # bytes of a head that is not complete; None in a body
        self._answering = 0                 # requests that have no whole answer yet
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:    # type: ignore[override]
        """Count the connection, and give it a few seconds for its first request. Refused where its host has too
        many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self._limits.enter(host):
            self._refuse(503, "there are too many connections from your address")
            return
        self._host = host
        self._limits.idle[self] = None
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear away what belongs to the connection."""
        self._wait(None)
        self.resume_writing()
        self._leave()
        super().connection_lost(exc)

    def end(self) -> None:
        """Close the connection at once, to make room."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._limits.idle.pop(self, None)
        if self._host is not None:
            self._limits.leave(self._host)
            self._host = None

    # ---- the head of a request ---------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the head of a request is not too large."""
        if not self.transport.is_closing():
            if self._head is not None:
                self._head += len(data)
            super().data_received(data)
            if self._head is not None and self._head > LARGEST_HEAD:
                self._refuse(431, HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins: its head has a few seconds."""
        super().on_message_begin()
        self._limits.idle.pop(self, None)
        self._head = max(1, self._head or 0)
        self._wait(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """The head is there; a larger one than is allowed is answered with 431."""
        self._head = None
        self._wait(None)
        self._answering += 1
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self.app = PlainTextResponse(HEAD_TOO_LARGE, 431, {"connection": "close"})
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is there; what comes now is the head of another request."""
        self._head = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer is sent. A connection without another request is idle, and may be closed when places are needed."""
        super().on_response_complete()
        self._answering -= 1
        if not self._head and not self._answering and not self.transport.is_closing():
            self._limits.idle[self] = None

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._head:
            self._refuse(408, "the request did not come to its end")
        else:
            self.transport.abort()

    def _refuse(self, status: int, why: str) -> None:
        if self._answering:
            self.transport.abort()      # in the midst of an answer nothing else can be said
            return
        words = why.encode()
        head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(words)
        self.transport.write(STATUS_LINE[status] + head + words)
        self.transport.close()

    # ---- who takes nothing of what is sent: answers are written whole, so that only the connection can tell ----------

    def pause_writing(self) -> None:
        """The receiver takes nothing more at the moment: it has a while, then the connection is cut."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The receiver takes more."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()
