"""One's own mistakes as puzzles: the position before them, judged by the search, with what came of each try noted."""
from __future__ import annotations

from collections import OrderedDict
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.bots.coach import Move
from roundhouse.records.puzzle import Origin, Puzzle
from roundhouse.records.record import Record
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.puzzles.collection import PuzzleView, moment_of
from roundhouse.web.pages.puzzles.routes import Attempt, show
from roundhouse.web.pages.table.details import note_on, preview_of
from roundhouse.web.pages.table.routes import LONGEST_WORD
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.personal.practice import OwnMistake
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

router = APIRouter()
Line = Annotated[str, Query(max_length=LONGEST_WORD)]
KIND, PLAYED = "mistake", "you, in the game"
REMEMBERED = 200
_weighed: OrderedDict[tuple[str, int, str], list[Move]] = OrderedDict()


def url_of(mistake: OwnMistake) -> str:
    """The address of a mistake that comes back."""
    return f"/practice/{mistake.id}"


def asked_of(mistake: OwnMistake, table: Table, moves: tuple[tuple[str, float], ...] = ()) -> PuzzleView:
    """A mistake as a puzzle, with the moves that have been weighed."""
    before = table.course.back_to(mistake.step - 1)
    played = table.course.game.text(table.course.steps[mistake.step - 1].code)
    record = Record.of(before, table.names)
    puzzle = Puzzle(Origin(0, 0, 0), KIND, moves, {PLAYED: played}, (), record)
    return PuzzleView(puzzle, tuple(table.names), url_of(mistake), "from a game of yours", "/puzzles#yours", own=True)


async def judged(runner: BotRunner, mistake: OwnMistake, table: Table, line: str) -> tuple[tuple[str, float], ...]:
    """The chances after what was tried, what was played, and what is better: the best first."""
    played = asked_of(mistake, table).puzzle.missed[PLAYED]
    key = table.id, mistake.step, line
    if key not in _weighed:
        _weighed[key] = await runner.weigh(table, mistake.step - 1, tuple({mistake.better, played, line}))
        if len(_weighed) > REMEMBERED:
            _weighed.popitem(last=False)
    return tuple((move.line, move.chances[mistake.seat]) for move in _weighed[key])


def _found(tables: Tables, player: Player | None, number: int, line: str) -> tuple[OwnMistake, Table]:
    mistake, table = tables.practice.one(player, number)
    if line and line not in table.course.back_to(mistake.step - 1).state.lines():
        raise Refused(f"'{line}' is not allowed here")
    return mistake, table


@router.get("/practice/{number}")
async def own_mistake(
    number: int, request: Request, tables: TablesDependency, player: OptionalPlayer, line: Line = "", first: Line = "",
    on: int | None = None,
) -> HTMLResponse:
    """The position before a mistake of one's own; with a line, the answer to it."""
    mistake, table = await in_thread(_found, tables, player, number, line)
    moves = await judged(request.app.state.bot_runner, mistake, table, line) if line else ()
    return await in_thread(lambda: show(asked_of(mistake, table, moves), player, Attempt.of(line, first, None, on)))


@router.post("/practice/{number}")
async def try_again(
    number: int, request: Request, tables: TablesDependency, player: CurrentPlayer, line: Annotated[str, Form()],
    first: Annotated[str, Form()] = "", amount: Annotated[int | None, Form()] = None,
) -> Response:
    """A try at a mistake that is back. The first one is noted, and when it comes back again follows from it."""
    tried = Attempt.of(line, first, amount)
    if len(tried.line) > LONGEST_WORD or len(first) > LONGEST_WORD:
        raise Refused("a move is shorter than that")
    mistake, table = await in_thread(_found, tables, player, number, tried.line)
    if not first:
        moves = await judged(request.app.state.bot_runner, mistake, table, tried.line)
        right = tried.line in asked_of(mistake, table, moves).puzzle.right
        await in_thread(tables.practice.answered, player, number, right)
    query = urlencode({"line": tried.line, **({"first": first} if first else {})})
    return RedirectResponse(f"{url_of(mistake)}?{query}", 303)


@router.post("/practice/{number}/drop")
def drop(number: int, tables: TablesDependency, player: CurrentPlayer) -> Response:
    """A mistake that one does not wish to see again."""
    tables.practice.one(player, number)
    tables.practice.drop(player, number)
    return RedirectResponse("/puzzles#yours", 303)


@router.get("/practice/{number}/preview")
def preview(number: int, tables: TablesDependency, player: OptionalPlayer, line: Line) -> Response:
    """The picture of what a move before a mistake would do."""
    return preview_of(moment_of(asked_of(*tables.practice.one(player, number))), line)


@router.get("/practice/{number}/note")
def note(number: int, tables: TablesDependency, player: OptionalPlayer, amount: int) -> Response:
    """What a bid of that amount would mean before a mistake."""
    return note_on(moment_of(asked_of(*tables.practice.one(player, number))), amount)
