"""Posting to addresses that players have given: by them nothing on the server's own network can be reached, and whoever
gave one learns nothing of what is there."""
from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import h11

from roundhouse.web.delivery.transport.public_addresses import is_public
from roundhouse.web.delivery.transport.resolver import Resolve, resolve
from roundhouse.web.errors import Refused

LONGEST_URL = 1000
LARGEST_HEAD = 16 * 1024
"""How much of an answer is read: its status is all that counts."""
SMALLEST_PORT = 1024
"""The smallest port besides 443: mail servers, shells and the like listen on lower ones, and no webhook."""
GONE = (404, 410)
SECONDS = 10.0
CONNECT_SECONDS = 3.0
MOST_ADDRESSES = 3


class DeliveryFailed(Exception):
    """It did not arrive. What it says is for the log of the server, and is told to no player.

    `for_ever` means that the receiver said that it never will.
    """

    def __init__(self, why: str, for_ever: bool = False) -> None:
        super().__init__(why)
        self.for_ever = for_ever


def host_of(url: str) -> str:
    """The host of an address, "" where it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def checked_url(url: str, inside: bool) -> str:
    """An address that can be posted to. `inside` allows plain http and any host, as on a network at home.

    What is refused here is told by the address alone: no name is looked up, and nobody is asked.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    plain = len(url) <= LONGEST_URL and url.isascii() and url.isprintable() and not set(' "<>\\^`{|}') & set(url)
    if not plain or not host:
        raise Refused("this is not an address that can be posted to; one begins with https://")
    if parts.scheme not in (("http", "https") if inside else ("https",)) or "@" in parts.netloc:
        raise Refused("an address to post to begins with https:// and holds no password")
    if not inside and port not in (None, 443) and (port or 0) < SMALLEST_PORT:
        raise Refused(f"an address to post to has port 443, or one from {SMALLEST_PORT} on")
    if not inside and _is_private(host):
        raise Refused("this address is on a private network, where the house does not post")
    return url


def _is_private(host: str) -> bool:
    """Whether a host says of itself, without being looked up, that it is not public."""
    try:
        return not is_public(ip_address(host))
    except ValueError:
        name = host.rstrip(".").lower()
        # What ends in a number is an address of IPv4, written so that few see which: 127.1, 0177.0.0.1.
        number = name.rpartition(".")[2][:1].isdigit()
        return number or "." not in name or name.endswith((".localhost", ".local", ".internal", ".home.arpa"))


@dataclass(frozen=True)
class HttpClient:
    """Posts to players' addresses. Each post resolves the host once, judges what it found, and connects to that."""

    inside: bool = False
    """Whether it may connect to addresses that are not public, and without TLS."""
    seconds: float = SECONDS
    """For all of a post: the lookup, the connection, TLS, and the head of the answer."""
    connect_seconds: float = CONNECT_SECONDS
    """For the connection to one of a host's addresses."""
    resolve: Resolve = resolve
    is_public: Callable[[str], bool] = is_public
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return self.trust()

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Post once. Returns when the receiver has taken it; DeliveryFailed for everything else.

        Redirects are not followed, and nothing of an answer is kept but its status.
        """
        try:
            async with asyncio.timeout(self.seconds):
                status = await self._status(urlsplit(checked_url(url, self.inside)), body, headers)
        except (OSError, ValueError, EOFError, Refused, h11.ProtocolError) as error:
            raise DeliveryFailed(f"no answer: {error or type(error).__name__}") from error
        if not 200 <= status < 300:
            raise DeliveryFailed(f"it answered with status {status}", for_ever=status in GONE)

    async def _status(self, parts: SplitResult, body: bytes, headers: dict[str, str]) -> int:
        reader, writer = await self._connect(parts)
        try:
            line = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            head = {
                "Host": parts.netloc, "User-Agent": "Roundhouse", "Accept": "*/*", "Connection": "close",
                "Content-Length": str(len(body)), **headers,
            }
            sent = line.send(h11.Request(method="POST", target=target, headers=list(head.items()))) or b""
            writer.write(sent + (line.send(h11.Data(data=body)) or b""))
            await writer.drain()
            return await _answer(line, reader)
        finally:
            # At once: whoever drips would also drip at the goodbye.
            writer.transport.abort()

    async def _connect(self, parts: SplitResult) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to an address that has been judged: the name is not looked up again."""
        secure, host = parts.scheme == "https", parts.hostname or ""
        port = parts.port or (443 if secure else 80)
        addresses = await self.resolve(host, port)
        if not self.inside and not all(map(self.is_public, addresses)):
            raise OSError("it leads to a private network")
        context, name = (self._context, host) if secure else (None, None)
        failure: Exception = OSError("it has no address")
        for address in addresses[:MOST_ADDRESSES]:
            try:
                async with asyncio.timeout(self.connect_seconds):
                    return await asyncio.open_connection(address, port, ssl=context, server_hostname=name)
            except OSError as error:
                failure = error
        raise failure


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> int:
    """The status of the answer. Those that only say that one will follow (1xx) count towards its size."""
    size = 0
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            return int(event.status_code)
        if event is h11.NEED_DATA:
            received = await reader.read(4096)
            size += len(received)
            if not received or size > LARGEST_HEAD:
                raise EOFError("the answer had no end, or too late a one")
            line.receive_data(received)
