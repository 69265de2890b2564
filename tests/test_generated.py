"""What the build relies on: the versions that it was measured with, and the C that mypyc writes.

`_building.h` and `engine/observing/runs.c` put functions in the place of some of mypyc's, and plain code hands no
vector to compiled code since that never gives it back (`test_vectors.py`). When a new mypyc writes other C than
`generated/probe.c`, both are to be looked at, and speeds measured anew (`benchmarks/beside.py`); then

    python -m tests.test_generated

writes the C of the probe as it is now.
"""
from __future__ import annotations

import os
import re
import tomllib
from contextlib import chdir
from difflib import unified_diff
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).parent / "generated"
PINNED = ("mypy", "librt")


def generated() -> str:
    """What mypyc makes of the functions of the probe, and of the attribute that plain code may set."""
    from mypyc.build import mypyc_build
    from mypyc.options import CompilerOptions

    how = CompilerOptions(separate=True, multi_file=True, capi_version=(3, 11), python_version=(3, 11))
    how.global_opts = True
    with TemporaryDirectory() as folder, chdir(folder):
        Path("probe.py").write_text((HERE / "probe.py").read_text(encoding="utf-8"), encoding="utf-8")
        paths = ["--cache-dir", os.devnull, "--config-file=", "probe.py"]
        _, written, _ = mypyc_build(paths, how, separate=[(["probe.py"], "probe_library")])
        text = next(Path(one) for one in written[0][0] if one.endswith("__native_probe.c")).read_text(encoding="utf-8")
    setter = re.search(r"static int\nprobe___Holder_set_items\([^;]*\{.*?\n\}\n", text, re.DOTALL)
    assert setter is not None
    first, last = text.index("int64_t CPyDef_probe___hands_on("), text.index("char CPyDef_probe_____top_level__(")
    return setter[0] + "\n" + text[first:last]


def test_mypyc_writes_what_was_measured() -> None:
    pytest.importorskip("mypyc.build")
    known = (HERE / "probe.c").read_text(encoding="utf-8")
    now = generated()
    diff = unified_diff(known.splitlines(), now.splitlines(), "measured", f"mypy {version('mypy')}", "", "", 2)
    assert now == known, "\n".join(diff)


def test_the_build_is_pinned_to_what_was_measured() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for name in PINNED:
        wanted = f"{name}=={version(name)}"
        assert wanted in project["build-system"]["requires"]
        assert wanted in project["project"]["optional-dependencies"]["dev"]
    assert f"librt=={version('librt')} " in lock


if __name__ == "__main__":
    (HERE / "probe.c").write_text(generated(), encoding="utf-8")
