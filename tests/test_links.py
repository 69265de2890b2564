"""What is linked is there: in the pages for readers, and in the site that is made of them."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.links import dead_links
from scripts.site.pages import address

ROOT = Path(__file__).parent.parent
READ = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")]
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def headings(file: Path) -> set[str]:
    """The places that can be linked to, named as GitHub does it."""
    found = re.findall(r"^#+ (.*)$", FENCED.sub("", file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def leads_somewhere(file: Path, link: str) -> bool:
    address, _, place = link.partition("#")
    if "://" in address or address.startswith(("mailto:", "/")):     # elsewhere, or a page of the server
        return True
    target = file.parent / address if address else file
    return target.exists() and (not place or place in headings(target))


@pytest.mark.parametrize("file", READ, ids=lambda file: str(file.relative_to(ROOT)))
def test_everything_that_is_linked_is_there(file: Path) -> None:
    text = FENCED.sub("", file.read_text(encoding="utf-8"))
    linked = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    assert [link for link in linked if not leads_somewhere(file, link)] == []


def test_there_are_links_to_look_at() -> None:
    assert len(READ) > 10
    assert not leads_somewhere(ROOT / "README.md", "docs/none.md")
    assert not leads_somewhere(ROOT / "README.md", "docs/bots.md#none")
    assert leads_somewhere(ROOT / "README.md", "docs/bots.md#what-chances-mean")


SITES = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]+)"')


def test_the_site_of_the_docs_is_whole_and_asks_no_other_machine_for_anything(tmp_path: Path) -> None:
    """All of it is built, and all links of it are followed."""
    pytest.importorskip("mkdocs")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)], cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert dead_links(tmp_path) == []
    files = tmp_path.rglob("*.html")
    pages = {page.relative_to(tmp_path).as_posix(): page.read_text(encoding="utf-8") for page in files}
    for folder, ending in (("docs", "*.md"), ("docs", "*.html"), ("src/roundhouse/games", "rulebook.md")):
        for file in (ROOT / folder).rglob(ending):
            assert address(file.relative_to(ROOT).as_posix()) in pages, file
    assert [name for name, text in pages.items() if SITES.search(text)] == []
    # Compiled or not, the reference has signatures and what is said of them.
    told = pages["api/engine.html"]
    assert 'id="roundhouse.engine.contract.share_of_win"' in told and "the winners share it alike" in told
    found = (tmp_path / "search" / "search_index.js").read_text(encoding="utf-8")
    for words in ("IG-AUC-3", "roundhouse.engine.contract.share_of_win", "Irish Gauge: Who wins"):
        assert words in found


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top"></h1><a href="b.html#here">b</a><a href="#top">up</a>')
    (tmp_path / "b.html").write_text('<p id="there"></p><a href="c.html">c</a><a href="https://example.org/#x">out</a>')
    assert dead_links(tmp_path) == ["a.html: b.html#here", "b.html: c.html"]
