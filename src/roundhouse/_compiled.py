"""Which engine runs: the sources compiled by mypyc, or the same sources plain.

The compiled library carries the fingerprint of its sources in its file name. When the sources have changed since, or
ROUNDHOUSE_ENGINE=plain is set, Python is told to look at the sources only, so nothing stale is ever imported.
"""
from __future__ import annotations

import sys
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
"""Beside a package's modules: which of them are compiled, a path a line."""


def sources(package: Path = PACKAGE) -> list[Path]:
    """The files that are compiled: those that the house and each room declare, and that are there."""
    lists = [package / DECLARED, *package.glob(f"games/*/{DECLARED}")]
    found = [one.parent / line for one in lists if one.exists() for line in one.read_text(encoding="utf-8").split()]
    return sorted(path for path in found if path.exists())


def fingerprint(package: Path = PACKAGE) -> str:
    """A name for exactly these sources."""
    digest = sha256()
    for path in sources(package):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return "roundhouse_" + digest.hexdigest()[:16]


def kernel_fingerprint(package: Path = PACKAGE) -> str:
    """A name for exactly this source of the nets' sums in C."""
    return sha256((package / "bots" / "kernel.c").read_bytes()).hexdigest()[:16]


def library(package: Path = PACKAGE) -> Path | None:
    """The compiled library of exactly these sources for this Python, if there is one."""
    name = fingerprint(package) + "__mypyc"
    candidates = (package.parent / (name + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in candidates if path.exists()), None)


class SourcesOnly(MetaPathFinder):
    """Finds the modules of this package by their sources, whatever compiled files lie beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("roundhouse.") or path is None:
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path)
        specs = (finder.find_spec(fullname) for finder in finders)
        return next((spec for spec in specs if spec is not None), None)


def choose(environment: Mapping[str, str]) -> tuple[str, str]:
    """Set up the imports; ("compiled" or "plain", why)."""
    wish = environment.get("ROUNDHOUSE_ENGINE", "")
    if wish not in ("", "plain", "compiled"):
        raise ImportError(f"ROUNDHOUSE_ENGINE is 'plain' or 'compiled', not '{wish}'")
    if wish != "plain" and library() is not None:
        return "compiled", "compiled from these very sources"
    stale = any(PACKAGE.glob("engine/*" + EXTENSION_SUFFIXES[0]))
    if wish == "plain":
        why = "ROUNDHOUSE_ENGINE=plain"
    elif stale:
        why = "the sources have changed since they were compiled; 'make build' compiles them again"
    else:
        why = "no C compiler was found when it was installed; with one, 'make build' makes it many times faster"
    if wish == "compiled":
        raise ImportError(f"ROUNDHOUSE_ENGINE=compiled, but there is no compiled engine: {why}")
    if stale and wish != "plain":
        print(f"roundhouse: running uncompiled: {why}", file=sys.stderr)
    sys.meta_path.insert(0, SourcesOnly())
    return "plain", why
