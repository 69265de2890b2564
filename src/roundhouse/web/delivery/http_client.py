"""Sending to addresses that players have given: nothing on the server's own network can be reached by them."""
from __future__ import annotations

import socket
import ssl
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from urllib.parse import urlsplit

from roundhouse.web.errors import Refused

SECONDS = 10.0
LONGEST_URL = 1000
GONE = (404, 410)


class DeliveryFailed(Exception):
    """It did not arrive. `for_ever` says that it never will."""

    def __init__(self, why: str, for_ever: bool = False) -> None:
        super().__init__(why)
        self.for_ever = for_ever


def checked_url(url: str, inside: bool) -> str:
    """An address that can be posted to; `inside` allows plain http, as on a network at home."""
    url = url.strip()
    parts = urlsplit(url)
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or not parts.hostname:
        raise Refused("this is no address that could be posted to; one begins with https://")
    if parts.scheme not in (("http", "https") if inside else ("https",)) or parts.username is not None:
        raise Refused("an address to post to begins with https:// and holds no password")
    return url


class _Line(HTTPConnection):
    """A connection that goes no further when it has come out on the server's own network."""

    def __init__(self, host: str, port: int, secure: bool, inside: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._secure = secure
        self._inside = inside

    def connect(self) -> None:
        sock = socket.create_connection((self.host, self.port), SECONDS)
        # Asked of the connection itself: a name may lead elsewhere each time it is looked up.
        if not self._inside and not ip_address(sock.getpeername()[0].partition("%")[0]).is_global:
            sock.close()
            raise DeliveryFailed("the address is on a private network", for_ever=True)
        self.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self.host) if self._secure else sock


def post(url: str, body: bytes, headers: dict[str, str], inside: bool) -> None:
    """Post to an address, once. Redirects are not followed."""
    parts = urlsplit(checked_url(url, inside))
    secure = parts.scheme == "https"
    line = _Line(parts.hostname or "", parts.port or (443 if secure else 80), secure, inside)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        line.request("POST", target, body, {"User-Agent": "Roundhouse", **headers})
        status = line.getresponse().status
    except (OSError, HTTPException) as error:
        raise DeliveryFailed(f"no connection: {error}") from error
    finally:
        line.close()
    if not 200 <= status < 300:
        raise DeliveryFailed(f"it answered with status {status}", for_ever=status in GONE)
