"""What stands before every request: sizes, rates, where a form comes from, and what a browser may load."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.base import at, within
from roundhouse.nesting import TOO_DEEP, too_deep
from roundhouse.web.errors import CLOSING, Busy, Forbidden, NotFound, Refused, TooLarge, TooManyRequests, TooSlow
from roundhouse.web.http.rate_limits import (
    AT_ONCE,
    BY_ADDRESS,
    BY_PLAYER,
    COSTLY,
    IN_WORK,
    ConcurrencyLimit,
    ConcurrencyQueue,
    TokenBuckets,
    client_network,
)
from roundhouse.web.logs import about
from roundhouse.web.people.authentication import bearer, cookie_headers, token_of

LARGEST_BODY = 2 * 1024 * 1024
BODY_SECONDS = 60.0
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
Headers = list[tuple[bytes, bytes]]
Observer = Callable[[str, str, int, float, str], None]
"""Is told of a request: its method and path, the status of its answer, how many seconds that took, and the address."""
HEADERS: Headers = [(name.encode(), value.encode()) for name, value in {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # The address of a seat's link is a secret, and is told to no other site.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}.items()]
FRAMED_BY_NOBODY, FRAMED_BY_US = b"frame-ancestors 'none'", b"frame-ancestors 'self'"
NOT_KEPT = (b"cache-control", b"private, no-cache")


class GuardMiddleware:
    """Refuses what is too large, too often, or sent by another site; and adds what every answer says."""

    def __init__(
        self, app: ASGIApp, say_no: Callable[[Request, Exception], Response], limits: bool = True, framed: bool = False,
        largest: int = LARGEST_BODY, observers: Sequence[Observer] = (),
    ) -> None:
        """`say_no` makes the answer to what is refused, and to what has gone wrong; our own pages may be a frame. No
        body is larger than so many bytes. `observers` are told of each request when it was answered."""
        self._observers = observers
        self._largest = largest
        frame = FRAMED_BY_US if framed else FRAMED_BY_NOBODY
        self._headers = [(name, value.replace(FRAMED_BY_NOBODY, frame)) for name, value in HEADERS]
        self._app = app
        self._say_no = say_no
        self._limits = limits
        self._by_player = TokenBuckets(*BY_PLAYER)
        self._by_address = TokenBuckets(*BY_ADDRESS)
        self._costly = TokenBuckets(*COSTLY)
        self._at_once = ConcurrencyLimit(AT_ONCE)
        self._in_work = ConcurrencyQueue(IN_WORK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = {**scope, "path": within(scope["path"])}
        scope.setdefault("state", {})
        method: str = scope["method"]
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        request = Request(scope, RequestBody(HTTPConnection(scope), receive, self._largest))
        sending = ResponseHeaders(request, send, self._headers)
        began = time.monotonic()
        with about(scope["path"]), self._at_once.one_more(address_of(request)) as few:
            refused = self._refusal(request, scope["method"], few)
            try:
                if refused is not None:
                    raise refused
                if self._limits and takes_turns(scope):
                    sending.at_beginning = await self._in_work.turn(address_of(request))
                await self._app(scope, request.receive, sending)
            except ClientDisconnect:
                return
            except asyncio.CancelledError:
                # The server ends and waits no longer for those who are not done.
                await self._decline(request, Busy(CLOSING), sending)
            except Exception as error:
                await self._decline(request, error, sending)
            finally:
                sending.at_beginning()
                self._tell(method, scope, sending.status, time.monotonic() - began)

    def _tell(self, method: str, scope: Scope, status: int, seconds: float) -> None:
        host = scope["client"][0] if scope.get("client") else "-"
        for observer in self._observers:
            observer(method, scope["path"], status, seconds, host)

    async def _decline(self, request: Request, error: Exception, sending: ResponseHeaders) -> None:
        answer = self._say_no(request, error)
        if not sending.begun:
            await answer(request.scope, request.receive, sending)

    def _refusal(self, request: HTTPConnection, method: str, few: bool) -> Refused | None:
        """Why this request goes no further."""
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._largest:
            return too_large(self._largest)
        if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
            return NotFound("there is nothing at this address")
        if method not in SAFE_METHODS and not same_site(request):
            return Forbidden("this was sent by another site; go to the page itself and try again")
        if self._limits and not (few and self._allowed(request, method)):
            return TooManyRequests("that was a lot at once; wait a moment and try again")
        return None

    def _allowed(self, request: HTTPConnection, method: str) -> bool:
        address = address_of(request)
        token = token_of(request)
        if not self._by_address.take(address) or (token is not None and not self._by_player.take(token)):
            return False
        # Signing in takes long on purpose, and new players and tables stay for ever.
        path = request.scope["path"]
        makes_a_table = path.endswith(("/try", "/rematch"))
        costly = method not in SAFE_METHODS and (makes_a_table or not path.startswith(("/games/", "/api/tables/")))
        return not costly or self._costly.take(address)


def takes_turns(scope: Scope) -> bool:
    """Whether making the answer is work of this process: true for a page, false for a file or a review."""
    path: str = scope["path"]
    return scope["method"] == "GET" and not path.startswith("/static/") and not path.endswith("/review")


def nothing() -> None:
    """What is done at the beginning of an answer that nobody waits for."""


def too_large(most: int) -> TooLarge:
    """What is said of a larger body."""
    return TooLarge(f"that is too large: the most is {most // 1024 // 1024} MB")


def same_site(request: HTTPConnection) -> bool:
    """Whether a form comes from a page of ours. Programs with a bearer token carry no cookie that could be abused."""
    if bearer(request) is not None:
        return True
    fetched = request.headers.get("sec-fetch-site")
    if fetched is not None:
        return fetched in ("same-origin", "none")
    origin = request.headers.get("origin") or request.headers.get("referer")
    if origin is None:
        return not request.cookies
    return urlsplit(origin).netloc == request.headers.get("host")


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as far as those before this server can be trusted to say."""
    return client_network(request.client.host) if request.client else ""


class RequestBody:
    """The body, up to the largest allowed and in so many seconds; JSON also in no more levels than are of any use."""

    def __init__(self, request: HTTPConnection, receive: Receive, largest: int = LARGEST_BODY) -> None:
        self._receive = receive
        self._largest = largest
        self._until = asyncio.get_running_loop().time() + BODY_SECONDS
        self._size = 0
        self._complete = False
        self._json: list[bytes] | None = [] if "json" in request.headers.get("content-type", "") else None

    async def __call__(self) -> Message:
        if self._complete:
            return await self._receive()        # that somebody has gone may take as long as it likes
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow("the request did not come to its end") from None
        part = message.get("body", b"")
        self._size += len(part)
        if self._size > self._largest:
            raise too_large(self._largest)
        self._complete = not message.get("more_body", False)
        if self._json is not None:
            self._json.append(part)
            if self._complete and too_deep(b"".join(self._json)):
                raise Refused(TOO_DEEP)
        return message


def _without_body(send: Send) -> Send:
    """What answers HEAD: the head of what answers GET. An answer that goes on and on ends there."""

    async def head_only(message: Message) -> None:
        if message["type"] != "http.response.body":
            await send(message)
            return
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        if message.get("more_body", False):
            raise ClientDisconnect

    return head_only


class ResponseHeaders:
    """Sends an answer on, with what every answer says."""

    def __init__(self, request: Request, send: Send, usual: Headers) -> None:
        self._usual = usual
        self._request = request
        self._send = send
        self.begun = False
        self.status = 499
        """The status of the answer; 499 where the client has gone before there was one."""
        self.at_beginning: Callable[[], None] = nothing
        """Called when the answer is made and begins to be sent, however long its receiver takes."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun, self.status = True, message["status"]
            self.at_beginning()
            headers = [
                (name, self._outer(value) if name == b"location" else value) for name, value in message["headers"]
            ]
            message["headers"] = [*headers, *self._more({name for name, _ in headers})]
        await self._send(message)

    def _outer(self, location: bytes) -> bytes:
        """Where an answer sends its browser: to an address of the house, as a browser knows it."""
        own = str(self._request.base_url).rstrip("/")
        return at(location.decode("latin-1").removeprefix(own)).encode("latin-1")

    def _more(self, said: set[bytes]) -> list[tuple[bytes, bytes]]:
        """The headers that an answer with those has besides."""
        scope = self._request.scope
        usual = self._usual if scope["path"].startswith("/static/") else [*self._usual, NOT_KEPT]
        more = [header for header in usual if header[0] not in said]
        more += [(b"set-cookie", cookie.encode("latin-1")) for cookie in cookie_headers(self._request)]
        return more
