"""Under which addresses others on the same network reach this house."""
from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::", "")
# Reserved for examples. Nothing is sent there; the system is only asked by which way it would go.
SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def reachable(host: str, port: int) -> list[str]:
    """The addresses for others; none if the house listens on this machine only."""
    return [f"http://{_written(found)}:{port}" for found in (_own() if host in EVERYWHERE else [host]) if _outer(found)]


def local(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    return f"http://{_written('127.0.0.1' if host in EVERYWHERE else host)}:{port}"


def _own() -> list[str]:
    found = [address for family, there in SOMEWHERE.items() if (address := _way_to(family, there))]
    with suppress(OSError):     # a machine need not know its own name
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(found))


def _way_to(family: socket.AddressFamily, there: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((there, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return None


def _outer(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host != "localhost"
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
