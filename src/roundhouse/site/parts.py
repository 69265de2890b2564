"""What goes into a site: files by their path, each made for Pyodide's Python."""
from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

from roundhouse import _compiled
from roundhouse.site.toolchain import PYTHON, run

Files = dict[str, bytes]
PACKAGE = _compiled.PACKAGE
STATIC = PACKAGE / "web" / "pages" / "static"
HERE = Path(__file__).parent
LIBRARIES = ("fastapi", "jinja2", "sqlalchemy", "markdown-it-py", "python-multipart", "alembic")
"""What the application stands on; what those stand on comes along."""
UPGRADING = ("alembic/", "mako/", "sqlalchemy/orm/", "sqlalchemy/ext/")
"""What it takes to bring the tables of an earlier version up to date, and nothing else."""
LEFT_OUT = (
    "sqlalchemy/testing/", "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/", "sqlalchemy/dialects/mssql/",
    "sqlalchemy/ext/mypy/", "alembic/testing/", "alembic/templates/", "pydantic/v1/", "pydantic/mypy.py",
    "markdown_it/cli/", "mako/testing/", "mako/ext/", "anyio/_backends/_trio.py", "anyio/pytest_plugin.py",
)
COMPILED_ELSEWHERE = ("pydantic-core",)
STANDARD_LEFT_OUT = (
    "_pyrepl/", "ctypes/", "doctest.py", "ensurepip/", "idlelib/", "imaplib.py", "multiprocessing/", "pdb.py",
    "pydoc.py", "pydoc_data/", "pickletools.py", "poplib.py", "smtplib.py", "ftplib.py", "test/", "tkinter/",
    "turtle.py", "unittest/", "wsgiref/", "xmlrpc/", "xml/", "curses/", "dbm/", "lib2to3/", "venv/", "trace.py",
    "profile.py", "pstats.py", "cProfile.py", "mailbox.py",
)
ENGINE = ("engine", "games", "records", "bots", "web/bots", "site")
"""The folders of the package that both workers need."""
LOOSE = ("__init__", "_compiled", "base", "compiled", "charts", "errors", "nesting", "plugins", "processes", "spoken")


def engine(compiled: Files) -> Files:
    """All that thinks and plays: rules, records, bots, compiled and as sources, by whose digests they are known."""
    fingerprinted = {path for group in (_compiled.HOUSE, *_compiled.rooms()) for path in group.sources()}
    fingerprinted.add(PACKAGE / "bots" / "kernel.c")
    files = dict(_of_package(lambda inner: _within(inner, ENGINE) or inner.partition(".")[0] in LOOSE))
    files |= {_inner(path): path.read_bytes() for path in fingerprinted}
    files["roundhouse/web/__init__.py"] = (PACKAGE / "web" / "__init__.py").read_bytes()
    return files | compiled


def static() -> Files:
    """What pages are drawn with, by its place below theirs."""
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}


def web() -> Files:
    """The application; of the nets what they say of themselves, and of static files, which never come to Python, a
    word by which it knows each from another."""
    elsewhere = ("web/bots/", "web/pages/static/")
    files = dict(_of_package(lambda inner: inner.startswith("web/") and not inner.startswith(elsewhere)))
    for net in PACKAGE.glob("games/*/nets/*.net"):
        files[_inner(net)] = net.read_bytes().partition(b"\n")[0] + b"\n"
    files |= {_inner(STATIC / name): sha256(body).hexdigest().encode() for name, body in static().items()}
    return files


def nets() -> Files:
    """The nets by the names under which bots ask for them."""
    return {f"{net.parents[1].name}-{net.name}": net.read_bytes() for net in PACKAGE.glob("games/*/nets/*.net")}


def sources(compiled: bool) -> set[str]:
    """Which files are looked at as sources: those by which rooms are found, and those of what was compiled."""
    rooms = {_inner(path) for path in PACKAGE.glob("games/*/__init__.py")}
    fingerprinted = {_inner(path) for group in (_compiled.HOUSE, *_compiled.rooms()) for path in group.sources()}
    return rooms | fingerprinted if compiled else rooms


def _inner(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


def _within(inner: str, folders: Iterable[str]) -> bool:
    return any(inner.startswith(f"{folder}/") for folder in folders)


def _of_package(wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(PACKAGE.rglob("*")):
        inner = path.relative_to(PACKAGE).as_posix()
        left_out = path.suffix in (".so", ".pyd", ".pyc", ".net", ".mjs") or inner.startswith("site/shell/")
        if path.is_file() and not left_out and wanted(inner):
            yield _inner(path), path.read_bytes()


def libraries() -> Files:
    """The libraries of this environment that are Python alone, and what they say of themselves."""
    files: Files = {}
    todo, seen = list(LIBRARIES), set()
    while todo:
        name = todo.pop().lower().replace("_", "-")
        if name in seen or name in COMPILED_ELSEWHERE:
            continue
        seen.add(name)
        found = distribution(name)
        todo += [need.name for need in map(Requirement, found.requires or ()) if _wanted(need)]
        for file in found.files or ():
            path = file.as_posix()
            if path.endswith((".py", "/METADATA", "entry_points.txt")) and not path.startswith(("..", *LEFT_OUT)):
                body = Path(str(file.locate())).read_bytes()
                # Of what a library says of itself its name and version are asked, not the page that follows.
                files[path] = body.partition(b"\n\n")[0] + b"\n" if path.endswith("/METADATA") else body
    return files


def _wanted(need: Requirement) -> bool:
    there = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "extra": "", "platform_machine": "wasm32"}
    return need.marker is None or need.marker.evaluate(there)


def bytecode(files: Files, pyodide: Path, cache: Path, optimize: int, but: Iterable[str] = ()) -> Files:
    """The same files with Python's own code in place of sources, as Pyodide's Python makes it; those of `but` stay."""
    kept = {path: files[path] for path in files if path in set(but)}
    rest = {path: text for path, text in files.items() if path not in kept}
    script = HERE / "compile.mjs"
    digest = sha256(f"{pyodide.name} {optimize}\n".encode() + script.read_bytes())
    for path, text in sorted(rest.items()):
        digest.update(f"{path} {len(text)}\n".encode() + text)
    stored = cache / f"bytecode-{digest.hexdigest()[:16]}.zip"
    if not stored.exists():
        with TemporaryDirectory(dir=cache) as folder:
            for path, text in rest.items():
                target = Path(folder, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text)
            run(["node", str(script), str(pyodide), folder, str(optimize)], cache)
            made = {p.relative_to(folder).as_posix(): p.read_bytes() for p in Path(folder).rglob("*") if p.is_file()}
        whole = stored.with_suffix(".part")
        whole.write_bytes(zipped(made))
        whole.rename(stored)
    with zipfile.ZipFile(stored) as archive:
        return {name: archive.read(name) for name in archive.namelist()} | kept


def standard_library(pyodide: Path) -> Files:
    """Python's own library, less what has no place in a browser's worker."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: archive.read(name) for name in names if not name.startswith(STANDARD_LEFT_OUT)}


def zipped(files: Files) -> bytes:
    """As an archive in which nothing is packed: that is done to it as a whole, which makes it smaller."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), files[name])
    return made.getvalue()


def new_database(folder: Path) -> bytes:
    """An empty house, as its database is on the day it is opened."""
    from roundhouse.web.storage.database import Database

    with TemporaryDirectory(dir=folder) as scratch:
        file = Path(scratch, "new.sqlite")
        database = Database(f"sqlite:///{file}")
        database.migrate()
        database.close()
        with closing(sqlite3.connect(file)) as plain:
            plain.execute("PRAGMA journal_mode = DELETE")   # its log would be a file more than a browser's house has
            plain.execute("VACUUM")
        return file.read_bytes()
