"""Luck that can be checked: whatever chance decides follows from a secret that was fixed before the first draw.

A table tells the commitment to its secret at once, and the secret when the game is over. The commitment is a hash: it
tells nothing of the secret, and no other secret has the same. From the secret, every draw can be made again.
"""
from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from roundhouse.engine.contract import CHANCE
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.records.course import Course, kind

DOMAIN: Final = b"roundhouse luck: "


@dataclass(frozen=True)
class Luck:
    """What a table has laid open at its end."""

    commitment: str
    secret: str


class LuckError(UserError):
    """Draws that don't follow from the secret, or a secret that is not the one committed to."""


def committed(secret: str) -> str:
    """The commitment to a secret, which is hexadecimal."""
    return sha256(DOMAIN + bytes.fromhex(secret)).hexdigest()


def drawn(secret: str, purpose: str) -> int:
    """A seed that follows from the secret, and tells nothing of any other."""
    mixed = hmac.digest(bytes.fromhex(secret), purpose.encode(), "sha256")
    return int.from_bytes(mixed[:8], "big")


def seed(secret: str, what: str, before: int) -> int:
    """The seed of a draw: by its kind, and by how many of that kind there were before it."""
    return drawn(secret, f"luck {what} {before}")


def verify(course: Course, luck: Luck) -> int:
    """How many draws there were, each of which followed from the secret. LuckError for the first that did not."""
    try:
        right = hmac.compare_digest(committed(luck.secret), luck.commitment)
    except ValueError as error:
        raise LuckError("the secret of this record is not hexadecimal") from error
    if not right:
        raise LuckError("the secret is not the one that the table committed to")
    done: Counter[str] = Counter()
    for passed in course.passed():
        if passed.by != CHANCE:
            continue
        before = course.at(passed.number - 1)
        what = kind(course.game.text(int(before.legal()[0])))
        expected = int(before.random(Dice(seed(luck.secret, what, done[what]))))
        if expected != passed.code:
            told, other = (course.game.text(code) for code in (expected, passed.code))
            raise LuckError(f"step {passed.number}: the secret says '{told}', and the record '{other}'")
        done[what] += 1
    return done.total()
