"""A small complete game to grow from: the game in `template`, a working one, under a name of the author's choice."""
from __future__ import annotations

import keyword
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from roundhouse.errors import UserError
from roundhouse.games import titles

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*")
LONGEST = 40


@dataclass(frozen=True)
class GameNames:
    """The names of a game: as commands, Python, people and its rules know it."""

    name: str

    @property
    def package(self) -> str:
        """The name of its Python package."""
        return self.name.replace("-", "_")

    @property
    def title(self) -> str:
        """The name as a title: each word with a capital."""
        return " ".join(word.capitalize() for word in self.name.split("-"))

    @property
    def game_class(self) -> str:
        """The name of the class of its rules."""
        return self.title.replace(" ", "")

    @property
    def rules(self) -> str:
        """Two letters before the ids of its rules."""
        words = self.name.split("-")
        letters = words[0][0] + words[1][0] if len(words) > 1 else (self.name + "x")[:2]
        return re.sub(r"[^A-Z]", "X", letters.upper())


OURS = GameNames("spur-line")


def new_game(name: str, to: Path | None = None) -> Path:
    """Write a game of that name; the folder that it is in, NAME where no other is said. What can't be raises UserError
    and writes nothing."""
    _check(name)
    folder = Path(name) if to is None else to
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already; choose another with --to, or empty it first")
    called = GameNames(name)
    try:
        for file in sorted(TEMPLATE.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                written = folder / _renamed(file.relative_to(TEMPLATE).as_posix(), called)
                written.parent.mkdir(parents=True, exist_ok=True)
                written.write_text(_renamed(file.read_text(encoding="utf-8"), called), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{folder} can't be written: {error.strerror}") from error
    return folder


def _check(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise UserError(
            f"'{name}' is no name for a game: small letters and digits, with dashes between words, such as coal-run"
        )
    if name in titles():
        raise UserError(f"there is a game '{name}' here already")
    package = GameNames(name).package
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or package in ("roundhouse", "tests"):
        raise UserError(f"'{package}' is a word of Python's own, or a package's; choose another name")


def _renamed(text: str, called: GameNames) -> str:
    for ours, theirs in (
        (OURS.name, called.name), (OURS.package, called.package), (OURS.title, called.title),
        (OURS.game_class, called.game_class), (f"{OURS.rules}-", f"{called.rules}-"),
    ):
        text = text.replace(ours, theirs)
    return text
