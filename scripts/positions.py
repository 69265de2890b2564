"""Writes what follows from the fields that a position declares: its slots, how it is copied, and how it is pickled.

    python scripts/positions.py            # after any change to the fields of a position
    python scripts/positions.py --check    # tells which files are not as they would be written

A position declares each field once, in `__init__`, and names in IN_PLACE the vectors that are written in place. Those a
copy has for itself; all others it shares, for they are only ever replaced. What is declared before a source is asked
for follows from the game and its board; what is read from options is copied, and not pickled.
"""
from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

GAMES = Path(__file__).parents[1] / "src" / "roundhouse" / "games"
POSITIONS = (GAMES / "narrow_gauge" / "position.py",)

BEGIN = "    # ---- made by scripts/positions.py of what __init__ declares " + "-" * 54
END = "    # ---- end of what is made " + "-" * 89
KEPT = {"i64": "number", "bool": "flag", "vec[i64]": "numbers", "vec[i16]": "shorts", "vec[u8]": "bytes"}
"""By type: how `Fields` keeps it."""


@dataclass(frozen=True)
class Field:
    name: str
    type: str
    of_game: bool
    """Whether it follows from the game and its board."""
    option: bool
    in_place: bool

    @property
    def vector(self) -> bool:
        return self.type.startswith("vec")


def declared(source: str) -> list[Field]:
    """The fields of the class Position in a module, in order."""
    module = ast.parse(source)
    position = next(one for one in module.body if isinstance(one, ast.ClassDef) and one.name == "Position")
    init = next(one for one in position.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
    in_place = next(ast.literal_eval(one.value) for one in module.body
                    if isinstance(one, ast.AnnAssign) and one.value and ast.unparse(one.target) == "IN_PLACE")
    asked = next(one.lineno for one in init.body if isinstance(one, ast.If))
    found = [
        Field(one.target.attr, ast.unparse(one.annotation), one.lineno < asked,
              one.value is not None and "options" in ast.unparse(one.value), one.target.attr in in_place)
        for one in init.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Attribute)
    ]
    unknown = set(in_place) - {field.name for field in found if field.vector}
    if unknown:
        raise SystemExit(f"IN_PLACE names what is no vector: {', '.join(sorted(unknown))}")
    return found


def made(fields: list[Field]) -> str:
    """The lines between BEGIN and END."""
    return "\n".join([BEGIN, "", *_slots(fields), "", *_becoming(fields), "", *_copying(fields), "",
                      *_pickling(fields), "", END])


def _slots(fields: list[Field]) -> Iterator[str]:
    yield "    __slots__ = ("
    names = ", ".join(f'"{field.name}"' for field in fields)
    yield from (f"        {line}" for line in wrap(f"{names},", 110))
    yield "    )"


def _becoming(fields: list[Field]) -> Iterator[str]:
    yield "    def become(self, source: Position) -> None:"
    yield '        """Be as another position of the same game is, in the place that is there."""'
    yield "        self._share(source)"
    for one in fields:
        if one.in_place and one.type == "vec[i64]":
            yield f"        overwrite(self.{one.name}, source.{one.name})"
        elif one.in_place:
            yield f"        self.{one.name} = source.{one.name}[:]"


def _copying(fields: list[Field]) -> Iterator[str]:
    yield "    def _copy(self, source: Position) -> None:"
    yield "        self._share(source)"
    yield from (f"        self.{one.name} = source.{one.name}[:]" for one in fields if one.in_place)
    yield ""
    yield "    def _share(self, source: Position) -> None:"
    yield '        """All but the vectors that are written in place."""'
    yield "        self.to_act = source.to_act"
    shared = (one.name for one in fields if not one.of_game and not one.in_place)
    yield from (f"        self.{name} = source.{name}" for name in shared)


def _pickling(fields: list[Field]) -> Iterator[str]:
    yield "    def exchange(self, fields: Fields) -> None:"
    yield '        """All that lies on the table, for a pickle."""'
    yield "        self.to_act = fields.number(self.to_act)"
    yield from (f"        self.{one.name} = fields.{KEPT[one.type]}(self.{one.name})"
                for one in fields if not one.of_game and not one.option)


def written(source: str) -> str:
    """A module with those lines made anew."""
    before, begin, rest = source.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit("the marks between which the lines stand are missing")
    return before + made(declared(source)) + after


def main() -> int:
    stale = 0
    for file in POSITIONS:
        source = file.read_text(encoding="utf-8")
        new = written(source)
        stale += new != source
        if "--check" not in sys.argv:
            file.write_text(new, encoding="utf-8")
        elif new != source:
            print(f"{file} is not as scripts/positions.py would write it")
    return int("--check" in sys.argv and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
