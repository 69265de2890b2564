"""One's own games: none that waits is ever hidden behind newer ones, and each can be found."""
from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from roundhouse.web.delivery import endpoints, messages, preferences
from roundhouse.web.pages.site.home import table_line
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.lists import ON_A_PAGE, ListQuery
from roundhouse.web.tables.model.table import Table
from tests.web.browsing import House as Browsed
from tests.web.browsing import Visitors, browser, house, visitor
from tests.web.house import ME, OPEN, House, Running, running
from tests.web.house import house as open_house

__all__ = ["browser", "house", "visitor"]
DUE, NEWER = 25, 30


@pytest.fixture
def made(url: str) -> Iterator[House]:
    with open_house(url) as opened:
        yield opened


def fill(house: House, ann: Player) -> list[Table]:
    """Many tables on turn, and then more that are newer and wait for others."""
    due = [house.tables.creation.create(ann, "irish-gauge", [ME, ME, ME]) for _ in range(DUE)]
    for _ in range(NEWER):
        house.tables.creation.create(ann, "age-of-rail", [ME, OPEN, OPEN])
    return due


def test_all_that_wait_come_first_the_longest_waiting_before_all(made: House) -> None:
    ann = made.guest()
    due = [table.id for table in fill(made, ann)]
    assert [info.id for info in made.tables.lists.due(ann)] == due
    assert [info.id for info in made.tables.lists.mine(ann, DUE)] == due
    assert made.tables.lists.due_count(ann) == DUE
    assert made.tables.lists.due(made.guest("Bob")) == [] == made.tables.lists.due(None)


def test_a_rematch_is_in_the_lists_of_those_whose_seats_are_kept_and_they_are_told(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    made.play(table, [ann, bob], 5000)
    with made.database.writing() as connection:
        endpoints.add(connection, bob.id, "mail", "bob@players.example")
    again = made.tables.creation.rematch(ann, table.id)
    assert [info.id for info in made.tables.lists.kept(bob)] == [again.id]
    front = made.tables.lists.front(bob, 12)
    assert [table_line(info).note for info in front.kept] == ["a seat is kept for you"]
    with made.database.reading() as connection:
        news = connection.execute(select(at.news)).mappings().all()
        told = messages.compose(connection, bob, preferences.of(connection, bob.id), news, time.time())
    assert [(one.kind, one.path) for one in told if one.kind == "rematch"] == [("rematch", f"/games/{again.id}")]
    assert told[-1].text.startswith("Ann would like a rematch, and a seat is kept for you: Narrow Gauge")
    made.tables.seating.join(bob, again.id)
    assert made.tables.lists.kept(bob) == [] == made.tables.lists.kept(ann) == made.tables.lists.kept(None)


def test_what_acts_for_oneself_is_not_waited_for(made: House) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    assert made.tables.lists.due_count(ann) == 1
    made.tables.substitutes.sit_bot(ann, table.id, table.to_act, "level-1")
    assert made.tables.lists.due_count(ann) == 0


def test_games_are_found_by_sort_game_and_names(made: House) -> None:
    table, (ann, bob, _) = made.table("irish-gauge", "Ann", "Bob O'Brien 100%", "Cleo")
    other = made.tables.creation.create(ann, "age-of-rail", [ME, OPEN, OPEN])

    def found(player: Player, **wanted: Any) -> list[str]:
        return [info.id for info in made.tables.lists.my_page(player, ListQuery(**wanted)).tables]

    assert found(ann, sort="waiting") == found(ann, game="age-of-rail") == found(ann, words="rail age") == [other.id]
    assert found(ann, words="o'brien irish") == found(ann, words="100%") == [table.id]
    assert found(ann, words="100_") == found(ann, sort="over") == []
    on_turn = (ann, bob)[table.to_act] if table.to_act < 2 else ann
    assert found(on_turn, sort="turn") == ([table.id] if table.to_act < 2 else [])


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Running]:
    with running(sqlite_url, limits=False) as started:
        yield started


def test_a_guest_sees_every_turn_on_the_home_page(server: Running) -> None:
    ann, token = server.app.state.players.guest("Ann")
    due = [server.tables.creation.create(ann, "irish-gauge", [ME, ME, ME]) for _ in range(DUE)]
    for _ in range(NEWER):
        server.tables.creation.create(ann, "age-of-rail", [ME, OPEN, OPEN])
    with httpx.Client(base_url=server.address, cookies={COOKIE: token}, follow_redirects=True) as client:
        home = client.get("/").text
        assert all(f"/games/{table.id}" in home for table in due)
        assert home.count("Your turn") == DUE
        assert f'data-due="{DUE}"' in home
        first = client.get("/my?sort=turn").text
        assert f"{DUE} games" in first and first.count("Your turn") == ON_A_PAGE and 'rel="prev"' not in first
        (further,) = re.findall(r'rel="next" href="([^"]+)"', first)
        second = client.get(html.unescape(further)).text
        assert second.count("Your turn") == DUE - ON_A_PAGE and 'rel="next"' not in second
        (earlier,) = re.findall(r'rel="prev" href="([^"]+)"', second)
        assert client.get(html.unescape(earlier)).text == first
        nowhere = client.get("/my?after=somewhere")
        assert nowhere.status_code == 422 and "no place in the list" in nowhere.text
        assert client.get("/my/next").url.path == f"/games/{due[0].id}"
        assert client.get(f"/my/next?after={due[0].id}").url.path == f"/games/{due[1].id}"
    assert "None yet" in httpx.get(f"{server.address}/my").text


def test_the_home_page_learns_of_a_turn_by_itself(house: Browsed, visitor: Visitors) -> None:
    tables, players = house.app.state.tables, house.app.state.players
    (ann, token), (bob, _) = players.guest("Ann"), players.guest("Bob")
    table = tables.creation.create(bob, "irish-gauge", [ME, OPEN, ME])
    page = visitor()
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.address}])
    page.goto("/")
    assert page.title() == "Roundhouse"
    table, _ = tables.seating.accept(ann, table.seats[1].invite)
    while table.to_act != 1:
        table = tables.moves.act(bob, table.id, table.course.state.lines()[0], table.version)
    page.wait_for_selector(f".tables a[href='/games/{table.id}'] .turn")
    page.wait_for_function("document.title === '(1) Roundhouse'")
    expect(page.locator("#due")).to_have_text("1")
