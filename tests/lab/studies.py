"""Small studies for tests."""
from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from roundhouse.games import Setup
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.folder import Folder
from roundhouse.lab.study import Study
from roundhouse.lab.workers import spread

SMALL = Study(Setup.of("irish-gauge"), ("random",) * 3, 12, seed=7, skill=3, rungs=("random", "level-1"))


def played(path: Path, study: Study = SMALL, jobs: int = 1) -> Folder:
    """A study, played to the end."""
    folder = Folder(path)
    study.check()
    folder.open(study)
    exhaust(folder.run(study, jobs, partial(spread, jobs=jobs)))
    return folder


def analysed(path: Path, study: Study = SMALL) -> Analysis:
    return Analysis(played(path, study))


def exhaust(steps: Iterable[int]) -> int:
    last = 0
    for last in steps:
        pass
    return last


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a study but its reports, by its name."""
    found = (file for file in path.rglob("*") if file.is_file() and file.suffix != ".html")
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in found}
