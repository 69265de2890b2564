"""One's own mistakes come back as puzzles: kept from a review, due after 1, 3 and 7 days, gone when right twice."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from roundhouse.bots.coach import Move
from roundhouse.bots.mistakes import Mistake
from roundhouse.engine.contract import OVER
from roundhouse.engine.dice import Dice
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.errors import NotFound
from roundhouse.web.pages.puzzles import practice as pages
from roundhouse.web.pages.table.coaching import to_come_back
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.personal.practice import A_GAME, DAY, FoundMistake
from tests.web.house import ME, OPEN, House, Running, house, running


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.sqlite'}") as one:
        yield one


def finished(made: House, *names: str) -> tuple[Table, list[Player]]:
    """A game of the Trail, which is short, played to its end."""
    table, people = made.table("appalachian-trail", *names)
    return made.play(table, people, 4000), people


def mistake_of(table: Table, seat: int, nth: int = 0) -> FoundMistake:
    """A step of that seat with something else to be done before it, as if it were a mistake."""
    steps = [(number, step) for number, step in enumerate(table.course.steps, 1) if step.by == seat]
    number, step = [one for one in steps if len(table.course.at(one[0] - 1).legal()) > 2][nth]
    better = next(line for line in table.course.at(number - 1).lines() if line != table.game.text(step.code))
    return FoundMistake(number, seat, better)


def test_a_mistake_comes_back_after_1_3_and_7_days_until_it_was_right_twice(made: House) -> None:
    table, (ann, bob) = finished(made, "Ann", "Bob")
    practice, now = made.tables.practice, 1_000_000.0
    assert practice.keep(ann, table, [mistake_of(table, 0), mistake_of(table, 1)], now) == 1, "her own only"
    assert practice.keep(ann, table, [mistake_of(table, 0)], now) == 0, "once"
    assert practice.due(ann, now + 0.9 * DAY) == [] and practice.due(bob, now + DAY) == []
    (one,) = practice.due(ann, now := now + DAY)
    practice.answered(ann, one.id, True, now)
    assert practice.due(ann, now + 2.9 * DAY) == [] and practice.next_time(ann) == now + 3 * DAY
    practice.answered(ann, one.id, True, now)       # not due: it is practised only
    (one,) = practice.due(ann, now := now + 3 * DAY)
    assert (one.asked, one.right) == (1, 1)
    practice.answered(ann, one.id, False, now)
    for _ in range(2):
        assert practice.due(ann, now + 6.9 * DAY) == []
        (one,) = practice.due(ann, now := now + 7 * DAY)
        practice.answered(ann, one.id, one.asked == 3, now)
    assert practice.due(ann, now + 100 * DAY) == [] and practice.next_time(ann) is None


def test_mistakes_are_their_players_alone(made: House) -> None:
    table, (ann, bob) = finished(made, "Ann", "Bob")
    practice = made.tables.practice
    many = [mistake_of(table, 0, nth) for nth in range(A_GAME + 2)]
    assert practice.keep(ann, table, many, 1.0) == A_GAME
    (one, *_) = practice.due(ann, 10 * DAY)
    assert practice.one(ann, one.id)[0] == one
    for other in (bob, None, made.guest("Cara")):
        with pytest.raises(NotFound):
            practice.one(other, one.id)
    practice.answered(bob, one.id, True, 10 * DAY)
    practice.drop(bob, one.id)
    assert practice.one(ann, one.id)[0] == one
    practice.drop(ann, one.id)
    assert one not in practice.due(ann, 10 * DAY)
    assert practice.keep(None, table, many, 1.0) == 0, "who only watches"
    assert practice.keep(made.guest("Dan"), table, many, 1.0) == 0
    for wrong in (0, -1, 10**30):
        with pytest.raises(NotFound):
            practice.one(ann, wrong)


def test_they_go_along_with_a_guest_who_signs_up_and_are_forgotten_with_a_player(made: House) -> None:
    table, (ann, bob) = finished(made, "Ann", "Bob")
    practice = made.tables.practice
    assert practice.keep(ann, table, [mistake_of(table, 0)], 1.0)
    with made.database.writing() as connection:
        made.tables.holdings.hand_over(connection, ann, bob)
    assert practice.due(ann, 10 * DAY) == [] and len(practice.due(bob, 10 * DAY)) == 1
    with made.database.writing() as connection:
        made.tables.holdings.forget(connection, bob)
    assert practice.due(bob, 10 * DAY) == []


def test_only_what_could_be_known_comes_back_the_costliest_first() -> None:
    looked: Any = type("Looked", (), {"mistakes": [
        Mistake(5, 0, "pass", 0.3, 0.4, ("bid 9",), knowable=True), Mistake(7, 0, "pass", 0.3, 0.9, ("bid 9",)),
        Mistake(9, 1, "pass", 0.3, 0.6, ("bid 8", "pass"), knowable=True),
    ]})
    assert to_come_back(looked) == [FoundMistake(9, 1, "bid 8"), FoundMistake(5, 0, "bid 9")]


# ---- the pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A player with a mistake that is back."""

    server: Running
    client: httpx.Client
    id: int
    better: str
    played: str
    other: str
    """A move that is as good."""


@pytest.fixture
def asked(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """The search is told what to think: what it thinks is tested elsewhere."""
    with running(f"sqlite:///{tmp_path / 'tables.sqlite'}", limits=False) as server:
        tables, players = server.tables, server.app.state.players
        (ann, token), (bob, _) = players.guest("Ann"), players.guest("Bob")
        table = tables.creation.create(ann, "appalachian-trail", [ME, OPEN])
        assert table.seats[1].invite is not None
        table, _ = tables.seating.accept(bob, table.seats[1].invite)
        dice = Dice(1)
        while table.to_act != OVER:
            line = table.game.text(int(table.course.state.random_by_kind(dice)))
            table = tables.moves.act([ann, bob][table.to_act], table.id, line, table.version)
        found = mistake_of(table, 0)
        assert tables.practice.keep(ann, table, [found], 1.0) == 1
        played = table.game.text(table.course.steps[found.step - 1].code)
        other = next(line for line in table.course.at(found.step - 1).lines() if line not in (found.better, played))
        chances = {found.better: 0.6, other: 0.59, played: 0.3}

        async def weigh(self: BotRunner, table: Table, step: int, lines: tuple[str, ...]) -> list[Move]:
            told = [Move(line, [chance, 1 - chance], 100, None) for line, chance in chances.items()]
            return [one for one in told if one.line in lines]

        monkeypatch.setattr(BotRunner, "weigh", weigh)
        pages._weighed.clear()
        known: dict[str, Any] = {"cookies": {COOKIE: token}, "headers": {"origin": server.address}}
        with httpx.Client(base_url=server.address, timeout=60, **known) as client:
            (one,) = tables.practice.due(ann)
            yield Asked(server, client, one.id, found.better, played, other)


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def test_a_mistake_that_is_back_is_asked_with_two_tries_and_the_first_is_noted(asked: Asked) -> None:
    client, url = asked.client, f"/practice/{asked.id}"
    assert f'href="{url}"' in client.get("/puzzles").text and "A mistake of yours is back" in client.get("/").text
    question = client.get(url)
    assert question.status_code == 200 and 'method="post"' in question.text and 'id="answer"' not in question.text
    sent = client.post(url, data={"line": asked.played})
    assert sent.status_code == 303
    again = client.get(sent.headers["location"]).text
    assert "One more try." in text(again) and "60%" not in text(again)
    second = client.post(url, data={"line": asked.better, "first": asked.played}, follow_redirects=True).text
    assert "Correct." in text(second) and "60%" in text(second) and "you, in the game" in text(second)
    assert url not in client.get("/puzzles").text, "it was not right at the first try, and comes back in three days"
    row = asked.server.tables.practice.one(_player(asked), asked.id)[0]
    assert (row.asked, row.right) == (1, 0)


def test_a_move_that_is_as_good_is_right_and_a_page_alone_notes_nothing(asked: Asked) -> None:
    client, url = asked.client, f"/practice/{asked.id}"
    assert "as good as the best" in text(client.get(url, params={"line": asked.other}).text)
    row = asked.server.tables.practice.one(_player(asked), asked.id)[0]
    assert (row.asked, row.right) == (0, 0)
    client.post(url, data={"line": asked.other})
    assert asked.server.tables.practice.one(_player(asked), asked.id)[0].right == 1


def test_strangers_find_nothing_there_and_what_can_not_be_is_refused(asked: Asked) -> None:
    url = f"/practice/{asked.id}"
    with httpx.Client(base_url=asked.server.address, timeout=60) as stranger:
        for address in (url, f"{url}/preview?line=pass", f"{url}/note?amount=3", "/practice/99999"):
            assert stranger.get(address).status_code == 404
        assert stranger.post(url, data={"line": asked.better}).status_code in (403, 404)
        assert stranger.post(f"{url}/drop").status_code in (403, 404)
    assert asked.client.post(url, data={"line": "fly"}).status_code == 422
    assert asked.client.post(url, data={"line": "x" * 5000}).status_code == 422
    assert asked.client.get(url, params={"line": "fly"}).status_code == 422
    assert asked.client.post(f"{url}/drop").status_code == 303
    assert url not in asked.client.get("/puzzles").text


def _player(asked: Asked) -> Player:
    token = asked.client.cookies[COOKIE]
    found: Player = asked.server.app.state.players.of_token(token)
    return found
