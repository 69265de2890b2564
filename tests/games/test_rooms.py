"""The list of games: of the house and of strangers, with parts of their own or plain ones, and none shuts another."""
from __future__ import annotations

import json
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.bots.values import tuned, valuer
from roundhouse.errors import UserError
from roundhouse.games import faults, rooms, title, titles
from tests.strangers import FIFTH, ROOT, run, stranger

OURS = "irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"
PARTS = "texts", "drawing", "books", "valuer", "observer"
CHANGED = "from dataclasses import replace\n\nfrom night_mail import TITLE as KNOWN\n\nTITLE = replace(KNOWN, {})\n"
BROKEN = {
    "nothing_of_this_name": "import nothing_of_this_name",
    "SyntaxError": "def",
    "SystemExit: done": "raise SystemExit('done')",
    "has no TITLE": "x = 1",
    "'Dark Mail' is no name": CHANGED.format("name='Dark Mail'"),
    "a game 'night-mail' here already": CHANGED.format("title='Dark Mail'"),
    "needs an edition": CHANGED.format("name='dark-mail', editions=()"),
    "second.json": CHANGED.format("name='dark-mail', editions=('second',)"),
}


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The list of games is made anew, and once more afterwards."""
    known = set(sys.modules)
    rooms.shelf.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    rooms.shelf.cache_clear()
    for name in [name for name in set(sys.modules) - known if name.startswith("dark_mail")]:
        del sys.modules[name]


def add(listed: pytest.MonkeyPatch, folder: Path) -> None:
    listed.setenv(rooms.FOLDERS, f"{FIFTH}{os.pathsep}{folder}")


def test_a_stranger_stands_beside_the_house() -> None:
    assert list(titles()) == [*OURS, "night-mail"]
    assert faults() == {}


@pytest.mark.parametrize("name", OURS)
def test_our_games_have_parts_of_their_own(name: str) -> None:
    room = title(name).room
    for part in PARTS:
        assert getattr(room, part).__name__ == f"{title(name).package}.{part}"
    assert room.faults == {}
    assert tuned(name)[0]


def test_a_game_of_rules_and_an_edition_has_plain_parts() -> None:
    room = title("night-mail").room
    for part in PARTS:
        assert type(getattr(room, part)).__module__ == f"roundhouse.games.defaults.{part}"
    assert room.faults == {}
    assert tuned("night-mail")[0] == ()


# ---- a game that can't be opened -------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", BROKEN)
def test_what_cant_be_opened_is_named_with_its_reason(
    why: str, tmp_path: Path, listed: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = stranger(tmp_path, "dark_mail", __init__=BROKEN[why])
    add(listed, folder)
    with caplog.at_level(logging.WARNING):
        assert list(titles()) == [*OURS, "night-mail"]
    assert list(faults()) == [str(folder)]
    assert why in faults()[str(folder)]
    assert why in caplog.text
    with pytest.raises(UserError, match="dark_mail can't be opened: "):
        title("dark-mail")


def test_a_broken_edition_is_named_with_its_line(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    folder = stranger(tmp_path, "dark_mail")
    edition = json.loads((folder / "first.json").read_text())
    (folder / "first.json").write_text(json.dumps(edition | {"runs": 0}, indent=1))
    add(listed, folder)
    assert "dark-mail" not in titles()
    assert "line" in faults()[str(folder)] and "runs" in faults()[str(folder)]


@pytest.mark.compiled
def test_commands_go_on_beside_a_broken_game(tmp_path: Path) -> None:
    folder = stranger(tmp_path, "dark_mail", rules="import nothing_of_this_name")
    for command in (("games",), ("sim", "night-mail", "--games", "2", "--seed", "1"), ("rules", "irish-gauge")):
        done = run("-m", "roundhouse", *command, games=[FIFTH, folder])
        assert done.returncode == 0, done.stderr
        if command[0] != "rules":
            assert "nothing_of_this_name" in done.stdout + done.stderr
    done = run("-m", "roundhouse", "rules", "dark-mail", games=[folder])
    assert done.returncode == 2
    assert "nothing_of_this_name" in done.stderr.splitlines()[-1]


def test_environments_go_on_beside_a_broken_game(tmp_path: Path) -> None:
    folder = stranger(tmp_path, "dark_mail", rules="import nothing_of_this_name")
    program = (
        "import gymnasium, pyspiel, roundhouse.envs.gym, roundhouse.envs.openspiel\n"
        "from roundhouse.envs.pettingzoo import ENVIRONMENTS\n"
        "print(gymnasium.make('roundhouse/night-mail-v1').reset(seed=1)[0].shape != (), list(ENVIRONMENTS)[-1])\n"
        "print(pyspiel.load_game('roundhouse_night_mail').num_players())"
    )
    done = run("-c", program, games=[FIFTH, folder])
    assert done.returncode == 0, done.stderr
    assert "night_mail_v1" in done.stdout


# ---- a part that can't be used ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_cant_be_opened_is_replaced(
    part: str, tmp_path: Path, listed: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    add(listed, stranger(tmp_path, "dark_mail", **{part: "1 / 0"}))
    room = title("dark-mail").room
    with caplog.at_level(logging.WARNING):
        assert type(getattr(room, part)).__module__ == f"roundhouse.games.defaults.{part}"
    assert room.faults == {part: "ZeroDivisionError: division by zero"}
    assert f"the {part} of dark-mail" in caplog.text


def test_a_part_that_lacks_something_is_replaced(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    add(listed, stranger(tmp_path, "dark_mail", books='UNIT = "points"\n\n\ndef kinds(game): ...\n'))
    room = title("dark-mail").room
    assert room.books.entries(title("dark-mail").game(), []) == []
    assert room.faults["books"].startswith("books.py has no entries, chart")


def test_a_valuer_that_cant_be_made_is_replaced(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    add(listed, stranger(tmp_path, "dark_mail", valuer="def make(weights):\n    return weights[0]\n"))
    tuned.cache_clear()
    valuer.cache_clear()
    state = title("dark-mail").game(2).start()
    assert len(list(valuer("dark-mail").shares(state))) == 2
    assert list(title("dark-mail").room.faults) == ["valuer"]


def test_weights_that_cant_be_read_are_told(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    folder = stranger(tmp_path, "dark_mail")
    (folder / "weights.json").write_text('{"weights": 3}')
    add(listed, folder)
    tuned.cache_clear()
    assert tuned("dark-mail")[0] == ()
    assert "weights.json can't be read" in title("dark-mail").room.faults["valuer"]


# ---- a game in somebody else's package -------------------------------------------------------------------------------


def installed(home: Path, package: str, value: str) -> None:
    """What pip leaves of a package that names its game as an entry point."""
    metadata = home / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    named = package.replace("_", "-")
    (metadata / "entry_points.txt").write_text(f"[{rooms.ENTRY_POINTS}]\n{named} = {value}\n")


@pytest.mark.parametrize("value", ["dark_mail", "dark_mail:TITLE"])
def test_a_game_that_is_installed_is_listed(value: str, tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    stranger(tmp_path, "dark_mail")
    installed(tmp_path, "dark_mail", value)
    listed.syspath_prepend(tmp_path)
    assert list(titles()) == [*OURS, "night-mail", "dark-mail"]
    assert faults() == {}
    listed.undo()
    rooms.shelf.cache_clear()
    assert list(titles()) == [*OURS, "night-mail"]


def test_an_installed_game_that_cant_be_opened_is_named(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "dark_mail", "dark_mail")
    listed.syspath_prepend(tmp_path)
    assert list(titles()) == [*OURS, "night-mail"]
    assert "dark_mail" in faults()["dark-mail"]


def test_a_folder_that_is_being_written_is_opened_instead_of_the_installed_one(
    tmp_path: Path, listed: pytest.MonkeyPatch
) -> None:
    stranger(tmp_path / "installed", "dark_mail")
    installed(tmp_path / "installed", "dark_mail", "dark_mail")
    listed.syspath_prepend(tmp_path / "installed")
    folder = stranger(tmp_path / "written", "dark_mail")
    add(listed, folder)
    assert title("dark-mail").folder == folder
    assert faults() == {}


def test_a_game_in_a_package_of_several(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    folder = stranger(tmp_path / "dark_mail_games", "dark_mail")
    (tmp_path / "dark_mail_games" / "__init__.py").write_text("")
    for file in folder.glob("*.py"):
        file.write_text(file.read_text().replace("from dark_mail", "from dark_mail_games.dark_mail"))
    add(listed, folder)
    assert title("dark-mail").package == "dark_mail_games.dark_mail"
    assert faults() == {}


def test_a_package_hides_no_other_of_its_name(tmp_path: Path, listed: pytest.MonkeyPatch) -> None:
    add(listed, stranger(tmp_path, "json"))
    assert "another package is called json here" in faults()[str(tmp_path / "json")]


@pytest.mark.compiled
def test_a_folder_is_named_on_the_command_line(tmp_path: Path) -> None:
    folder = stranger(tmp_path, "dark_mail")
    words = ("-m", "roundhouse", "--game", str(folder))
    assert "dark-mail" in run(*words, "games", games=[]).stdout
    done = run(*words, "sim", "dark-mail", "--games", "4", "--seed", "1", "--jobs", "2", games=[])
    assert done.returncode == 0, done.stderr
    done = run("-m", "roundhouse", "--game", str(tmp_path / "nothing"), "games", games=[])
    assert done.returncode == 2
    assert "nothing is no folder" in done.stderr.replace("\n", " ")


# ---- the house itself ------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["broken", "away"])
def test_the_house_does_without_any_of_its_rooms(how: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    room = tmp_path / "src" / "roundhouse" / "games" / "irish_gauge"
    if how == "broken":
        (room / "rules.py").write_text("import nothing_of_this_name\n")
    else:
        shutil.rmtree(room)
    program = (
        "import roundhouse.web.app, roundhouse.lab.study, roundhouse.envs.gym, roundhouse.bots\n"
        "from roundhouse.games import faults, titles\nprint(list(titles()), faults())"
    )
    done = run("-c", program, games=[], engine="plain", source=tmp_path / "src")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("['age-of-rail', 'narrow-gauge', 'appalachian-trail']")
    assert ("nothing_of_this_name" in done.stdout) == (how == "broken")
