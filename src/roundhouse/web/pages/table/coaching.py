"""What the coach says at a table: hints and what a decision is about, and when all is over a review."""
from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy.exc import OperationalError

from roundhouse.bots.coach import CLEAR, Advice, Move
from roundhouse.bots.mistakes import GameReview, Mistake
from roundhouse.engine.contract import CHANCE, State
from roundhouse.engine.dice import Dice
from roundhouse.games import title as find_title
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.room import Room
from roundhouse.games.sight import Sight, sight
from roundhouse.games.words import Words, amount, html, joined, seat, words
from roundhouse.records.course import Course
from roundhouse.web.errors import Busy, Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import by_script, page
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.details import called_move, choices_of
from roundhouse.web.pages.table.parts.charts import chances_plots
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.pages.table.parts.names import LEVEL_NAMES, called, listed_bots
from roundhouse.web.pages.table.rendering import changed, fragment, moment_of
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import Moment
from roundhouse.web.tables.model.table import LEVELS
from roundhouse.web.tables.personal.practice import FoundMistake
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.seats.creation import rivals_of
from roundhouse.web.threads import in_thread

router = APIRouter()
log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
REMEMBERED = 200
LONGEST_LINE = 600
DECIDING = 3            # moments that are told first
CLOSE = 0.1             # of the best score: who is no further behind has lost a close game
_reviews: OrderedDict[str, GameReview] = OrderedDict()


# ---- hints -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownMove:
    """A move as the panel shows it."""

    move: Move
    called: str
    effect: Markup
    why: Markup
    more: Markup
    answer: Markup
    ghost: Markup
    """What the answer would look like on the board."""
    margin: str
    """By how much the seat may expect to end ahead or behind; empty where that is not known."""
    spots: str


@router.post("/games/{id}/hint")
async def hint(id: str, request: Request, tables: TablesDependency, player: CurrentPlayer) -> HTMLResponse:
    """What a strong player would do in this seat, from what the seat may know. Where others play, it is counted."""
    table = await in_thread(tables.repository.table, id)
    moment = await in_thread(moment_of, tables, player, table, request, None, Action.HINT)
    if not moment.may_act or moment.seat is None:
        raise Refused("hints are for the player whose turn it is")
    await in_thread(tables.hints.asked, player, table, moment.seat)
    advice = await request.app.state.bot_runner.hint(table, moment.seat)
    return await in_thread(_panel, moment, advice)


def _panel(moment: Moment, advice: Advice) -> HTMLResponse:
    names = called(moment.table.seats)
    rivals = [(name, advice.chances[n]) for n, name in enumerate(names) if n != advice.seat]
    moves = shown_moves(moment, [one for one in advice.moves if one.shown] or advice.moves[:1], names)
    return page("hint.html", hint=advice, moves=moves, rivals=rivals, sentence=html(lead(advice, moves), names))


def lead(advice: Advice, moves: Sequence[ShownMove]) -> Words:
    """The sentence above the moves: what to do, or that it makes no difference."""
    if advice.verdict != CLEAR:
        return advice.sentence
    best, called = advice.moves[0], moves[0].called
    if best.why:
        return words("{move}. {why}", move=called, why=best.why)
    other = advice.moves[1] if len(advice.moves) > 1 else None
    if other is not None and other.why and len(moves) > 1:
        return words("{move}. {other} is worse. {why}", move=called, other=moves[1].called, why=other.why)
    return words("{move}: it wins more often, for no one reason.", move=called)


def shown_moves(moment: Moment, moves: Sequence[Move], names: list[str]) -> list[ShownMove]:
    """Moves with all that is said of them, and the ghost of what they are answered with."""
    room = find_title(moment.table.game).room
    choices = {choice.line: choice for choice in choices_of(moment)}
    unit, known = str(room.books.UNIT), sight(moment.state, moment.seat).state
    shown = []
    for one in moves:
        choice = choices.get(one.line)
        margin = "" if one.margin is None else view_margin(one.margin, unit)
        shown.append(ShownMove(
            one, called_move(one.line, choice, unit, names), html(choice.effect if choice else (), names),
            html(one.why, names), html(one.more, names), html(one.answered, names), ghost_of(room, known, one), margin,
            " ".join(one.spots),
        ))
    return shown


def view_margin(margin: float, unit: str) -> str:
    """How far ahead, in words."""
    size = abs(round(margin))
    if not size:
        return "level"
    return f"{amount(size, unit).text} {'ahead' if margin > 0 else 'behind'}"


def ghost_of(room: Room[object, State], known: State, move: Move) -> Markup:    # type: ignore[type-var]
    """The answer to a move, drawn as its seat would see it before it is made; empty where it can't be drawn."""
    state, drawn = known.copy(), []
    for by, line in (*move.steps, *move.answer):
        while state.to_act == CHANCE:
            state.apply(state.random(Dice(0)))
        if state.to_act != by or line not in state.lines():
            break
        if (by, line) in move.answer:
            drawn += [one.preview for one in room.drawing.choices(Sight(state, by)) if one.line == line]
        state.do(line)
    return tag("svg", markup(drawn), xmlns="http://www.w3.org/2000/svg") if any(drawn) else Markup("")


@router.get("/games/{id}/about")
def about(id: str, request: Request, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """What is decided now, and what is usually good: for those who ask what the prompt is about."""
    moment = moment_of(tables, player, tables.repository.table(id), request)
    room = find_title(moment.table.game).room
    said = room.claims.about(sight(moment.state, moment.seat))
    return page("about.html", said=[html(one, called(moment.table.seats)) for one in said])


# ---- looking back ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownMistake:
    """A mistake as it is told."""

    found: Mistake
    played: Markup
    better: tuple[Markup, ...]
    """The better move and how the game might have gone on, a sentence each."""
    why: Markup
    """What the better move does that the other does not."""
    against: Markup
    """What is wrong with what was played, and what strong play does against it."""
    again: str
    """In whose seat it can be tried otherwise, and against whom."""


@dataclass(frozen=True)
class NextLevel:
    """Which level to play next, after a game against bots."""

    level: str
    """As it is called."""
    words: str


@router.get("/games/{id}/review")
async def review(id: str, request: Request, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The panel beside the table, for the page that asks for it; who comes by a link is led to that page."""
    table = await in_thread(tables.repository.table, id)
    roles.require(player, table, Action.REVIEW)
    if not by_script(request):
        return RedirectResponse(f"/games/{id}?review=1", 303)
    if id not in _reviews:
        _reviews[id] = await request.app.state.bot_runner.review(table)
        await _keep(tables.studies.keep, table, _reviews[id])
        if len(_reviews) > REMEMBERED:
            _reviews.popitem(last=False)
    looked = _reviews[id]
    coming_back = await _keep(tables.practice.keep, player, table, to_come_back(looked)) or 0
    return await in_thread(
        lambda: _review(moment_of(tables, player, tables.repository.table(id), request), looked, coming_back)
    )


async def _keep(keep: Callable[..., Answer], *found: object) -> Answer | None:
    """Have something of a review kept; None where nothing can be written now: who only looks does not notice."""
    try:
        return await in_thread(keep, *found)
    except (Busy, OperationalError) as error:
        log.warning("what a review has found is not kept: %s", error)
        return None


def to_come_back(looked: GameReview) -> list[FoundMistake]:
    """The mistakes that may come back as puzzles, the costliest first: those that could be known from their seat."""
    worst = sorted(looked.mistakes, key=lambda one: -one.cost)
    return [FoundMistake(one.number, one.by, one.better[0]) for one in worst if one.knowable]


def _review(moment: Moment, looked: GameReview, coming_back: int = 0) -> Response:
    names = called(moment.table.seats)
    plot = chances_plots([step.after for step in looked.steps], [one.number for one in looked.mistakes], names)
    deciding = moments_that_decided(looked, [seat.number for seat in moment.table.seats if seat.mine])
    mistakes = [_shown(moment, one, names) for one in looked.mistakes if one not in deciding]
    return page("review.html", moment=moment, names=names, plot=plot, mistakes=mistakes, next_level=next_level(moment),
                coming_back=coming_back, deciding=[_shown(moment, one, names) for one in deciding])


def moments_that_decided(looked: GameReview, mine: Sequence[int]) -> list[Mistake]:
    """Up to three mistakes: one's own first, the costliest of them before the others."""
    return sorted(looked.mistakes, key=lambda one: (one.by not in mine, -one.cost))[:DECIDING]


def next_level(moment: Moment) -> NextLevel | None:
    """Against bots: a level up after a win, the same again after a close game, else one down. None without bots."""
    bots = [seat.level for seat in moment.table.seats if not seat.mine and seat.level in LEVELS]
    mine = [seat.number for seat in moment.table.seats if seat.mine]
    scores = moment.table.scores
    if not bots or len(mine) != 1 or not scores:
        return None
    strongest = LEVELS.index(max(bots, key=LEVELS.index))
    won = mine[0] in moment.table.winners
    best = max(scores)
    close = scores[mine[0]] >= best - max(3, CLOSE * abs(best))
    step, said = (1, "You won: try the next level.") if won else (-1, "A level lower shows you more.")
    if close and not won:
        step, said = 0, "That was close: the same level once more."
    level = LEVELS[min(max(strongest + step, 0), len(LEVELS) - 1)]
    if step and level == LEVELS[strongest]:
        said = "You won against the highest level: well played." if won else "Once more on the first level."
    return NextLevel(LEVEL_NAMES.get(level, level), said)


def _shown(moment: Moment, found: Mistake, names: list[str]) -> ShownMistake:
    played = entries(moment, moment.told(found.number, found.number))
    other = _instead(moment.course, found.number - 1, found.better)
    better = entries(moment, other.told(found.number))
    why, against = found.why, joined([one for one in (found.against, found.answer) if one], " ")
    if not any(one.mine and one.number == found.by for one in moment.table.seats):
        why, against = to_another(found.by, why), to_another(found.by, against)
        names = without_you(names)
    return ShownMistake(
        found, played[0].text, tuple(entry.text for entry in better), html(why, names), html(against, names),
        tried_again(moment, found.by),
    )


def tried_again(moment: Moment, number: int) -> str:
    """In whose seat one would play on, and against whom: as the new table will call them."""
    seats = moment.table.seats
    levels = dict(enumerate(rivals_of([seat.level for seat in seats])))
    levels.pop(number)
    whose = "your seat" if seats[number].mine else f"{called(seats)[number]}'s seat"
    return f"you in {whose}, against {listed_bots(levels)}"


def without_you(names: list[str]) -> list[str]:
    """The names as nobody's own: for what is said to one seat and read by another."""
    return [str(name) for name in names]


def to_another(who: int, said: Words) -> Words:
    """What is said to whoever moved, read by somebody else: "you" is that seat, so all others go by `without_you`."""
    return words("To {who}: {said}", who=seat(who), said=said) if said else ()


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
    """Play on from a step of a game that is over, against bots."""
    return RedirectResponse(f"/games/{tables.creation.branch(player, id, step, seat).id}", 303)
