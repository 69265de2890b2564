"""A place in a game at which somebody sits in a browser, and the places of the board that are aimed at."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from roundhouse.engine.contract import State
from roundhouse.engine.dice import Dice
from roundhouse.games import title, titles
from roundhouse.games.drawn import Choice
from roundhouse.games.sight import sight
from roundhouse.web.people.authentication import COOKIE
from tests.web.browsing import House, wait_for_turn
from tests.web.house import ME

WANTED = {"irish-gauge": "track", "age-of-rail": "link", "narrow-gauge": "play", "appalachian-trail": "trail"}


@dataclass(frozen=True)
class Target:
    """A place where so many moves can be made, once these things are chosen."""

    things: tuple[str, ...]
    place: str
    choices: tuple[Choice, ...]

    @property
    def selector(self) -> str:
        return f'#board [data-spot="{self.place}"]'


def always(state: State) -> bool:
    """Any position will do."""
    return True


def sit_where(
    page: Page, house: House, game: str, kind: str, moves: int = 0, ways: int = 0,
    such: Callable[[State], bool] = always,
) -> Target:
    """Alone on all seats of a game that has gone on at random until such a move can be made in such a position; a place
    of the board where so many of them can."""
    tables, players = house.app.state.tables, house.app.state.players
    person, token = players.guest("Ann")
    dice = Dice(4)
    target = None
    while target is None:
        table = tables.creation.create(person, game, [ME] * titles()[game].players[0])
        while table.to_act >= 0 and target is None:
            if table.step >= moves and such(table.course.state):
                target = target_of(table.course.state, kind, ways)
            if target is None:
                code = int(table.course.state.random_by_kind(dice))
                table = tables.moves.act(person, table.id, table.game.text(code), table.version, table.to_act)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.address}])
    page.goto(f"/games/{table.id}?as={table.to_act}")
    wait_for_turn(page)
    page.locator("[data-spot][role=button]").first.wait_for(state="attached")
    return target


def choices_in(state: State) -> list[Choice]:
    """What the one to act is offered."""
    return title(state.game.name).room.drawing.choices(sight(state, int(state.to_act)))


def target_of(state: State, kind: str, ways: int) -> Target | None:
    """A place where so many moves can be made with the same things, all of that kind; any if none is asked for."""
    if kind not in {line.split()[0] for line in state.lines()}:
        return None
    if not ways:
        return Target((), "", ())
    found: dict[tuple[tuple[str, ...], str], list[Choice]] = {}
    for choice in choices_in(state):
        for spot in choice.spots:
            found.setdefault((choice.by, spot), []).append(choice)
    fit = {key: some for key, some in found.items() if len(some) == ways and some[0].line.startswith(kind)}
    key = min(fit, default=None)
    return None if key is None else Target(*key, tuple(fit[key]))


def choose_things(page: Page, target: Target) -> None:
    """What comes before the place, where it is not chosen by itself."""
    for thing in target.things:
        place = page.locator(f'#aside [data-spot="{thing}"]')
        if not place.evaluate("place => place.classList.contains('chosen')"):
            place.click()
        expect(place).to_have_class(re.compile(r"\bchosen\b"))


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(place).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


LIT = """() => [...document.querySelectorAll("#board .open")].map(place => place.dataset.spot).sort()"""
MADE = "before => Number(document.getElementById('meta').dataset.latest) > before"
