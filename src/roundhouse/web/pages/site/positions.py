"""A position that is looked at and not played on: a table at which nothing can be changed, for puzzles and lessons."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games import title as find_title
from roundhouse.records.course import Course
from roundhouse.web.tables.model.info import Moment, SeatInfo, TableInfo


def moment_at(course: Course, seat: int | None, names: Sequence[str]) -> Moment:
    """Where a course stands, as that seat sees it; None sees everything."""
    setup, step = course.setup, len(course.steps)
    seats = tuple(
        SeatInfo(n, name, "person", False, None, n == seat, None, False, False) for n, name in enumerate(names)
    )
    table = TableInfo(
        id="", game=setup.title, title=find_title(setup.title).title, edition=setup.edition,
        options=dict(setup.options), status="playing", public=True, pace="live", step=step, version=0, revision=0,
        to_act=None if course.to_act < 0 else course.to_act, thinking=None, seats=seats,
        mine=() if seat is None else (seat,), owner=False,
        scores=None, winners=(), created=0.0, changed=0.0, rematch=None, talk=0,
    )
    return Moment(table, step, seat, course.state, "", None, None, course)
