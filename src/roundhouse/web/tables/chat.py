"""What the house itself says at a table: that a bot has come, that time is up, that the table is closed."""
from __future__ import annotations

from typing import Final

from roundhouse.web.tables.repository import Change
from roundhouse.web.tables.model.info import ChatLine
from roundhouse.web.tables.sql import table_rows

HOUSE: Final = -1
HOUSE_NAME: Final = "The house"


def announce(change: Change, words: str) -> None:
    """A line in chat and log, as a part of the change that it tells of."""
    say(change, HOUSE, HOUSE_NAME, words)


def say(change: Change, seat: int, name: str, words: str) -> None:
    """A line of chat, as a part of a change."""
    said = ChatLine(change.after.talk + 1, seat, name, words, change.now)
    table_rows.add_words(change.connection, change.after.id, said)
    change.after = change.after.with_words(said)
