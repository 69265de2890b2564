"""The one base of all addresses: below which path of its host the house stands.

Everywhere inside the house an address begins at its root: `/games/ID`. What leaves it carries the base. Templates and
redirects get it by themselves; whoever writes an address into markup or JSON calls `at`: in Python this one, in
JavaScript that of `base.js`.
"""
from __future__ import annotations

from urllib.parse import urlsplit

_base = ""


def stand_at(address: str) -> None:
    """Have the house stand at an address from now on: its own as others reach it, or a path of whatever host."""
    global _base
    _base = urlsplit(address).path.rstrip("/")


def base() -> str:
    """The path that all its addresses begin with: "" where it has a host for itself, or such as "/roundhouse"."""
    return _base


def at(address: str) -> str:
    """An address of the house as a browser must know it. What is no path from the root stays as it is."""
    return _base + address if address.startswith("/") and not address.startswith("//") else address


def within(path: str) -> str:
    """What a path means inside: below the base, or as it is where what stands before the house has taken that away."""
    if _base and (path == _base or path.startswith(f"{_base}/")):
        return path[len(_base):] or "/"
    return path
