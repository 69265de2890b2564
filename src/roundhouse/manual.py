"""The pages of the docs as text: they come with the package, and in a checkout they are read where they are written."""
from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from roundhouse.errors import UserError

PACKAGE = Path(__file__).parent
INSTALLED = PACKAGE / "docs"
WRITTEN = PACKAGE.parents[1] / "docs"


def pages() -> dict[str, Path]:
    """Every page by its name: its path in the docs without the ending."""
    folder = INSTALLED if INSTALLED.is_dir() else WRITTEN
    found = {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.md"))}
    return {name.removesuffix("/README"): file for name, file in found.items()}


def page(name: str) -> str:
    """A page as Markdown; UserError where there is none of that name."""
    known = pages()
    file = known.get(name.removeprefix("docs/").removesuffix(".md").removesuffix("/README"))
    if file is None:
        near = get_close_matches(name, known, n=1, cutoff=0.4)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
        raise UserError(f"the docs have no page '{name}'; {hint}")
    return file.read_text(encoding="utf-8")


def heading(name: str) -> str:
    """What a page calls itself."""
    return page(name).partition("\n")[0].lstrip("# ")
