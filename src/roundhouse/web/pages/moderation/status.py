"""How the house is at this moment, for those who play."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

import roundhouse
from roundhouse.web.pages.render import page
from roundhouse.web.people.moderation import sign_ups
from roundhouse.web.storage import schema as at

router = APIRouter()
GOING = {
    sign_ups.OPEN: "Everybody may come", sign_ups.INVITED: "By invitation", sign_ups.CLOSED: "Closed at the moment",
}
Parts = list[tuple[str, str, bool]]
"""Names, how they are in words, and whether that is well."""


@router.get("/status")
def status(request: Request) -> HTMLResponse:
    """The page that says what works and what does not: with 503 where something does not, for programs that look."""
    parts = _parts(request)
    well = all(good for _, _, good in parts)
    state = request.app.state
    return page(
        "status.html", 200 if well else 503, parts=parts, well=well, since=state.since, version=roundhouse.__version__
    )


def _parts(request: Request) -> Parts:
    state = request.app.state
    thinks, mails = state.bot_runner.at_work, state.sender.post is not None
    try:
        with state.database.reading() as connection:
            connection.execute(select(at.house_settings.c.name).limit(1)).first()
            mode = sign_ups.mode(connection)
        kept = bool(state.database.in_place())
    except SQLAlchemyError:
        mode, kept = sign_ups.OPEN, False
    return [
        ("Games", "are kept" if kept else "can't be reached; moves are refused until they can", kept),
        ("Bots", _bots(state) if thinks else "make no moves at the moment", thinks),
        ("Pages that follow a game", "hear of each move" if not state.broadcast.stopped else "hear nothing",
         not state.broadcast.stopped),
        ("E-mail", "is sent" if mails else "is not sent by this house", True),
        ("New players", GOING[mode], True),
    ]


def _bots(state: object) -> str:
    waiting = sum(count for count, _ in state.bot_runner.load().values())     # type: ignore[attr-defined]
    if not waiting:
        return "answer at once"
    return "are busy: one question waits" if waiting == 1 else f"are busy: {waiting} questions wait"
