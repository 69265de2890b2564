"""Compiles the engine and the rules with mypyc when a C compiler is at hand; installs them plain when none is."""
from __future__ import annotations

import os
import runpy
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "roundhouse"
# The first level compiles in less than half the time of the third and runs nearly as fast.
OPTIMIZE = os.environ.get("ROUNDHOUSE_OPTIMIZE", "1")
# Calls within the library go straight to their function instead of through a table that others could redirect.
DIRECT_CALLS = (["-fno-semantic-interposition"], ["-Wl,-Bsymbolic"]) if sys.platform == "linux" else ([], [])
METADATA_ONLY = {"egg_info", "dist_info", "sdist"}   # pip asks for these first, and they need nothing compiled


class OnAllCores(build_ext):
    """Compiles the files of an extension side by side."""

    def build_extension(self, ext: Extension) -> None:
        compile_all = self.compiler.compile

        def side_by_side(sources: list[str], **how: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                compiled = pool.map(lambda source: compile_all([source], **how), sources)
                return [item for items in compiled for item in items]

        self.compiler.compile = side_by_side
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = compile_all


def what_is_missing() -> str | None:
    """Why nothing can be compiled here, found out by compiling next to nothing."""
    from setuptools.dist import Distribution

    if os.environ.get("ROUNDHOUSE_ENGINE") == "plain":
        return "ROUNDHOUSE_ENGINE=plain"
    with TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        command = build_ext(Distribution({"ext_modules": [Extension("probe", [str(probe)])]}))
        command.build_temp = command.build_lib = folder
        try:
            command.ensure_finalized()
            command.run()
        except (BaseError, CCompilerError, OSError) as error:
            return f"no C compiler that works with this Python was found ({error})"
    return None


def extensions() -> list[Extension]:
    if METADATA_ONLY & set(sys.argv):
        return []
    missing = what_is_missing()
    if missing:
        print(f"roundhouse: installing uncompiled: {missing}", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    compiled = runpy.run_path(str(PACKAGE / "_compiled.py"))
    os.chdir(ROOT)
    for stale in [path for ending in ("so", "pyd") for path in (ROOT / "src").rglob(f"*.{ending}")]:
        stale.unlink()
    files = [str(path.relative_to(ROOT)) for path in compiled["sources"](PACKAGE)]
    made: list[Extension] = mypycify(  # type: ignore[assignment]
        ["--config-file=pyproject.toml", *files],
        group_name=compiled["fingerprint"](PACKAGE),
        opt_level=OPTIMIZE,
        debug_level="0",
        multi_file=True,
    )
    for extension in made:
        extension.extra_compile_args += DIRECT_CALLS[0]
        extension.extra_link_args += DIRECT_CALLS[1]
    return [*made, kernel(compiled["kernel_fingerprint"](PACKAGE))]


def kernel(fingerprint: str) -> Extension:
    """The sums of the nets, in C: their loops are worth every optimization."""
    optimize = [] if sys.platform == "win32" else ["-O3"]
    macros: list[tuple[str, str | None]] = [("FINGERPRINT", f'"{fingerprint}"')]
    source = str((PACKAGE / "bots" / "kernel.c").relative_to(ROOT))
    return Extension("roundhouse.bots._kernel", [source], define_macros=macros, extra_compile_args=optimize)


setup(ext_modules=extensions(), cmdclass={"build_ext": OnAllCores})
