"""The engine for notebooks: a wheel for Pyodide, and the cells of the page of the docs that shows it."""
from __future__ import annotations

import base64
import io
import re
import zipfile
from hashlib import sha256
from html import escape

from markdown_it import MarkdownIt

import roundhouse
from roundhouse._compiled import PACKAGE
from roundhouse.site.parts import Files, engine
from roundhouse.site.toolchain import ABI, ENGINE_STANDS_ON, PYTHON
from roundhouse.site.wasm import ROOT

NAME = "roundhouse_games"
PAGE = ROOT / "docs" / "notebook.md"
ALONE = ("picture.py", "py.typed")
"""What a notebook has beside the folders that bots of a site need, too."""
NOT_HERE = ("roundhouse/site/", "roundhouse/web/")
CELL = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def wheel(compiled: Files) -> tuple[str, bytes]:
    """The file's name and the file: rules, records, bots and boards as sources, and compiled where that could be."""
    tag = f"cp314-cp314-{ABI}" if compiled else "py3-none-any"
    files = {path: body for path, body in engine(compiled).items() if not path.startswith(NOT_HERE)}
    files |= {f"roundhouse/{name}": (PACKAGE / name).read_bytes() for name in ALONE}
    told = f"{NAME}-{roundhouse.__version__}.dist-info"
    files[f"{told}/METADATA"] = _metadata().encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: roundhouse\nRoot-Is-Purelib: {str(not compiled).lower()}\nTag: {tag}\n"
    files[f"{told}/WHEEL"] = wheel.encode()
    files[f"{told}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    lines = [f"{path},sha256={_digest(body)},{len(body)}" for path, body in sorted(files.items())]
    files[f"{told}/RECORD"] = "\n".join([*lines, f"{told}/RECORD,,", ""]).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), body, zipfile.ZIP_DEFLATED, 9)
    return f"{NAME}-{roundhouse.__version__}-{tag}.whl", made.getvalue()


def _metadata() -> str:
    needs = "".join(f"Requires-Dist: {name}\n" for name in ENGINE_STANDS_ON)
    return (
        f"Metadata-Version: 2.4\nName: roundhouse-games\nVersion: {roundhouse.__version__}\n"
        "Summary: A home for rail and trail board games: the engine alone, for a browser's Python.\n"
        f"License-Expression: MIT\nLicense-File: LICENSE\nRequires-Python: >={PYTHON}\n{needs}"
    )


def _digest(body: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(body).digest()).rstrip(b"=").decode()


def cells() -> str:
    """The page of the docs from its first heading on, each of its examples as a cell that can be changed and run."""
    text = PAGE.read_text(encoding="utf-8")
    markdown = MarkdownIt("commonmark", {"html": False})
    parts = CELL.split(text[text.index("\n## "):])
    return "\n".join(_cell(number // 2 + 1, part) if number % 2 else markdown.render(part)
                     for number, part in enumerate(parts))


def _cell(number: int, code: str) -> str:
    return (
        f'<form class="cell"><textarea aria-label="Cell {number}" rows="{code.count(chr(10))}" spellcheck="false" '
        f'autocapitalize="off">{escape(code.rstrip())}</textarea><button>Run</button>'
        '<div class="output" role="log" aria-label="What it gives"></div></form>'
    )
