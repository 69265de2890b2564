"""Compiles the engine and the rules with mypyc when a C compiler is at hand; installs them plain when none is."""
from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

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
    return made


setup(ext_modules=extensions(), cmdclass={"build_ext": _building.OnAllCores})
