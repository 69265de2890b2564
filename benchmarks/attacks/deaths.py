"""A second server on one file, a lab that is killed, and a server that dies while its bot thinks.

    python -m benchmarks.attacks.deaths [--database postgresql://..]       (servers of its own only: it kills them)
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import httpx

from benchmarks.attacks.target import Target, own_server, run

ROUNDHOUSE = (sys.executable, "-m", "roundhouse")
LEVEL, GAME, A_FEW = "level-2", "age-of-rail", 5
PATIENCE, SOON, LEASE_SECONDS = 90.0, 10.0, 3.0


def until(condition: Callable[[], Any]) -> Any:
    began = time.monotonic()
    while not (found := condition()):
        if time.monotonic() - began > PATIENCE:
            raise SystemExit("what was waited for has not happened")
        time.sleep(0.05)
    return found


def started_by(process: int) -> set[int]:
    """The processes that it has started and that still do something."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return {int(pid) for pid, parent, stat in rows if int(parent) == process and stat[0] != "Z"}


def still_there(processes: set[int]) -> int:
    """How many of them outlive their parent, with time for those that had only begun to start."""
    began = time.monotonic()
    while left := {pid for pid in processes if _runs(pid)}:
        if time.monotonic() - began > SOON:
            break
        time.sleep(0.1)
    return len(left)


def _runs(process: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")


def second_server(target: Target) -> None:
    """Refused on a SQLite file; on PostgreSQL it would be welcome."""
    if target.file is not None:
        words = [*ROUNDHOUSE, "serve", "--port", "0", "--database", f"sqlite:///{target.file}"]
        second = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        target.promise("a second server on one file", second.returncode == 0, "", 0)
        target.promise("tracebacks of it", second.stderr.count("Traceback"), "", 0)


def killed_lab(target: Target) -> None:
    with tempfile.TemporaryDirectory() as folder:
        words = [*ROUNDHOUSE, "lab", "irish-gauge", "--games", "5000", "--jobs", "2", "--skill", "0", "--out", folder]
        lab = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        workers = until(lambda: len(found := started_by(lab.pid)) > 1 and found)
        lab.kill()
        lab.wait()
        target.promise(f"of {len(workers)} workers of a killed lab still there", still_there(workers), "", 0)


def dying_server(target: Target) -> None:
    """On a file another server comes after it; on PostgreSQL another is there already."""
    assert target.pid is not None
    if target.file is None:
        with own_server(database=target.database) as other:
            ann, id, workers = killed_in_thought(target)
            take_up(target, other, ann, id)
    else:
        ann, id, workers = killed_in_thought(target)
        with own_server(database=target.database, settled=False) as other:
            take_up(target, other, ann, id)
    target.promise(f"of {len(workers)} workers of a killed server still there", still_there(workers), "", 0)


def killed_in_thought(target: Target) -> tuple[httpx.Client, str, set[int]]:
    """Bots are at a game of their own, so that whenever their server is killed, one of them thinks."""
    assert target.pid is not None
    ann = target.player()
    id = target.new_table(ann, GAME, LEVEL, LEVEL, LEVEL)["id"]
    until(lambda: target.view(ann, id)["step"] > A_FEW)
    workers = started_by(target.pid)
    os.kill(target.pid, signal.SIGKILL)
    return ann, id, workers


def take_up(target: Target, other: Target, ann: httpx.Client, id: str) -> None:
    """How much longer than for a new table it takes until the bots of the old one go on."""
    with other.client(headers=dict(ann.headers)) as http:
        new = other.new_table(http, GAME, LEVEL, LEVEL, LEVEL)["id"]
        steps = {one: other.view(http, one)["step"] for one in (id, new)}
        began, took = time.monotonic(), dict[str, float]()
        while len(took) < len(steps):
            for one, step in steps.items():
                if one not in took and other.view(http, one)["step"] > step:
                    took[one] = time.monotonic() - began
            time.sleep(0.02)
    target.promise("longer waited for a bot whose server has died", took[id] - took[new], "s", LEASE_SECONDS)


def attack(target: Target) -> None:
    if target.pid is None:
        raise SystemExit("this one is for a server of our own: it is killed")
    second_server(target)
    killed_lab(target)
    dying_server(target)


if __name__ == "__main__":
    run(attack, __doc__)
