"""Processes that others are started by."""
from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """To be called in a process that was started to work for another: one that was killed can't send it home."""
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
