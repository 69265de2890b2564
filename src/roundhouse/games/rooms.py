"""The list of games: the folders of the house, folders that a person names, and those of other people's packages.

A game that can't be opened is named with its reason, and all others are there.
"""
from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from roundhouse._compiled import admit
from roundhouse.errors import UserError
from roundhouse.games.title import Title
from roundhouse.plugins import foreign_code, package_at, package_name, told

ENTRY_POINTS = "roundhouse.games"
FOLDERS = "ROUNDHOUSE_GAMES"
"""The environment variable with the folders of games that are being written, as PATH has folders of programs."""
HERE = Path(__file__).parent
NO_ROOMS = {"defaults", "kit"}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
log = logging.getLogger(__name__)


@dataclass
class Shelf:
    """All games, and for each that could not be opened, where it is and why."""

    titles: dict[str, Title] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)


@cache
def shelf() -> Shelf:
    """The titles that can be opened, in the order of lists, and why others can't be; found once."""
    found = Shelf()
    for where, load in (*_of_the_house(), *_named(), *_of_packages()):
        with _noted(found, where), foreign_code():
            title = _checked(load())
            there = found.titles.setdefault(title.name, title)
            if there is not title:
                raise UserError(f"there is a game '{title.name}' here already, in {there.folder}")
    ordered = sorted(found.titles.values(), key=lambda title: (title.shelf, title.title))
    found.titles = {title.name: title for title in ordered}
    return found


def titles() -> dict[str, Title]:
    """Every game by its name."""
    return shelf().titles


def faults() -> dict[str, str]:
    """Games that could not be opened: why, by where they are."""
    return shelf().faults


def title(name: str) -> Title:
    """The title of that name; UserError if there is none, with the nearest name, or why it can't be opened."""
    known = titles()
    if name in known:
        return known[name]
    for where, why in faults().items():
        if name == Path(where).name.replace("_", "-"):
            raise UserError(f"the game {where} can't be opened: {why}")
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise UserError(f"there is no game '{name}' here: {', '.join(known)}{hint}")


@contextmanager
def apart(title: Title) -> Iterator[None]:
    """Something that is done for each game in turn, without which it can't be played: where it fails, the game is noted
    and taken from the list, and the others go on."""
    with _noted(shelf(), title.name):
        yield
    if title.name in faults():
        titles().pop(title.name, None)


@contextmanager
def _noted(shelf: Shelf, where: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        shelf.faults[where] = str(error) if isinstance(error, UserError) else told(error)
        log.warning("the game %s can't be opened: %s", where, shelf.faults[where])


Load = tuple[str, Callable[[], object]]
"""Where a game is, and what opens it."""


def _of_the_house() -> Iterator[Load]:
    for file in sorted(HERE.glob("*/__init__.py")):
        room = file.parent.name
        if room not in NO_ROOMS:
            yield room, partial(import_module, f"roundhouse.games.{room}")


def _named() -> Iterator[Load]:
    for named in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        folder = package_in(Path(named))
        yield str(folder), partial(_open_folder, folder)


def package_in(folder: Path) -> Path:
    """Where a game lies: that folder, or the only package in it, as `new-game` writes one."""
    inside = [] if (folder / "__init__.py").is_file() else [file.parent for file in folder.glob("*/__init__.py")]
    return inside[0] if len(inside) == 1 else folder


def named_folder(title: Title) -> Path | None:
    """The folder of a game that is found because a person names it; None for a game that is found without."""
    named = (Path(where).resolve() for where, _ in _named())
    return next((folder for folder in named if folder == title.folder.resolve()), None)


def _open_folder(folder: Path) -> object:
    admit(package_name(folder)[0], folder.resolve())
    return package_at(folder)


def _of_packages() -> Iterator[Load]:
    for one in entry_points(group=ENTRY_POINTS):
        yield one.name, partial(_open_entry, one)


def _open_entry(one: EntryPoint) -> object:
    spec = find_spec(one.module)
    if spec is not None and spec.origin is not None:
        admit(one.module, Path(spec.origin).parent)
    return one.load()


def _checked(found: object) -> Title:
    """The title of a module, or one named directly, if it can be listed, and a game of it begun."""
    title = found if isinstance(found, Title) else getattr(found, "TITLE", None)
    if not isinstance(title, Title):
        raise UserError("its __init__.py has no TITLE, a roundhouse.games.title.Title")
    if not NAME.fullmatch(title.name):
        raise UserError(f"'{title.name}' is no name for commands and addresses: small letters, digits and dashes")
    if not title.editions or not title.environments:
        raise UserError("it needs an edition, and a version of its environments")
    for edition in title.editions:
        title.edition(edition)
    title.game().start()
    return title
