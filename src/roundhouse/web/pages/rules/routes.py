"""Rulebooks: a page each, and beside the table."""
from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse

from roundhouse.games import titles
from roundhouse.games.title import Title
from roundhouse.web.errors import NotFound
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.rulebook import rulebook
from roundhouse.web.people.authentication import OptionalPlayer

router = APIRouter()


def known_title(game: str) -> Title:
    """The game of that name. NotFound where there is none here."""
    known = titles().get(game)
    if known is None:
        raise NotFound(f"there is no game '{game}' here: {', '.join(titles())}")
    return known


@router.get("/rules/{game}")
def rules(game: str, player: OptionalPlayer) -> HTMLResponse:
    """The page of a game's rules."""
    title = known_title(game)
    return page("rules.html", title=title, book=rulebook(title), player=player)


@router.get("/rules/{game}/pictures/{name}")
def picture(game: str, name: str) -> FileResponse:
    """A drawing in a rulebook."""
    folder = known_title(game).folder / "pictures"
    if name not in {drawing.name for drawing in folder.glob("*.svg")}:
        raise NotFound(f"the rulebook has no picture '{name}'")
    return FileResponse(folder / name, media_type="image/svg+xml")


@router.get("/rules/{game}/beside")
def beside(game: str) -> HTMLResponse:
    """The same for a tab at the table."""
    return page("rules_search.html", book=rulebook(known_title(game)))
