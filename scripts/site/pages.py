"""Which pages the site of the docs has, where they come from, and in what order they stand: a hook of mkdocs.

A page is known by its path in the repository, so that links hold there and here; its address on the site is shorter.
"""
from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[2]
GAMES = ("irish_gauge", "age_of_rail", "narrow_gauge", "appalachian_trail")
SOURCES = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "docs/**/*", "examples/*.py",
    "src/roundhouse/web/README.md",
    *(f"src/roundhouse/games/*/{files}" for files in ("rulebook.md", "pictures/*", "nets/*.md", "nets/*.svg")),
)
ROOM = "src/roundhouse/games"
# What others may build on. The server, its pages and the commands have interfaces of their own.
PACKAGES = (
    "engine", "engine.observing", "games", *(f"games.{name}" for name in GAMES), "games.defaults", "records", "bots",
    "lab", "lab.metrics", "lab.report", "lab.training", "envs",
)
MODULES = ("referee", "plugins", "picture", "charts", "compiling", "errors", "manual")


def nav() -> list[Any]:
    """All pages, as they are listed."""
    return [
        {"Roundhouse": ["README.md", "CHANGELOG.md"]},
        {"Players": [*(f"{ROOM}/{name}/rulebook.md" for name in GAMES), "docs/puzzles.md"]},
        {"Designers": [
            "docs/lab.md", "docs/narrow-gauge-edition.md", {"Reports": ["docs/reports/README.md", *reports()]},
        ]},
        {"Authors": ["docs/new-game.md", "docs/lessons.md"]},
        {"Researchers": [
            "docs/envs/README.md", *sorted(page for page in pages("docs/envs") if not page.endswith("README.md")),
            "docs/bots.md", "docs/ladder.md", "docs/training.md", "docs/notebook.md",
            {"Nets": sorted(pages(f"{ROOM}/*/nets"))},
        ]},
        {"Hosts": ["docs/server.md", "docs/site.md", "docs/notifications.md", "docs/people.md"]},
        {"Python": ["api/roundhouse.md", *(f"api/{name}.md" for name in (*PACKAGES, *MODULES))]},
        {"Project": ["CONTRIBUTING.md", "src/roundhouse/web/README.md", "docs/releasing.md"]},
    ]


def pages(folder: str) -> list[str]:
    return [file.relative_to(ROOT).as_posix() for file in ROOT.glob(f"{folder}/*.md")]


def reports() -> list[dict[str, str]]:
    """The reports by their headings."""
    files = sorted(ROOT.glob("docs/reports/*.html"))
    return [{Outline(file).found[0][1]: file.relative_to(ROOT).as_posix()} for file in files]


def address(source: str) -> str:
    """Where a file of the repository lies on the site."""
    if source.endswith("/rulebook.md"):
        return f"rules/{source.split('/')[-2].replace('_', '-')}.html"
    shorter = source.removeprefix("docs/").removeprefix("src/roundhouse/")
    if not shorter.endswith(".md"):
        return shorter
    folder, name = posixpath.split(shorter)
    return posixpath.join(folder, "index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html")


def rules(room: str) -> str:
    """A rulebook with its numbers and examples, which its file leaves to the rules."""
    from roundhouse.games import title
    from roundhouse.records.book import book

    return book(title(room.replace("_", "-")))


def api(name: str) -> str:
    """The source of a page of the reference: a package with its modules that have no page of their own."""
    if name == "roundhouse":
        return "# `roundhouse`\n\n::: roundhouse\n    options:\n      show_submodules: false\n"
    inner = [other.rpartition(".")[2] for other in PACKAGES if other.rpartition(".")[0] == name]
    hidden = "".join(f', "!^{one}$"' for one in inner)
    return f'# `roundhouse.{name}`\n\n::: roundhouse.{name}\n    options:\n      filters: ["!^_"{hidden}]\n'


class Outline(HTMLParser):
    """The headings of a report, each with its text below it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self.heading = ""
        self.silent = 0
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("style", "script", "svg")
        if tag in ("h1", "h2"):
            self.heading = tag
            self.found.append([dict(attrs).get("id") or "", "", ""])

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("style", "script", "svg")
        if tag == self.heading:
            self.heading = ""

    def handle_data(self, data: str) -> None:
        if self.found and not self.silent:
            self.found[-1][1 if self.heading else 2] += f"{data.strip()} " if data.strip() else ""


# ---- what mkdocs asks ------------------------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = nav()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    found = {path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()}
    for path in sorted(found):
        source = path.relative_to(ROOT).as_posix()
        if path.name == "rulebook.md":
            file = File.generated(config, source, content=rules(path.parent.name))
        else:
            file = File.generated(config, source, abs_src_path=str(path))
        file.dest_uri = address(source)
        files.append(file)
    for name in ("roundhouse", *PACKAGES, *MODULES):
        files.append(File.generated(config, f"api/{name}.md", content=api(name)))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """No page for addresses that are not there: its links would hold only where the site has a host to itself."""
    Path(config.site_dir, "404.html").unlink()


def on_env(env: Any, config: MkDocsConfig, files: Files) -> Any:
    """Reports are pages of their own making: they are found by the search all the same."""
    entries = config.plugins["material/search"].search_index.entries    # type: ignore[attr-defined]
    for file in files:
        if file.src_uri.startswith("docs/reports/") and file.src_uri.endswith(".html"):
            outline = Outline(Path(str(file.abs_src_path))).found
            title = outline[0][1].strip()
            for place, heading, text in outline:
                where = f"{file.url}#{place}" if place else file.url
                said = heading.strip() if heading.strip() == title else f"{title}: {heading.strip()}"
                entries.append({"location": where, "title": said, "text": text.strip()})
    return env
