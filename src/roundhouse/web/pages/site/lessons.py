"""Lessons: a page for each step, which asks for a move and says what it brought. Nobody needs an account for them.

All that a page shows follows from its address: the lesson, the step, and the move that was tried. So one may leave at
any step and come back; how far one has come is kept by the browser, and nowhere else.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.bots.coach import beside
from roundhouse.games import titles
from roundhouse.games.markup import NOTHING, Markup, markup
from roundhouse.games.title import Title
from roundhouse.games.words import Words, html, words
from roundhouse.records.course import Course
from roundhouse.records.lesson import Lesson, LessonError, Scene, Verdict
from roundhouse.records.lesson_words import answered, asked
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.pages.lesson_index import readable_lessons
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.site.positions import moment_at
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.details import called_move, choices_of, note_on, preview_of, reasons_of
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.pages.table.parts.recap import recap
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.pages.table.routes import LONGEST_WORD
from roundhouse.web.pages.table.view import TableView
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.info import Moment

router = APIRouter()
LONG = 200              # letters of what the log tells of a move, from which it is folded under the lesson's own words
TAG = re.compile(r"<[^>]+>")
REST = "(The rest of your turn, played well, is counted in.)"
Line = Annotated[str, Query(max_length=LONGEST_WORD)]


@dataclass(frozen=True)
class WeighedMove:
    """A move with its chance to win, and what the coach says of it beside the other."""

    called: str
    chance: float
    why: Markup


@dataclass(frozen=True)
class StepView:
    """A step of a lesson as it is given to somebody: what is said of it now."""

    scene: Scene
    said: str
    verdict: Verdict | None = None
    """What was tried in it, or that it was watched."""
    shown: bool = False
    """Whether it is shown what comes of it, without a try."""
    called: str = ""
    """What was tried, in the words of the list."""
    goes_on_with: str = ""
    """The move with which the lesson goes on, if another right one was tried and the next step needs this one."""
    good_for: Markup = NOTHING
    """What the coach says for another right move of which the lesson itself says nothing; empty without a reason."""
    weighed: tuple[WeighedMove, ...] = ()
    """Where moves were weighed: the best one, and this one if it is not as good."""

    @property
    def lesson(self) -> Lesson:
        """The lesson that the step is of."""
        return self.scene.lesson

    @property
    def url(self) -> str:
        """The address of the step."""
        return step_url(self.lesson, self.scene.number)

    @property
    def before(self) -> str:
        """The address of the step before; "" at the first."""
        return step_url(self.lesson, self.scene.number - 1) if self.scene.number > 1 else ""

    @property
    def beyond(self) -> str:
        """The address of what comes when this step is over."""
        return step_url(self.lesson, self.scene.number + 1)

    @property
    def watches(self) -> bool:
        """Whether there is something to be watched in it that has not been shown."""
        return self.verdict is None and self.scene.step.reads and bool(self.scene.step.then)

    @property
    def asks(self) -> bool:
        """Whether something is to be done now."""
        return self.verdict is None and not self.scene.step.reads

    @property
    def course(self) -> Course:
        """The game as it stands there; after what was tried, if anything was."""
        return self.verdict.after if self.verdict else self.scene.course

    @property
    def head(self) -> str:
        """What stands above the words of the step."""
        if self.verdict is None or self.shown:
            return self.scene.step.head
        return "Well done" if self.verdict.right else "There is better"


def step_url(lesson: Lesson, number: int) -> str:
    """The address of a step of a lesson, counted from 1."""
    return f"/learn/{lesson.title}/{lesson.name}/{number}"


def known_lesson(game: str, name: str) -> Lesson:
    """The lesson of that name. NotFound where the game has none."""
    title = known_title(game)
    found = next((lesson for lesson in readable_lessons(title.name) if lesson.name == name), None)
    if found is None:
        raise NotFound(f"{title.title} has no lesson '{name}'")
    return found


def given(lesson: Lesson, number: int, line: str, shown: bool) -> StepView:
    """A step as it is asked; with what was tried in it, or with what happened if it is `shown`."""
    if not 1 <= number <= len(lesson.scenes):
        raise NotFound(f"this lesson has no step {number}")
    scene = lesson.scenes[number - 1]
    if not line and not shown:
        return StepView(scene, asked(scene))
    try:
        verdict = scene.tried(line) if line else scene.watched
    except LessonError as error:
        raise Refused(str(error)) from error
    moment = moment_at(scene.course, scene.step.you, scene.step.names)
    return StepView(
        scene, answered(scene, verdict), verdict, not line, _called(moment, verdict.line),
        _called(moment, verdict.goes_on_with),
        _good_for(scene, line) if verdict.right and line and line != scene.right[0] and not verdict.say else NOTHING,
        () if verdict.right or not scene.step.chances else _weighed(lesson, number, line, moment, not verdict.say),
    )


def _weighed(lesson: Lesson, number: int, line: str, moment: Moment, why: bool) -> tuple[WeighedMove, ...]:
    """The best move and the one that was tried. The coach says why where the lesson has no words of its own."""
    scene = lesson.scenes[number - 1]
    reasons = reasons_for(lesson.title, lesson.name, number, line) if why else {}
    return tuple(
        WeighedMove(_called(moment, one), scene.step.chances[one], html(reasons.get(one, ()), scene.step.names))
        for one in (scene.right[0], line)
    )


def _good_for(scene: Scene, line: str) -> Markup:
    """Why another move is as good as that with which the lesson goes on: what it has before the best that is wrong."""
    wrong = [one for one in scene.allowed if one not in scene.right]
    other = max(wrong, key=lambda one: scene.step.chances.get(one, 0.0), default="")
    lesson = scene.lesson
    return html(good_for(lesson.title, lesson.name, scene.number, line, other), scene.step.names) if other else NOTHING


@lru_cache(maxsize=256)
def good_for(title: str, name: str, number: int, line: str, other: str) -> Words:
    """What the coach says for a move beside a worse one: asked once. It may speak of the rest of the turn too."""
    better, _ = beside(known_lesson(title, name).scenes[number - 1].course, line, other)
    goes_on = any(" " in line for line in better.follows)       # more than "end" or "done"
    return words("{why} {rest}", why=better.why, rest=REST) if better.why and goes_on else better.why


@lru_cache(maxsize=256)
def reasons_for(title: str, name: str, number: int, line: str) -> dict[str, Words]:
    """Why the best move of a step is good, and what is wrong with another, by their lines: asked once."""
    scene = known_lesson(title, name).scenes[number - 1]
    return reasons_of(scene.course, scene.right[0], line)


def _called(moment: Moment, line: str) -> str:
    if not line:
        return ""
    choices = {choice.line: choice for choice in choices_of(moment)}
    unit = str(known_title(moment.table.game).room.books.UNIT)
    return called_move(line, choices.get(line), unit, called(moment.table.seats))


# ---- what is seen ----------------------------------------------------------------------------------------------------


def seen(step: StepView) -> TableView:
    """The table of a step: only what may be tried is offered; what others did in it is told in their order."""
    scene = step.scene
    moment = moment_at(step.course, scene.step.you, scene.step.names)
    now = replace(view.see(moment), shortcuts=(), by_route=False, since=())
    if step.verdict:
        passed = moment.told(len(scene.course.steps) + 1)
        sentences = [[entry.text for entry in entries(moment, [one])] for one in passed]
        since = recap(passed, (scene.step.you,), scene.step.you, sentences)
        return replace(now, groups=(), stops=(), bids=None, since=since)
    return _narrowed(now, scene.allowed)


def _narrowed(now: TableView, allowed: Sequence[str]) -> TableView:
    """A table on which only those moves are offered that may be tried."""
    lines = set(allowed)
    groups = tuple(
        replace(group, choices=kept) for group in now.groups
        if (kept := tuple(choice for choice in group.choices if choice.line in lines))
    )
    amounts = sorted(int(line[4:]) for line in lines if line.startswith("bid ") and line[4:].isdecimal())
    bids = now.bids and amounts and replace(
        now.bids, least=amounts[0], most=amounts[-1],
        quick=tuple(bid for bid in now.bids.quick if bid.amount in amounts),
    )
    stops = tuple(choice for choice in now.stops if choice.line in lines)
    return replace(now, groups=groups, stops=stops, bids=bids or None)


def changed(step: StepView) -> list[str]:
    """The places of the board at which something happened in the step, in the order of it."""
    facts = step.verdict.facts if step.verdict else ()
    return list(dict.fromkeys(spot for fact in facts for spot in fact.spots))


def own_doing(step: StepView, now: TableView) -> Markup:
    """What the learner's own move did, as the log tells it."""
    scene = step.scene
    if not step.verdict or scene.step.reads:
        return NOTHING
    first = len(scene.course.steps) + 1
    told = entries(now.moment, now.moment.told(first, first))
    return markup(*(part for entry in told for part in (entry.text, " ")))


# ---- pages -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TitleLessons:
    """A title with its lessons."""

    title: Title
    lessons: tuple[Lesson, ...]


@router.get("/learn")
def all_lessons(player: OptionalPlayer) -> HTMLResponse:
    """The page of all lessons."""
    found = [TitleLessons(title, readable_lessons(name)) for name, title in titles().items()]
    return page("lessons.html", courses=[one for one in found if one.lessons], url=step_url, player=player)


@router.get("/learn/{game}")
def first_lesson(game: str) -> Response:
    """Leads to the first step of a game's first lesson. NotFound for a game without one."""
    title = known_title(game)
    if not readable_lessons(title.name):
        raise NotFound(f"{title.title} has no lesson")
    return RedirectResponse(step_url(readable_lessons(title.name)[0], 1), 303)


@router.get("/learn/{game}/{name}/{number}")
def lesson_page(
    game: str, name: str, number: int, player: OptionalPlayer, line: Line = "", amount: int | None = None,
    shown: bool = False,
) -> HTMLResponse:
    """A step; with a move the answer to it, and with `shown` what happens in it. After the last comes the end."""
    lesson = known_lesson(game, name)
    if number == len(lesson.scenes) + 1:
        return _end(lesson, player)
    if line == "bid" and amount is not None:
        line = f"bid {amount}"
    step = given(lesson, number, line, shown)
    now = seen(step)
    own = own_doing(step, now)
    return page(
        "lesson.html", now=now, step=step, lesson=lesson, over=False, own=own, changed=changed(step),
        long_own=len(TAG.sub("", str(own))) > LONG and bool(step.said),
        count=len(lesson.scenes), number=number, ground=ground_of(now.moment.course.setup), player=player, oob=False,
    )


def _end(lesson: Lesson, player: Player | None) -> HTMLResponse:
    """The end of a lesson: the last position, and what comes next."""
    step = given(lesson, len(lesson.scenes), "", True)
    now = replace(seen(step), since=())
    title = known_title(lesson.title)
    others = [one for one in readable_lessons(lesson.title) if one.name != lesson.name]
    return page("lesson.html", now=now, step=step, lesson=lesson, over=True, own=NOTHING, player=player, oob=False,
                changed=[],
                count=len(lesson.scenes), number=len(lesson.scenes), ground=ground_of(now.moment.course.setup),
                rivals=lesson.scenes[0].course.setup.seats - 1, unused=title.players[1], others=others, url=step_url)


# ---- smaller things that its board asks for --------------------------------------------------------------------------


def _moment(game: str, name: str, number: int) -> Moment:
    scene = given(known_lesson(game, name), number, "", False).scene
    return moment_at(scene.course, scene.step.you, scene.step.names)


@router.get("/learn/{game}/{name}/{number}/preview")
def preview(game: str, name: str, number: int, line: Line) -> Response:
    """The picture of what a move would do in a step."""
    return preview_of(_moment(game, name, number), line)


@router.get("/learn/{game}/{name}/{number}/note")
def note(game: str, name: str, number: int, amount: int) -> Response:
    """What a bid of that amount would mean in a step."""
    return note_on(_moment(game, name, number), amount)
