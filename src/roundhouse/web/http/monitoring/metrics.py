"""What a server does, as figures for Prometheus: requests, moves, tables, bots, messages, the database, memory.

Counters and times are noted as things happen; what there is at one moment is looked up now and then, and when somebody
asks. Several processes on one port share their figures in a folder (`PROMETHEUS_MULTIPROC_DIR`).
"""
from __future__ import annotations

import os
import time
from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request

from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.live.broadcast import Broadcast
from roundhouse.web.people.authentication import bearer
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database, size_of
from roundhouse.web.tables.model.table import Table

SHARED = "PROMETHEUS_MULTIPROC_DIR"
QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64)
COUNTED_EVERY = 15.0
"""How many seconds what the database was asked for is good."""
FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")


class Metrics:
    """The figures of one server."""

    def __init__(self, database: Database, bots: BotRunner, broadcast: Broadcast) -> None:
        self._database, self._bots, self._broadcast = database, bots, broadcast
        self._registry = registry = CollectorRegistry()
        self._counted = 0.0
        given: dict[str, Any] = {"namespace": "roundhouse", "registry": registry}
        self._requests = Counter("requests", "Answers, by what was asked for.", ("kind", "status"), **given)
        self._seconds = Histogram("request_seconds", "Until the answer was sent.", ("kind",), buckets=QUICK, **given)
        self._moves = Counter("moves", "Moves of people.", ("game",), **given)
        self._thoughts = Counter("bot_answers", "What bots thought about.", ("work", "outcome"), **given)
        self._thinking = Histogram(
            "bot_seconds", "From the question to a bot's answer, waiting included.", ("work",), buckets=SLOW, **given
        )
        self._messages = Counter("messages", "What was sent to players, or could not be.", ("kind", "outcome"), **given)
        self._writes = Histogram("write_seconds", "A change of the database, kept.", buckets=QUICK, **given)
        self._security = Counter("security_events", "Sign-ins and the like.", ("event", "outcome"), **given)
        live: dict[str, Any] = {**given, "multiprocess_mode": "livesum"}
        self._waiting = Gauge("bots_waiting", "Questions that wait for a bot's worker.", ("pool",), **live)
        self._busy = Gauge("bots_busy", "Questions that a bot's worker is at.", ("pool",), **live)
        self._streams = Gauge("watchers", "Pages and programs that follow a table.", **live)
        self._connections = Gauge("database_connections", "Connections to the database in use.", **live)
        self._memory = Gauge("memory_bytes", "Resident memory.", ("process",), **live)
        whole: dict[str, Any] = {**given, "multiprocess_mode": "livemax"}
        self._tables = Gauge("tables", "Tables by their status.", ("status",), **whole)
        self._size = Gauge("database_bytes", "The size of the database.", **whole)
        self._up = Gauge("database_up", "1 while the database answers.", **{**whole, "multiprocess_mode": "livemin"})
        self._letters = Gauge("letters_waiting", "Letters that wait to be sent.", **whole)
        self._failing = Gauge("endpoints_failing", "Addresses of players at which messages do not arrive.", **whole)
        self._reports = Gauge("reports_waiting", "Reports that no moderator has settled.", **whole)

    # ---- as things happen --------------------------------------------------------------------------------------------

    def request(self, method: str, path: str, status: int, seconds: float, host: str) -> None:
        """A request was answered."""
        kind = kind_of(method, path)
        self._requests.labels(kind, str(status)).inc()
        if kind != "events":        # a line that stays open is no answer that takes long
            self._seconds.labels(kind).observe(seconds)

    def changed(self, table: Table, by: Player | None) -> None:
        """A table was changed; by a move of that player, or otherwise."""
        if by is not None:
            self._moves.labels(table.game.name).inc()

    def thought(self, work: str, seconds: float, done: bool) -> None:
        """A bot has answered, or could not."""
        self._thoughts.labels(work, "done" if done else "failed").inc()
        self._thinking.labels(work).observe(seconds)

    def sent(self, kind: str, done: bool) -> None:
        """A message of that kind has gone out, or did not arrive."""
        self._messages.labels(kind, "sent" if done else "failed").inc()

    def wrote(self, seconds: float) -> None:
        """Something was kept in the database."""
        self._writes.observe(seconds)

    def security(self, event: str, outcome: str) -> None:
        """Somebody signed in, or failed to, or the like."""
        self._security.labels(event, outcome).inc()

    # ---- at one moment -----------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look up what there is now."""
        for name, (waiting, busy) in self._bots.load().items():
            self._waiting.labels(name).set(waiting)
            self._busy.labels(name).set(busy)
        self._streams.set(self._broadcast.listeners)
        pool: Any = self._database.engine.pool
        self._connections.set(pool.checkedout() if hasattr(pool, "checkedout") else 0)
        own, others = memory()
        self._memory.labels("server").set(own)
        self._memory.labels("bots").set(others)
        if time.monotonic() - self._counted > COUNTED_EVERY:
            self._counted = time.monotonic()
            self._count()

    def _count(self) -> None:
        t, e = at.tables.c, at.endpoints.c
        asked = {
            self._letters: select(func.count()).where(at.letters.c.due.is_not(None)),
            self._failing: select(func.count()).where(e.failing_since.is_not(None), e.dropped.is_(None)),
            self._reports: select(func.count()).where(at.reports.c.settled.is_(None)),
        }
        try:
            with self._database.reading() as connection:
                by_status = connection.execute(select(t.status, func.count()).group_by(t.status))
                counts = {str(row[0]): row[1] for row in by_status}
                for status in ("waiting", "playing", "over", "closed"):
                    self._tables.labels(status).set(counts.get(status, 0))
                for gauge, question in asked.items():
                    gauge.set(connection.execute(question).scalar_one())
                self._size.set(size_of(connection))
            self._up.set(1)
        except SQLAlchemyError:
            self._up.set(0)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        self.look()
        if SHARED not in os.environ:
            return generate_latest(self._registry)
        shared = CollectorRegistry()
        MultiProcessCollector(shared)       # type: ignore[no-untyped-call]
        return generate_latest(shared)


def kind_of(method: str, path: str) -> str:
    """What a request is for, in one of a few words: so many figures there are, whatever is asked for."""
    first = path.split("/")[1] if "/" in path else ""
    if path.endswith("/events") or first == "events":
        return "events"
    if first in ("static", "api", "metrics", "health"):
        return first
    if first == "games":
        return "look" if method in ("GET", "HEAD") else "act"
    return "page" if method in ("GET", "HEAD") else "form"


def memory() -> tuple[int, int]:
    """Bytes of memory of this process, and of its children, which are the bots' workers; 0 where that can't be seen."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        own = int(Path("/proc/self/statm").read_text().split()[1]) * page
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    except (OSError, ValueError, IndexError, AttributeError):
        return 0, 0
    return own, sum(_resident(child) for child in children) * page


def _resident(process: str) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def may_read(request: Request, token: str) -> bool:
    """Whether somebody may read the figures: by that token where there is one, or else straight from this machine, with
    no web server in between."""
    if token:
        return compare_digest((bearer(request) or "").encode(), token.encode())
    headers: Mapping[str, str] = request.headers
    if any(name in headers for name in FORWARDED):
        return False
    named = headers.get("host", "").rpartition(":")[0].strip("[]") or headers.get("host", "")
    return _is_here(request.client.host if request.client else "") and (named == "localhost" or _is_here(named))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
