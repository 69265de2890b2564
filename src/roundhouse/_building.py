"""How groups of modules are compiled: by `setup.py` when the package is installed, and by `roundhouse compile`.

A game outside the house has a library of its own, and its calls to the house go through a table. mypyc, when it
compiles groups, forgoes to ask which children a class has, though most calls go straight to their method only then. It
is told here that it need not: only classes that allow interpreted children have children in another group.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.dist import Distribution
from setuptools.errors import BaseError, CCompilerError

OPTIMIZE = os.environ.get("ROUNDHOUSE_OPTIMIZE", "2")
# Each file of a group has the table of the group that it calls, which are to be one. Calls within a library go straight
# to their function instead of through a table that others could redirect.
FLAGS = {"linux": ["-fcommon", "-fno-semantic-interposition"], "win32": []}.get(sys.platform, ["-fcommon"])
LINKING = ["-Wl,-Bsymbolic"] if sys.platform == "linux" else []

# When the library is linked, functions of one file are worked into those of another, and more of them than usual: the
# rules are many small ones.
WHOLE = ["-flto=auto", "-finline-functions", "--param=max-inline-insns-auto=60"] if sys.platform == "linux" else []
# What comes before each file that mypyc has written; see there.
BEFORE = Path(__file__).with_name("_building.h")


def compiler_version() -> str:
    """As it stands in the names of libraries: what two versions compile does not fit together."""
    from mypy.version import __version__

    return __version__.replace(".", "_").replace("+", "_")


class OnAllCores(build_ext):
    """Compiles the files of an extension side by side."""

    def copy_extensions_to_source(self) -> None:
        """The library comes last: by it what lies there counts as compiled, and there may be who looks meanwhile."""
        self.extensions.sort(key=lambda one: one.name.endswith("__mypyc"))
        super().copy_extensions_to_source()

    def copy_file(self, infile: str, outfile: str, *how: Any, **more: Any) -> tuple[str, bool]:  # type: ignore[override]
        """Whole or not at all."""
        copied = super().copy_file(infile, f"{outfile}.new", *how, **more)
        os.replace(f"{outfile}.new", outfile)
        return outfile, bool(copied[1])

    def build_extension(self, ext: Extension) -> None:
        """Compile the files of an extension one by one, so that they can be spread over the cores."""
        compile_all = self.compiler.compile

        def compile_one(source: str, extra_postargs: list[str], **how: Any) -> list[str]:
            written = sys.platform != "win32" and Path(source).name.startswith("__native_")
            before = ["-include", str(BEFORE)] if written else []
            objects: list[str] = compile_all([source], extra_postargs=[*before, *extra_postargs], **how)
            return objects

        def side_by_side(sources: list[str], **how: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                compiled = pool.map(lambda source: compile_one(source, **how), sources)
                return [item for items in compiled for item in items]

        self.compiler.compile = side_by_side
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = compile_all


def what_is_missing() -> str | None:
    """Why nothing can be compiled here, found out by compiling next to nothing."""
    try:
        _try_out([])
    except (BaseError, CCompilerError, OSError) as error:
        return f"no C compiler that works with this Python was found ({error})"
    return None


def _links_as_a_whole() -> bool:
    """Whether compiler and linker can look at all files of a library at once."""
    try:
        _try_out(WHOLE)
    except (BaseError, CCompilerError, OSError):
        return False
    return True


def _try_out(flags: list[str]) -> None:
    with TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        build([Extension("probe", [str(probe)], extra_compile_args=flags, extra_link_args=flags)], folder, folder)


def build(extensions: list[Extension], into: str, scratch: str) -> None:
    """Compile extensions, into the folder that their packages lie in."""
    command = OnAllCores(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = into, scratch
    command.ensure_finalized()
    command.run()


def extensions(groups: Sequence[tuple[list[str], str]], options: list[str], scratch: str = "build") -> list[Extension]:
    """What is to be compiled of groups, each its files and the name of its library, with options of mypy.

    A file in C goes into the library of the first group, beside what mypyc writes.
    """
    from mypyc.build import mypyc_build, mypycify
    from mypyc.options import CompilerOptions

    in_c = [file for file in groups[0][0] if file.endswith(".c") and sys.platform != "win32"]
    named: list[tuple[list[str], str | None]] = [
        ([file for file in files if file.endswith(".py")], f"{name}_{compiler_version()}") for files, name in groups
    ]
    paths = ["--cache-dir", os.devnull, *options, *(file for files, _ in named for file in files)]
    how = CompilerOptions(separate=True, multi_file=True, target_dir=scratch)
    how.global_opts = True
    _, written, needed = mypyc_build(paths, how, separate=named)
    texts = [
        [(os.path.relpath(file, scratch), Path(file).read_text(encoding="utf-8")) for file in files]
        for files, _ in written
    ]
    made: list[Extension] = mypycify(  # type: ignore[assignment]
        paths, separate=named, target_dir=scratch, opt_level=OPTIMIZE, debug_level="0", multi_file=True,
        skip_cgen_input=(texts, [(one.path, one.include_dirs, one.internal) for one in needed]),
    )
    headers = [os.path.join(scratch, *name.split(".")[:-1]) for _, name in groups]
    whole = WHOLE if _links_as_a_whole() else []
    for extension in made:
        extension.include_dirs = [*extension.include_dirs, *headers]
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        extension.extra_link_args = [*extension.extra_link_args, *LINKING]
        if extension.name.endswith("__mypyc"):      # all others hold a call of it each
            extension.extra_compile_args += whole
            extension.extra_link_args += whole
        if extension.name.endswith(f"{named[0][1]}__mypyc"):
            extension.sources = [*extension.sources, *in_c]
            library = str(named[0][1]).rpartition(".")[2]
            extension.define_macros = [*extension.define_macros, ("HOUSE", f'"__native_internal_{library}.h"')]
    return made
