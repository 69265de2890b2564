"""The engine compiled for the browser's processor: one module a source, each a file that Python there can load."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

from roundhouse import _building, _compiled
from roundhouse.site.toolchain import SUFFIX, Compiler, Missing

ROOT = Path(__file__).parents[3]
TARGET = ["--target=wasm32-unknown-emscripten", "-fPIC", "-O2", "-DNDEBUG", "-w"]
# Common symbols are not known there; and each module has its own.
SYMBOLS = ["-fno-common", "-fno-strict-aliasing", "-fvisibility=hidden", "-nostdlibinc"]
PROCESSOR = ["-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint", "-mmutable-globals"]
KERNEL = ["-O3", "-msimd128"]
LINK = [
    "-shared", "--experimental-pic", "-Bsymbolic", "--no-entry", "--allow-multiple-definition", "--import-memory",
    "--strip-all", "--unresolved-symbols=import-dynamic", "--export-if-defined=__wasm_apply_data_relocs",
    "--export-if-defined=__wasm_call_ctors", "-O2",
]
LIBC = ("include", "lib/libc/musl/arch/generic", "lib/libc/musl/arch/emscripten", "lib/libc/musl/include")
Plan = list[dict[str, Any]]


def engine(cache: Path, pyodide: Path, tools: Compiler) -> dict[str, bytes]:
    """The compiled files by their place in the package, from the cache where these sources have been compiled."""
    folder = cache / f"wasm-{_mark()}"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _compile(folder, pyodide, tools)
        (folder / "ready").touch()
    made = sorted((folder / "made").rglob("*.so"))
    return {path.relative_to(folder / "made").as_posix(): path.read_bytes() for path in made}


def _mark() -> str:
    """A name for all that decides what comes out."""
    digest = sha256(_compiled.library_name().encode() + _compiled.kernel_fingerprint().encode())
    for file in (Path(__file__), Path(__file__).with_name("generate.py"), _building.BEFORE, Path(_building.__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _compile(folder: Path, pyodide: Path, tools: Compiler) -> None:
    headers = _headers(folder / "include", pyodide, tools)
    generated = folder / "c"
    generated.mkdir()
    words = [sys.executable, "-m", "roundhouse.site.generate", str(generated)]
    where = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ROUNDHOUSE_ENGINE": "plain"}
    done = subprocess.run(words, cwd=ROOT, env=where, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"mypyc has not written the engine's C: {done.stderr[-600:]}")
    plan: Plan = json.loads((generated / "plan.json").read_text(encoding="utf-8"))
    objects = folder / "objects"
    objects.mkdir()
    jobs = {source: one for one in plan for source in one["sources"]}

    def compiled(source: str) -> tuple[str, Path]:
        made = objects / (re.sub(r"\W", "_", source.removeprefix(str(ROOT))) + ".o")
        _tool(tools, ["clang", *_flags(source, jobs[source], headers), "-c", source, "-o", str(made)])
        return source, made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(pool.map(compiled, jobs))
    for one in plan:
        _link(one, [str(made[source]) for source in one["sources"]], folder / "made", tools)
    for scratch in (objects, generated, folder / "include"):
        shutil.rmtree(scratch)


def _flags(source: str, extension: dict[str, Any], headers: list[str]) -> list[str]:
    name = Path(source).name
    before = ["-include", str(_building.BEFORE)] if name.startswith("__native_") else []
    optimize = KERNEL if name == "kernel.c" else []
    folders = [f"-I{folder}" for folder in extension["include"]]
    return [*TARGET, *SYMBOLS, *PROCESSOR, *headers, *optimize, *folders, *extension["macros"], *before]


def _link(extension: dict[str, Any], objects: list[str], into: Path, tools: Compiler) -> None:
    name = extension["name"]
    file = into / (name.replace(".", "/") + SUFFIX)
    file.parent.mkdir(parents=True, exist_ok=True)
    _tool(tools, ["wasm-ld", *LINK, f"--export=PyInit_{name.rpartition('.')[2]}", *objects, "-o", str(file)])


def _tool(tools: Compiler, words: list[str]) -> None:
    try:
        done = subprocess.run([str(tools.program), *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Missing(f"the compiler can't be run: {error.strerror}") from None
    if done.returncode:
        raise Missing(f"{words[0]} failed on {words[-3]}: {done.stderr[:600]}")


def _headers(folder: Path, pyodide: Path, tools: Compiler) -> list[str]:
    """The flags by which headers are found: Python's with the settings of Pyodide's, and those of its C library."""
    python, libc = folder / "python", folder / "libc"
    shutil.copytree(tools.python, python)
    machine = next(tools.python.parent.glob(f"*/{tools.python.name}/pyconfig.h"))
    (python / "pyconfig.h").write_text(_pyconfig(pyodide, machine.read_text(encoding="utf-8")), encoding="utf-8")
    for part in LIBC:
        shutil.copytree(tools.emscripten / part, libc, dirs_exist_ok=True)
    own = tools.program.parent / "lib" / "include"
    return [f"-I{python}", "-isystem", str(libc), "-isystem", str(own)]


ELSEWHERE = ("Py_PYCONFIG_H", "_XOPEN_SOURCE", "_XOPEN_SOURCE_EXTENDED", "_POSIX_C_SOURCE", "WORDS_BIGENDIAN")


def _pyconfig(pyodide: Path, machine: str) -> str:
    """The settings that Pyodide's Python was built with: names of this machine's, values that it carries itself."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        name = next(name for name in library.namelist() if name.startswith("_sysconfigdata_"))
        text = library.read(name).decode()
    known: dict[str, Any] = {"PYODIDE_ROOT": ""}
    exec(text[text.index("build_time_vars = {"):], known)   # a dictionary, as Python itself reads it
    values = known["build_time_vars"]
    names = re.findall(r"^(?:#\s*define|/\* #undef|#undef)\s+(\w+)", machine, re.MULTILINE)
    lines = [
        f"#define {name} {values[name]}" for name in dict.fromkeys(names)
        if name not in ELSEWHERE and values.get(name) not in (None, 0, "", "0")
    ]
    return "\n".join(["#pragma once", *lines, "#define _XOPEN_SOURCE 700", ""])
