"""The bots of a browser, in a worker of their own."""
from __future__ import annotations

import base64
import pickle
from pathlib import Path
from typing import Any

from roundhouse._compiled import PACKAGE
from roundhouse.bots import masters
from roundhouse.records import Record
from roundhouse.web.bots import thinking


def wake() -> None:
    """Load what bots think with."""
    thinking.wake_up()


def _asked(text: str) -> tuple[str, tuple[Any, ...]]:
    name, given = pickle.loads(base64.b64decode(text))
    return name, given


def net_needed(text: str) -> str:
    """The name of the net without which this can't be thought about as well as it should; "" if it is here."""
    name, given = _asked(text)
    if name == "think" and given[3] != masters.MASTER and not given[3].endswith(f"@{masters.HOUSE_NET}"):
        return ""
    record = Record.loads(given[1] if name == "think" else given[0])
    path = masters.net_path(record.setup)
    return "" if path.exists() else _name(path)


def _name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.name}"


def keep_net(name: str, weights: Any) -> None:
    """A net that has come."""
    room, _, file = name.partition("-")
    path = PACKAGE / "games" / room / "nets" / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(weights))
    masters.look_again()


def answer(text: str) -> str:
    """What comes of it, as the house reads it."""
    name, given = _asked(text)
    return base64.b64encode(pickle.dumps(getattr(thinking, name)(*given))).decode()
