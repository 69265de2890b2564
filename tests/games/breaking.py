"""Rules broken on purpose: for each rule that a lesson teaches, what its step says when a line of the rules is wrong.

    python -m tests.games.breaking TITLE        prints JSON: a line for each rule, step and what was noticed

A break is data, in `breaks/TITLE.json`: by the rule, or by `RULE@STEP`, a file, a line of it, and the wrong line.
Nothing is copied: the wrong source takes the place of the right one as it is imported, in a process of its own that is
forked before the rules are there.
"""
from __future__ import annotations

import json
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

BREAKS = Path(__file__).parent / "breaks"
GAMES = Path(__file__).parents[2] / "src/roundhouse/games"
HOLDS = "holds"


def broken_when_imported(file: str, right: str, wrong: str) -> None:
    """From now on a module of the house has another line in the place of one that it has once."""
    usual = SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> CodeType | None:
        if not loader.path.endswith(f"/roundhouse/{file}"):
            return usual(loader, fullname)
        text = Path(loader.path).read_text(encoding="utf-8")
        assert text.count(right) == 1, f"“{right}” is {text.count(right)} times in {file}"
        return compile(text.replace(right, wrong), loader.path, "exec")

    SourceFileLoader.get_code = get_code    # type: ignore[method-assign, assignment]


def noticed(title: str, lesson: str, step: str, broken: tuple[str, str, str]) -> str:
    """What a step of a lesson says with that line broken; HOLDS if it notices nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, _checked(title, lesson, step, broken).encode()[:60_000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def _checked(title: str, lesson: str, step: str, broken: tuple[str, str, str]) -> str:
    try:
        broken_when_imported(*broken)
        from roundhouse.records.lesson import lessons_of
        from roundhouse.records.lesson_check import check

        check(next(one for one in lessons_of(title) if one.name == lesson), step)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return HOLDS


def taught(title: str) -> list[tuple[str, str, str]]:
    """Which rules the steps of a title's lessons teach: lesson, step, rule. Read as data: no rules are imported."""
    folder = GAMES / title.replace("-", "_") / "lessons"
    lessons = [(file.stem.lstrip("0123456789-"), json.loads(file.read_text(encoding="utf-8")))
               for file in sorted(folder.glob("*.json"))]
    return [(name, step["id"], rule) for name, data in lessons for step in data["steps"]
            for rule in step.get("teaches", [])]


def main(title: str) -> None:
    breaks = json.loads((BREAKS / f"{title}.json").read_text(encoding="utf-8"))
    for lesson, step, rule in taught(title):
        broken = breaks.get(f"{rule}@{step}") or breaks.get(rule)
        said = noticed(title, lesson, step, tuple(broken)) if broken else "no break is given"
        print(json.dumps([lesson, step, rule, said], ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
