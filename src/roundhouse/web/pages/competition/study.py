"""One's own play, from the reviews of all one's games."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.games import titles
from roundhouse.web.bots.reviewer import Reviewer
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.settings import known
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.tables.personal.review_queue import AT_ONCE

router = APIRouter()


@router.get("/me/study")
def shown(tables: TablesDependency, player: OptionalPlayer) -> Response:
    """Accuracy by phase, auctions, what was missed most, and people of one's rating."""
    player = known(player)
    return page(
        "study.html", player=player, found=tables.studies.of(player), at_once=AT_ONCE,
        names={name: title.title for name, title in titles().items()}, due=tables.lists.due_count(player),
    )


@router.post("/me/study")
async def review(request: Request, player: OptionalPlayer) -> Response:
    """Have the latest games reviewed that were not yet."""
    reviewer: Reviewer = request.app.state.reviewer
    await reviewer.ask(known(player))
    return RedirectResponse("/me/study", 303)
