"""The API reference, made from docstrings: a static site whose links all lead somewhere.

    python scripts/reference.py FOLDER [PACKAGE ...]

Run it with ROUNDHOUSE_ENGINE=plain: compiled functions have no signatures to show.
"""
from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from urllib.parse import unquote

import roundhouse

# What others may build on. The server, its pages and the commands are not among it: they have interfaces of their own.
PUBLIC = ("roundhouse", *(f"!roundhouse.{part}" for part in ("web", "cli", "terminal", "__main__")))


def write(folder: Path, specs: Sequence[str] = PUBLIC) -> None:
    """A page for each module of these packages, and one that searches in all of them; '!' leaves a package out."""
    import pdoc

    open_up(roundhouse)
    warnings.filterwarnings("ignore", "Error parsing type annotation")     # of numpy's types in named tuples
    pdoc.render.configure(docformat="markdown", show_source=False)
    pdoc.pdoc(*specs, output_directory=folder)


def open_up(package: ModuleType) -> None:
    """Add the modules inside to each `__all__`: pdoc leads to nothing else."""
    inside = [found for found in iter_modules(package.__path__) if not found.name.startswith("_")]
    offered = getattr(package, "__all__", None)
    if offered is not None:
        vars(package)["__all__"] = list(dict.fromkeys([*offered, *(found.name for found in inside)]))
    for found in inside:
        if found.ispkg:
            open_up(import_module(f"{package.__name__}.{found.name}"))


# ---- links -----------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value for name, value in attrs if value}
        self.ids |= {known["id"]} if "id" in known else set()
        self.links += [known[name] for name in ("href", "src") if name in known]


def dead_links(folder: Path) -> list[str]:
    """Links of the site to a page or to a place on one that is not there; addresses elsewhere are not looked at."""
    pages = {file.resolve(): Page(file.read_text(encoding="utf-8")) for file in folder.rglob("*.html")}
    dead = []
    for file, page in pages.items():
        for link in page.links:
            address, _, place = link.partition("#")
            target = (file.parent / unquote(address)).resolve() if address else file
            if ":" in address or (target.exists() and (not place or unquote(place) in pages[target].ids)):
                continue
            dead.append(f"{file.name}: {link}")
    return sorted(set(dead))


def main() -> None:
    folder = Path(sys.argv[1])
    write(folder, sys.argv[2:] or PUBLIC)
    dead = dead_links(folder)
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    print(f"{len(list(folder.rglob('*.html')))} pages: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
