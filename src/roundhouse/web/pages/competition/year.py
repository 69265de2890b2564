"""A player's year in one page, and as a picture to share."""
from __future__ import annotations

import time
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from roundhouse.games import titles
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.web.competition.year import TitleYear, Year, Years
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.png import HEIGHT, PAPER, WIDTH, png
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.names import BADGE
from roundhouse.web.threads import ThreadQueue, in_thread

router = APIRouter()
MARGIN = 70
INK, FAINT, ACCENT = "#2a2118", "#75654f", "#6b4a2b"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SHOWN_TITLES = 4


def service(request: Request) -> Years:
    """The years of this house's players."""
    found: Years = request.app.state.years
    return found


@router.get("/people/{number}/year/{year}")
def shown(
    request: Request, number: int, year: int, player: OptionalPlayer
) -> HTMLResponse:
    """A year of a player."""
    found = service(request).of(player, number, year)
    names = {name: title.title for name, title in titles().items()}
    return page(
        "year.html", player=player, found=found, names=names, months=month_bars(found),
        later=year < datetime.fromtimestamp(time.time(), UTC).year, due=found.due,
    )


@router.get("/people/{number}/year/{year}/picture.png")
async def picture(request: Request, number: int, year: int, player: OptionalPlayer) -> Response:
    """The same as a picture to share."""
    limits: NetworkLimits = request.app.state.network_limits
    queue: ThreadQueue = request.app.state.year_pictures
    found = await in_thread(service(request).of, player, number, year)
    limits.picture(address_of(request))
    drawn = await queue.do(year_png, found)
    return Response(drawn, media_type="image/png", headers={"cache-control": "private, max-age=300"})


def month_bars(year: Year) -> Markup:
    """Games in each month, as bars for the page."""
    most = max(year.months)
    bars = [
        (tag("rect", x=14 + 58 * n, y=96 - 80 * games / most, width=44, height=80 * games / most, class_="bar"),
         tag("text", MONTHS[n], x=36 + 58 * n, y=114, class_="tick", text_anchor="middle"),
         tag("text", games or "", x=36 + 58 * n, y=90 - 80 * games / most, class_="tick", text_anchor="middle"))
        for n, games in enumerate(year.months)
    ]
    told = ", ".join(f"{MONTHS[n]} {games}" for n, games in enumerate(year.months) if games)
    return tag("svg", markup(*bars), viewBox="0 0 720 120", role="img", aria_label=f"Games by month: {told}",
               class_="plot months")


def year_svg(year: Year) -> Markup:
    """The picture, with its colours, for wherever there is no style sheet."""
    most = max(year.months)
    name = year.name.removesuffix(BADGE) + (", a bot" if year.name.endswith(BADGE) else "")
    figures = [
        (f"{year.games}", "game" if year.games == 1 else "games"), (f"{year.wins:g}"[:6], "won"),
        (f"{year.wins - year.fair:+.1f}", "beyond a fair share"), (f"{year.streak}", "most in a row"),
    ]
    drawn = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        tag("rect", x=18, y=18, width=WIDTH - 36, height=HEIGHT - 36, fill="none", stroke=ACCENT, stroke_width=3),
        _text(MARGIN, 110, f"{name}: {year.year} at Roundhouse", 52, ACCENT),
        *[(_text(MARGIN + 270 * n, 215, said, 64), _text(MARGIN + 270 * n, 255, words, 26, FAINT))
          for n, (said, words) in enumerate(figures)],
        *[(tag("rect", x=MARGIN + 88 * n, y=430 - 120 * games / most, width=70, height=120 * games / most, fill=ACCENT),
           _text(MARGIN + 88 * n, 460, MONTHS[n], 22, FAINT)) for n, games in enumerate(year.months)],
        *[_text(MARGIN + 545 * (n % 2), 515 + 40 * (n // 2), _title_words(one), 21)
          for n, one in enumerate(year.titles[:SHOWN_TITLES])],
    ]
    return tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT,
               viewBox=f"0 0 {WIDTH} {HEIGHT}")


def _title_words(one: TitleYear) -> str:
    known = titles().get(one.game)
    rated = f", rated {one.after}" if one.after is not None else ""
    return f"{one.game if known is None else known.title}: {one.games}, {one.wins:g} won{rated}"


def _text(x: float, y: float, words: str, size: int, fill: str = INK) -> Markup:
    return tag("text", words, x=x, y=y, fill=fill, font_size=size, font_family="Abril Fatface")


def year_png(year: Year) -> bytes:
    """The picture as pixels."""
    return png(str(year_svg(year)))
