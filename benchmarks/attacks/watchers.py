"""2,000 watchers of one table come and go, and somebody else asks for something else.

    python -m benchmarks.attacks.watchers [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import asyncio

from benchmarks.attacks.target import Bystander, Target, run

WATCHERS, AT_ONCE, STAY_SECONDS = 2000, 100, 5


async def watch(target: Target, id: str, number: int, room: asyncio.Semaphore) -> int:
    """Come, stay a while, and go; how much was heard."""
    async with room:
        reader, writer = await target.connect(number)
        writer.write(f"GET /events?table={id} HTTP/1.1\r\nHost: attack\r\n\r\n".encode())
        heard = len(await reader.readuntil(b"event: table"))
    try:
        async with asyncio.timeout(STAY_SECONDS):
            while part := await reader.read(65536):
                heard += len(part)
    except TimeoutError:
        pass
    writer.close()
    return heard


async def crowd(target: Target, id: str) -> int:
    room = asyncio.Semaphore(AT_ONCE)
    heard = await asyncio.gather(*(watch(target, id, n, room) for n in range(WATCHERS)), return_exceptions=True)
    return sum(isinstance(one, int) for one in heard)


def attack(target: Target) -> None:
    ann = target.player()
    id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1", public=True)["id"]
    before = 0.0
    for time in ("first", "second"):
        before = target.memory()
        with Bystander(target) as others:
            came = asyncio.run(crowd(target, id))
        target.told(f"watchers who saw the table, the {time} time", came)
        others.judge()
    target.promise_memory(before, 30)


if __name__ == "__main__":
    run(attack, __doc__)
