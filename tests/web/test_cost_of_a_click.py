"""What one click costs, late in a game: questions to the database, steps walked through again, and bytes."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from fastapi import Request
from sqlalchemy import event

from roundhouse.engine.contract import State
from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.records.course import Course
from roundhouse.web.bots import bot_runner
from roundhouse.web.live.event_stream import event as told
from roundhouse.web.pages.table import rendering
from roundhouse.web.pages.table.delta import ASIDE, DIFFERENCE, DeltaCache, difference
from roundhouse.web.tables.model.table import Table
from tests.web.house import ME, OPEN, Running, running

LATE = {"narrow-gauge": 252, "irish-gauge": 60, "age-of-rail": 60, "appalachian-trail": 60}
CLICKS = 12
STATEMENTS = 3
TO_THE_MOVER, TO_A_WATCHER = 15 * 1024, 8 * 1024


@dataclass
class Costs:
    statements: list[str] = field(default_factory=list)
    walked: int = 0


@contextmanager
def counted(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    """All that is asked of the database, and all steps that are walked through again. BEGIN asks for nothing."""
    costs = Costs()
    walk = Course._walked

    def ask(_: object, __: object, statement: str, *more: object) -> None:
        if not statement.startswith("BEGIN"):
            costs.statements.append(statement)

    def count(course: Course, state: State, start: int, number: int) -> State:
        costs.walked += number - start
        return walk(course, state, start, number)

    engine = server.app.state.database.engine
    event.listen(engine, "before_cursor_execute", ask)
    with monkeypatch.context() as patched:
        patched.setattr(Course, "_walked", count)
        yield costs
    event.remove(engine, "before_cursor_execute", ask)


class Page:
    """What a browser keeps and asks for at a table."""

    def __init__(self, server: Running, id: str, token: str | None = None) -> None:
        known = {"authorization": f"Bearer {token}"} if token else {}
        asks = {"accept-encoding": "identity", "hx-request": "true"}
        self.player = server.app.state.players.of_token(token) if token else None
        self.http = httpx.Client(base_url=f"{server.address}/games/{id}", headers={**known, **asks}, timeout=60)
        self.had = ("none", "")
        self.size = 0
        self.ask("GET", "/now")

    def ask(self, method: str, path: str, **more: Any) -> str:
        """The whole of an answer, put together as `delta.js` does."""
        mark, text = self.had
        answer = self.http.request(method, path, headers={"have": mark}, **more)
        assert answer.status_code == 200 and answer.headers["content-type"] == DIFFERENCE, answer.text
        self.size += len(answer.content)
        self.had = rebuilt(mark, text, answer.text)
        return self.had[1]


def cut(cuts: str, text: str) -> list[str]:
    return [piece for piece in re.split(f"(?=[{cuts}])", text) if piece]


def rebuilt(mark: str, old: str, answer: str) -> tuple[str, str]:
    """The mark and the text of an answer, told from an old one."""
    line, _, rest = answer.partition("\n")
    new, known, cuts, *numbers = json.loads(line)
    assert known in ("", mark)
    pieces, fresh, beside = cut(cuts, old) if known else [], cut(cuts, rest), 0
    before = len(pieces)
    for some, skip, count in zip(numbers[::3], numbers[1::3], numbers[2::3]):
        pieces += fresh[:some]
        del fresh[:some]
        start = beside + some + skip
        for n in range(start, start + count):
            pieces.append(pieces[n])
        beside = (beside + some if count <= ASIDE else start) + count
    assert not fresh
    return new, "".join(pieces[before:])


@dataclass
class Late:
    """A table late in its game, with the pages of all who play and of one who watches."""

    server: Running
    table: Table
    pages: list[Page]
    watcher: Page
    dice: Dice

    def click(self, costs: Costs) -> None:
        """A move by the page of the one to act, and what follows from it at the others' pages."""
        before = self.table
        mover, step = before.to_act, before.step
        line = before.game.text(int(before.course.state.random_by_kind(self.dice)))
        costs.statements.clear()
        page = self.pages[mover]
        page.size = 0
        page.ask("POST", "/act", data={"line": line, "version": before.version, "seat": mover})
        asked = list(costs.statements)
        self.table = self.server.tables.repository.table(before.id)
        if self.table.to_act < 0:
            return      # that it ended is written down, and how is told to everybody at length
        forced = [n for n in range(step + 2, self.table.step + 1) if self.table.was_forced(n)]
        most = STATEMENTS + len(forced)     # who makes such moves themselves is looked up
        assert len(asked) <= most, asked
        assert page.size <= TO_THE_MOVER
        news = len(told(before.id, self.table.facts()).encode())
        costs.statements.clear()
        viewers = [None, *(page.player for page in self.pages if page is not self.pages[mover])]
        pictures = rendering.pictures(self.server.tables, self.server.app.state.deltas, self.table, viewers)
        assert len(asked) + len(costs.statements) <= most + 1, "whoever listens is told with one more"
        assert len(pictures) == len(viewers)
        for picture in pictures.values():
            assert len(told(before.id, self.table.facts(), picture).encode()) <= TO_THE_MOVER
        for page in (*self.pages[:mover], *self.pages[mover + 1 :], self.watcher):
            costs.statements.clear()
            page.size = 0
            shown = page.ask("GET", f"/now?after={step}")
            assert len(costs.statements) == 1, costs.statements
            assert page.size + news <= (TO_THE_MOVER if 'id="hint"' in shown else TO_A_WATCHER)
        assert costs.walked == 0, "nobody has walked through the game again"


def begin(server: Running, game: str, steps: int) -> Late:
    """A game played at random to that step, and not over by then."""
    players, tables = server.app.state.players, server.tables
    for seed in range(50):
        people = [players.guest(f"Player {number}") for number in range(titles()[game].players[0])]
        table = tables.creation.create(people[0][0], game, [ME, *[OPEN] * (len(people) - 1)])
        for seat, (player, _) in zip(table.seats[1:], people[1:]):
            table, _ = tables.seating.accept(player, seat.invite or "")
        dice = Dice(seed)
        while table.step < steps and table.to_act >= 0:
            line = table.game.text(int(table.course.state.random_by_kind(dice)))
            table = tables.moves.act(people[table.to_act][0], table.id, line, table.version)
        if table.to_act >= 0:
            pages = [Page(server, table.id, token) for _, token in people]
            return Late(server, table, pages, Page(server, table.id), dice)
    raise AssertionError(f"no game of {game} lasts for {steps} steps")


@pytest.mark.parametrize("game", LATE)
def test_a_click_is_light(url: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "SWEEP_SECONDS", 3600.0)        # what is done now and then is no part of a click
    monkeypatch.setattr("roundhouse.web.tables.seats.creation.new_secret", lambda: "07" * 32)   # the same luck
    with running(url, limits=False, rounds=0) as server:
        late = begin(server, game, LATE[game])
        with counted(server, monkeypatch) as costs:
            for _ in range(CLICKS):
                if late.table.to_act >= 0:
                    late.click(costs)


def test_a_page_that_has_nothing_or_something_else_gets_the_whole(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False, rounds=0) as server:
        late = begin(server, "irish-gauge", 20)
        plain = httpx.get(f"{server.address}/games/{late.table.id}/now").text
        assert plain.startswith('<div id="meta"') and late.watcher.had[1] == plain
        # What another was shown is no way to a secret: a mark is known only with who was shown it.
        for mark in ("0123456789ab", late.pages[0].had[0]):
            late.watcher.had = (mark, "")
            assert late.watcher.ask("GET", "/now") == plain


@pytest.mark.parametrize(("old", "new"), [
    ("", ""), ("", "<p>a</p>"), ("<p>a</p>", ""), ("<p>a b c</p>", "<p>a b c</p>"),
    ("<ul><li>one <b>two</b></li></ul>", "<ul><li>three</li><li>one <b>two</b></li><li>one <b>two</b></li></ul>"),
    ("a " * 300, "b " + "a " * 500 + "<i>"), ("<b>Zürich</b> 東京", " 東京 <b>Zürich</b>  "),
])
@pytest.mark.parametrize("cuts", ["<", "< "])
def test_a_difference_makes_the_new_of_the_old(old: str, new: str, cuts: str) -> None:
    numbers, fresh = difference(cuts, old, new)
    assert rebuilt("a", old, json.dumps(["b", "a", cuts, *numbers]) + "\n" + fresh) == ("b", new)


def test_what_comes_again_is_told_as_what_it_is() -> None:
    """A move taken back, made again, and looked at by several pages: each gets the text of its moment."""
    sent = DeltaCache()

    def look(mark: str, old: str, now: str) -> tuple[str, str]:
        asked = Request({"type": "http", "headers": [(b"have", mark.encode())]})
        return rebuilt(mark, old, bytes(sent.answer(asked, ("here",), now).body).decode())

    mark, text = "none", ""
    for now in ("<p>one</p>", "<p>two</p>", "<p>one</p>", "<p>two</p>", "<p>two</p>", "<p>one</p>"):
        mark, text = look(mark, text, now)
        assert text == now
    for now in ("<p>two</p>", "<p>one</p>", "<p>two</p>"):
        assert look(mark, text, now)[1] == now
