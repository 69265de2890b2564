"""Every byte that is sent to a seat or to a watcher, searched for what they may not know."""
from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from roundhouse.engine.contract import WATCHER, State
from roundhouse.engine.dice import Dice
from roundhouse.web.pages.table.delta import DeltaCache
from roundhouse.web.pages.table.rendering import for_watchers, pictures
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.tables.viewing import Viewing
from tests.web.house import Client, Running, running, until

CARD = re.compile(r"\b[TO]\d\d\b")      # cards of which there is one: what is known of it is known for sure
CHECK_EVERY = 9                         # moves between two thorough looks


class Looker:
    """Somebody at the table, or a watcher, who keeps all that they are sent."""

    def __init__(self, server: Running, seat: int, token: str | None) -> None:
        self.seat = seat
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=server.address, headers=headers, timeout=30)
        self.player = None if token is None else server.app.state.players.of_token(token)

    def pages(self, id: str, step: int) -> list[str]:
        """All that can be asked of a table. Pages for people are there when they are installed."""
        api = f"/api/tables/{id}"
        asked = [api, f"{api}/view?log=1000", f"{api}/view?at={step - 3}", f"{api}/record"]
        parts = ("", "/now", f"/now?after={step - 3}", f"?at={step - 3}", "/log", "/words")
        asked += [f"/games/{id}{part}" for part in parts]
        return asked

    def told(self, tables: Tables, id: str) -> str:
        """What comes to their page with the news of a move, whole."""
        sent, table = DeltaCache(), tables.repository.table(id)
        sent.told((id, self.player and self.player.identity), "none", "")
        return str(pictures(tables, sent, table, [self.player])[self.player]["now"])

    def get(self, page: str) -> str:
        answer = self.http.get(page)
        assert answer.status_code in (200, 404), answer.text
        return answer.text


class Overheard(threading.Thread):
    """The event stream of a table, as it comes to the page of one seat."""

    def __init__(self, server: str, id: str, token: str) -> None:
        super().__init__(daemon=True)
        self._address = f"{server}/events?table={id}"
        self._headers = {"authorization": f"Bearer {token}"}
        self.text = ""

    def run(self) -> None:
        try:
            with httpx.stream("GET", self._address, headers=self._headers, timeout=60) as stream:
                for part in stream.iter_text():
                    self.text += part
        except httpx.TransportError:
            return      # the server has closed


@contextmanager
def redrawn(tables: Tables, id: str, state: State) -> Iterator[None]:
    """The server, for a moment, with another state in place of the one that the game has come to."""
    course = tables.repository.table(id).course
    real = course.state
    course.state = state
    for_watchers.cache_clear()      # else they would be sent what was made from the real state
    try:
        yield
    finally:
        course.state = real
        for_watchers.cache_clear()


def may_know(table: Table, seat: int) -> set[str]:
    """The cards that a seat has seen: in what it sees now, or in the log as it knows it."""
    shown = [line for _, line in table.course.log(seat)]
    return set(CARD.findall(json.dumps(table.course.state.view(seat)) + " ".join(shown)))


@cache
def before_the_game(server: str, id: str) -> set[str]:
    """Cards that a page shows whatever has happened: in a legend, say."""
    return set(CARD.findall(httpx.get(f"{server}/games/{id}?at=0").text))


def search(tables: Tables, id: str, looker: Looker, dice: Dice) -> int:
    """Look at everything as this looker; how often there was anything that it may not know."""
    table = tables.repository.table(id)
    state, found = table.course.state, 0
    hidden = set(CARD.findall(json.dumps(state.view(None)))) - may_know(table, looker.seat)
    looks: dict[str, Callable[[], str]] = {page: partial(looker.get, page) for page in looker.pages(id, table.step)}
    if table.status == "playing":
        looks["/games/events"] = partial(looker.told, tables, id)
    for page, look in looks.items():
        text = look()
        always = before_the_game(str(looker.http.base_url), id) if page.startswith("/games/") else set()
        assert not (set(CARD.findall(text)) & hidden) - always, f"{page} tells seat {looker.seat} of a hidden card"
        for eyes in [looker.seat] if looker.seat >= 0 else range(len(table.seats)):
            other = state.imagine(eyes, dice)
            found += other.view(None) != state.view(None)
            with redrawn(tables, id, other):
                assert look() == text, f"{page} differs for seat {looker.seat} by what it may not know"
    return found


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("narrow-gauge", 2, {"hidden-money": "on"}),
        ("narrow-gauge", 2, {"order": "random-order", "hidden-cities": "on"}),
        ("appalachian-trail", 3, {}),
        ("night-mail", 3, {}),
    ],
)
def test_no_seat_and_no_watcher_is_sent_what_it_may_not_know(
    sqlite_url: str, game: str, seats: int, options: dict[str, Any]
) -> None:
    with running(sqlite_url, limits=False) as server:
        tables = server.tables
        clients = [Client(server.address, f"Player {n}") for n in range(seats)]
        made = clients[0].create(game, "me", *["open"] * (seats - 1), options=options)
        for client, seat in zip(clients[1:], made["seats"][1:]):
            client.good(client.post(f"/join/{seat['invite']}"))
        id = made["id"]
        lookers = [Looker(server, n, client.token) for n, client in enumerate(clients)]
        lookers.append(Looker(server, WATCHER, None))
        overheard = Overheard(server.address, id, clients[0].token)
        overheard.start()
        dice = Dice(5)
        found, known = 0, before_the_game(server.address, id)
        for move in range(46):
            table = tables.repository.table(id)
            if table.status == "over":
                break
            known = known | may_know(table, 0)
            if move % CHECK_EVERY == 0:
                found += sum(search(tables, id, looker, dice) for looker in lookers)
            who = clients[table.to_act]
            answer = who.act(who.view(id), table.game.text(table.course.state.random_by_kind(dice)))
            assert answer.status_code == 200, answer.text
            told = set(CARD.findall(answer.text))
            assert told <= may_know(tables.repository.table(id), table.to_act) | set(answer.json()["legal"])
        assert found > 10, "there was nothing to find, so nothing is proved"
        until(lambda: overheard.text.count("event: table") > 5)
        assert set(CARD.findall(overheard.text)) <= known | may_know(tables.repository.table(id), 0)


def test_the_smaller_answers_of_a_table_tell_nothing_either(sqlite_url: str) -> None:
    """What a move would do, what is decided, which turns may come: the same whatever is hidden."""
    with running(sqlite_url, limits=False) as server:
        tables, dice, found = server.tables, Dice(11), 0
        clients = [Client(server.address, f"Player {n}") for n in range(3)]
        made = clients[0].create("appalachian-trail", "me", "open", "open")
        for client, seat in zip(clients[1:], made["seats"][1:]):
            client.good(client.post(f"/join/{seat['invite']}"))
        id = made["id"]
        lookers = [Looker(server, n, client.token) for n, client in enumerate(clients)]
        for move in range(25):
            table = tables.repository.table(id)
            state = table.course.state
            for looker in lookers if move % 8 == 4 else ():
                lines = [quote(line) for line in state.lines()[:3]]
                pages = [f"/games/{id}/{page}" for page in ("about", "plan", "note?amount=5", "luck", "table")]
                pages += [f"/games/{id}/preview?line={line}" for line in lines]
                answers = [(page, looker.http.get(page).content) for page in pages]
                other = state.imagine(looker.seat, dice)
                found += other.view(None) != state.view(None)
                with redrawn(tables, id, other):
                    for page, answer in answers:
                        assert looker.http.get(page).content == answer, f"{page} differs for seat {looker.seat}"
            who = clients[table.to_act]
            who.good(who.act(who.view(id), table.game.text(state.random_by_kind(dice))))
        assert found > 5, "there was nothing to find, so nothing is proved"


def test_a_seat_that_leaks_is_found(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself: a server that shows everything does not pass it."""
    with running(sqlite_url, limits=False) as server:
        tables = server.tables
        ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        made = ann.create("narrow-gauge", "me", "open")
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        looker = Looker(server, 1, bob.token)
        search(tables, made["id"], looker, Dice(1))
        monkeypatch.setattr(Viewing, "_eyes", lambda self, player, table, seat: None)
        with pytest.raises(AssertionError, match="hidden card"):
            search(tables, made["id"], looker, Dice(1))
        monkeypatch.setattr("tests.web.test_secrets.CARD", re.compile("nothing at all"))
        with pytest.raises(AssertionError, match="differs"):
            search(tables, made["id"], looker, Dice(1))
