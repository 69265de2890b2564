"""The examples of a rulebook in the browser: each a position on the board, with what is done in it, and a picture."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.engine.contract import Edition
from roundhouse.games.markup import Markup, markup
from roundhouse.games.title import Title
from roundhouse.games.words import html
from roundhouse.records.example import ExampleError, Happening, Played, at_home, known_example
from roundhouse.records.example_picture import drawn
from roundhouse.web.errors import NotFound
from roundhouse.web.pages.render import STATIC, page
from roundhouse.web.pages.rules.routes import known_title
from roundhouse.web.pages.site.positions import moment_at
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.pages.table.view import TableView
from roundhouse.web.people.authentication import OptionalPlayer

router = APIRouter()
FOR_AN_HOUR = "public, max-age=3600"
COLOURS = re.compile(r"--[\w-]+: [^;{}]+;")


@lru_cache(maxsize=512)
def played(game: str, name: str, edition: Edition | None = None) -> Played:
    """An example of a game's rulebook, played once and kept. NotFound where there is none of that name."""
    try:
        example = known_example(known_title(game).name, name)
    except ExampleError as error:
        raise NotFound(str(error)) from error
    return at_home(example, edition)[0]


@lru_cache(maxsize=512)
def picture(game: str, name: str, edition: Edition | None = None) -> Markup:
    """Its picture in the colours of the pages, drawn once and kept."""
    colours = "".join(COLOURS.findall((STATIC / "base.css").read_text(encoding="utf-8")))
    return drawn(played(game, name, edition), f":root {{ color-scheme: light dark; {colours} }}")


@dataclass(frozen=True)
class Line:
    """What one thing did that was done in an example."""

    text: Markup
    refused: bool


@dataclass(frozen=True)
class ExampleView:
    """An example as it stands after so many of the things that are done in it."""

    played: Played
    number: int
    title: Title

    @property
    def count(self) -> int:
        """How many things are done in it."""
        return len(self.played.happenings)

    @property
    def head(self) -> str:
        """What stands above it."""
        head = self.played.example.head
        return f"{head[:1].upper()}{head[1:]}" if head else "An example"

    @property
    def now(self) -> TableView:
        """The table."""
        done = sum(one.step is not None for one in self.played.happenings[:self.number])
        course = self.played.course.back_to(len(self.played.before.steps) + done)
        moment = moment_at(course, None, self.played.names)
        return replace(view.see(moment), shortcuts=(), by_route=False, since=(), groups=(), stops=(), bids=None)

    @property
    def lines(self) -> list[Line]:
        """What has been done so far, as the log tells it."""
        return [self._line(one) for one in self.played.happenings[:self.number]]

    def _line(self, one: Happening) -> Line:
        if one.step is None:
            why = self.played.refusal(one)
            return Line(markup(f"{why[:1].upper()}{why[1:]} ({one.refused})."), True)
        told = [html(words, self.played.names) for _, words in self.played.sentences(one)]
        return Line(markup(*(part for one in told for part in (one, " "))), False)

    @property
    def changed(self) -> Sequence[str]:
        """The places at which something happened last."""
        last = self.played.happenings[self.number - 1].step if self.number else None
        return [] if last is None else list(dict.fromkeys(spot for fact in last.told for spot in fact.spots))


@router.get("/rules/{game}/examples/{name}.svg")
def picture_of(game: str, name: str) -> Response:
    """The picture of an example, when all is done."""
    return Response(picture(game, name), media_type="image/svg+xml", headers={"cache-control": FOR_AN_HOUR})


@router.get("/rules/{game}/examples/{name}")
def example(game: str, name: str, player: OptionalPlayer, step: int = 0) -> HTMLResponse:
    """An example after so many of the things that are done in it."""
    found = played(game, name)
    if not 0 <= step <= len(found.happenings):
        raise NotFound(f"this example has {len(found.happenings)} steps, and none is number {step}")
    seen = ExampleView(found, step, known_title(game))
    now = seen.now
    return page("example.html", example=seen, now=now, ground=ground_of(now.moment.course.setup), player=player,
                oob=False)
