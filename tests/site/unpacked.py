"""A site's folder as `make site` has written it, and its files as a browser unpacks them."""
from __future__ import annotations

import base64
import gzip
import json
import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
SITE = Path(os.environ["ROUNDHOUSE_SITE"]).resolve()
SECONDS = 600.0
"""For what takes some twenty: a machine may have much else to do."""


def listed() -> dict[str, tuple[str, str, int]]:
    """What the service worker brings: for each address the packed file, its digest, its size."""
    text = (SITE / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\{.*?,\n\});", text, re.DOTALL)
    assert found is not None
    return {path: tuple(entry) for path, entry in json.loads(re.sub(r",\s*}", "}", found[1])).items()}


def unpack(folder: Path) -> None:
    """All of it into a folder, as Python there finds it. What is listed is what lies there."""
    for path, (file, digest, size) in listed().items():
        packed = (SITE / file).read_bytes()
        assert base64.b64encode(sha256(packed).digest()).decode() == digest and len(packed) == size, path
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.decompress(packed))


def engine() -> str:
    """What its engine must be: "compiled", or "" for a site that was built plain."""
    found = re.search(r'ROUNDHOUSE_ENGINE: "(\w*)"', _python_js())
    assert found is not None
    return found[1]


def _python_js() -> str:
    return gzip.decompress((SITE / listed()["python.js"][0]).read_bytes()).decode()


def there(site: Path, script: Path, *folders: Path) -> str:
    """What a script prints under Pyodide, with the files of an unpacked site and those folders of this machine."""
    library = next(SITE.parent.glob("site-tools/pyodide-*/python_stdlib.zip"))
    given = {"ROUNDHOUSE_ENGINE": engine(), "STANDARD_LIBRARY": str(library)}
    words = ["node", str(HERE / "there.mjs"), str(site), str(script), *map(str, folders)]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=SECONDS, env={**os.environ, **given}
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout + done.stderr
