"""The log of a table: what each step did, in sentences for one who looks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from roundhouse.engine.contract import CHANCE
from roundhouse.engine.facts import Fact
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.games.markup import Markup, markup
from roundhouse.games.words import html
from roundhouse.records.course import ToldStep
from roundhouse.web.pages.render import rendered
from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.tables.model.info import Moment

SENTENCES_KEPT = 50_000
FORCED = Markup(' <span class="faint">No other move was possible.</span>')


@dataclass(frozen=True)
class Entry:
    """A sentence of the log."""

    step: int
    part: int
    text: Markup
    rule: str
    dice: bool
    at: float
    """When it was, in seconds since 1970."""


def entries(moment: Moment, passed: Sequence[ToldStep]) -> tuple[Entry, ...]:
    """The log's sentences for some steps, as the one who looks may read them."""
    names = tuple(called(moment.table.seats))
    found = []
    for step in passed:
        said = [(fact.rule, told(moment.course.setup, fact, names)) for fact in step.facts(moment.seat)]
        sentences = [(rule, sentence) for rule, sentence in said if sentence]
        if sentences and _forced(moment, step):
            sentences[0] = sentences[0][0], markup(sentences[0][1], FORCED)
        found += [
            Entry(step.number, part, sentence, rule, step.by == CHANCE, step.step.at)
            for part, (rule, sentence) in enumerate(sentences)
        ]
    return tuple(found)


def _forced(moment: Moment, step: ToldStep) -> bool:
    """Whether a person had no other move: it may have been made for them."""
    if step.by == CHANCE or moment.table.seats[step.by].kind != "person":
        return False
    return moment.course.single(step.number)


@lru_cache(maxsize=SENTENCES_KEPT)
def told(setup: Setup, fact: Fact, names: tuple[str, ...]) -> Markup:
    """A fact as a sentence. It stays the same for ever, and every fragment shows the latest dozen."""
    return html(find_title(setup.title).room.texts.tell(setup.game(), fact), names)


@lru_cache(maxsize=SENTENCES_KEPT)
def logged(table: str, game: str, entry: Entry, dated: bool) -> Markup:
    """An entry as it stands in the log, where it stays the same for ever."""
    return Markup(rendered("entry.html", table=table, game=game, entry=entry, dated=dated))
