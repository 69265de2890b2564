"""What the house itself says at a table: that a bot has come, that time is up, that the table is closed."""
from __future__ import annotations

from dataclasses import replace
from typing import Final

from sqlalchemy import insert

from roundhouse.web.desk import Change
from roundhouse.web.storage import schema as at

HOUSE: Final = -1
HOUSE_NAME: Final = "The house"


def announce(change: Change, words: str) -> None:
    """A line in chat and log, as a part of the change that it tells of."""
    number = change.after.talk + 1
    row = {"table": change.after.id, "number": number, "seat": HOUSE, "name": HOUSE_NAME, "words": words}
    change.connection.execute(insert(at.chat).values(**row, at=change.now))
    change.after = replace(change.after, talk=number)
