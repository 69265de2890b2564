"""What the house has said at a table, among the steps of its log."""
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from roundhouse.games.markup import Markup
from roundhouse.web.pages.table.view import Entry, TableView
from roundhouse.web.tables.chat import HOUSE
from roundhouse.web.tables.model.info import ChatLine

NOTE_PART = 1000    # beyond the sentences of any step


def with_house(now: TableView, talk: Sequence[ChatLine]) -> TableView:
    """With what the house has said among the steps of the log, where it said it."""
    steps = now.moment.course.steps[: now.moment.step]
    latest = time.time() if now.moment.newest or not steps else steps[-1].at
    notes = []
    for one in talk:
        number = sum(step.at <= one.at for step in steps)
        if one.seat == HOUSE and one.at <= latest and number >= now.log_from - 1:
            notes.append(Entry(number, NOTE_PART + one.number, Markup.escape(one.words), "", True, one.at))
    return replace(now, log=tuple(sorted([*now.log, *notes], key=lambda entry: (entry.step, entry.part))))
