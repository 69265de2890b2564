"""`roundhouse new-game`: a game that plays, under any name that a game can have."""
from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundhouse.errors import UserError
from roundhouse.games.rooms import package_in
from roundhouse.scaffold import OURS, TEMPLATE, GameNames, new_game

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")


def roundhouse(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ROUNDHOUSE_GAMES": "", "COLUMNS": "200"}
    command = [sys.executable, "-m", "roundhouse", *words]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def files(folder: Path) -> list[str]:
    found = folder.rglob("*")
    return sorted(str(file.relative_to(folder)) for file in found if file.is_file() and "__pycache__" not in file.parts)


def test_all_of_it_bears_the_new_name(tmp_path: Path) -> None:
    folder = new_game("coal-run", tmp_path / "here")
    assert files(folder) == sorted(name.replace(OURS.package, "coal_run") for name in files(TEMPLATE))
    for name in files(folder):
        text = (folder / name).read_text(encoding="utf-8")
        assert not re.search(r"spur.?line|\bSL-", text, re.IGNORECASE), name


def test_the_outer_folder_of_a_game_is_found_too(tmp_path: Path) -> None:
    folder = new_game("coal-run", tmp_path / "somewhere")
    assert package_in(folder) == package_in(folder / "coal_run") == folder / "coal_run"
    (folder / "other").mkdir()
    (folder / "other" / "__init__.py").touch()
    assert package_in(folder) == folder     # which of the two is not said


def test_it_has_a_table_of_the_house_in_700_lines(tmp_path: Path) -> None:
    """Rules, edition, facts and what is its own, in Python and JSON; nothing of it is of no use."""
    game = new_game("coal-run", tmp_path / "coal-run") / "coal_run"
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in game.glob("*.[pj]*")) <= 700
    done = roundhouse("--game", "coal_run", "games", cwd=game.parent)
    assert "Coal Run" in done.stdout and "of no use" not in done.stdout + done.stderr


def test_the_guide_names_every_file(tmp_path: Path) -> None:
    folder = new_game("coal-run", tmp_path / "coal-run")
    for name in {Path(name).name for name in files(folder)} - {"README.md", "conftest.py"}:
        assert re.search(rf"^ *(coal_run/|tests/)?{re.escape(name)} ", GUIDE, re.M), name


@pytest.mark.parametrize(("name", "letters", "title"), [
    ("coal-run", "CR", "Coal Run"), ("fens", "FE", "Fens"), ("low-b2", "LB", "Low B2"), ("x", "XX", "X"),
])
def test_names_follow_from_one(name: str, letters: str, title: str) -> None:
    called = GameNames(name)
    assert (called.rules, called.title) == (letters, title)
    assert called.package.isidentifier() and called.game_class.isidentifier()


@pytest.mark.parametrize(("name", "why"), [
    ("Coal", "is no name for a game"), ("coal run", "is no name for a game"), ("-coal", "is no name for a game"),
    ("1830", "is no name for a game"), ("", "is no name for a game"), ("c" * 41, "is no name for a game"),
    ("../coal", "is no name for a game"), ("irish-gauge", "there is a game 'irish-gauge' here already"),
    ("json", "a word of Python's own"), ("class", "a word of Python's own"), ("roundhouse", "a word of Python's own"),
])
def test_a_name_that_can_not_be_writes_nothing(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=why):
        new_game(name, tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UserError, match="is there already"):
        new_game("coal-run", tmp_path)
    with pytest.raises(UserError, match="is there already"):
        new_game("coal-run", tmp_path / "mine.txt")
    assert files(tmp_path) == ["mine.txt"]
    (tmp_path / "empty").mkdir()
    assert "README.md" in files(new_game("coal-run", tmp_path / "empty"))


def test_what_the_guide_says_first_works(tmp_path: Path) -> None:
    """The commands of its first chapter, word by word, but for those that wait for a person."""
    block = re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL)[0]
    commands = [line.partition("#")[0].split() for line in block.splitlines()]
    typed = [words[1:] for words in commands if words[0] == "roundhouse"]
    kinds = [words[2] if words[0] == "--game" else words[0] for words in typed]
    assert kinds == ["new-game", "play", "serve", "referee"]
    assert roundhouse(*typed[0], cwd=tmp_path).returncode == 0
    home = tmp_path / "coal-run"
    done = roundhouse(*typed[3], "--games", "6", cwd=home)
    assert done.returncode == 0, done.stderr
    assert "every law holds" in done.stdout
    # Somebody who leaves at once; the game is kept.
    left = roundhouse(*typed[1], cwd=home)
    assert "Coal Run, edition first" in left.stdout
    assert "put a share up for auction, lay track, or call for dividends" in left.stdout
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(tests, cwd=home, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_the_guide_installs_what_it_runs() -> None:
    block = re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL)[0]
    lines = [line.partition("#")[0].split() for line in block.splitlines()]
    (installing,) = [words[2:] for words in lines if words[:2] == ["pip", "install"]]
    brought = {re.split(r"[^\w-]", word.strip("'"))[0] for word in installing}
    needed = {words[0] for words in lines} - {"pip", "cd"}
    assert {name.replace("roundhouse", "roundhouse-games") for name in needed} == brought


def test_the_guide_compiles_with_what_the_house_is_compiled_with() -> None:
    (typed,) = re.findall(r"^pip install (.*mypy.*)$", GUIDE, re.M)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert shlex.split(typed, comments=True) == project["build-system"]["requires"]


def test_its_package_holds_all_that_a_game_may_have(tmp_path: Path) -> None:
    home = new_game("coal-run", tmp_path / "coal-run")
    theirs = {
        "puzzles.jsonl", "lessons/first.json", "weights.json", "state.schema.json", "nets/first.net",
        "earlier/first.0.json",
    }
    for name in theirs:
        (home / "coal_run" / name).parent.mkdir(exist_ok=True)
        (home / "coal_run" / name).write_text("{}")
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=home, check=True, capture_output=True)
    with ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        held = {name.removeprefix("coal_run/") for name in wheel.namelist() if name.startswith("coal_run/")}
    assert held == {file.removeprefix("coal_run/") for file in files(home) if file.startswith("coal_run/")}
    assert theirs <= held


def test_a_broken_rule_is_told_with_the_game_that_shows_it(tmp_path: Path) -> None:
    home = new_game("coal-run", tmp_path / "coal-run")
    rules = home / "coal_run" / "rules.py"
    for good, bad, law in (
        ("other.orders = [one[:] for one in self.orders]", "other.orders = self.orders", "Legal actions apply"),
        ("return bool(self.to_act != CHANCE or seat == self.receiver)", "return False", "Who does not see"),
        ("self.cash[buyer] -= price", "self.cash[buyer] -= price + 1", "account for every change"),
    ):
        text = rules.read_text(encoding="utf-8")
        assert good in text
        rules.write_text(text.replace(good, bad), encoding="utf-8")
        done = roundhouse("--game", "coal_run", "referee", "coal-run", "--games", "4", cwd=home)
        rules.write_text(text, encoding="utf-8")
        assert done.returncode == 2, done.stdout
        assert law in done.stderr and "coal-run with 2 seats" in done.stderr, done.stderr
