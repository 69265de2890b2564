"""A game that is over, looked back on at its table: everyone's chances, the mistakes, and what was better."""
from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.bots.mistakes import LookedBack, Mistake
from roundhouse.games.markup import Markup
from roundhouse.games.words import html
from roundhouse.records.course import Course
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import by_script, page
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.charts import chances_plots
from roundhouse.web.pages.table.looking import changed, fragment, moment_of
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.rights import Action
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import Moment
from roundhouse.web.threads import in_thread

router = APIRouter()
REMEMBERED = 200
LONGEST_LINE = 600
_reviews: OrderedDict[str, LookedBack] = OrderedDict()


@dataclass(frozen=True)
class ShownMistake:
    """A mistake as it is told."""

    found: Mistake
    played: Markup
    better: tuple[Markup, ...]
    """The better move and how the game might have gone on, a sentence each."""
    why: Markup


@router.get("/games/{id}/review")
async def review(id: str, request: Request, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The panel beside the table, for the page that asks for it; who comes by a link is led to that page."""
    table = await in_thread(tables.repository.table, id)
    roles.require(player, table, Action.REVIEW)
    if not by_script(request):
        return RedirectResponse(f"/games/{id}?review=1", 303)
    if id not in _reviews:
        _reviews[id] = await request.app.state.bot_runner.review(table)
        if len(_reviews) > REMEMBERED:
            _reviews.popitem(last=False)
    return await in_thread(
        lambda: _panel(moment_of(tables, player, tables.repository.table(id), request), _reviews[id])
    )


def _panel(moment: Moment, looked: LookedBack) -> Response:
    names = view.called(moment.table.seats)
    plot = chances_plots([step.after for step in looked.steps], [one.number for one in looked.mistakes], names)
    mistakes = [_shown(moment, one, names) for one in looked.mistakes]
    return page("review.html", moment=moment, names=names, plot=plot, mistakes=mistakes)


def _shown(moment: Moment, found: Mistake, names: list[str]) -> ShownMistake:
    played = view.entries(moment, moment.told(found.number, found.number))
    other = _instead(moment.course, found.number - 1, found.better)
    better = view.entries(moment, other.told(found.number))
    return ShownMistake(found, played[0].text, tuple(entry.text for entry in better), html(found.why, names))


def _instead(course: Course, step: int, lines: tuple[str, ...]) -> Course:
    """A course as it was up to a step, and other steps from there."""
    other = course.back_to(step)
    for line in lines:
        other.apply(other.game.parse(line))
    return other


@router.get("/games/{id}/instead")
def instead(
    id: str, at: int, line: str, request: Request, tables: TablesDependency, player: OptionalPlayer
) -> Response:
    """The table as it would stand had other moves been made after a step, "track MGW H9; pass": when all is over."""
    table = tables.repository.table(id)
    moment = moment_of(tables, player, table, request, at, Action.REVIEW)
    if len(line) > LONGEST_LINE:
        raise Refused(f"a line has at most {LONGEST_LINE} letters")
    lines = tuple(one.strip() for one in line.split(";"))
    try:
        course = _instead(moment.course, at, lines)
    except ValueError as error:
        raise Refused(str(error)) from error
    step = len(course.steps)
    shown = view.see(replace(moment, course=course, state=course.state, step=step), since=step - 1, replay=True)
    return changed(request, player, table, fragment(shown))


@router.post("/games/{id}/try")
def try_from(
    id: str, tables: TablesDependency, player: CurrentPlayer, step: Annotated[int, Form()], seat: Annotated[int, Form()]
) -> Response:
    """On from a step of a game that is over, against bots."""
    return RedirectResponse(f"/games/{tables.creation.branch(player, id, step, seat).id}", 303)
