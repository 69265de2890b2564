"""The examples of a rulebook in the browser: each a position on the board, with what is done in it, and a picture."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.games.markup import Markup, markup
from roundhouse.games.title import Title
from roundhouse.games.words import html
from roundhouse.records.example import ExampleError, Happening, PlayedExample, at_home, known_example
from roundhouse.records.example_picture import drawn
from roundhouse.web.errors import NotFound, as_sentence
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import STATIC, page
from roundhouse.web.pages.rules.routes import source_for
from roundhouse.web.pages.rules.source import Source, source_of
from roundhouse.web.pages.site.positions import moment_at
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.pages.table.view import TableView
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player

router = APIRouter()
HOUR = 3600
COLOURS = re.compile(r"--[\w-]+: [^;{}]+;")


@lru_cache(maxsize=512)
def played(source: Source, name: str) -> PlayedExample:
    """An example of a rulebook, played once and kept. NotFound where there is none of that name."""
    try:
        example = known_example(source.game, name)
    except ExampleError as error:
        raise NotFound(str(error)) from error
    return at_home(example, source.played_with)[0]


@lru_cache(maxsize=512)
def picture(source: Source, name: str) -> Markup:
    """Its picture in the colours of the pages, drawn once and kept."""
    colours = "".join(COLOURS.findall((STATIC / "base.css").read_text(encoding="utf-8")))
    return drawn(played(source, name), f":root {{ color-scheme: light dark; {colours} }}")


@dataclass(frozen=True)
class Line:
    """What one thing did that was done in an example."""

    text: Markup
    refused: bool


@dataclass(frozen=True)
class ExampleView:
    """An example as it stands after so many of the things that are done in it."""

    played: PlayedExample
    number: int
    source: Source

    @property
    def title(self) -> Title:
        """The game."""
        return self.source.title

    def address(self, step: int) -> str:
        """Its page after so many of the things that are done in it."""
        return self.source.address(f"/examples/{self.played.example.name}", f"step={step}" if step else "")

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
            return Line(markup(as_sentence(f"{why} ({one.refused})")), True)
        told = [html(words, self.played.names) for _, words in self.played.sentences(one)]
        return Line(markup(*(part for one in told for part in (one, " "))), False)

    @property
    def changed(self) -> Sequence[str]:
        """The places at which something happened last."""
        last = self.played.happenings[self.number - 1].step if self.number else None
        return [] if last is None else list(dict.fromkeys(spot for fact in last.told for spot in fact.spots))


@router.get("/rules/{game}/examples/{name}.svg")
def picture_of(game: str, name: str, edition: str | None = None) -> Response:
    """The picture of an example, when all is done."""
    return _picture(source_of(game, edition), name, "public")


@router.get("/games/{id}/rules/examples/{name}.svg")
def picture_at(id: str, name: str, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The same with the edition that is played at a table."""
    return _picture(source_for(tables, player, id), name, "private")


def _picture(source: Source, name: str, whose: str) -> Response:
    kept = {"cache-control": f"{whose}, max-age={HOUR}"}
    return Response(picture(source, name), media_type="image/svg+xml", headers=kept)


@router.get("/rules/{game}/examples/{name}")
def example(
    game: str, name: str, player: OptionalPlayer, step: int = 0, edition: str | None = None
) -> HTMLResponse:
    """An example after so many of the things that are done in it."""
    return _page(source_of(game, edition), name, step, player)


@router.get("/games/{id}/rules/examples/{name}")
def example_at(
    id: str, name: str, tables: TablesDependency, player: OptionalPlayer, step: int = 0
) -> HTMLResponse:
    """The same with the edition that is played at a table."""
    return _page(source_for(tables, player, id), name, step, player)


def _page(source: Source, name: str, step: int, player: Player | None) -> HTMLResponse:
    found = played(source, name)
    if not 0 <= step <= len(found.happenings):
        raise NotFound(f"this example has {len(found.happenings)} steps, and none is number {step}")
    seen = ExampleView(found, step, source)
    now = seen.now
    return page("example.html", example=seen, now=now, ground=ground_of(now.moment.course.setup), player=player,
                oob=False)
