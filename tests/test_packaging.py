"""What is published: a source distribution with what belongs in it, and a wheel that plays alone."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundhouse import ENGINE, manual
from scripts.ready import missing

ROOT = Path(__file__).parent.parent
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
PUBLISHED = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py")
GENERATED = {"PKG-INFO", "setup.cfg"}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if listed.returncode:
        pytest.skip("no git, or no checkout")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def build(what: str, source: Path, into: Path) -> Path:
    """A distribution of these sources, made as pip makes it, without the compiler."""
    plain = {**os.environ, "ROUNDHOUSE_ENGINE": "plain"}
    call = f"import sys; from setuptools import build_meta; print(build_meta.build_{what}(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", call, str(into)], cwd=source, env=plain, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr
    return into / done.stdout.split()[-1]


def environment(folder: Path, wheel: Path) -> Path:
    """The Python of a new environment that has this wheel alone, and the libraries that it needs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    programs, ending = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    python = folder / programs / f"python{ending}"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([*pip, "--no-compile", str(wheel)], env=alone, check=True)
    (home,) = folder.rglob("site-packages")
    # A line of such a file adds a folder, and not what the files of its kind in that folder add: no checkout.
    (home / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    return python


def test_what_is_published_is_whole_and_works_alone(tmp_path: Path) -> None:
    """One test, so that it is built once."""
    files = tracked()
    here = tmp_path / "checkout"
    for name in files:
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, here / name)
    source = build("sdist", here, tmp_path)
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames() if archive.getmember(name).isfile()}
        archive.extractall(tmp_path / "unpacked", filter="data")
    held = {name for name in held - GENERATED if ".egg-info/" not in name}
    assert held == {name for name in files if name.startswith(("docs/", "examples/", "src/")) or name in PUBLISHED}
    wheel = build("wheel", next((tmp_path / "unpacked").iterdir()), tmp_path)
    with ZipFile(wheel) as archive_:
        inside = {name for name in archive_.namelist() if ".dist-info/" not in name}
        (about,) = [archive_.read(name) for name in archive_.namelist() if name.endswith(".dist-info/METADATA")]
    package = {name.removeprefix("src/") for name in files if re.match("src/(?!roundhouse/[a-z]+/README)", name)}
    assert inside == package | {f"roundhouse/{name}" for name in files if re.match(r"docs/.*\.md", name)}
    check_page(message_from_bytes(about), files)
    python = environment(tmp_path / "fresh", wheel)
    if ENGINE == "compiled":
        add_libraries(tmp_path / "fresh")
    trial = [str(python), str(ROOT / "scripts" / "try_wheel.py"), ENGINE]
    done = subprocess.run(trial, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def add_libraries(folder: Path) -> None:
    """What a compiled wheel holds besides: the libraries that have been compiled of these sources here."""
    (home,) = folder.rglob("site-packages")
    for library in (ROOT / "src").rglob("*"):
        if library.suffix in (".so", ".pyd"):
            shutil.copy(library, home / library.relative_to(ROOT / "src"))


def check_page(about: Message, files: list[str]) -> None:
    """Every link of the package's page leads into the repository at its address, to a file that is there."""
    text = about.get_payload()
    assert isinstance(text, str)
    linked = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", text)
    assert len(linked) > 20
    for image, link in linked:
        kind = "raw" if image else "blob"
        before, _, path = link.partition(f"/{kind}/main/")
        assert before == URLS["Repository"] and path.partition("#")[0] in files, link


def test_all_addresses_of_the_project_begin_with_the_one_that_is_set() -> None:
    assert {"Repository", "Documentation", "Changelog", "Issues"} <= set(URLS)
    assert [url for url in URLS.values() if not url.startswith(URLS["Repository"])] == []


def test_what_is_missing_for_a_release_is_said(tmp_path: Path) -> None:
    """A tag is not published before the address, the version and the changelog are those of a release."""
    for name in ("pyproject.toml", "CHANGELOG.md", "src/roundhouse/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8").replace(URLS["Repository"], "https://repository.example/ours")
        (tmp_path / name).write_text(re.sub(r'__version__ = ".*"', '__version__ = "9.8.7.dev0"', text))
    address = [f"[project.urls] {name}: set the repository's address" for name in URLS]
    assert missing(tmp_path) == address
    assert missing(tmp_path, "refs/tags/v9.8.7") == [
        *address, "the tag is v9.8.7, the version 9.8.7.dev0", "9.8.7.dev0 is no version to release",
        "CHANGELOG.md says nothing of 9.8.7.dev0",
    ]
    for name, old, new in (
        ("pyproject.toml", "repository.example", "code.test"),
        ("CHANGELOG.md", "## Unreleased", "## 9.8.7 (2026-11-18)"),
        ("src/roundhouse/__init__.py", ".dev0", ""),
    ):
        (tmp_path / name).write_text((tmp_path / name).read_text(encoding="utf-8").replace(old, new))
    assert missing(tmp_path, "refs/tags/v9.8.7") == []


def test_no_message_names_a_file_that_a_wheel_does_not_hold() -> None:
    """A page of the docs is named by the command that shows it, and what is done in a checkout only there."""
    pages = set()
    for path in (ROOT / "src").rglob("*"):
        if path.is_file() and path.suffix in (".py", ".md", ".html", ".j2", ".toml"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\bdocs/[\w/-]+\.md", text), path
            assert "make build" not in text or path.name == "_compiled.py"
            pages |= set(re.findall(r"`roundhouse docs ([\w/-]+)`", text))
    assert {"new-game", "envs/baselines", "envs/datasets"} <= pages <= set(manual.pages())
