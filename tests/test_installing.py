"""Every text that says how to install something says what works: the name of this distribution, and parts it has."""
from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from roundhouse._compiled import HOUSE, rooms

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TEXTS = [
    path
    for place in ("src", "docs", "examples", "benchmarks", "README.md", "CONTRIBUTING.md", "Makefile")
    for path in ([ROOT / place] if (ROOT / place).is_file() else sorted((ROOT / place).rglob("*")))
    if path.suffix in (".py", ".md", ".txt", "") and path.is_file() and path.name != "requirements.txt"
]
COMPILED = [path for group in (HOUSE, *rooms()) for path in group.sources() if path.suffix == ".py"]
NAMED = re.compile(r"\b(roundhouse[\w-]*)\[([\w,]+)\]")
INSTALLED = re.compile(r"pip3? install (?:--?[\w-]+ )*['\"]?([A-Za-z][\w-]*)")


def test_the_distribution_has_a_name_of_its_own() -> None:
    """`roundhouse` is somebody else's in the public index; the import and the command keep it."""
    assert PROJECT["name"] == "roundhouse-games"
    assert list(PROJECT["scripts"]) == ["roundhouse"]


def test_what_is_said_to_be_installed_is_ours() -> None:
    assert len(TEXTS) > 300
    wrong = []
    for path in TEXTS:
        text = path.read_text(encoding="utf-8", errors="ignore")
        wrong += [
            f"{path.relative_to(ROOT)}: {name}[{parts}]" for name, parts in NAMED.findall(text)
            if name != PROJECT["name"] or not set(parts.split(",")) <= set(PROJECT["optional-dependencies"])
        ]
        wrong += [f"{path.relative_to(ROOT)}: pip install {name}" for name in INSTALLED.findall(text)
                  if name == "roundhouse"]
    assert wrong == []


# ---- the lock file of a host -----------------------------------------------------------------------------------------

LOCKED = ROOT / "requirements.txt"
ENTRY = re.compile(r"^([\w.-]+)==(\S+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def test_every_dependency_of_a_host_is_locked_by_version_and_hash() -> None:
    text = LOCKED.read_text(encoding="utf-8")
    entries = ENTRY.findall(text)
    assert len(entries) == len(re.findall(r"^[\w.-]+==", text, re.M)) > 20
    assert "://" not in text, "where the files came from is no business of the file"
    versions = {canonicalize_name(name): version for name, version, _ in entries}
    for part in ("", "web", "postgres"):
        asked = PROJECT["optional-dependencies"][part] if part else PROJECT["dependencies"]
        for requirement in map(Requirement, asked):
            assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_what_is_installed_fits_together() -> None:
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# ---- the first start -------------------------------------------------------------------------------------------------


def test_the_house_opens_without_what_is_installed_behind_it() -> None:
    later = re.search(r"^LATER := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert later
    wanted = {Requirement(line).name for line in PROJECT["optional-dependencies"]["web"]}
    assert set(later[1].split()) <= wanted
    missing = [*later[1].replace("-", "_").split(), "py_vapid", "cryptography", "requests", "aiohttp"]
    opening = f"import sys; sys.modules.update(dict.fromkeys({missing})); import roundhouse.cli, roundhouse.web.server"
    done = subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_compiled_names_nothing_that_need_not_be_installed() -> None:
    """The compiler looks into all that is imported, even if only for its types."""
    known = {*sys.stdlib_module_names, "librt", "mypy_extensions", "roundhouse"}
    assert len(COMPILED) > 50
    wrong = []
    for path in COMPILED:
        steps = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        named = [one.module or "" for one in steps if isinstance(one, ast.ImportFrom)]
        named += [alias.name for one in steps if isinstance(one, ast.Import) for alias in one.names]
        wrong += [f"{path.relative_to(ROOT)}: {name}" for name in named if name.partition(".")[0] not in known]
    assert wrong == []
