"""Writes the house without a server into a folder: `make site`.

    python -m roundhouse.site.build FOLDER [--plain]

What is fetched and compiled stays in FOLDER's neighbour `site-tools`, by the digests of what it was made of.
"""
from __future__ import annotations

import base64
import gzip
import json
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile

import roundhouse
from roundhouse.site import notebook, parts, toolchain, wasm
from roundhouse.site.parts import Files
from roundhouse.site.toolchain import Missing

SHELL = Path(__file__).parent / "shell"
TRY = SHELL.with_name("try.mjs")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
AT_ROOT = ("index.html", "shell.js", "shell.css", "app.webmanifest", "sw.js")
"""What a browser asks for before there is a service worker."""
BEFORE = ("icon.svg", "icon-192.png", "icon-512.png")
FIND_BASE = b"""<script>
const parts = location.pathname.split("/");
const asked = new XMLHttpRequest();
do {
  parts.pop();
  asked.open("HEAD", `${parts.join("/")}/sw.js`, false);
  asked.send();
} while (parts.length > 1 && !(asked.status === 200 && /javascript/.test(asked.getResponseHeader("content-type"))));
document.write(`<base href="${parts.join("/")}/">`);
</script>"""
"""In the page that a host shows for an address that it does not know: it may be one of the house, by a link. The house
begins where its service worker lies."""
LATER = ("nets/", "later/")
"""What comes when it is needed."""
MEGABYTE = 1e6
Say = Callable[[str], None]


def build(folder: Path, plain: bool = False, say: Say = print) -> None:
    """The whole folder, in place of what was there. Missing if Python for browsers can't be had."""
    cache = folder.parent / "site-tools"
    cache.mkdir(parents=True, exist_ok=True)
    pyodide = toolchain.pyodide(cache)
    wheels = {wheel.name.partition("-")[0]: wheel for wheel in toolchain.wheels(cache)}
    unpacked = {name: toolchain.unzip(wheel) for name, wheel in wheels.items()}
    compiled = {} if plain else _engine(cache, pyodide, unpacked, say)
    name, engine = notebook.wheel(compiled)
    notebooks = {name: engine, **{wheels[need].name: wheels[need].read_bytes() for need in toolchain.ENGINE_STANDS_ON}}
    files = _files(cache, pyodide, unpacked, compiled)
    _write(folder, files, notebooks, "compiled" if compiled else "plain", say)


def _engine(cache: Path, pyodide: Path, wheels: dict[str, Files], say: Say) -> Files:
    """The compiled engine; nothing where it can't be compiled, or does not run as it was compiled, which is said."""
    try:
        compiled = wasm.engine(cache, pyodide, toolchain.compiler(cache))
        archive = parts.zipped(_base(wheels, compiled))
        tried = cache / f"runs-{sha256(archive).hexdigest()[:16]}"
        if not tried.exists():
            whole = cache / "tried.zip"
            whole.write_bytes(archive)
            toolchain.run(["node", str(TRY), str(pyodide), str(whole)], cache)
            whole.unlink()
            tried.touch()
    except (Missing, OSError, LookupError, StopIteration, ValueError, BadZipFile) as error:
        # Compilers and headers come from places that move on: whatever they have become, there is a site.
        say(f"The engine is not compiled, so that bots above level-3 think for long: {error or type(error).__name__}")
        return {}
    return compiled


def _base(wheels: dict[str, Files], compiled: Files) -> Files:
    """What plays: the engine, with what it stands on."""
    return parts.engine(compiled) | wheels["mypy_extensions"] | wheels["librt"]


def _files(cache: Path, pyodide: Path, wheels: dict[str, Files], compiled: Files) -> Files:
    """All that a browser keeps, by the address below the folder's."""
    standard = parts.bytecode(parts.standard_library(pyodide), pyodide, cache, 2)
    library = parts.bytecode(parts.libraries() | wheels["pydantic_core"], pyodide, cache, 2)
    upgrading = {path: body for path, body in library.items() if path.startswith(parts.UPGRADING)}
    usual = {path: body for path, body in library.items() if path not in upgrading}
    web = parts.bytecode(parts.web(), pyodide, cache, 0) | usual
    web["roundhouse/site/new.sqlite"] = parts.new_database(cache)
    files = {
        "parts/base.zip": parts.zipped(
            parts.bytecode(_base(wheels, compiled), pyodide, cache, 0, parts.sources(bool(compiled)))
        ),
        "parts/web.zip": parts.zipped(web),
        "later/upgrade.zip": parts.zipped(upgrading),
        "pyodide/python_stdlib.zip": parts.zipped(standard),
        "pyodide/pyodide-lock.json": _lock(pyodide),
        **{f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE},
        **{f"nets/{name}": weights for name, weights in parts.nets().items()},
    }
    return files | {f"static/{name}": body for name, body in parts.static().items()}


def _lock(pyodide: Path) -> bytes:
    """What Pyodide says of itself, without the libraries that it could load from elsewhere."""
    said = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({**said, "packages": {}}).encode()


def _write(folder: Path, files: Files, wheels: Files, engine: str, say: Say) -> None:
    """What a browser keeps, packed, and beside it what others ask for: the shell before it is kept, and wheels."""
    files |= {f"later/{name}": body for name, body in wheels.items()}
    pages = {"CELLS": notebook.cells(), "WHEELS": " ".join(wheels)}
    shell = {file.name: _filled(file.read_bytes(), pages) for file in SHELL.iterdir()}
    packed = {path: gzip.compress(body, 9, mtime=0) for path, body in files.items()}
    first = sum(len(body) for path, body in packed.items() if not path.startswith(LATER))
    digest = sha256()
    for path, body in sorted({**files, **shell}.items()):
        digest.update(f"{path} {len(body)}\n".encode() + body)
    version = f"{roundhouse.__version__}-{digest.hexdigest()[:12]}"
    told = {"VERSION": version, "ENGINE": "" if engine == "plain" else engine, "SIZE": f"{first / MEGABYTE:.0f}"}
    for name, body in shell.items():
        files[name] = _filled(body, told)
        packed[name] = gzip.compress(files[name], 9, mtime=0)
    worker = files.pop("sw.js")
    packed.pop("sw.js")
    listed = {path: (f"files/{sha256(body).hexdigest()[:20]}.z", body) for path, body in packed.items()}
    entries = ",\n".join(f"{json.dumps(path)}: {_entry(file, body)}" for path, (file, body) in sorted(listed.items()))
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "files").mkdir(parents=True)
    (folder / "static").mkdir()
    (folder / "wheels").mkdir()
    for file, body in listed.values():
        (folder / file).write_bytes(body)
    for name in AT_ROOT[:-1]:
        (folder / name).write_bytes(files[name])
    for name in BEFORE:
        (folder / "static" / name).write_bytes(files[f"static/{name}"])
    for name, body in wheels.items():
        (folder / "wheels" / name).write_bytes(body)
    (folder / "notebook.html").write_bytes(files["index.html"])     # a page of the house, in its shell
    (folder / "404.html").write_bytes(files["index.html"].replace(b"<!--BASE-->", FIND_BASE))
    (folder / "sw.js").write_bytes(worker.replace(b"/*FILES*/", f"\n{entries},\n".encode()))
    (folder / ".nojekyll").touch()
    whole = sum(len(body) for path, (_, body) in listed.items() if not path.startswith(LATER))
    say(f"{folder}: version {version}, engine {engine}; {whole / MEGABYTE:.2f} MB come on the first visit")


def _entry(file: str, body: bytes) -> str:
    return json.dumps([file, base64.b64encode(sha256(body).digest()).decode(), len(body)])


def _filled(body: bytes, told: dict[str, str]) -> bytes:
    for word, value in told.items():
        body = body.replace(f"/*{word}*/".encode(), value.encode())
    return body


def main(words: list[str]) -> int:
    """3 where Python for browsers can't be had, with the reason."""
    names = [word for word in words if word != "--plain"]
    try:
        build(Path(names[0]).resolve(), "--plain" in words)
    except Missing as error:
        print(f"There is no site: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
