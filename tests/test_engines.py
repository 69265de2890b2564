"""The compiled engine and the plain one: the same games step by step, and never the wrong one by accident."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.dist import Distribution

from roundhouse import _compiled
from roundhouse._building import OnAllCores
from roundhouse.games import titles
from tests.strangers import run as run_beside
from tests.strangers import stranger

ROOT = Path(__file__).parent.parent
needs_compiled = pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")


def run(
    *command: str, engine: str = "", path: Path = ROOT / "src", cwd: Path = ROOT, cc: str = "cc"
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ROUNDHOUSE_ENGINE": engine, "PYTHONPATH": str(path), "CC": cc}
    return subprocess.run([sys.executable, *command], cwd=cwd, env=environment, capture_output=True, text=True)


@needs_compiled
@pytest.mark.parametrize("name", sorted(titles()))
def test_both_engines_agree_step_by_step(name: str) -> None:
    seeds = [str(seed) for seed in range(12)]
    plain, compiled = (run("-m", "tests.fingerprints", name, *seeds, engine=e) for e in ("plain", "compiled"))
    assert plain.returncode == compiled.returncode == 0, plain.stderr + compiled.stderr
    for ours, theirs in zip(plain.stdout.splitlines(), compiled.stdout.splitlines()):
        assert ours == theirs
    assert plain.stdout == compiled.stdout
    assert plain.stdout


# ---- which engine runs -----------------------------------------------------------------------------------------------

WHICH = ("-c", "import roundhouse, roundhouse.engine.dice as d; print(roundhouse.ENGINE, d.__file__.rsplit('.', 1)[1])")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the package with its compiled files, to be changed at will."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return tmp_path / "src"


@needs_compiled
def test_the_compiled_engine_is_the_one_that_runs(installed: Path) -> None:
    assert run(*WHICH, path=installed, cwd=installed).stdout in ("compiled so\n", "compiled pyd\n")


@needs_compiled
def test_who_began_plain_sees_that_the_engine_has_been_compiled_meanwhile(installed: Path) -> None:
    """Modules come before their library: while they are put in place, nobody takes the half of them for the whole."""
    library = next((installed / "roundhouse").glob("*__mypyc*"))
    aside = installed / library.name
    library.rename(aside)
    script = (
        "import os, sys; from roundhouse import ENGINE; from roundhouse._compiled import compiled_meanwhile as now;"
        "before = now(os.environ); os.rename(*sys.argv[1:]);"
        "print(ENGINE, before, now(os.environ), now({'ROUNDHOUSE_ENGINE': 'plain'}))"
    )
    done = run("-c", script, str(aside), str(library), path=installed, cwd=installed)
    assert done.stdout == "plain False True False\n"


def test_a_library_is_put_in_place_after_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = [Extension(name, ["probe.c"]) for name in ("a__mypyc", "b", "c")]
    command = OnAllCores(Distribution({"ext_modules": made}))
    command.inplace = True
    command.ensure_finalized()
    put: list[str] = []
    monkeypatch.setattr(os, "replace", lambda source, target: put.append(target))
    monkeypatch.setattr(command, "build_extensions", lambda: None)
    monkeypatch.setattr(build_ext, "copy_file", lambda self, source, target, *how, **more: (target, True))
    command.run()
    assert [Path(one).name.partition(".")[0] for one in put] == ["b", "c", "a__mypyc"]


def test_plain_can_be_forced(installed: Path) -> None:
    done = run(*WHICH, engine="plain", path=installed, cwd=installed)
    assert (done.stdout, done.stderr) == ("plain py\n", "")


@needs_compiled
def test_an_edited_source_is_never_shadowed_by_an_old_compiled_file(installed: Path) -> None:
    source = installed / "roundhouse" / "engine" / "dice.py"
    source.write_text(source.read_text() + "\nEDITED = 1\n")
    done = run("-c", "import roundhouse.engine.dice as d; print(d.EDITED)", path=installed, cwd=installed)
    assert done.stdout == "1\n"
    assert done.stderr.count("\n") == 1
    assert "the sources have changed since they were compiled" in done.stderr


@needs_compiled
def test_a_source_that_is_gone_is_gone(installed: Path) -> None:
    (installed / "roundhouse" / "engine" / "play.py").unlink()
    done = run("-c", "import roundhouse.engine.play", path=installed, cwd=installed)
    assert "No module named 'roundhouse.engine.play'" in done.stderr


WHERE = "import roundhouse, {0} as m; print(roundhouse.ENGINE, m.__file__.rsplit('.', 1)[1])"


@needs_compiled
def test_an_edited_game_leaves_the_others_compiled(installed: Path) -> None:
    source = installed / "roundhouse" / "games" / "irish_gauge" / "board.py"
    source.write_text(source.read_text() + "\nEDITED = 1\n")
    ours = run("-c", WHERE.format("roundhouse.games.irish_gauge.rules"), path=installed, cwd=installed)
    theirs = run("-c", WHERE.format("roundhouse.games.age_of_rail.rules"), path=installed, cwd=installed)
    assert (ours.stdout, theirs.stdout) == ("compiled py\n", "compiled so\n")
    assert ours.stderr == theirs.stderr
    assert ours.stderr.startswith("roundhouse: running irish_gauge uncompiled: the sources have changed")
    assert ours.stderr.count("\n") == 1
    played = [run("-m", "tests.fingerprints", "irish-gauge", "1", path=path) for path in (installed, ROOT / "src")]
    assert played[0].stdout == played[1].stdout != ""


@needs_compiled
def test_a_compiled_game_can_be_insisted_on(installed: Path) -> None:
    source = installed / "roundhouse" / "games" / "irish_gauge" / "board.py"
    source.write_text(source.read_text() + "\n")
    done = run(*WHICH, engine="compiled", path=installed, cwd=installed)
    assert "ROUNDHOUSE_ENGINE=compiled, but irish_gauge uncompiled" in done.stderr


def test_what_is_not_there_is_not_found_and_nothing_is_raised() -> None:
    ask = "import roundhouse; from importlib.util import find_spec; print(find_spec('roundhouse.games.nothing'))"
    assert run("-c", ask, engine="plain").stdout == "None\n"


def test_compiled_can_be_insisted_on(installed: Path) -> None:
    for library in installed.rglob("*__mypyc*"):
        library.unlink()
    done = run(*WHICH, engine="compiled", path=installed, cwd=installed)
    assert done.returncode == 1
    assert "ROUNDHOUSE_ENGINE=compiled, but there is no compiled engine" in done.stderr


def test_a_wrong_wish_is_refused() -> None:
    assert "ROUNDHOUSE_ENGINE is 'plain' or 'compiled', not 'fast'" in run(*WHICH, engine="fast").stderr


def test_without_a_compiler_it_installs_plain_and_says_so_in_one_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    done = run("setup.py", "-q", "build_ext", "--inplace", cwd=tmp_path, path=tmp_path, cc="no-such-compiler")
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("roundhouse:")]
    assert len(said) == 1
    assert "installing uncompiled: no C compiler that works with this Python was found" in said[0]
    answer = run("-m", "roundhouse", "--version", path=tmp_path / "src", cwd=tmp_path)
    assert "engine plain: it has not been compiled" in answer.stdout


# ---- games from elsewhere --------------------------------------------------------------------------------------------

def test_a_game_that_names_no_file_is_not_compiled(tmp_path: Path) -> None:
    folder = stranger(tmp_path, "dark_mail")
    done = run("-m", "roundhouse", "compile", str(folder))
    assert done.returncode == 2
    assert ("compiled.txt names no file" if _compiled.HOUSE.library() else "runs uncompiled") in done.stderr


@needs_compiled
def test_a_game_from_elsewhere_is_compiled_by_its_author(tmp_path: Path) -> None:
    folder = stranger(tmp_path, "dark_mail")
    walk = ("-m", "tests.fingerprints", "dark-mail", "1", "2")
    where = ("-c", "import roundhouse.games.rooms as r; r.titles(); " + WHERE.format("dark_mail.rules"))
    plain = run_beside(*walk, games=[folder], engine="")
    assert run_beside(*where, games=[folder], engine="").stdout == "compiled py\n"
    (folder / "compiled.txt").write_text("rules.py\n")
    done = run("-m", "roundhouse", "compile", str(folder))
    assert done.returncode == 0, done.stderr
    assert run_beside(*where, games=[folder], engine="").stdout in ("compiled so\n", "compiled pyd\n")
    assert run_beside(*walk, games=[folder], engine="").stdout == plain.stdout != ""
    assert run_beside(*where, games=[folder], engine="plain").stdout == "plain py\n"
    (folder / "rules.py").write_text((folder / "rules.py").read_text() + "\nEDITED = 1\n")
    edited = run_beside(*where, games=[folder], engine="")
    assert edited.stdout == "compiled py\n"
    assert "dark_mail runs uncompiled: the sources have changed since" in edited.stderr
    measured = run_beside("-m", "roundhouse.lab.bench", "0.01", "dark-mail", games=[folder], engine="compiled")
    assert '"engine": "compiled, the game stale"' in measured.stdout
