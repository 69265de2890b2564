"""Bots of a host's own at the tables: those that are let in, by a short name, and no others."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from roundhouse.errors import UserError
from roundhouse.web.bots import bot_runner
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.house_bots import load_house_bots, short_name
from roundhouse.web.bots.worker_pool import WorkerPool
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import STAND_IN
from roundhouse.web.tables.services import Tables
from tests.web.house import ME, Client, House, house, running, until

FILE = """
class Guide:
    batch = 4

    def __init__(self, game):
        self.seats = game.seats

    def evaluate(self, leaves):
        for leaf in leaves:
            leaf.answer([1] * self.seats)

class Quick:
    def choose(self, seat, dice):
        return seat.legal()[0]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return str(path)


@pytest.fixture
def made(sqlite_url: str, file: str) -> Iterator[House]:
    with house(sqlite_url) as one:
        one.tables = Tables(one.database, load_house_bots([f"search-3@{file}:Guide", f"{file}:Quick", "search-2@net"]))
        yield one


def test_they_are_known_by_what_comes_last() -> None:
    names = "mine.py:Clever", "search-9@a/mine.py:Clever", "search-9@lastly", "search-1.5s@net"
    assert [short_name(name) for name in names] == ["Clever", "Clever", "lastly", "net"]


def test_who_is_no_bot_or_has_the_name_of_another_is_not_let_in(file: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="which is not there"):
        load_house_bots([str(tmp_path / "other.py:Guide")])
    with pytest.raises(UserError, match="there is a bot 'Guide' at the tables already"):
        load_house_bots([f"{file}:Guide", f"search-9@{file}:Guide"])


def test_a_whole_path_is_kept_and_not_shown(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(file).parent)
    assert load_house_bots(["search-3@mine.py:Guide"]) == {"Guide": f"search-3@{file}:Guide"}


def test_only_bots_that_are_let_in_can_be_seated(made: House, file: str) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "irish-gauge", [ME, SeatRequest(bot="Guide"), SeatRequest(bot="Quick")])
    assert [(seat.bot, seat.name) for seat in table.seats[1:]] == [("Guide", "Guide"), ("Quick", "Quick")]
    for name in (f"{file}:Guide", "Other", "level-7", "search-3"):
        with pytest.raises(UserError, match="a bot is level-1 to level-5, Guide, Quick, net, not"):
            made.tables.creation.create(ann, "irish-gauge", [ME, SeatRequest(bot=name), SeatRequest(bot="Quick")])


def test_a_master_is_seated_where_there_is_one(made: House) -> None:
    ann = made.guest()
    four = [ME, *[SeatRequest(bot="level-6")] * 3]
    table = made.tables.creation.create(ann, "irish-gauge", four)
    assert [(seat.bot, seat.name) for seat in table.seats[1:]] == [("level-6", "Level 6")] * 3
    with pytest.raises(UserError, match="there is no level-6 for age-of-rail"):
        made.tables.creation.create(ann, "age-of-rail", four[:3], edition="allegheny")


def test_a_net_plays_what_it_was_trained_for(made: House) -> None:
    with pytest.raises(UserError, match="there is no net for age-of-rail"):
        made.tables.creation.create(
            made.guest(), "age-of-rail", [ME, SeatRequest(bot="net"), SeatRequest(bot="net")], edition="allegheny"
        )


def test_one_that_is_let_in_no_more_is_stood_in_for(made: House) -> None:
    brains = BotRunner(Tables(made.database), workers=0, pause=0)
    assert (brains._bot("Guide"), brains._bot("level-2")) == (STAND_IN, "level-2")


def test_they_play_at_a_table_in_worker_processes(sqlite_url: str, file: str) -> None:
    with running(sqlite_url, bots=1, limits=False, house_bots=(f"search-3@{file}:Guide", f"{file}:Quick")) as server:
        ann = Client(server.address)
        games = ann.good(ann.http.get("/games"))
        assert all(game["bots"][-2:] == ["Guide", "Quick"] for game in games)
        assert '<option value="Guide"' in httpx.get(f"{server.address}/new/irish-gauge").text
        id = ann.create("irish-gauge", "Guide", "Quick", "Quick")["id"]
        until(lambda: ann.view(id)["step"] > 20)
        assert file not in ann.http.get(f"/tables/{id}/view").text


HANGING = """
import os, signal

class Hangs:
    def choose(self, seat, dice):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        while True:
            pass

class Exits:
    def choose(self, seat, dice):
        os._exit(3)
"""


def test_one_that_hangs_or_dies_holds_up_neither_its_own_table_nor_anybody_else(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It thinks in a process of its own, which is ended at the deadline; another bot makes the move."""
    (tmp_path / "bad.py").write_text(HANGING)
    monkeypatch.setattr(bot_runner, "HOUSE_BOT_SECONDS", 2.0)
    with house(sqlite_url) as one:
        bad = load_house_bots(f"{tmp_path}/bad.py:{name}" for name in ("Hangs", "Exits"))
        tables = Tables(one.database, bad)
        games = [
            tables.creation.create(one.guest(), "irish-gauge", [SeatRequest(bot=name)] * 3)
            for name in ("Hangs", "Exits", "level-3")
        ]
        runner = BotRunner(tables, workers=1, pause=0)

        async def think() -> None:
            hanging, exiting, third = games
            deep = runner.deep
            assert isinstance(deep, WorkerPool)
            others = list(deep.pools)
            moves = [asyncio.create_task(runner._choose(table, str(table.level))) for table in games]
            await runner.hint(third, third.to_act)
            for table, move in zip(games, moves):
                assert await move in table.course.state.legal()
            assert runner._lost == {(hanging.id, hanging.to_act): 1, (exiting.id, exiting.to_act): 1}
            assert deep.pools == others and set(runner._own_pools) == {"Hangs", "Exits"}
            await runner._choose(exiting, "Exits")
            assert runner._lost[exiting.id, exiting.to_act] == 2, "it is asked again, and then no more"
            runner._lost[hanging.id, hanging.to_act] = bot_runner.MOST_LOST
            await runner._choose(hanging, "Hangs")
            assert runner._lost[hanging.id, hanging.to_act] == bot_runner.MOST_LOST
            await runner.stop()

        with caplog.at_level(logging.WARNING):
            asyncio.run(think())
    told = [record.getMessage() for record in caplog.records]
    assert any("Exits made no move: its worker" in line for line in told)
    assert any("Hangs made no move: its worker was not done within 2 seconds" in line for line in told)
