"""Where the house posts to, for how long, and what is told of a receiver: nothing."""
from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import DeliveryFailed, HttpClient, checked_url
from roundhouse.web.delivery.transport.public_addresses import is_public
from roundhouse.web.delivery.transport.resolver import Resolve
from roundhouse.web.errors import Refused
from tests.web.receivers import Receiver, receiver, staller

SHORT = 0.2
"""A deadline that a test can wait for."""
PUBLIC = ("8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.255.255", "2606:4700::1111", "2a00:1450:4001::5",
          "::ffff:8.8.8.8", "64:ff9b::8.8.8.8")
NOT_PUBLIC = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
    "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::8.8.8.8", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "100::1",
    "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::8.8.8.8", "2001::1", "2001:2::1",
    "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "5f00::1", "4000::1",
    "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%lo", "2606:4700::1%lo", "fec0::1", "ff02::1", "ff0e::1",
)


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as started:
        yield started


def finds(*addresses: str) -> Resolve:
    """A resolver with one answer, the same for all names; after it, it finds nothing any more."""
    answers = [list(addresses)]

    async def resolve(host: str, port: int) -> list[str]:
        return answers.pop()

    return resolve


def post(client: HttpClient, url: str) -> None:
    asyncio.run(client.post(url, b"{}", {}))


def test_only_addresses_of_the_public_internet_are_public() -> None:
    assert [one for one in PUBLIC if not is_public(one)] == []
    assert [one for one in NOT_PUBLIC if is_public(one)] == []


@pytest.mark.parametrize("url", [
    "", "nonsense", "https://", "https://[::1/", "https://[::1", "https://]/", "https://x.example:0x/",
    "https://x.example:99999/", "https://x.example:0/", "https://x.example:25/", "https://x.example:22/",
    "ftp://x.example/", "http://x.example/", "https://user:secret@x.example/", "https://@x.example/",
    "https://x.example/a b", "https://x.example\\@y.example/", "https://x.example/\r\nHost: y", "https://é.example/",
    "https://localhost/", "https://localhost./", "https://printer/", "https://nas.local/", "https://db.internal/",
    "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::10.0.0.1]/",
    "https://169.254.169.254/latest", "https://127.1/", "https://0177.0.0.1/", "https://1.0x7f/",
    "https://x.example/" + "a" * 1000,
])
def test_an_address_that_is_none_is_refused_in_words(url: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_url(url, inside=False)
    assert refused.value.status == 422 and len(refused.value.why) < 100


def test_what_looks_like_an_address_is_taken() -> None:
    for url in ("https://x.example/hook?a=1", "https://x.example:8443/", "https://8.8.8.8/", " https://x.example "):
        assert checked_url(url, inside=False) == url.strip()
    assert checked_url("http://nas:80/", inside=True)


def test_a_name_is_looked_up_once_and_that_address_is_connected_to(hook: Receiver) -> None:
    port = hook.url.rpartition(":")[2]
    client = HttpClient(inside=True, resolve=finds("127.0.0.1"))
    post(client, f"http://rebinding.example:{port}/hook")
    (posted,) = hook.got
    assert posted.headers["host"] == f"rebinding.example:{port}" and posted.body == b"{}"


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("127.0.0.2", "127.0.0.1"), ("::ffff:127.0.0.1",), ()])
def test_nothing_is_connected_to_when_one_address_of_a_name_is_not_public(addresses: tuple[str, ...]) -> None:
    """127.0.0.2 stands for an address of the internet."""
    with staller(host="127.0.0.1") as inner, staller(host="127.0.0.2") as outer:
        for port in (inner.port, outer.port):
            client = HttpClient(resolve=finds(*addresses), is_public=lambda address: address == "127.0.0.2")
            with pytest.raises(DeliveryFailed) as failed:
                post(client, f"https://x.example:{port}/")
            assert not failed.value.for_ever, "that would be seen from outside"
        assert (inner.taken, outer.taken) == (0, 0)


@pytest.mark.parametrize("trick", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1", "localtest.127.0.0.1"])
def test_other_ways_to_write_this_machine_lead_nowhere(trick: str) -> None:
    with staller() as inner:
        with pytest.raises((DeliveryFailed, Refused)):
            post(HttpClient(seconds=SHORT), f"https://{trick}:{inner.port}/")
        assert inner.taken == 0


def test_a_redirect_is_not_followed_and_says_nothing(hook: Receiver) -> None:
    with receiver() as other:
        hook.status, hook.more = 302, {"Location": other.url}
        with pytest.raises(DeliveryFailed) as failed:
            post(HttpClient(inside=True), hook.url)
        assert not failed.value.for_ever and other.got == [] and len(hook.got) == 1


@pytest.mark.parametrize(("opening", "drop"), [
    (b"", b""), (b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"H", b""), (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    (b"HTTP/1.1 200 OK\r\n", b"A: b\r\n" * 1000), (b"no web server\r\n", b"x" * 4000),
])
def test_whatever_a_receiver_drips_there_is_an_end(opening: bytes, drop: bytes) -> None:
    with staller(opening, drop) as endless, pytest.raises(DeliveryFailed):
        post(HttpClient(inside=True, seconds=SHORT), endless.url)


def test_the_body_of_an_answer_is_not_waited_for() -> None:
    with staller(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x") as endless:
        post(HttpClient(inside=True), endless.url)


def test_a_lookup_and_a_handshake_that_do_not_end_are_left() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(DeliveryFailed):
        post(HttpClient(inside=True, seconds=SHORT, resolve=never), "https://x.example/")
    with staller() as silent, pytest.raises(DeliveryFailed):
        post(HttpClient(inside=True, seconds=SHORT), silent.url.replace("http:", "https:"))


@pytest.mark.parametrize(("opening", "drop"), [(b"", b""), (b"220-", b"x"), (b"220 here\r\n", b"250-x\r\n")])
def test_a_mail_server_that_drips_is_left(opening: bytes, drop: bytes) -> None:
    with staller(opening, drop) as endless:
        server = MailServer(endless.url.replace("http", "smtp"), "games@house.example", SHORT)
        with pytest.raises(DeliveryFailed) as failed:
            asyncio.run(server.send("ann@players.example", "Hello", "Hello", "letter-1"))
    assert not failed.value.for_ever


# ---- certificates ----------------------------------------------------------------------------------------------------


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server with that name shows, and what trusts it."""
    key = generate_private_key(SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(called).issuer_name(called).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    shown = made.public_bytes(Encoding.PEM)
    file.write_bytes(shown + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cadata=shown.decode())


def test_a_certificate_is_checked_against_the_name_and_not_the_address(tmp_path: Path) -> None:
    server, trusting = certificate(tmp_path, "hook.example")
    with receiver(server) as hook:
        port = hook.url.rpartition(":")[2]
        for name, taken in (("other.example", 0), ("127.0.0.1", 0), ("hook.example", 1)):
            client = HttpClient(inside=True, resolve=finds("127.0.0.1"), trust=lambda: trusting)
            if taken:
                post(client, f"https://{name}:{port}/")
            else:
                with pytest.raises(DeliveryFailed):
                    post(client, f"https://{name}:{port}/")
            assert len(hook.got) == taken
        with pytest.raises(DeliveryFailed):
            post(HttpClient(inside=True, resolve=finds("127.0.0.1")), f"https://hook.example:{port}/")
        assert len(hook.got) == 1, "a certificate of nobody is believed by nobody"
