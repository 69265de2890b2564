"""Any game as pictures: a sheet that says that there is no drawing, and all that may be done as a list."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import Game, State
from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Choice, Ground, Panel, Pointer, Spot, picture
from roundhouse.games.livery import label
from roundhouse.games.markup import NOTHING, Markup
from roundhouse.games.sight import Sight
from roundhouse.games.title import Title
from roundhouse.games.words import Words, text

WIDTH, HEIGHT = 640, 400


class PlainDrawing:
    POINTERS: tuple[Pointer, ...] = ()
    RULES: dict[str, str] = {}

    def __init__(self, title: Title) -> None:
        self.title = title

    def ground(self, game: Game) -> Ground:
        return Ground(WIDTH, HEIGHT, label(WIDTH / 2, HEIGHT / 2, "This game has no drawing yet.", 24))

    def pieces(self, sight: Sight[State], names: Sequence[str]) -> Markup:
        return NOTHING

    def spots(self, sight: Sight[State]) -> list[Spot]:
        return []

    def choices(self, sight: Sight[State]) -> list[Choice]:
        if not sight.acts:
            return []
        game = sight.state.game
        return [_choice(code, game.text(code)) for code in sight.state.legal() if code < game.first_bid]

    def bid_note(self, sight: Sight[State], amount: int) -> Words:
        return ()

    def panels(self, sight: Sight[State]) -> list[Panel]:
        return [Panel("", str(score)) for score in sight.state.scores()]

    def aside(self, sight: Sight[State], names: Sequence[str]) -> Markup:
        return NOTHING

    def scene(self, game: Game, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
        return NOTHING

    def picture(self) -> Markup:
        name = self.title.title
        return picture(label(WIDTH / 2, HEIGHT / 2, name, 48), f"0 0 {WIDTH} {HEIGHT}", name)


def _choice(code: int, line: str) -> Choice:
    return Choice(code, line, line.partition(" ")[0].capitalize(), (text(line),), ())


def make(title: Title) -> PlainDrawing:
    return PlainDrawing(title)
