"""A table as a file: its game with all that is hidden, and who sits there, to go on in another house."""
from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.errors import UserError
from roundhouse.nesting import too_deep
from roundhouse.web.tables.model.table import Table

FORMAT = "roundhouse-table/1"
BEGINNING = f'{{"format": "{FORMAT}"'
KEYS = {"format", "bots", "hints", "record"}
DAMAGED = "this table was not written whole: save it again where it stands"


@dataclass(frozen=True)
class TableFile:
    """What goes from one house to the other. Its record is packed, so that no hand is read by accident."""

    record: str
    bots: Sequence[str | None]
    """The level of the bot on each seat; None where a person sits."""
    hints: bool

    @staticmethod
    def of(table: Table) -> TableFile:
        """A table as it stands. A bot that stands in for its player stays behind."""
        bots = [seat.bot if seat.player is None else None for seat in table.seats]
        return TableFile(table.record().dumps(), bots, table.hints)

    def dumps(self) -> str:
        """The file."""
        packed = base64.b64encode(zlib.compress(self.record.encode(), 9)).decode()
        rest = json.dumps({"bots": list(self.bots), "hints": self.hints, "record": packed}, indent=1)
        return f"{BEGINNING},{rest[1:]}\n"

    @staticmethod
    def loads(text: str, largest: int) -> TableFile:
        """Read a file whose record has at most so many letters, and is not looked at; UserError if it is none."""
        try:
            data = {} if too_deep(text) else json.loads(text)
            if set(data) != KEYS or not isinstance(data["hints"], bool) or not isinstance(data["bots"], list):
                raise UserError(DAMAGED)
            unpacker = zlib.decompressobj()
            record = unpacker.decompress(base64.b64decode(data["record"], validate=True), largest).decode()
        except (ValueError, TypeError, binascii.Error, zlib.error) as error:
            raise UserError(DAMAGED) from error
        if not unpacker.eof or not all(bot is None or isinstance(bot, str) for bot in data["bots"]):
            raise UserError(DAMAGED)
        return TableFile(record, data["bots"], data["hints"])


def is_table_file(text: str) -> bool:
    """Whether a file is a table, and not the record of a game."""
    return text.lstrip().startswith(BEGINNING)
