"""What the attacks share: a server to try them on, somebody else who asks meanwhile, and a verdict.

Without --address a server of their own is started on loopback, on an empty database that goes away with it. With it a
server of yours is attacked; one that is not on this machine only when you say that it is yours.
"""
from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

OK = 200
START_SECONDS, SURELY = 40, 6
BYSTANDER, CROWD = "127.0.0.250", 20


@dataclass
class Target:
    address: str
    pid: int | None = None
    """The process, if it is one of our own."""
    file: Path | None = None
    """Its SQLite file, if it is one of our own."""
    database: str = ""
    """The address of its database, if it is one of our own."""
    broken: list[str] = field(default_factory=list)

    @property
    def where(self) -> tuple[str, int]:
        parts = urlsplit(self.address)
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    @property
    def loopback(self) -> bool:
        host = self.where[0]
        return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)

    def promise(self, what: str, found: float, unit: str, at_most: float) -> None:
        """A figure beside what is promised."""
        held = found <= at_most
        print(f"  {what:58} {found:10.1f} {unit:6} at most {at_most:g}   {'held' if held else 'BROKEN'}", flush=True)
        if not held:
            self.broken.append(what)

    def judge(self) -> None:
        """The end of an attack, with 1 if a promise was broken."""
        if self.broken:
            raise SystemExit(f"broken: {', '.join(self.broken)}")

    def told(self, what: str, found: object) -> None:
        print(f"  {what:58} {found}", flush=True)

    def memory(self) -> float:
        """MB of the server and all its workers; 0 for a server that is not ours."""
        if self.pid is None:
            return 0.0
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True).stdout
        rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
        return sum(rss for pid, parent, rss in rows if self.pid in (pid, parent)) / 1024

    def promise_memory(self, before: float, more: float) -> None:
        """After a moment in which what is no longer needed can be given back."""
        if self.pid is not None:
            time.sleep(1)
            self.promise(f"memory, from {before:.0f} MB", self.memory(), "MB", before + more)

    # ---- who asks ----------------------------------------------------------------------------------------------------

    def client(self, source: str | None = None, **more: Any) -> httpx.Client:
        """Somebody with an address of their own, where the target is on this machine."""
        local = source if self.loopback else None
        transport = httpx.HTTPTransport(local_address=local, limits=httpx.Limits(max_connections=None))
        return httpx.Client(base_url=self.address, transport=transport, timeout=60, **more)

    def player(self, name: str = "Ann", source: str | None = None) -> httpx.Client:
        http = self.client(source)
        made = self.patiently(lambda: http.post("/api/players", json={"name": name}))
        http.headers["authorization"] = f"Bearer {made.json()['token']}"
        return http

    def new_table(self, http: httpx.Client, game: str, *seats: str, **more: Any) -> Any:
        made = self.patiently(lambda: http.post("/api/tables", json={"game": game, "seats": list(seats), **more}))
        assert made.is_success, made.text
        return made.json()

    def patiently(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        """Asked as soon as the rates allow."""
        while (answer := ask()).status_code == httpx.codes.TOO_MANY_REQUESTS:
            time.sleep(0.5)
        return answer

    def view(self, http: httpx.Client, id: str, **query: Any) -> Any:
        """A table as that player sees it."""
        return self.patiently(lambda: http.get(f"/api/tables/{id}/view", params=query)).json()

    def act(self, http: httpx.Client, view: Any, line: str) -> httpx.Response:
        """A move, made from that view."""
        move = {"line": line, "version": view["table"]["version"]}
        return self.patiently(lambda: http.post(f"/api/tables/{view['table']['id']}/act", json=move))

    def turn(self, http: httpx.Client, id: str, **query: Any) -> Any:
        """The view of a player when it is their turn, or the game is over."""
        while not (view := self.view(http, id, **query))["legal"] and view["table"]["status"] != "over":
            time.sleep(0.05)
        return view

    async def connect(self, number: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection, from one of some addresses."""
        source = (f"127.0.1.{1 + number % CROWD}", 0) if self.loopback else None
        return await asyncio.open_connection(*self.where, local_addr=source)


class Bystander:
    """Somebody else, who asks for a static file and a page all the time. How long they wait is what an attack costs.

    A process of its own: the attacker's work is not to be counted as theirs.
    """

    def __init__(self, target: Target, path: str = "/api/games", every: float = 0.05) -> None:
        self._target = target
        here, there = multiprocessing.get_context("spawn").Pipe()
        self._line = here
        given = (Target(target.address), (path, "/static/base.css"), every, there)
        self._process = multiprocessing.get_context("spawn").Process(target=_ask_and_ask, args=given, daemon=True)
        self.waited: list[float] = []
        self.refused = 0

    def __enter__(self) -> Bystander:
        self._process.start()
        self._line.recv()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.send("enough")
        self.waited, self.refused = self._line.recv()
        self._process.join()

    def judge(self, median: float = 100, worst: float = 500) -> None:
        self._target.promise("others wait, median", statistics.median(self.waited), "ms", median)
        self._target.promise("others wait, longest", max(self.waited), "ms", worst)
        self._target.promise("others refused or cut off", self.refused, "", 0)


def _ask_and_ask(target: Target, paths: tuple[str, ...], every: float, line: Connection) -> None:
    waited, refused = [], 0
    with target.client(BYSTANDER) as http:
        line.send("ready")
        while not line.poll(every):
            for path in paths:
                began = time.perf_counter()
                try:
                    refused += http.get(path).status_code != OK
                except httpx.TransportError:
                    refused += 1
                waited.append(1000 * (time.perf_counter() - began))
    line.send((waited, refused))


# ---- a server to attack ----------------------------------------------------------------------------------------------


@contextmanager
def own_server(*more: str, database: str = "", settled: bool = True, **started: Any) -> Iterator[Target]:
    """A server of our own on loopback; on an empty SQLite file that goes away with it, if no database is named."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{Path(folder) / 'attacked.sqlite'}"
        words = [sys.executable, "-m", "roundhouse", "serve", "--port", "0", "--bots", "1", "--database", address]
        server = subprocess.Popen([*words, *more], stdout=subprocess.PIPE, text=True, **started)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found, "the server did not start"
            kept = address.partition("sqlite:///")[2]
            target = Target(found[0], server.pid, Path(kept) if kept else None, address)
            if settled:
                _settle(target)
            yield target
        finally:
            server.terminate()
            server.wait()


def _settle(target: Target) -> None:
    """Wait until workers have loaded what they think with: what comes then is the attack's doing."""
    sizes = [0.0, target.memory()]
    for _ in range(START_SECONDS):
        if sizes[-1] - sizes[-2] < 1 and len(sizes) > SURELY:
            return
        time.sleep(1)
        sizes.append(target.memory())


def run(attack: Callable[[Target], None], doc: str | None, *own: str) -> None:
    """The command line of one attack. `own` are options for a server of our own."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--address", help="a server of yours, as http://127.0.0.1:8080; one of our own if not said")
    options.add_argument("--this-server-is-mine", action="store_true", help="allow an address beyond this machine")
    options.add_argument("--database", default="", help="for a server of our own: an empty postgresql:// of yours")
    given = options.parse_args()
    print((doc or "").splitlines()[0])
    if given.address is None:
        with own_server(*own, database=given.database) as target:
            attack(target)
    else:
        target = Target(given.address.rstrip("/"))
        if not target.loopback and not given.this_server_is_mine:
            raise SystemExit("that server is not on this machine; say --this-server-is-mine if it is yours")
        attack(target)
    target.judge()


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
