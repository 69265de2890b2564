"""Two servers on one PostgreSQL: the same tables, and news that reaches everyone."""
from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from sqlalchemy import create_engine, text

from roundhouse.web.tables.repository import LEASE_SECONDS
from roundhouse.web.tables.sql import leases
from tests.web.house import BOT, ME, Client, House, Process, running, until


class Watcher(threading.Thread):
    """Follows a table on one server."""

    def __init__(self, address: str, id: str) -> None:
        super().__init__(daemon=True)
        self.address = f"{address}/api/tables/{id}/events"
        self.heard: list[dict[str, Any]] = []
        self.start()
        until(lambda: self.heard)

    def run(self) -> None:
        try:
            with httpx.stream("GET", self.address, timeout=60) as stream:
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        self.heard.append(json.loads(line[6:]))
        except httpx.TransportError:
            return      # the server has closed

    def wait_for(self, step: int) -> None:
        until(lambda: self.heard[-1]["step"] >= step)


def test_people_on_two_servers_play_at_one_table(postgres_url: str) -> None:
    with Process(postgres_url) as one, Process(postgres_url) as two:
        ann, bob = Client(one.address, "Ann"), Client(two.address, "Bob")
        made = ann.create("narrow-gauge", "me", "open")
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        id = made["id"]
        here, there = Watcher(one.address, id), Watcher(two.address, id)
        for _ in range(12):
            who = (ann, bob)[ann.view(id)["table"]["to_act"]]
            step = who.good(who.act(who.view(id)))["step"]
            here.wait_for(step)
            there.wait_for(step)
            assert ann.view(id)["step"] == bob.view(id)["step"] == step
        # The same move sent to both servers at once is made by one of them.
        who = (ann, bob)[ann.view(id)["table"]["to_act"]]
        twins = [Client(server.address, token=who.token) for server in (one, two)]
        view = who.view(id)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda twin: twin.act(view).status_code, twins))
        assert sorted(answers) == [200, 409]


def test_news_comes_again_after_the_line_was_cut(postgres_url: str) -> None:
    with running(postgres_url) as one, running(postgres_url) as two:
        ann = Client(one.address, "Ann")
        id = ann.create("narrow-gauge", "me", "me")["id"]
        watcher = Watcher(two.address, id)
        engine = create_engine(postgres_url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            until(lambda: connection.execute(text(f"SELECT count(*) {listening}")).scalar() == 2)
            connection.execute(text(f"SELECT pg_terminate_backend(pid) {listening}"))
        engine.dispose()
        step = ann.good(ann.act(ann.view(id), "bid 1"))["step"]
        watcher.wait_for(step)


def test_a_server_that_thinks_for_long_keeps_its_table(postgres_url: str) -> None:
    one = House(postgres_url)
    table = one.tables.creation.create(one.guest(), "narrow-gauge", [BOT, ME])
    assert LEASE_SECONDS <= 3
    later = table.created + 100
    with one.database.writing() as connection:
        leases.renew_leases(connection, "another server", [table.id], later + 50)
        assert leases.idle(connection, "another server", later) == [table.id]
        leases.renew_leases(connection, one.tables.repository.me, [table.id], later + LEASE_SECONDS)
        assert leases.idle(connection, "another server", later) == []
    assert one.tables.repository.table(table.id) == table, "nothing that anybody looks at has changed"
    one.database.close()


def test_a_bot_whose_server_died_is_taken_over(postgres_url: str) -> None:
    dead, alive = House(postgres_url), House(postgres_url)
    table = dead.tables.creation.create(dead.guest(), "narrow-gauge", [BOT, ME])
    assert table.auto and table.lease_by == dead.tables.repository.me
    with alive.database.reading() as connection:
        now = table.created
        assert leases.idle(connection, alive.tables.repository.me, now) == []
        assert leases.idle(connection, alive.tables.repository.me, now + LEASE_SECONDS + 1) == [table.id]
    alive.tables.moves.take_over(table.id)
    assert alive.tables.repository.table(table.id).lease_by == alive.tables.repository.me
    for house in (dead, alive):
        house.database.close()
