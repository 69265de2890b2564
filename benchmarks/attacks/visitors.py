"""Tokenless requests to nothing, parallel logins, idle and half-sent connections: others get through, nobody is stored.

    python -m benchmarks.attacks.visitors [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from benchmarks.attacks.target import Bystander, Target, run

REQUESTS, LOGINS, CONNECTIONS, IDLE_SECONDS = 2500, 45, 1100, 15
HALF = (b"", b"GET / HT", b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nna")


def nothing(target: Target) -> None:
    with target.client("127.0.1.1") as http:
        for _ in range(REQUESTS):
            http.post("/games/nosuch/act", data={"version": 1, "line": "pass"})
    if target.file is not None:
        with sqlite3.connect(target.file) as database:
            target.promise("guests stored", database.execute("SELECT count(*) FROM players").fetchone()[0], "", 0)


def logins(target: Target) -> None:
    before = target.memory()
    with target.client("127.0.1.2") as http, ThreadPoolExecutor(LOGINS) as pool, Bystander(target) as others:
        form = {"name": "Ann", "password": "a guess at it"}
        list(pool.map(lambda _: http.post("/login", data=form), range(LOGINS)))
    others.judge()
    target.promise_memory(before, 80)


async def hold(target: Target) -> None:
    """From one address all that it may have, and more."""
    kept = []
    for number in range(CONNECTIONS):
        with suppress(OSError):
            reader, writer = await target.connect()
            writer.write(HALF[number % len(HALF)])
            kept.append((reader, writer))
    await asyncio.sleep(IDLE_SECONDS)
    open_ones = 0
    for reader, writer in kept:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(0.01):
                await reader.read()
        open_ones += not reader.at_eof() and reader.exception() is None
        writer.close()
    target.promise(f"of {CONNECTIONS} connections open after {IDLE_SECONDS} s", open_ones, "", 200)


def attack(target: Target) -> None:
    nothing(target)
    logins(target)
    with Bystander(target) as others:
        asyncio.run(hold(target))
    others.judge()


if __name__ == "__main__":
    run(attack, __doc__)
