"""What a process was about to do when it died, for the one that outlives it and tries again."""
from __future__ import annotations

import os

_note: int | None = None
_deadly: frozenset[str] = frozenset()


def watch(note: str, deadly: frozenset[str]) -> None:
    """Write down in a file, from now on, what this process is about to do. It has died of `deadly` things before."""
    global _note, _deadly
    _note = os.open(note, os.O_WRONLY)
    _deadly = deadly


def about_to(do: str) -> bool:
    """Whether this may be done: False if a process has died of it."""
    if do in _deadly:
        return False
    _write(do)
    return True


def survived() -> None:
    """What the process was about to do is done."""
    _write("")


def _write(text: str) -> None:
    if _note is not None:
        os.ftruncate(_note, 0)
        os.lseek(_note, 0, os.SEEK_SET)
        os.write(_note, text.encode())
