"""Load on the web room: python benchmarks/web_load.py [--tables 200 --moves 50 --watchers 1 --seconds 20]

A real server process, many live tables of all four games, some of which act each second, and watchers who follow each
table's event stream and fetch what does not come with it, as their pages do. Reported is the time from the sending of
a move to the moment when a watcher has it, which is what a person waits to see another's move; and what the servers
take of processor and memory, which other work on the same machine changes less. With `--servers 2` and a PostgreSQL,
movers and watchers are spread over both.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.web.people.players import Players
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.services import Tables

SETTLE_SECONDS = 8.0     # all watchers come at once, which is not what is measured
WARM_UP_SECONDS = 5.0
OK = 200
MARK, FROM = slice(2, 14), slice(17, 29)    # of what is told, and of what it is told from


@dataclass
class Live:
    """A table that is played at: its mover, who holds all seats, and when each step was sent."""

    id: str
    token: str
    sent: dict[int, float] = field(default_factory=dict)
    acting: bool = False


@dataclass
class Figures:
    seen: list[float] = field(default_factory=list)
    """Seconds from the sending of a move to a watcher's having the fragment."""
    acknowledged: list[float] = field(default_factory=list)
    refused: int = 0
    size: list[int] = field(default_factory=list)
    seconds: float = 0.0
    """From the first move that is measured to the last."""
    spent: float = 0.0
    """Seconds of processor that the servers took for them."""


class Server:
    """`roundhouse serve` as a process of its own."""

    def __init__(self, database: str) -> None:
        words = [sys.executable, "-m", "roundhouse", "serve", "--port", "0", "--database", database, "--no-limits"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = (word for word in self.process.stdout.readline().split() if word.startswith("http"))
        self.address = next(found).rstrip("/")

    def spent(self) -> float:
        """Seconds of processor, without its bots' workers, who have nothing to do here."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def set_the_tables(url: str, count: int) -> list[Live]:
    """Tables well under way, made before the server starts."""
    database = Database(url)
    database.migrate()
    tables = Tables(database)
    players = Players(database, tables.holdings)
    made = []
    names = list(titles())
    for number in range(count):
        player, token = players.guest()
        title = titles()[names[number % len(names)]]
        table = tables.creation.create(player, title.name, [SeatRequest(me=True)] * title.players[0])
        dice = Dice(number)
        for _ in range(10):
            if table.status == "over":
                break
            line = table.game.text(table.course.state.random_by_kind(dice))
            table = tables.moves.act(player, table.id, line, table.version)
        made.append(Live(table.id, token))
    database.close()
    return made


class Connection:
    """One kept connection to the server. It does as little as possible, so that the server has the machine."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._host, port = address.removeprefix("http://").split(":")
        self._port = int(port)
        self._head = f"Host: {self._host}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, more: str = "") -> asyncio.StreamReader:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        sent = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\n" if body is not None else ""
        head = f"{method} {path} HTTP/1.1\r\n{self._head}{more}{kind}Content-Length: {len(sent)}\r\n\r\n"
        writer.write(head.encode() + sent)
        return reader

    async def answer(self, method: str, path: str, body: object = None, more: str = "") -> tuple[int, bytes]:
        reader = await self.ask(method, path, body, more)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length: ")[1].split("\r\n")[0])
        return int(head.split(" ")[1]), await reader.readexactly(length)


async def move(http: Connection, live: Live, figures: Figures, measured: bool) -> None:
    """Look and act, as the page of the one to act does; what is timed is the act."""
    live.acting = True
    try:
        view = json.loads((await http.answer("GET", f"/api/tables/{live.id}/view?log=0"))[1])
        if not view["legal"]:
            return
        version = view["table"]["version"]
        line = random.choice([line for line in view["legal"] if not line.startswith("bid ")] or view["legal"][:3])
        began = time.perf_counter()
        if measured:
            live.sent[version + 1] = began
        status, _ = await http.answer("POST", f"/api/tables/{live.id}/act", {"line": line, "version": version})
        figures.refused += status != OK
        if measured:
            figures.acknowledged.append(time.perf_counter() - began)
    finally:
        live.acting = False


async def watch(address: str, live: Live, figures: Figures) -> None:
    """Follow a table, and fetch what is new where it does not come with the event, as a page does."""
    fetching, following = Connection(address), Connection(address)
    stream = await following.ask("GET", f"/events?table={live.id}")
    mark, kind = "none", b""
    while line := await stream.readline():
        if line.startswith(b"event: "):
            kind = line[7:].strip()
        if line.startswith(b"data: ") and kind == b"table":
            news = json.loads(line[6:])
            told, size = news.get("now", ""), len(line)
            if told[FROM] != mark:
                content = (await fetching.answer("GET", f"/games/{live.id}/now", more=f"Have: {mark}\r\n"))[1]
                told, size = content.decode(), size + len(content)
            mark = told[MARK]
            began = live.sent.get(news["version"])
            if began is not None:
                figures.seen.append(time.perf_counter() - began)
                figures.size.append(size)


async def run(servers: list[Server], tables: list[Live], given: argparse.Namespace) -> Figures:
    figures = Figures()
    anywhere = cycle(server.address for server in servers)
    watchers = [asyncio.create_task(watch(next(anywhere), live, figures)) for live in tables * given.watchers]
    lines = {live.id: Connection(next(anywhere), live.token) for live in reversed(tables)}
    await asyncio.sleep(SETTLE_SECONDS)
    moves: set[asyncio.Task[None]] = set()
    began = time.perf_counter()
    spent = 0.0
    for number in range(int((WARM_UP_SECONDS + given.seconds) * given.moves)):
        await asyncio.sleep(max(0.0, began + number / given.moves - time.perf_counter()))
        idle = [live for live in tables if not live.acting]
        if not idle:
            raise SystemExit("every table waits for the server: it can't keep up with so many moves")
        live = random.choice(idle)
        measured = number >= WARM_UP_SECONDS * given.moves
        if measured and not figures.seconds:
            figures.seconds, spent = time.perf_counter(), sum(server.spent() for server in servers)
        task = asyncio.create_task(move(lines[live.id], live, figures, measured))
        moves.add(task)
        task.add_done_callback(moves.discard)
    await asyncio.gather(*moves)
    figures.seconds = time.perf_counter() - figures.seconds
    await asyncio.sleep(1)
    figures.spent = sum(server.spent() for server in servers) - spent
    failed = [one for one in watchers if one.done()]
    if failed:
        raise SystemExit(f"{len(failed)} watchers were cut off: {failed[0].exception()!r}")
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return figures


def told(label: str, seconds: list[float]) -> None:
    cuts = statistics.quantiles(seconds, n=100)
    print(f"{label:40} median {cuts[49] * 1000:6.1f} ms   95th percentile {cuts[94] * 1000:6.1f} ms   n {len(seconds)}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--moves", type=float, default=50, help="moves a second, over all tables")
    options.add_argument("--watchers", type=int, default=1, help="watchers of each table")
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--database", help="a PostgreSQL to use instead of a SQLite file")
    options.add_argument("--servers", type=int, default=1, help="how many share the PostgreSQL")
    given = options.parse_args()
    if given.servers > 1 and given.database is None:
        raise SystemExit("a SQLite file has one server; several share a PostgreSQL, named with --database")
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder) / 'load.sqlite'}"
        tables = set_the_tables(url, given.tables)
        servers = [Server(url) for _ in range(given.servers)]
        try:
            figures = asyncio.run(run(servers, tables, given))
            memory = " and ".join(f"{server.megabytes():.0f}" for server in servers)
        finally:
            for server in servers:
                server.end()
    made = len(figures.acknowledged)
    where = "SQLite" if given.database is None else f"PostgreSQL, {given.servers} servers"
    print(f"{where}: {given.tables} tables, {given.watchers} watchers each, {os.cpu_count()} cores")
    print(f"{made / figures.seconds:.1f} moves/s of {given.moves:g} asked for; {figures.refused} refused")
    told("move sent to seen by a watcher", figures.seen)
    told("move sent to acknowledged", figures.acknowledged)
    print(f"to a watcher {statistics.mean(figures.size):.0f} bytes a move")
    print(f"processor {1000 * figures.spent / made:.2f} ms a move in all; memory {memory} MB")


if __name__ == "__main__":
    main()
