"""Limits on how often somebody may ask, sign in, make accounts or have letters sent, and how much at once: in a memory
that nobody can fill. The limit on passwords tried for one name is in `people/passwords.py`."""
from __future__ import annotations

import time
from asyncio import CancelledError, Future, get_running_loop
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from threading import Lock
from typing import Protocol

from roundhouse.web.errors import TooManyRequests

KEY_BYTES = 16
ONE_HOUSE = 64      # bits of an IPv6 address that a household shares
HOUR = 3600.0
NEW_GUESTS = (180 / HOUR, 40)
"""Guests from one network: each is stored, and stays. A class comes at once."""
PICTURES = (720 / HOUR, 10)
"""Pictures of tables that are drawn for one network."""
SIGN_UPS = (15 / HOUR, 30)
"""Accounts made from one network. A club of 20 people behind one address makes its accounts in one evening, with some
to spare; whoever makes more does it by program."""
SIGN_INS = (60 / HOUR, 60)
"""Tries to sign in from one network, right or wrong: each of such a club three times in a row, then one a minute."""
LETTERS = (20 / HOUR, 25)
"""Letters asked for from one network, to whatever addresses. Each address has a limit of its own beside it."""
BY_PLAYER, BY_ADDRESS = (50, 300), (300, 3000)
"""Requests of one player, and of one network: a second in the long run, and at once. A page asks once a step."""
COSTLY = (0.5, 40)
"""Requests of one network that sign in, or make a player or a table."""
AT_ONCE = 300
"""Requests of one network that go on at the same time. Most of what lasts are event streams: a page has one."""
IN_WORK = 2
"""Answers that are being made for one network: what it asks for besides waits, and others are answered in between."""
CONNECTIONS, ALL_CONNECTIONS = 200, 8000
"""Connections that one network may have open, and all together."""
RECOVERIES = (60 / HOUR, 10)
"""Recovery codes tried from one network."""
REPORTS = (10 / HOUR, 15)
"""Reports from one network: nobody buries those of others."""
DOWNLOADS = (6 / HOUR, 6)
"""How often one player may download all that is kept of them."""


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

    def give_back(self, name: str) -> None:
        """What was taken has not been used."""
        short = key(name)
        with self._lock:
            if short in self._left:
                left, since = self._left[short]
                self._left[short] = (left + 1, since)

    @property
    def seconds(self) -> int:
        """The seconds after which a name that has nothing left may do one more thing."""
        return ceil(1 / self._rate)


class NetworkLimits:
    """What the people of one network, or one player, may do in an hour. Kept in the memory of each server."""

    def __init__(self, limited: bool = True) -> None:
        """Everything is allowed unless `limited`."""
        self._limited = limited
        self._sign_ups, self._sign_ins, self._letters = (TokenBuckets(*each) for each in (SIGN_UPS, SIGN_INS, LETTERS))
        self._new_guests, self._pictures = TokenBuckets(*NEW_GUESTS), TokenBuckets(*PICTURES)
        self._downloads, self._reports = TokenBuckets(*DOWNLOADS), TokenBuckets(*REPORTS)
        self._recoveries = TokenBuckets(*RECOVERIES)

    @contextmanager
    def sign_up(self, network: str) -> Iterator[None]:
        """One more account, made in the block; where that raises, it does not count."""
        self._take(self._sign_ups, network, "many accounts have been made from your network in this hour; play as a"
                   " guest, and make one later: your games stay yours")
        try:
            yield
        except Exception:
            self._sign_ups.give_back(network)
            raise

    def new_guest(self, host: str) -> None:
        """One more guest, from that address."""
        why = "many new players have come from your network; wait a moment, or sign in"
        self._take(self._new_guests, client_network(host), why)

    def picture(self, network: str) -> None:
        """One more picture of a table."""
        self._take(self._pictures, network, "many pictures of tables were asked for from your network; wait a moment")

    def sign_in(self, network: str) -> None:
        """One more try to sign in."""
        self._take(self._sign_ins, network, "many have tried to sign in from your network; try again in a minute")

    def letter(self, network: str) -> None:
        """One more letter."""
        self._take(self._letters, network, "many letters were asked for from your network; try again in a few minutes")

    def recovery(self, network: str) -> None:
        """One more recovery code that is tried."""
        self._take(self._recoveries, network, "too many codes were tried from your network; wait some minutes")

    def report(self, network: str) -> None:
        """One more report of somebody."""
        self._take(self._reports, network, "many reports have come from your network; try again in a few minutes")

    def download(self, player: int) -> None:
        """One more download of all that is kept of a player."""
        self._take(self._downloads, str(player), "you have downloaded this often in this hour; wait some minutes")

    def _take(self, buckets: TokenBuckets, network: str, why: str) -> None:
        if self._limited and not buckets.take(network):
            raise TooManyRequests(why, buckets.seconds)


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


class ConcurrencyQueue:
    """Each name may have so many things in work at the same time; what it asks for besides waits until one of them is
    done. In one thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._at_work: Counter[bytes] = Counter()
        self._waiting: dict[bytes, deque[Future[None]]] = {}

    def __len__(self) -> int:
        return len(self._at_work) + len(self._waiting)

    async def turn(self, name: str) -> Callable[[], None]:
        """Waits until that name may begin one more thing. Gives what is to be called when it is done, once or again."""
        short = key(name)
        if self._at_work[short] < self._most:
            self._at_work[short] += 1
        else:
            await self._wait(short)
        left = [short]

        def done() -> None:
            if left:
                self._next(left.pop())

        return done

    async def _wait(self, short: bytes) -> None:
        turn: Future[None] = get_running_loop().create_future()
        self._waiting.setdefault(short, deque()).append(turn)
        try:
            await turn
        except CancelledError:
            if turn.done() and not turn.cancelled():
                self._next(short)       # it was given a turn at this moment
            raise

    def _next(self, short: bytes) -> None:
        """What was in work is done: whoever has waited longest goes on in its place."""
        waiting = self._waiting.get(short) or deque()
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                break
        else:
            self._at_work[short] -= 1
            if not self._at_work[short]:
                del self._at_work[short]
        if not waiting:
            self._waiting.pop(short, None)


class Closable(Protocol):
    """A connection that can be closed to make room for another one."""

    def end(self) -> None:
        """Close it at once."""


class ConnectionLimits:
    """Who is connected. When all places are taken, the connection that has waited longest for nothing makes room."""

    def __init__(
        self, trusted: Container[str] = (), by_address: int = CONNECTIONS, in_all: int = ALL_CONNECTIONS
    ) -> None:
        """`trusted` are proxies: many people come through one of them."""
        self._trusted = trusted
        self._by_address = by_address
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self.idle: dict[Closable, None] = {}
        """Those that wait for nothing, the longest first."""

    def enter(self, host: str) -> bool:
        """Whether one more connection from there can be had."""
        place = client_network(host)
        if self._open.total() >= self._in_all and not self._make_room():
            return False
        if self._open[place] >= self._by_address and host not in self._trusted:
            return False
        self._open[place] += 1
        return True

    def leave(self, host: str) -> None:
        """A connection of that host has ended."""
        place = client_network(host)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def _make_room(self) -> bool:
        oldest = next(iter(self.idle), None)
        if oldest is not None:
            oldest.end()
        return oldest is not None
