"""The page on which a plan for one's next turn is made, in words."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.games import title as find_title
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.pages.table.rendering import moment_of
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model import conditional_moves
from roundhouse.web.tables.model.info import Moment
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables

router = APIRouter()
Line = Annotated[str, Form(max_length=conditional_moves.LONGEST)]


def possible(moment: Moment, seat: int) -> dict[str, dict[str, str]]:
    """What the seat may be able to do on its next turn, by kind: lines of the notation with what they say."""
    drawing = find_title(moment.table.game).room.drawing
    names = called(moment.table.seats)
    groups: dict[str, dict[str, str]] = {}
    for ahead in conditional_moves.next_turns(moment.state, seat):
        for choice in drawing.choices(sight(ahead, seat)):
            groups.setdefault(choice.group, {})[choice.line] = plain(choice.label, names)
    return groups


@router.get("/games/{id}/plan")
def plan_page(id: str, request: Request, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The form in which a plan for one's next turn is made."""
    return _page(tables, player, moment_of(tables, player, tables.repository.table(id), request, None, Action.PREMOVE))


def _page(tables: Tables, player: Player | None, moment: Moment, refusal: str = "", status: int = 200) -> HTMLResponse:
    if moment.auction is None or moment.auction.kind != "plan" or moment.seat is None:
        raise Refused("a plan is made while others are to move, and not in the midst of an auction")
    return page(
        "premove_form.html", status, player=player, table=moment.table, seat=moment.seat, refusal=refusal,
        groups=possible(moment, moment.seat), longest=conditional_moves.LONGEST,
    )


@router.post("/games/{id}/plan")
def leave(
    request: Request,
    id: str,
    tables: TablesDependency,
    player: CurrentPlayer,
    seat: Annotated[int, Form()],
    move: Line = "",
    who: Line = "",
    other: Line = "",
    instead: Line = "",
    typed: Line = "",
) -> Response:
    """The plan as it was chosen, or as it was typed."""
    chosen = f"{move} if {who} {other}" if who and other else move
    wish = typed.strip() or "; ".join(part for part in (chosen, instead) if part)
    try:
        tables.moves.intend(player, id, f"then {wish}", seat)
    except Forbidden:
        raise
    except Refused as error:
        return _page(tables, player, tables.viewing.look(player, id, None, seat), error.sentence, error.status)
    return RedirectResponse(f"/games/{id}?as={seat}", 303)
