"""Other processes, and what happens there."""
from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import Any


def until(condition: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Wait for something that happens elsewhere; what it came to."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.01)
    return found


def workers_of(process: int) -> set[int]:
    """The processes that a process has started and that still run."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return {int(word) for word in found.stdout.split()}


def runs(process: int) -> bool:
    """Whether it does anything still: one that has ended may wait for somebody to notice."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")
