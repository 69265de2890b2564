"""What is linked is there: in the pages for readers, and in the API reference that is made from docstrings."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.reference import Page, dead_links

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


def test_the_reference_leads_to_every_module_and_has_no_dead_link(tmp_path: Path) -> None:
    """A part of it, that is: all of it takes some ten seconds."""
    pytest.importorskip("pdoc")
    words = [str(ROOT / "scripts" / "reference.py"), str(tmp_path), "roundhouse.engine", "roundhouse.bots"]
    plain = {**os.environ, "ROUNDHOUSE_ENGINE": "plain"}
    done = subprocess.run([sys.executable, *words], env=plain, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    linked = Page((tmp_path / "roundhouse" / "bots.html").read_text(encoding="utf-8")).links
    for module in (ROOT / "src" / "roundhouse" / "bots").glob("[!_]*.py"):
        assert f"bots/{module.stem}.html" in linked
    told = (tmp_path / "roundhouse" / "engine" / "contract.html").read_text(encoding="utf-8")
    assert 'id="share_of_win"' in told and "the winners share it alike" in told


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top"></h1><a href="b.html#here">b</a><a href="#top">up</a>')
    (tmp_path / "b.html").write_text('<p id="there"></p><a href="c.html">c</a><a href="https://example.org/#x">out</a>')
    assert dead_links(tmp_path) == ["a.html: b.html#here", "b.html: c.html"]
