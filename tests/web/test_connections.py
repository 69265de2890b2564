"""Connections that never come to the point: they end, and others get through meanwhile."""
from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from roundhouse.errors import UserError
from roundhouse.web.http import connections, middleware
from roundhouse.web.http.connections import LARGEST_HEAD
from roundhouse.web.http.rate_limits import ConnectionLimits
from roundhouse.web.settings import Proxies
from tests.web.house import Client, running, until

ELSEWHERE = "127.0.0.2"
"""Another address of this machine, which is nobody's proxy."""
ASK = b"GET /api/games HTTP/1.1\r\nhost: x\r\n"


@contextmanager
def connected(address: str, source: str = ELSEWHERE) -> Iterator[socket.socket]:
    to = urlsplit(address)
    assert to.hostname and to.port
    try:
        sock = socket.create_connection((to.hostname, to.port), timeout=30, source_address=(source, 0))
    except OSError:
        pytest.skip(f"this machine has no {source}")
    with sock:
        yield sock


def told(sock: socket.socket) -> bytes:
    """All that is said until the other side ends it."""
    said = b""
    try:
        while part := sock.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize("sent", [b"", b"GET / HT", ASK, ASK + b"content-length: 5\r\n\r\nhe"])
def test_who_says_nothing_or_half_of_it_is_sent_home(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with running(sqlite_url) as server:
        with monkeypatch.context() as hurried:
            hurried.setattr(connections, "HEAD_SECONDS", 0.5)
            hurried.setattr(middleware, "BODY_SECONDS", 0.5)
            with connected(server.address) as sock:
                sock.sendall(sent.replace(b"GET /api/games", b"POST /api/players"))
                said = told(sock)
        assert said.startswith(b"HTTP/1.1 408") if sent else said == b""
        assert httpx.get(f"{server.address}/api/games").status_code == 200
    assert not caplog.records


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_a_head_without_end_is_refused(sqlite_url: str, end: bytes) -> None:
    with running(sqlite_url) as server, connected(server.address) as sock:
        sock.sendall(ASK + b"authorization: Bearer " + b"x" * (LARGEST_HEAD + 1) + end)
        assert told(sock).startswith(b"HTTP/1.1 431")
        ann = Client(server.address)
        ann.http.headers["x"] = "x" * (LARGEST_HEAD - 1000)
        assert ann.http.get("/games").status_code == 200


def test_an_address_has_so_many_connections_and_others_get_through(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ConnectionLimits.__init__, "__defaults__", ((), 5, 1000))
    with running(sqlite_url) as server, ExitStack() as open_ones:
        for _ in range(5):
            open_ones.enter_context(connected(server.address))
        with connected(server.address) as sixth:
            assert told(sixth).startswith(b"HTTP/1.1 503")
        with connected(server.address, "127.0.0.3") as other:
            other.sendall(ASK + b"connection: close\r\n\r\n")
            assert told(other).startswith(b"HTTP/1.1 200")
        with httpx.Client(base_url=server.address) as through_a_proxy:
            assert through_a_proxy.get("/api/games").status_code == 200
        open_ones.close()

        def let_in() -> bool:
            with connected(server.address) as again:
                again.sendall(ASK + b"connection: close\r\n\r\n")
                return told(again).startswith(b"HTTP/1.1 200")

        until(let_in)


def test_who_waits_for_nothing_makes_room(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.web.server.places", lambda: 3)
    with running(sqlite_url) as server, connected(server.address) as first, connected(server.address, "127.0.0.3"):
        id = Client(server.address).create("narrow-gauge", "me", "me")["id"]    # the third, kept open
        with httpx.stream("GET", f"{server.address}/events?table={id}") as stream:
            assert stream.status_code == 200
            assert told(first) == b""
            with connected(server.address, "127.0.0.4") as latest:
                latest.sendall(ASK + b"connection: close\r\n\r\n")
                assert told(latest).startswith(b"HTTP/1.1 200")
            assert next(stream.iter_text()).startswith("event: beat")


def test_who_takes_nothing_of_what_is_sent_is_cut_off(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.1)
    with running(sqlite_url, limits=False) as server, connected(server.address) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 400)

        def cut_off() -> bool:
            try:
                sock.sendall(b"G")
            except ConnectionError:
                return True
            return False

        until(cut_off)


def test_a_proxy_is_an_address_or_a_network() -> None:
    proxies = Proxies(["172.18.0.0/16", "::1"])
    assert "172.18.3.4" in proxies and "::1" in proxies
    assert "172.19.0.1" not in proxies and "caddy" not in proxies
    with pytest.raises(UserError, match=r"172\.18\.0\.2"):
        Proxies(["caddy"])
