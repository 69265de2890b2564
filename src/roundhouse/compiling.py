"""A game's folder, compiled by its author against the house as it is installed."""
from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from roundhouse._compiled import DECLARED, HOUSE, Group, guest_group, library_name, rooms
from roundhouse.errors import UserError
from roundhouse.plugins import package_name


def compile_game(folder: Path) -> Path:
    """Compile what the folder's `compiled.txt` names, beside its sources; the library that was made."""
    package, home = package_name(folder)
    _check_tools()
    room = guest_group(package, folder.resolve())
    if not room.sources():
        raise UserError(f"{room.folder / DECLARED} names no file: a line for each module that is to be compiled")
    for source in room.sources():
        for old in source.parent.glob("*" + EXTENSION_SUFFIXES[0]):
            old.unlink()
    _build(room, home)
    made = room.library()
    if made is None:
        raise UserError(f"nothing was made of {room.folder}")
    return made


def _check_tools() -> None:
    """What is to fit the house is compiled by the same compiler, of the same sources."""
    house = HOUSE.library()
    if house is None or not house.name.startswith(library_name() + "_"):
        raise UserError("a game is compiled against a compiled house, and this one, or a game of it, runs uncompiled")
    version = house.name.removeprefix(library_name() + "_").partition("__mypyc")[0]
    wanted = f"mypy {version.replace('_', '.')} and setuptools are needed, as the house was compiled by them"
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        raise UserError(wanted)
    from roundhouse._building import compiler_version, what_is_missing

    if compiler_version() != version:
        raise UserError(f"{wanted}; here is mypy {compiler_version().replace('_', '.')}")
    if missing := what_is_missing():
        raise UserError(missing)


def _build(room: Group, home: Path) -> None:
    from roundhouse._building import build, extensions

    ours = [str(path) for group in (HOUSE, *rooms()) for path in group.sources()]
    groups = [
        (ours, f"roundhouse.{library_name()}"),
        ([str(path) for path in room.sources()], f"{room.package}.{room.folder.name}_{room.fingerprint}"),
    ]
    os.environ["MYPYPATH"] = str(home)
    with TemporaryDirectory() as scratch:
        try:
            made = extensions(groups, ["--config-file="], scratch)
        except SystemExit as error:     # mypy has said on the terminal what it does not like
            raise UserError(f"{room.folder} can't be compiled") from error
        build([one for one in made if one.name.startswith(f"{room.package}.")], str(home), scratch)
