"""Bots that a host lets in beside the levels: programs of their own, known at the table by a short name."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from roundhouse.bots import BOTS, bot
from roundhouse.errors import UserError

HouseBots = Mapping[str, str]
"""The bots of the host, by the names that players see."""


def load_house_bots(names: Iterable[str]) -> dict[str, str]:
    """The bots of those names, by their short ones; UserError for what is no bot, or has the name of another."""
    found: dict[str, str] = {}
    for name in names:
        bot(name)
        short = short_name(name)
        if short in BOTS or short in found:
            raise UserError(f"there is a bot '{short}' at the tables already; '{name}' needs another name")
        found[short] = _whole(name)
    return found


def short_name(name: str) -> str:
    """What comes last: the class of a file, the name of an entry point, or the house's net."""
    return name.rpartition("@")[2].rpartition(":")[2]


def _whole(name: str) -> str:
    """A bot's name with the whole path of its file: workers may run in another folder."""
    how, at, who = name.rpartition("@")
    file, colon, kind = who.rpartition(":")
    return f"{how}{at}{Path(file).resolve()}:{kind}" if colon else name
