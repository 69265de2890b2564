"""How often somebody may ask, and how much at once, in a memory that nobody can fill."""
from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

KEY_BYTES = 16
ONE_HOUSE = 64      # bits of an IPv6 address that a household shares


def key(name: str) -> bytes:
    """What is remembered of a name, however long it is."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


@lru_cache(maxsize=1000)
def client_network(host: str) -> str:
    """An address as it is counted: who has one IPv6 address has as many more as they like."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), ONE_HOUSE), strict=False))


class TokenBuckets:
    """Each name may do `burst` things at once and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._left: OrderedDict[bytes, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, name: str, now: float | None = None) -> bool:
        """Whether that name may do one more thing now."""
        now = time.monotonic() if now is None else now
        short = key(name)
        with self._lock:
            left, since = self._left.pop(short, (self._burst, now))
            left = min(self._burst, left + (now - since) * self._rate)
            allowed = left >= 1
            self._left[short] = (left - 1 if allowed else left, now)
            if len(self._left) > self._most:
                self._left.popitem(last=False)
        return allowed


class ConcurrencyLimit:
    """Each name may have so many things going on at the same time; in one thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[bytes] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def one_more(self, name: str) -> Iterator[bool]:
        """Whether that name may begin this, which lasts as long as the block."""
        short = key(name)
        self._open[short] += 1
        try:
            yield self._open[short] <= self._most
        finally:
            self._open[short] -= 1
            if not self._open[short]:
                del self._open[short]
