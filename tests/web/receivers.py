"""Those to whom messages are sent, on this machine: a mail server, a webhook, and a push service with a browser."""
from __future__ import annotations

import json
import os
import socket
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

# ---- mail ------------------------------------------------------------------------------------------------------------


@dataclass
class Mailbox:
    url: str = ""
    letters: list[EmailMessage] = field(default_factory=list)
    refuse: str = ""
    """What the mail server answers instead of taking a letter, such as "550 no such user"."""

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body()
    assert body is not None
    return str(body.get_content())


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    server = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=60)
    server.start()
    box.url = f"smtp://127.0.0.1:{port}"
    try:
        yield box
    finally:
        server.stop()


# ---- anything that is posted to --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    url: str = ""
    got: list[Posted] = field(default_factory=list)
    status: int = 200
    """With what it answers."""
    more: dict[str, str] = field(default_factory=dict)
    """The headers of its answer."""


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            made.got.append(Posted(self.path, headers, body))
            self.send_response(made.status)
            for name, value in made.more.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    made.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()


# ---- those that never come to an end ---------------------------------------------------------------------------------


@dataclass
class Staller:
    """Takes connections and keeps them: it says its opening, and then a drop again and again, or nothing any more."""

    host: str
    port: int = 0
    connected: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """Released at each connection, so that a test waits for one by acquiring it."""
    taken: int = 0
    """How many connections there were."""

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"


@contextmanager
def staller(opening: bytes = b"", drop: bytes = b"", host: str = "127.0.0.1") -> Iterator[Staller]:
    made = Staller(host)
    ended = threading.Event()
    listening = socket.create_server((host, 0))
    made.port = listening.getsockname()[1]

    def stall(line: socket.socket) -> None:
        with line, suppress(OSError):
            line.sendall(opening)
            while not ended.wait(0.005):
                line.sendall(drop)

    def welcome() -> None:
        with suppress(OSError):
            while True:
                line, _ = listening.accept()
                made.taken += 1
                made.connected.release()
                threading.Thread(target=stall, args=(line,), daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()
    try:
        yield made
    finally:
        ended.set()
        # Only this wakes a thread that waits in accept().
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()


# ---- a browser that has subscribed to push ---------------------------------------------------------------------------


class Subscriber:
    """Has the keys of a browser, and is as strict with what comes as a push service and a browser are."""

    def __init__(self, service: Receiver, public_key: str) -> None:
        self._service = service
        self._key: EllipticCurvePrivateKey = generate_private_key(SECP256R1())
        self._secret = os.urandom(16)
        self._house = public_key
        self.endpoint = f"{service.url}/push/{urlsafe_b64encode(os.urandom(6)).decode()}"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _text(point), "auth": _text(self._secret)}}

    def read(self, posted: Posted) -> Any:
        """What a push says, once its signature has been checked."""
        scheme, _, rest = posted.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert parts["k"] == self._house, "signed with another key than the browser was given"
        assert Vapid02.verify(posted.headers["authorization"])
        claims = json.loads(_bytes(parts["t"].split(".")[1]))
        assert claims["aud"] == self._service.url
        assert claims["sub"].startswith(("mailto:", "http"))
        assert posted.headers["content-encoding"] == "aes128gcm" and int(posted.headers["ttl"]) > 0
        opened = http_ece.decrypt(posted.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        return json.loads(opened)


def _text(given: bytes) -> str:
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
