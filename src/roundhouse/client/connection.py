"""Requests to a house, by Python's own HTTP client; how it says no, as exceptions."""
from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from roundhouse.errors import UserError

IDLE_SECONDS = 2.0
"""A line that was quiet for longer may be closed at the other end."""
MOST_TRIES = 6
LONGEST_WAIT = 60.0
STREAM_SECONDS = 60.0
"""A stream that says nothing for so long is dead: a house says that it is there four times in that time."""
BUSY = (429, 503)


class ClientError(UserError):
    """What a house, or the way to it, does not let a program do."""


class Unreachable(ClientError):
    """The house gives no answer, or none that makes sense."""


class NotAllowed(ClientError):
    """The token is not known, lacks a scope, or this is not yours to do."""


class Refused(ClientError):
    """What was asked can't be done; nothing has happened."""

    def __init__(self, why: str, status: int, rule: str = "") -> None:
        super().__init__(why)
        self.status = status
        self.rule = rule
        """The id of the game's rule that forbids it, if one does."""


class Moved(Refused):
    """The table has moved on since it was looked at; nothing has happened."""


class Connection:
    """A house at its address, and the token by which it knows who asks. It may be used by several threads."""

    def __init__(self, address: str, token: str, timeout: float = 30.0) -> None:
        """ClientError for an address that is none."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ClientError(f"'{address}' is not the address of a house: it begins with http:// or https://")
        self._secure, self._host, self._port = parts.scheme == "https", parts.hostname, parts.port
        self._base = f"{parts.path.rstrip('/')}/api"
        self._headers = {"authorization": f"Bearer {token}", "accept": "application/json"}
        self._timeout = timeout
        self._kept = threading.local()

    def get(self, path: str, **query: object) -> Any:
        """The JSON at an address below `/api`."""
        return self._ask("GET", path, query, None)[0]

    def post(self, path: str, **body: object) -> Any:
        """The JSON that is answered to what was sent; None for an answer without words."""
        return self._ask("POST", path, {}, body)[0]

    def pages(self, path: str, **query: object) -> Iterator[Any]:
        """What stands in a list of several pages, one after the other."""
        asked = query
        while True:
            told, link = self._ask("GET", path, asked, None)
            yield from told
            if 'rel="next"' not in link:
                return
            asked = dict(parse_qsl(link.partition("<?")[2].partition(">")[0]))

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[tuple[str, str]]]:
        """The events of a stream, each with its name and data, while the block lasts. It ends when the house says no
        more; Unreachable when the line breaks."""
        line = self._open(STREAM_SECONDS)
        try:
            answer = self._send(line, "GET", self._base + path, None)
            if answer.status != 200:
                raise _refusal(answer.status, answer.read())
            yield _events(answer)
        except (OSError, HTTPException) as error:
            raise Unreachable(f"the house is silent: {error}") from error
        finally:
            line.close()

    def _ask(self, method: str, path: str, query: Mapping[str, object], body: object) -> tuple[Any, str]:
        asked = {name: value for name, value in query.items() if value is not None}
        whole = f"{self._base}{quote(path)}" + (f"?{urlencode(asked)}" if asked else "")
        for tried in range(1, MOST_TRIES + 1):
            status, sent, wait, link = self._once(method, whole, body)
            if status not in BUSY or tried == MOST_TRIES:
                break
            time.sleep(min(LONGEST_WAIT, max(wait, 0.5 * tried)))
        if status >= 300:
            raise _refusal(status, sent)
        try:
            return json.loads(sent) if sent else None, link
        except ValueError as error:
            raise Unreachable(f"what answers at {self._host} is not a house of Roundhouse") from error

    def _once(self, method: str, whole: str, body: object) -> tuple[int, bytes, float, str]:
        line = self._line()
        try:
            answer = self._send(line, method, whole, body)
            sent = answer.read()
        except (OSError, HTTPException) as error:
            line.close()
            self._kept.line = None
            raise Unreachable(f"the house at {self._host} gives no answer: {error}") from error
        self._kept.used = time.monotonic()
        wait = answer.getheader("retry-after", "")
        return answer.status, sent, float(wait) if wait.isdecimal() else 0.0, answer.getheader("link", "")

    def _line(self) -> HTTPConnection:
        """The line of this thread, or a new one where that may have been closed."""
        line: HTTPConnection | None = getattr(self._kept, "line", None)
        if line is not None and time.monotonic() - self._kept.used > IDLE_SECONDS:
            line.close()
            line = None
        if line is None:
            line = self._kept.line = self._open(self._timeout)
        return line

    def _open(self, timeout: float) -> HTTPConnection:
        kind = HTTPSConnection if self._secure else HTTPConnection
        return kind(self._host, self._port, timeout=timeout)

    def _send(self, line: HTTPConnection, method: str, whole: str, body: object) -> HTTPResponse:
        sent = None if body is None else json.dumps(body).encode()
        line.request(method, whole, sent, self._headers | ({"content-type": "application/json"} if sent else {}))
        return line.getresponse()


def _refusal(status: int, sent: bytes) -> ClientError:
    """What an answer that is none means."""
    told: dict[str, Any] = {}
    with suppress(ValueError):
        found = json.loads(sent)
        told = found if isinstance(found, dict) else {}
    why = str(told.get("error") or f"the house answers {status}")
    if status in (401, 403):
        return NotAllowed(why)
    if status == 409:
        return Moved(why, status)
    return Unreachable(why) if status >= 500 else Refused(why, status, str(told.get("rule") or ""))


def _events(answer: HTTPResponse) -> Iterator[tuple[str, str]]:
    """Server-sent events, without comments."""
    name, data = "", list[str]()
    for sent in answer:
        line = sent.decode().rstrip("\r\n")
        if not line:
            if data:
                yield name, "\n".join(data)
            name, data = "", []
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
