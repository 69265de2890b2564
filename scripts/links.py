"""Whether all links of a static site lead somewhere: `python scripts/links.py FOLDER`."""
from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


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
            dead.append(f"{file.relative_to(folder.resolve()).as_posix()}: {link}")
    return sorted(set(dead))


def main() -> None:
    folder = Path(sys.argv[1])
    dead = dead_links(folder)
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    print(f"{len(list(folder.rglob('*.html')))} pages: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
