"""What an object is made of, taken from it as plain lists and numbers or given to it again: for pickles.

An object names its fields once, in a method that serves both ways:

    def exchange(self, fields: Fields) -> None:
        self.turn = fields.number(self.turn)
        self.cash = fields.numbers(self.cash)

A vector is set by compiled code only, and no field can be saved and then forgotten when it is read.
"""
from __future__ import annotations

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8


@final
class Fields:
    """The values of an object's fields, one after another. Made empty it collects them; made of such values it gives
    them out in the same order."""

    def __init__(self, values: list[Any] | None = None) -> None:
        self.giving: bool = values is not None
        self.values: list[Any] = [] if values is None else values
        self._next: int = 0

    def value(self, value: Any) -> Any:
        """Anything that can be pickled."""
        if not self.giving:
            self.values.append(value)
            return value
        if self._next == len(self.values):
            raise ValueError(f"there are {self._next} values, and more fields: another version has saved them")
        self._next += 1
        return self.values[self._next - 1]

    def number(self, value: i64) -> i64:
        """A number that is given or taken."""
        return i64(self.value(int(value)))

    def flag(self, value: bool) -> bool:
        """A yes or no that is given or taken."""
        return bool(self.value(value))

    # What is collected stays the very vector that it was: others may look into it.

    def numbers(self, values: vec[i64]) -> vec[i64]:
        """A vector of numbers that is given or taken."""
        kept = self.value(None if self.giving else list(values))
        return vec[i64](kept) if self.giving else values

    def shorts(self, values: vec[i16]) -> vec[i16]:
        """A vector of numbers of 16 bits that is given or taken."""
        kept = self.value(None if self.giving else list(values))
        return vec[i16](kept) if self.giving else values

    def bytes(self, values: vec[u8]) -> vec[u8]:
        """A vector of numbers of 8 bits that is given or taken."""
        kept = self.value(None if self.giving else list(values))
        return vec[u8](kept) if self.giving else values

    def floats(self, values: vec[float]) -> vec[float]:
        """A vector of floats that is given or taken."""
        kept = self.value(None if self.giving else list(values))
        return vec[float](kept) if self.giving else values

    def end(self) -> None:
        """Raise ValueError if there are values left that no field has taken."""
        if self._next != len(self.values):
            raise ValueError(f"there are {len(self.values)} values, and fewer fields: another version has saved them")
