"""Reading an edition file: every value is checked, and an error says where it stands and what was expected."""
from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from roundhouse.engine.contract import Edition
from roundhouse.engine.hexes import DIRECTIONS
from roundhouse.errors import UserError
from roundhouse.nesting import TOO_DEEP, too_deep

Path_ = tuple[str | int, ...]
LARGEST_EDITION = 1024 * 1024
MOST_ENTRIES = 500
"""In one list of an edition: boards grow with the square of their hexes, and no printed one has a third as many."""


class EditionError(UserError):
    """An edition file that can't be played: which file, where in it, and what was expected."""


def digest(data: dict[str, Any]) -> str:
    """The same for the same data, however the file is laid out."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(canonical.encode()).hexdigest()[:16]


def read_edition(file: Path) -> tuple[Edition, Node]:
    """The data of an edition file, and the same as a node to check it by."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise EditionError(f"{file}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise EditionError(f"{file}: is not a text file in UTF-8") from error
    return parse_edition(text, str(file))


def parse_edition(text: str, source: str) -> tuple[Edition, Node]:
    """The same from the text of an edition; `source` says in errors where it came from."""
    if len(text) > LARGEST_EDITION:
        raise EditionError(f"{source}: is too large for an edition: the most is {LARGEST_EDITION // 1024} kB")
    if too_deep(text):
        raise EditionError(f"{source}: {TOO_DEEP}")
    try:
        data = json.loads(text, object_pairs_hook=_no_key_twice)
    except ValueError as error:
        raise EditionError(f"{source}: is not JSON: {error}") from error
    root = Node(data, (), _Source(source, text))
    root.expect(isinstance(data, dict), "an edition: a JSON object")
    return Edition(root.text("edition"), digest(data), data, text), root


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return found


class _Source:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text


class Node:
    """A value in an edition file, with its place there. Reading what is missing or wrong raises EditionError."""

    def __init__(self, value: Any, path: Path_, source: _Source) -> None:
        self.value = value
        self.path = path
        self._source = source

    def expect(self, condition: bool, expected: str) -> None:
        """Refuse the value unless the condition holds; `expected` completes the error's "expected .."."""
        if not condition:
            self.fail(expected)

    def fail(self, expected: str) -> NoReturn:
        """Raise EditionError with the file, the line and the place of the value, and what was expected there."""
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")
        found = json.dumps(self.value, ensure_ascii=False)
        found = found if len(found) <= 60 else found[:57] + "..."
        place = f"{self._source.file}, line {line_of(self._source.text, self.path)}"
        raise EditionError(f"{place}: {where or 'the file'}: expected {expected}, found {found}")

    # ---- reading -----------------------------------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        """Whether the value is an object with that key."""
        return isinstance(self.value, dict) and key in self.value

    def __getitem__(self, key: str) -> Node:
        self.expect(isinstance(self.value, dict), "an object")
        self.expect(key in self.value, f'an object with the key "{key}"')
        return Node(self.value[key], (*self.path, key), self._source)

    def __iter__(self) -> Iterator[Node]:
        self.expect(isinstance(self.value, list), "a list")
        return (Node(value, (*self.path, i), self._source) for i, value in enumerate(self.value))

    def items(self) -> Iterator[tuple[str, Node]]:
        """The keys of an object with their values; anything else is refused."""
        self.expect(isinstance(self.value, dict), "an object")
        return ((key, self[key]) for key in self.value)

    def only(self, *keys: str) -> None:
        """No key that nobody would read: most likely a slip of the pen."""
        self.expect(isinstance(self.value, dict), "an object")
        unknown = [key for key in self.value if key not in keys]
        if unknown:
            self[unknown[0]].fail(f"one of the keys {', '.join(keys)}")

    def text(self, key: str) -> str:
        """The text under a key, which may not be empty."""
        node = self[key]
        node.expect(isinstance(node.value, str) and node.value != "", "a text")
        return str(node.value)

    def number(self, key: str, least: int = 0, most: int = 10_000) -> int:
        """The whole number under a key, within those bounds."""
        return self[key].as_number(least, most)

    def as_number(self, least: int = 0, most: int = 10_000) -> int:
        """The value as a whole number within those bounds; true and false are refused."""
        # Compared by type because True is an int to Python.
        self.expect(type(self.value) is int and least <= self.value <= most, f"a whole number from {least} to {most}")
        return int(self.value)

    def one_of(self, choices: Collection[object], what: str) -> Any:
        """The value, a text or a number, if it is one of the choices; `what` names them in the error."""
        self.expect(isinstance(self.value, str | int) and self.value in choices, what)
        return self.value

    def list_of(self, least: int, what: str, most: int = MOST_ENTRIES) -> list[Node]:
        """The entries of a list that has at least and at most so many."""
        self.expect(isinstance(self.value, list) and len(self.value) >= least, f"a list of {least} or more {what}")
        self.expect(len(self.value) <= most, f"a list of {what}, {most} at most")
        return list(self)

    def word(self, key: str) -> str:
        """An id as the notation needs it: one word."""
        node = self[key]
        good = isinstance(node.value, str) and node.value.isascii() and node.value.replace("-", "").isalnum()
        node.expect(good, "an id: letters, digits and dashes")
        return str(node.value)


def hexes_of(node: Node, least: int, *keys: str) -> list[Node]:
    """The hexes of a map, each with an id and a place q, r of its own, and besides them only these keys."""
    found, places = node.list_of(least, "hexes"), set()
    for one in found:
        one.only("id", "q", "r", *keys)
        one.word("id")
        place = one.number("q", -999, 999), one.number("r", -999, 999)
        one.expect(place not in places, "a hex at a place q, r of its own")
        places.add(place)
    all_different([one["id"] for one in found], "an id")
    return found


def all_different(nodes: Collection[Node], what: str) -> None:
    """Refuse the first of the nodes whose value an earlier one has; `what` names such a value in the error."""
    seen: set[object] = set()
    for node in nodes:
        node.expect(node.value not in seen, f"{what} that is not used above")
        seen.add(node.value)


def touching(hexes: Collection[Node]) -> None:
    """Refuse the first hex that touches no other."""
    places = {(one["q"].value, one["r"].value) for one in hexes}
    for one in hexes:
        q, r = one["q"].value, one["r"].value
        beside = any((q + dq, r + dr) in places for dq, dr in DIRECTIONS)
        one.expect(beside, "a hex that touches another hex")


def line_of(text: str, path: Path_) -> int:
    """The line on which the value at `path` begins in a JSON text that is known to be well formed."""
    decoder = json.JSONDecoder()

    def skip(at: int) -> int:
        while text[at] in " \t\r\n:,":
            at += 1
        return at

    at = skip(0)
    for step in path:
        at = skip(at + 1)
        index = 0
        while True:
            if isinstance(step, int):
                found = index == step
            else:
                key, at = decoder.raw_decode(text, at)
                at = skip(at)
                found = key == step
            if found:
                break
            _, at = decoder.raw_decode(text, at)
            at = skip(at)
            index += 1
    return text.count("\n", 0, at) + 1
