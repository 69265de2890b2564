"""Every lesson of the house can be played, all that it says is so, and it notices when a rule it teaches is broken."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse.games import titles
from roundhouse.records.lesson import Lesson, lessons_of
from roundhouse.records.lesson_check import check
from tests.games.breaking import taught

ROOT = Path(__file__).parents[2]
LESSONS = [lesson for name in titles() for lesson in lessons_of(name)]
TAUGHT = [name for name in titles() if taught(name)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.title}-{lesson.name}")
def test_a_lesson_can_be_played_and_all_that_it_says_is_so(lesson: Lesson) -> None:
    assert check(lesson)
    ids = [step.id for step in lesson.steps]
    assert len(set(ids)) == len(ids)
    assert lesson.steps[0].reads, "what wins is said before anything is to be done"
    assert sum(not step.reads for step in lesson.steps) >= 3, "a lesson is learned by doing"
    untaught = [step.id for step in lesson.steps if not (step.teaches or step.chances or step.reads)]
    assert not untaught, "whatever is to be done teaches a rule that can be broken, or weighs moves"


@pytest.mark.compiled
@pytest.mark.parametrize("title", TAUGHT)
def test_a_step_turns_red_when_the_rule_that_it_teaches_is_broken(title: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "tests.games.breaking", title], capture_output=True, text=True, cwd=ROOT, check=True,
        env={**os.environ, "ROUNDHOUSE_ENGINE": "plain", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )
    found = [json.loads(line) for line in said.stdout.splitlines()]
    assert [(lesson, step, rule) for lesson, step, rule, _ in found] == taught(title)
    missed = [one for one in found if not (one[3].startswith("LessonError: ") and f" ({one[1]}): " in one[3])]
    assert not missed
