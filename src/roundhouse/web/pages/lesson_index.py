"""Which lessons a game has, for every page that offers them."""
from __future__ import annotations

import logging
from functools import lru_cache

from roundhouse.records.lesson import Lesson, LessonError, lessons_of

log = logging.getLogger(__name__)


@lru_cache(maxsize=64)
def readable_lessons(title: str) -> tuple[Lesson, ...]:
    """The lessons that come with a game; a file that can't be read shuts nothing else."""
    try:
        return tuple(lesson for lesson in lessons_of(title) if lesson.scenes)
    except LessonError as error:
        log.warning("the lessons of %s are not given: %s", title, error)
        return ()
