"""Looking after a table: ending it, leaving it, who may watch, time, what was seen, notes, and who knocks."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.http.middleware import address_of
from roundhouse.web.pages.render import by_script
from roundhouse.web.pages.table.link_preview import FOR_A_WHILE, LinkPreviews
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer

router = APIRouter()
Word = Annotated[str, Form(max_length=5000)]
Number = Annotated[int, Form(ge=0, le=2**31 - 1)]
SomeNumber = Annotated[int | None, Form(ge=0, le=2**31 - 1)]


@router.post("/games/{id}/care")
def care(
    id: str, tables: TablesDependency, player: CurrentPlayer, do: Word, seat: SomeNumber = None, who: SomeNumber = None,
    level: Word = "level-3",
) -> Response:
    """What those who sit at a table may do to the table itself."""
    match do:
        case "cancel":
            tables.closing.cancel(player, id)
        case "end" | "play-on":
            tables.closing.agree_to_end(player, id, do == "end")
        case "watch" | "hide":
            tables.closing.let_watch(player, id, do == "watch")
        case "hints" | "no-hints":
            tables.hints.allow(player, id, do == "hints")
        case "time":
            tables.timekeeper.give_time(player, id)
        case "knock" if seat is not None:
            tables.claims.claim(player, id, seat)
        case "let-in" | "keep-out" if who is not None:
            tables.claims.answer(player, id, who, do == "let-in")
        case "decline":
            tables.seating.decline(player, id)
            return RedirectResponse("/my", 303)
        case "leave" if seat is not None:
            tables.closing.leave_game(player, id, seat, level)
            return RedirectResponse("/my", 303)
        case _:
            raise Refused("there is nothing of that kind to be done at a table")
    return RedirectResponse(f"/games/{id}", 303)


@router.post("/games/{id}/seen")
def mark_seen(
    id: str, tables: TablesDependency, player: OptionalPlayer, step: SomeNumber = None, talk: SomeNumber = None
) -> Response:
    """Sent by the page when it is left or the chat is read."""
    tables.visits.mark_seen(player, id, step, talk)
    return Response(status_code=204)


@router.post("/games/{id}/notes")
def note(id: str, request: Request, tables: TablesDependency, player: CurrentPlayer, notes: Word = "") -> Response:
    """Keep private notes on a table."""
    tables.visits.note(player, id, notes.replace("\r\n", "\n"))
    return Response(status_code=204) if by_script(request) else RedirectResponse(f"/games/{id}", 303)


@router.get("/games/{id}/picture.png")
async def picture(request: Request, id: str) -> Response:
    """The board as all may see it, for a chat in which somebody shows the link."""
    previews: LinkPreviews = request.app.state.link_previews
    drawn = await previews.picture(id, address_of(request))
    return Response(drawn, media_type="image/png", headers={"cache-control": FOR_A_WHILE})
