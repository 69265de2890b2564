"""Compiles the engine and the rules with mypyc when a C compiler is at hand; installs them plain when none is."""
from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
PACKAGE = ROOT / "src" / "roundhouse"
METADATA_ONLY = {"egg_info", "dist_info", "sdist"}   # pip asks for these first, and they need nothing compiled

sys.path.insert(0, str(PACKAGE))
# By these names they are found before the package is installed, and without the rest of it.
import _building  # type: ignore[import-not-found]  # noqa: E402
import _compiled  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(str(PACKAGE))


def extensions() -> list[Extension]:
    if METADATA_ONLY & set(sys.argv):
        return []
    plain = os.environ.get("ROUNDHOUSE_ENGINE") == "plain"
    missing = "ROUNDHOUSE_ENGINE=plain" if plain else _building.what_is_missing()
    if missing:
        print(f"roundhouse: installing uncompiled: {missing}", file=sys.stderr)
        return []
    os.chdir(ROOT)
    for stale in [path for ending in ("so", "pyd") for path in (ROOT / "src").rglob(f"*.{ending}")]:
        stale.unlink()
    files = [str(path.relative_to(ROOT)) for group in (_compiled.HOUSE, *_compiled.rooms()) for path in group.sources()]
    groups = [(files, f"roundhouse.{_compiled.library_name()}")]
    made: list[Extension] = _building.extensions(groups, ["--config-file=pyproject.toml"])
    return [*made, kernel(_compiled.kernel_fingerprint())]


def kernel(fingerprint: str) -> Extension:
    """The sums of the nets, in C: their loops are worth every optimization."""
    optimize = [] if sys.platform == "win32" else ["-O3"]
    macros: list[tuple[str, str | None]] = [("FINGERPRINT", f'"{fingerprint}"')]
    source = str((PACKAGE / "bots" / "kernel.c").relative_to(ROOT))
    return Extension("roundhouse.bots._kernel", [source], define_macros=macros, extra_compile_args=optimize)


class WithDocs(build_py):
    """Puts the pages of the docs into the package, where `roundhouse docs` finds them."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for page in (ROOT / "docs").rglob("*.md"):
                into = Path(self.build_lib, "roundhouse", page.relative_to(ROOT))
                into.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(page, into)


LINKED = re.compile(r"(?P<image>!?)(?P<text>\[[^\]]*\])\((?!\w+:|#)(?P<path>[^)\s]+)\)")


def package_page() -> str:
    """The README as the package's page shows it: its links into the repository are addresses, those of this version."""
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"]
    version = re.search(r'^__version__ = "(.+)"', (PACKAGE / "__init__.py").read_text(encoding="utf-8"), re.M)
    tree = "main" if version is None or ".dev" in version[1] else f"v{version[1]}"

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found["image"] else "blob"
        return f"{found['image']}{found['text']}({repository}/{kind}/{tree}/{found['path']})"

    return LINKED.sub(absolute, (ROOT / "README.md").read_text(encoding="utf-8"))


setup(
    ext_modules=extensions(), cmdclass={"build_ext": _building.OnAllCores, "build_py": WithDocs},
    long_description=package_page(), long_description_content_type="text/markdown",
)
