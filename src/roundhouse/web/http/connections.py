"""A connection, before there is a request: it must come to the point, and nobody has too many."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Container
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from roundhouse.web.http.rate_limits import client_network

LARGEST_HEAD = 16 * 1024
HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection or from its first byte."""
BODY_SECONDS = 60.0
STALLED_SECONDS = 30.0
"""How long somebody may take none of what is sent to them."""
BY_ADDRESS = 200
IN_ALL = 8000
OTHER_FILES = 200
"""That a server has open besides connections."""


def places() -> int:
    """How many connections there can be. Each is a file to the system, whose usual limit is for smaller things."""
    try:
        import resource
    except ModuleNotFoundError:     # where there is no such limit
        return IN_ALL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = IN_ALL + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(IN_ALL, soft - OTHER_FILES))


class ConnectionLimits:
    """Who is connected. When all places are taken, those who wait for nothing make room."""

    def __init__(self, trusted: Container[str] = (), by_address: int = BY_ADDRESS, in_all: int = IN_ALL) -> None:
        """`trusted` are proxies: many people come through one of them."""
        self._trusted = trusted
        self._by_address = by_address
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self._total = 0
        self._idle: dict[Connection, None] = {}       # in the order in which they became so

    def __call__(self, **given: Any) -> Connection:
        return Connection(self, **given)

    def enter(self, host: str) -> bool:
        """Whether one more connection from there can be had."""
        place = client_network(host)
        if self._total >= self._in_all and not self._make_room():
            return False
        if self._open[place] >= self._by_address and host not in self._trusted:
            return False
        self._open[place] += 1
        self._total += 1
        return True

    def leave(self, host: str) -> None:
        place = client_network(host)
        self._open[place] -= 1
        self._total -= 1
        if self._open[place] <= 0:
            del self._open[place]

    def idle(self, wire: Connection, is_so: bool) -> None:
        self._idle.pop(wire, None)
        if is_so:
            self._idle[wire] = None

    def _make_room(self) -> bool:
        oldest = next(iter(self._idle), None)
        if oldest is not None:
            oldest.end()
        return oldest is not None


class Connection(HttpToolsProtocol):
    def __init__(self, door: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self._door = door
        self._host = ""
        self._entered = False
        self._refused = False
        self._head = 0
        self._in_head = True
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    # ---- coming and going --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:    # type: ignore[override]
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._entered = self._door.enter(self._host)
        if not self._entered:
            self._refuse(503, "there are too many connections from your address")
            return
        self._door.idle(self, True)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        self.resume_writing()
        self._leave()
        super().connection_lost(exc)

    def end(self) -> None:
        """At once, to make room."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._door.idle(self, False)
        if self._entered:
            self._entered = False
            self._door.leave(self._host)

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        answered = self.cycle is not None and self.cycle.response_started
        if (self._head or not self._in_head) and (not answered or self.cycle.response_complete):
            self._refuse(408, "the request did not come to its end")
        else:
            self.transport.abort()

    def _refuse(self, status: int, why: str) -> None:
        self._refused = True
        words = why.encode()
        head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(words)
        self.transport.write(STATUS_LINE[status] + head + words)
        self.transport.close()

    # ---- a request ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            if not self._head:
                self._door.idle(self, False)
                self._wait(HEAD_SECONDS)
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self._refused:
            self._too_large()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._too_large()
            return
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        self._wait(None)
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_head and not self._head and not self.pipeline and not self.transport.is_closing():
            self._door.idle(self, True)

    def _too_large(self) -> None:
        self._refuse(431, f"the head of a request has at most {LARGEST_HEAD // 1024} kB")

    # ---- who does not take what they asked for -----------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()
