"""Libraries that the first page does without: `make play` installs them behind it."""
from __future__ import annotations

from importlib import import_module
from typing import Any

from roundhouse.web.errors import Busy


def library(name: str) -> Any:
    """The module of that name, asked for when it is needed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        why = f"this needs {error.name}, which is not installed yet: pip install 'roundhouse-games[web]'"
        raise Busy(why) from error
