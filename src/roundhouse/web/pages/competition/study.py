"""One's own play, from the reviews of all one's games."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.games import titles
from roundhouse.web.bots.reviewer import AT_ONCE, Reviewer
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.settings import known
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.threads import in_thread

router = APIRouter()


@router.get("/me/study")
def shown(request: Request, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """Accuracy by phase, auctions, what was missed most, and people of one's rating."""
    player = known(player)
    reviewer: Reviewer = request.app.state.reviewer
    return page(
        "study.html", player=player, found=tables.studies.of(player), waiting=reviewer.waiting(player.id),
        at_once=AT_ONCE, names={name: title.title for name, title in titles().items()},
        due=tables.lists.due_count(player),
    )


@router.post("/me/study")
async def review(request: Request, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """Have the latest games reviewed that were not yet."""
    player = known(player)
    reviewer: Reviewer = request.app.state.reviewer
    reviewer.ask(player.id, await in_thread(tables.studies.unreviewed, player, AT_ONCE))
    return RedirectResponse("/me/study", 303)
