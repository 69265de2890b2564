"""What a site is made with, fetched by the ordinary clients of npm, PyPI and Debian, and kept in a folder."""
from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache as once
from importlib.metadata import version
from pathlib import Path

PYODIDE = "314.0.7"
"""Python 3.14 for browsers, as npm has it. What is compiled for it must be of its ABI."""
PYTHON = "3.14"
ABI = "pyemscripten_2026_0_wasm32"
SUFFIX = ".cpython-314-wasm32-emscripten.so"
ENGINE_STANDS_ON = ("librt", "mypy_extensions")
WHEELS = (*ENGINE_STANDS_ON, "pydantic_core")
COMPILER = "ziglang>=0.15,<1"
HEADERS = ("emscripten", f"libpython{PYTHON}-dev")
SUITE = "sid"
"""Only Debian's unstable has headers of so new a Python. They are unpacked into a folder, and nothing is installed."""
SECONDS = 300.0
"""For all that is fetched: what has not come by then can't be had here."""
TRIES, PAUSE = 3, 3.0
"""A registry that fails for a moment is asked again, after so many seconds, and after twice as many."""


class Missing(Exception):
    """Something that can't be had here, and why."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler for the browser's processor, with the headers of its Python and of its C library."""

    program: Path
    python: Path
    """The folder with `Python.h`; its `pyconfig.h` is that of this machine."""
    emscripten: Path


def pyodide(cache: Path) -> Path:
    """The folder with Pyodide's own files."""
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.exists():
        if shutil.which("npm") is None or shutil.which("node") is None:
            raise Missing("there is no npm here, by which Python for browsers is fetched")
        with _scratch(cache) as scratch:
            _fetch(["npm", "pack", "--silent", "--fetch-retries=0", f"pyodide@{PYODIDE}"], scratch)
            try:
                with tarfile.open(next(scratch.glob("*.tgz"))) as archive:
                    archive.extractall(scratch, filter="data")
                (scratch / "package").rename(folder)
            except (StopIteration, OSError, tarfile.TarError) as error:
                raise Missing(f"what npm brought is not whole: {error}") from error
    return folder


def wheels(cache: Path) -> list[Path]:
    """What the engine stands on and what is compiled of libraries, of this environment's versions, for Pyodide."""
    folder = cache / "wheels"
    wanted = [f"{name}=={version(name)}" for name in WHEELS]
    found = [next(folder.glob(f"{one.replace('==', '-')}-*.whl"), None) for one in wanted]
    if None in found:
        how = ["--no-deps", "--only-binary", ":all:", "--platform", ABI, "--python-version", PYTHON]
        _pip("download", "--dest", str(folder), *how, "--implementation", "cp", "--abi", "cp314", *wanted)
        found = [next(folder.glob(f"{one.replace('==', '-')}-*.whl"), None) for one in wanted]
    there = [wheel for wheel in found if wheel is not None]
    if len(there) < len(wanted):
        raise Missing(f"pip has not brought all of {', '.join(wanted)}")
    return there


def compiler(cache: Path) -> Compiler:
    """A compiler, where one can be had: PyPI's ziglang with headers from Debian."""
    folder = cache / "compiler"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _pip("install", "--no-deps", "--no-compile", "--target", str(folder / "zig"), COMPILER)
        _headers(folder)
        (folder / "ready").touch()
    usr = folder / "headers" / "usr"
    found = Compiler(
        folder / "zig" / "ziglang" / "zig", usr / "include" / f"python{PYTHON}", usr / "share" / "emscripten" / "system"
    )
    for needed in (found.program, found.python / "Python.h", found.emscripten / "include"):
        if not needed.exists():
            raise Missing(f"of what was fetched, {needed.name} does not lie where it did")
    return found


def _headers(folder: Path) -> None:
    """Fetched by apt with a state of its own, from the archive that this machine's own list names."""
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise Missing("headers are fetched by apt, which is not here")
    archive, signed = _archive()
    state = folder / "apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (state / part).mkdir(parents=True)
    source = state / "sources.list"
    source.write_text(f"deb [{signed}] {archive} {SUITE} main\n", encoding="utf-8")
    own = {
        "Dir::Etc::SourceList": source, "Dir::Etc::SourceParts": "/dev/null", "Dir::State::Lists": state / "lists",
        "Dir::Cache": state / "cache", "Acquire::Languages": "none", "APT::Sandbox::User": "",
    }
    words = [word for name, value in own.items() for word in ("-o", f"{name}={value}")]
    _fetch(["apt-get", *words, "update"], state)
    _fetch(["apt-get", *words, "download", *HEADERS], state)
    for package in state.glob("*.deb"):
        run(["dpkg", "-x", str(package), str(folder / "headers")], state)
    shutil.rmtree(state)


def _archive() -> tuple[str, str]:
    """The address of Debian's archive, and who signs it, as the lists of this machine say it."""
    lists = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(file.read_text(encoding="utf-8") for file in lists if file.is_file())
    found = re.search(r"^\s*(?:URIs:|deb\s+(?:\[[^\]]*\]\s*)?)\s*(https?://\S*/debian/?)(?:\s|$)", text, re.MULTILINE)
    if found is None:
        raise Missing("the lists of apt name no archive of Debian")
    keys = re.search(r"(?:Signed-By:\s*|signed-by=)(/[^\s\]]+)", text)
    key = keys[1] if keys else "/usr/share/keyrings/debian-archive-keyring.gpg"
    return found[1], f"signed-by={key} arch=amd64" if platform.machine() == "x86_64" else f"signed-by={key}"


def _pip(*words: str) -> None:
    _fetch([sys.executable, "-m", "pip", words[0], "--quiet", "--disable-pip-version-check", *words[1:]], Path.cwd())


@once
def _until() -> float:
    """When nothing more is waited for: so long after the first thing was asked for."""
    return time.monotonic() + SECONDS


def _fetch(words: Sequence[str], folder: Path) -> None:
    """Missing, with what it said, if it does not come, however often it is asked for."""
    for number in range(1, TRIES + 1):
        try:
            run(words, folder, max(1.0, _until() - time.monotonic()))
        except Missing:
            pause = number * PAUSE
            if number == TRIES or time.monotonic() + pause > _until():
                raise
            time.sleep(pause)
        else:
            return


def run(words: Sequence[str], folder: Path, seconds: float = SECONDS) -> None:
    """Missing, with what it said, if it did not work."""
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, errors="replace", check=False, timeout=seconds,
            stdin=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"{words[0]} was not done after {seconds:.0f} seconds") from None
    except OSError as error:
        raise Missing(f"{words[0]} can't be run: {error.strerror}") from None
    if done.returncode:
        raise Missing(f"{' '.join(words[:4])} failed: {_last(done.stderr.splitlines())}")


def _last(lines: Iterable[str]) -> str:
    return " ".join([line.strip() for line in lines if line.strip()][-2:])


class _scratch:  # noqa: N801 - a word of `with`
    """A folder beside what is kept, which goes away."""

    def __init__(self, cache: Path) -> None:
        self._folder = cache / f"fetching-{os.getpid()}"

    def __enter__(self) -> Path:
        self._folder.mkdir(parents=True)
        return self._folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def unzip(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel that are needed where it runs."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: archive.read(name) for name in archive.namelist()
            if not name.endswith((".pyi", ".c", ".h", "/RECORD")) and "/licenses/" not in name
        }
