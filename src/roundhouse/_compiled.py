"""Which engine runs: the sources compiled by mypyc, or the same sources plain.

What is compiled comes in groups: the house (engine and search), and each game's folder. Our own make one library, and
a game from elsewhere has one of its own. A library carries the fingerprints of its groups in its file name. When the
sources of a group have changed since, Python is told to look at its sources only, so nothing stale is ever imported,
and the other groups stay compiled. Games are compiled against the house: when that has changed, all are stale.
"""
from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

PACKAGE = Path(__file__).parent
DECLARED = "compiled.txt"
"""In the folder of a group: which of its modules are compiled, a path a line."""


@dataclass(frozen=True)
class Group:
    """Modules that are compiled together, and known by one fingerprint."""

    package: str
    folder: Path
    against: str = ""
    """What they are compiled against."""
    home: Path = PACKAGE
    """Where their library lies."""

    def sources(self) -> list[Path]:
        """The files that are compiled: those that are declared, and there."""
        declared = self.folder / DECLARED
        lines = declared.read_text(encoding="utf-8").split() if declared.exists() else []
        return sorted(self.folder / line for line in lines if (self.folder / line).exists())

    @cached_property
    def fingerprint(self) -> str:
        """A name for exactly these sources, and what they are compiled against."""
        digest = sha256(self.against.encode())
        for path in self.sources():
            text = path.read_bytes()
            digest.update(f"{path.relative_to(self.folder).as_posix()} {len(text)}\n".encode() + text)
        return digest.hexdigest()[:12]

    def library(self) -> Path | None:
        """The library with exactly these sources for this Python, if there is one."""
        names = [f"*_{self.fingerprint}_*__mypyc{ending}" for ending in EXTENSION_SUFFIXES]
        return next((path for name in names for path in self.home.glob(name)), None)

    def is_stale(self) -> bool:
        """Whether compiled files lie there, and not of these sources."""
        folders = {self.folder, *(path.parent for path in self.sources())}
        compiled = any(path for folder in folders for path in folder.glob("*" + EXTENSION_SUFFIXES[0]))
        return compiled and self.library() is None


HOUSE = Group("roundhouse", PACKAGE)


def kernel_fingerprint() -> str:
    """A name for exactly this source of the nets' sums in C."""
    return sha256((PACKAGE / "bots" / "kernel.c").read_bytes()).hexdigest()[:16]


def rooms() -> list[Group]:
    """The groups of our own games."""
    folders = [declared.parent for declared in sorted(PACKAGE.glob(f"games/*/{DECLARED}"))]
    return [Group(f"roundhouse.games.{folder.name}", folder, HOUSE.fingerprint) for folder in folders]


def library_name() -> str:
    """What the library of the house and all its games is called, the version of the compiler left out."""
    return "_".join(["roundhouse", *(group.fingerprint for group in (HOUSE, *rooms()))])


def guest_group(package: str, folder: Path) -> Group:
    """The group of a game outside the house, which is compiled against one library of the house."""
    library = HOUSE.library()
    return Group(package, folder, library.name if library else "", folder)


class SourcesOnly(MetaPathFinder):
    """Finds the modules of some packages by their sources, whatever compiled files lie beside them."""

    def __init__(self) -> None:
        self.packages: set[str] = set()

    def add(self, package: str) -> None:
        """Have modules of a package read from their sources from now on."""
        self.packages.add(package)
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module in one of those packages; None for any other module."""
        if path is None or not any(fullname.startswith(f"{package}.") for package in self.packages):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path)
        specs = (finder.find_spec(fullname) for finder in finders)
        found = next((spec for spec in specs if spec is not None), None)
        if found is None and _compiled_files(fullname.rpartition(".")[2], path):
            # Whoever is asked next would find what was compiled of a source that is gone.
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return found


def _compiled_files(module: str, folders: Sequence[str]) -> bool:
    return any(Path(folder, module + ending).exists() for folder in folders for ending in EXTENSION_SUFFIXES)


PLAIN = SourcesOnly()
CHANGED = "the sources have changed since they were compiled"


def _to_compile() -> str:
    """The command that compiles the house where it lies: in a checkout, or as pip has installed it."""
    if (PACKAGE.parent.name, (PACKAGE.parents[1] / "Makefile").is_file()) == ("src", True):
        return "'make build'"
    return "'pip install --force-reinstall --no-deps --no-binary roundhouse-games roundhouse-games'"


def choose(environment: Mapping[str, str]) -> tuple[str, str]:
    """Set up the imports of the house and its games; ("compiled" or "plain", why)."""
    wish = environment.get("ROUNDHOUSE_ENGINE", "")
    if wish not in ("", "plain", "compiled"):
        raise ImportError(f"ROUNDHOUSE_ENGINE is 'plain' or 'compiled', not '{wish}'")
    if wish != "plain" and HOUSE.library() is not None:
        return "compiled", _rooms_beside(wish)
    if wish == "plain":
        why = "ROUNDHOUSE_ENGINE=plain"
    elif HOUSE.is_stale():
        why = f"{CHANGED}; {_to_compile()} compiles them again"
    else:
        why = f"it has not been compiled; {_to_compile()} does it with a C compiler, and makes it many times faster"
    if wish == "compiled":
        raise ImportError(f"ROUNDHOUSE_ENGINE=compiled, but there is no compiled engine: {why}")
    if HOUSE.is_stale() and wish != "plain":
        print(f"roundhouse: running uncompiled: {why}", file=sys.stderr)
    PLAIN.add("roundhouse")
    return "plain", why


def compiled_meanwhile(environment: Mapping[str, str]) -> bool:
    """Whether a process that began without a compiled engine would find one if it began now."""
    wish = environment.get("ROUNDHOUSE_ENGINE")
    return wish != "plain" and "roundhouse" in PLAIN.packages and HOUSE.library() is not None


def _rooms_beside(wish: str) -> str:
    """What is to be said of the games beside a compiled house."""
    stale = [room for room in rooms() if room.library() is None]
    if not stale:
        return "compiled from these very sources"
    why = f"{', '.join(room.folder.name for room in stale)} uncompiled: {CHANGED}; {_to_compile()} compiles them again"
    if wish == "compiled":
        raise ImportError(f"ROUNDHOUSE_ENGINE=compiled, but {why}")
    print(f"roundhouse: running {why}", file=sys.stderr)
    for room in stale:
        PLAIN.add(room.package)
    return f"compiled from these very sources; {why}"


def admit(package: str, folder: Path) -> None:
    """Set up the imports of a game outside the house, before it is opened."""
    if "roundhouse" in PLAIN.packages:
        PLAIN.add(package)
    elif guest_group(package, folder).is_stale():
        PLAIN.add(package)
        print(f"roundhouse: {package} runs uncompiled: {CHANGED}; 'roundhouse compile' does it again", file=sys.stderr)
