"""What a library asks for when it is imported, that Python in a browser has not, and that nobody here ever calls."""
from __future__ import annotations

import sys
from types import ModuleType

INTERPRETERS = "concurrent.interpreters"


def stand_in() -> None:
    """anyio names the interpreters of a process, to work in them: there are none."""
    try:
        __import__(INTERPRETERS)
    except ModuleNotFoundError:
        none = ModuleType(INTERPRETERS)
        vars(none).update(ExecutionFailed=RuntimeError, create=_refuse)
        sys.modules[INTERPRETERS] = none


def _refuse() -> None:
    raise RuntimeError("there is one interpreter here")
