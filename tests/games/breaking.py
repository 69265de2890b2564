"""Rules broken on purpose: for each rule that a lesson teaches, what its step says when a line of the rules is wrong;
and so for the examples of a rulebook.

    python -m tests.games.breaking TITLE        prints JSON: a line for each rule, step and what was noticed
    python -m tests.games.breaking TITLE examples       for each break and example that is about its rule

A break is data, in `breaks/TITLE.json`: by the rule, or by `RULE@STEP` or `RULE@EXAMPLE`, a file, a line of it, and the
wrong line.
Nothing is copied: the wrong source takes the place of the right one as it is imported, in a process of its own that is
forked before the rules are there. What is common to all games is imported once, when all that is broken there is done.
"""
from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

BREAKS = Path(__file__).parent / "breaks"
GAMES = Path(__file__).parents[2] / "src/roundhouse/games"
HOLDS = "holds"

Break = tuple[str, str, str]


def broken_when_imported(file: str, right: str, wrong: str) -> None:
    """From now on a module of the house has another line in the place of one that it has once."""
    assert f"roundhouse.{file.removesuffix('.py').replace('/', '.')}" not in sys.modules, "it comes too late"
    usual = SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> CodeType | None:
        if not loader.path.endswith(f"/roundhouse/{file}"):
            return usual(loader, fullname)
        text = Path(loader.path).read_text(encoding="utf-8")
        assert text.count(right) == 1, f"“{right}” is {text.count(right)} times in {file}"
        return compile(text.replace(right, wrong), loader.path, "exec")

    SourceFileLoader.get_code = get_code    # type: ignore[method-assign, assignment]


def in_turn(checks: Sequence[tuple[Callable[[], list[str]], Break]]) -> list[list[str]]:
    """What each check says with its line broken, in their order."""
    found: dict[int, list[str]] = {}
    for of_a_game in (False, True):
        if of_a_game:
            import roundhouse.records.example
            import roundhouse.records.lesson_check  # noqa: F401
        for number, (check, broken) in enumerate(checks):
            if broken[0].startswith("games/") == of_a_game:
                found[number] = apart(check, broken)
    return [found[number] for number in range(len(checks))]


def apart(check: Callable[[], list[str]], broken: Break) -> list[str]:
    """What is found in a process of its own, in which that line is broken."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            broken_when_imported(*broken)
            said = check()
        except Exception as error:
            said = [f"{type(error).__name__}: {error}"]
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump([one[:2000] for one in said], pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        found: list[str] = json.load(pipe)
    os.waitpid(child, 0)
    return found


def _checked(title: str, lesson: str, step: str) -> list[str]:
    from roundhouse.records.lesson import lessons_of
    from roundhouse.records.lesson_check import check

    try:
        check(next(one for one in lessons_of(title) if one.name == lesson), step)
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return [HOLDS]


def _played(title: str, names: Sequence[str]) -> list[str]:
    from roundhouse.records.example import check, examples_of

    said = []
    for name in names:
        try:
            check(examples_of(title)[name])
            said.append(HOLDS)
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
    return said


def taught(title: str) -> list[tuple[str, str, str]]:
    """Which rules the steps of a title's lessons teach: lesson, step, rule. Read as data: no rules are imported."""
    folder = GAMES / title.replace("-", "_") / "lessons"
    lessons = [(file.stem.lstrip("0123456789-"), json.loads(file.read_text(encoding="utf-8")))
               for file in sorted(folder.glob("*.json"))]
    return [(name, step["id"], rule) for name, data in lessons for step in data["steps"]
            for rule in step.get("teaches", [])]


def examples(title: str) -> dict[str, list[str]]:
    """By example of a rulebook the rules that it is about. Read as data: no rules are imported."""
    text = (GAMES / title.replace("-", "_") / "examples.toml").read_text(encoding="utf-8")
    return {name: one["rules"] for name, one in tomllib.loads(text).items() if name != "usual"}


def main(title: str, what: str = "lessons") -> None:
    breaks = json.loads((BREAKS / f"{title}.json").read_text(encoding="utf-8"))
    told: list[list[str]] = []
    if what == "examples":
        about = {}
        for key in breaks:
            rule, _, only = key.partition("@")
            about[key] = [name for name, rules in examples(title).items() if rule in rules and only in ("", name)]
        asked = [key for key in breaks if about[key]]
        said = in_turn([(partial(_played, title, about[key]), breaks[key]) for key in asked])
        told = [[name, key, one] for key, all_said in zip(asked, said) for name, one in zip(about[key], all_said)]
    else:
        steps = [(*one, breaks.get(f"{one[2]}@{one[1]}") or breaks.get(one[2])) for one in taught(title)]
        checks = [(partial(_checked, title, lesson, step), broken) for lesson, step, _, broken in steps if broken]
        answers = iter(in_turn(checks))
        told = [[*one, next(answers)[0] if broken else "no break is given"] for *one, broken in steps]
    for line in told:
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
