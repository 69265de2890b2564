"""Templates and static files: how a page is made of what it shows."""
from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from os import PathLike, stat_result
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from roundhouse.base import at, base
from roundhouse.games import titles
from roundhouse.games.markup import Markup
from roundhouse.games.room import Drawing
from roundhouse.games.title import Title, origin, spelled
from roundhouse.web.errors import as_sentence, sendable
from roundhouse.web.pages.table.parts.sidebar import clock_words, time_left
from roundhouse.web.tables.model import conditional_moves
from roundhouse.web.tables.model.clock import MINUTE, span
from roundhouse.web.tables.seats.claims import QUIET_SECONDS
from roundhouse.web.tables.seats.rated import RULES as RATED_RULES

HERE = Path(__file__).parent
STATIC = HERE / "static"
FOR_EVER = "public, max-age=31536000, immutable"
HEADINGS = {
    401: "Who are you?", 403: "Not for you", 404: "Nothing here", 409: "The table has moved on", 413: "Too large",
    429: "One moment", 500: "That went wrong",
}


class Static(StaticFiles):
    """Files under an address with their digest never change; others are asked for again, and mostly are the same."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file that browsers keep for ever where its address names its version, as `static` writes it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = FOR_EVER if scope["query_string"] else "no-cache"
        return response


@cache
def static(name: str) -> str:
    """The address of a static file, with its digest. Fonts and modules are known to each other by plain names."""
    if name.startswith("fonts/"):
        return f"/static/{name}"
    return f"/static/{name}?{sha256((STATIC / name).read_bytes()).hexdigest()[:10]}"


@cache
def picture(title: Title) -> Markup:
    """A game as the list of games shows it; a plain picture if its own can't be drawn."""
    try:
        return title.room.drawing.picture()
    except Exception as error:
        plain: Drawing[Any, Any] = title.room.give_up("drawing", error)
        return plain.picture()


ACCENTS = "/accents.css"


@cache
def accents() -> tuple[str, str]:
    """The stylesheet with each game's accent, and its address with its digest."""
    lines = [
        f'[data-game="{title.name}"] {{ --accent: light-dark({title.accent[0]}, {title.accent[1]}); }}\n'
        for title in titles().values()
    ]
    text = "".join(lines)
    return text, f"{ACCENTS}?{sha256(text.encode()).hexdigest()[:10]}"


def players(title: Title) -> str:
    """How many players a game takes, as "3" or "2 to 5"."""
    least, most = title.players
    return str(least) if least == most else f"{least} to {most}"


@cache
def label(title: Title) -> str:
    """What must be said wherever a board or its cards are shown that are not the printed ones."""
    status = origin(title.edition())
    if status.startswith("reconstructed"):
        return "reconstructed edition"
    return "partly reconstructed" if "reconstruct" in status else ""


def moment(at: float) -> str:
    """A moment in UTC, for readers without scripts, which say it in their own time."""
    return f"{datetime.fromtimestamp(at, UTC):%a %d %b %H:%M} UTC"


def day_of(at: float) -> str:
    """A day in words, such as "Monday 31 August 2026", in UTC."""
    return f"{datetime.fromtimestamp(at, UTC):%A %d %B %Y}"


def year_of(at: float) -> int:
    """The year of a moment, in UTC."""
    return datetime.fromtimestamp(at, UTC).year


def ago(at: float) -> str:
    """How long something has been so."""
    passed = time.time() - at
    return "just now" if passed < 2 * MINUTE else f"{span(passed)} ago"


def percent(share: float) -> str:
    """A share as a whole percentage."""
    return f"{share:.0%}"


class InliningLoader(FileSystemLoader):
    """A template with all that it includes, as if it had been written there: drawn at once, and not one by one. Its
    addresses begin at the root of the house, and get the base of the house before them.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source of a template with its included parts in place, and addresses that begin with the base."""
        source, path, fresh = super().get_source(environment, template)
        whole = INCLUDED.sub(lambda found: self._part(environment, found[1]), source)
        return COMPUTED.sub(r"\1{{ at(\2) }}", WRITTEN.sub(r"\1{{ base() }}/", whole)), path, fresh

    def _part(self, environment: Environment, name: str) -> str:
        return self.get_source(environment, name)[0].removesuffix("\n")


# With the room before it that a template leaves out.
INCLUDED = re.compile(r"""(?:(?m:^)[ \t]*)?\{% include "([a-z_]+\.\w+)" %\}""")
_ADDRESS = r"""(\b(?:href|src|action|formaction|hx-get|hx-post|data-copy|data-url)=")"""
WRITTEN = re.compile(_ADDRESS + "/")
COMPUTED = re.compile(_ADDRESS + r"\{\{ (?!base\(\) |at\()(.+?) \}\}")
templates = Environment(
    loader=InliningLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True,
    undefined=StrictUndefined, auto_reload=False,
)
templates.globals.update(
    at=at, base=base, others=True, static=static, accents=accents, all_titles=titles, picture=picture,
    players=players, label=label,
    percent=percent, spelled=spelled,
    span=span, clock_words=clock_words, time_left=time_left, clock_now=time.time,
    rated_rules=RATED_RULES,
    claim_pause=lambda pace: span(QUIET_SECONDS[pace]),
    moment=moment, day_of=day_of, year_of=year_of, ago=ago, plan_words=conditional_moves.in_words,
)


def rendered(name: str, **shown: object) -> str:
    """A template filled in with what is shown, and with what every page has."""
    usual = {"player": None, "due": 0, "sent": False}
    return sendable(templates.get_template(name).render({**usual, **shown}))


def page(name: str, status: int = 200, **shown: object) -> HTMLResponse:
    """The page of a template as an answer with that status."""
    return HTMLResponse(rendered(name, **shown), status)


def house_address(request: Request) -> str:
    """The address of the house as who asks has reached it, for what leads here from elsewhere."""
    return str(request.base_url).rstrip("/") + base()


def by_script(request: Request) -> bool:
    """Whether a part of a page is asked for by the page itself, and not a whole page by a person."""
    return "hx-request" in request.headers


def error_page(request: Request, status: int, why: str, rule: str) -> Response:
    """An ordinary page that says what went wrong; a page that asked by script says it in its own words' place."""
    words = as_sentence(f"{why} ({rule})" if rule else why)
    if by_script(request):
        told = json.dumps({"refused": words}, ensure_ascii=True)
        return Response(status_code=status, headers={"HX-Reswap": "none", "HX-Trigger": told})
    parts = request.url.path.strip("/").split("/")
    back = f"/games/{parts[1]}" if parts[0] == "games" and len(parts) > 2 else ""
    heading = HEADINGS.get(status, "That can't be")
    here = f"{request.url.path}?{request.url.query}".rstrip("?") if status == 503 and request.method == "GET" else ""
    return page("error.html", status, heading=heading, why=words, back=back, again=here)
