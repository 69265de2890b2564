"""What users bring themselves: a class in a file of theirs, named FILE.py:CLASS, one that a package of theirs offers by
an entry point, or a package in a folder."""
from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from roundhouse.errors import UserError

ENTRY_POINTS = "roundhouse.bots"
LONGEST = 200     # of what is told about a user's program
_ours = frozenset(sys.modules)
_homes: set[Path] = set()
"""The folders of all files so far."""


def own(name: str, what: str) -> object:
    """What FILE.py:CLASS or an entry point names, None if there is no such thing. `what` it is meant to be: a bot, a
    metric."""
    if name in offered():
        return _offered(name)
    file, _, wanted = name.rpartition(":")
    if not Path(file).is_file():
        raise UserError(f"the {what} '{name}' is in a file {file}, which is not there")
    return getattr(_module(Path(file).resolve()), wanted, None)


def is_own(name: str) -> bool:
    """Whether a bot or a metric is a user's; what comes before an @ says how a bot uses it."""
    return ":" in name or name.rpartition("@")[2] in offered()


def source(name: str) -> bytes:
    """What is another one when a user's program has changed: its file, or the version of its package."""
    name = name.rpartition("@")[2]
    if name in offered():
        one = offered()[name]
        return f"{one.value} {one.dist.version if one.dist else ''}".encode()
    return Path(name.rpartition(":")[0]).read_bytes()


@cache
def offered() -> dict[str, EntryPoint]:
    """The bots that packages offer, by their names."""
    return {one.name: one for one in entry_points(group=ENTRY_POINTS)}


def _offered(name: str) -> object:
    try:
        with foreign_code():
            return offered()[name].load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise UserError(f"the bot '{name}' can't be loaded: {told(error)}") from error


def told(error: BaseException) -> str:
    """An error of a user's program in one line, also when it can't even say what it is."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = "no message, since its __str__ fails too"
    return brief(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def brief(text: str) -> str:
    """A text in one line, shortened with "…"."""
    line = " ".join(text[:10 * LONGEST].split())
    return line if len(line) <= LONGEST else line[:LONGEST - 1] + "…"


@contextmanager
def foreign_code() -> Iterator[None]:
    """While a user's program runs: what it prints goes where errors go, since programs may read our output, and when
    it has moved to another folder we do not go with it."""
    folder = _here()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if folder is not None and _here() != folder:
            os.chdir(folder)


def _here() -> str | None:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


@cache
def _module(path: Path) -> ModuleType:
    """The file, run once. By its whole path it is told apart from a file of the same name in another folder."""
    name = f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UserError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module      # where dataclasses, pickle and others look for it
    try:
        with foreign_code(), _at_home(path.parent):
            spec.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        if isinstance(error, KeyboardInterrupt):
            raise
        raise UserError(f"{path} can't be run: {told(error)}") from error
    return module


def package_at(folder: Path) -> ModuleType:
    """The package in a folder, by the name that its own modules know it by. It hides no other package, and is not put
    on the path that Python searches."""
    name, home = package_name(folder)
    top = home / name.partition(".")[0]
    known = sys.modules.get(top.name) or _new_package(top)
    if Path(known.__file__ or "").parent != top:
        raise UserError(f"another package is called {top.name} here: {known.__file__}")
    return importlib.import_module(name)


def package_name(folder: Path) -> tuple[str, Path]:
    """The name of the package in a folder, and the folder from which Python would find it by that name."""
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise UserError(f"{folder} is no Python package: it has no __init__.py")
    home = folder.parent
    while (home / "__init__.py").is_file():
        home = home.parent
    return ".".join(folder.relative_to(home).parts), home


def _new_package(folder: Path) -> ModuleType:
    spec = spec_from_file_location(folder.name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[folder.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for name in [name for name in sys.modules if name == folder.name or name.startswith(folder.name + ".")]:
            del sys.modules[name]
        raise
    return module


@contextmanager
def _at_home(folder: Path) -> Iterator[None]:
    """A file may import its neighbours, as in a script. Later its folder is searched last: it hides nothing of ours."""
    _homes.add(folder)
    _forget_namesakes(folder)
    importlib.invalidate_caches()
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        with suppress(ValueError):
            sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


def _forget_namesakes(folder: Path) -> None:
    """A neighbour `helper` of another user's file is not the `helper` here: it is to be looked for anew."""
    others = _homes - {folder}
    for name in ({path.stem for path in folder.iterdir()} & set(sys.modules)) - _ours:
        place = Path(getattr(sys.modules[name], "__file__", None) or "").resolve()
        if place.parent in others or place.parent.parent in others:     # a module, or a package
            for known in [known for known in sys.modules if known == name or known.startswith(name + ".")]:
                del sys.modules[known]
