"""Bearer tokens of 60 kB and of 12 kB, each another, as fast as they are taken: memory stays as it is.

    python -m benchmarks.attacks.tokens [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import secrets
import time

import httpx

from benchmarks.attacks.target import Bystander, Target, run

SECONDS, SIZES = 20, (60_000, 12_000)


def attack(target: Target) -> None:
    before = target.memory()
    for size in SIZES:
        sent = 0
        until = time.monotonic() + SECONDS
        with Bystander(target) as others, target.client("127.0.1.1") as http:
            while time.monotonic() < until:
                sent += 1
                try:
                    http.get("/api/games", headers={"authorization": f"Bearer {secrets.token_hex(size // 2)}"})
                except httpx.TransportError:
                    continue
        target.told(f"requests with a token of {size:,} bytes", sent)
        others.judge()
    target.promise_memory(before, 30)


if __name__ == "__main__":
    run(attack, __doc__)
