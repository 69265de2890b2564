"""The C that mypyc makes of the engine for a browser's processor: run as a program of its own, since it makes mypyc
believe that it is on a machine of 32 bits.

    python -m roundhouse.site.generate FOLDER
"""
from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
BITS = "SIZEOF_SIZE_T"


def generate(scratch: Path) -> list[dict[str, Any]]:
    """Writes the C, and returns what is to be compiled: for each extension its name, files, folders and macros."""
    ours = sysconfig.get_config_var
    sysconfig.get_config_var = lambda name: 4 if name == BITS else ours(name)
    import mypyc.common

    if not mypyc.common.IS_32_BIT_PLATFORM:
        raise RuntimeError("mypyc writes for machines of 64 bits: its way to ask for that has changed")
    from roundhouse import _building, _compiled

    setattr(_building, "_links_as_a_whole", lambda: False)  # noqa: B010 - this machine's linker is not asked
    os.chdir(ROOT)
    groups = (_compiled.HOUSE, *_compiled.rooms())
    files = [str(path.relative_to(ROOT)) for group in groups for path in group.sources()]
    named = [(files, f"roundhouse.{_compiled.library_name()}")]
    made = _building.extensions(named, ["--config-file=pyproject.toml"], str(scratch))
    plan = [_told(one.name, one.sources, one.include_dirs, one.define_macros) for one in made]
    kernel, macro = _compiled.PACKAGE / "bots" / "kernel.c", ("FINGERPRINT", f'"{_compiled.kernel_fingerprint()}"')
    return [*plan, _told("roundhouse.bots._kernel", [str(kernel)], [], [macro])]


def _told(name: str, sources: Iterable[str | PathLike[str]], folders: list[str], macros: Any) -> dict[str, Any]:
    return {
        "name": name, "sources": [os.path.abspath(source) for source in sources],
        "include": [os.path.abspath(folder) for folder in folders],
        "macros": [f"-D{key}={value}" if value is not None else f"-D{key}" for key, value in macros],
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    (folder / "plan.json").write_text(json.dumps(generate(folder)), encoding="utf-8")
