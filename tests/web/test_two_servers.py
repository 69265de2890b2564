"""Two servers on one PostgreSQL: the same tables, and news that reaches everyone."""
from __future__ import annotations

import json
import threading
from typing import Any

import httpx
from sqlalchemy import create_engine, text

from roundhouse.web import desk
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

    @property
    def step(self) -> int:
        return int(self.heard[-1]["step"])


def test_people_on_two_servers_play_at_one_table(postgres_url: str) -> None:
    with Process(postgres_url) as one, Process(postgres_url) as two:
        ann, bob = Client(one.address, "Ann"), Client(two.address, "Bob")
        made = ann.create("appalachian-trail", "me", "open")
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        id = made["id"]
        watchers = [Watcher(one.address, id), Watcher(two.address, id)]
        for _ in range(20):
            view = ann.view(id)
            who = (ann, bob)[view["table"]["to_act"]]
            step = who.good(who.act(who.view(id)))["step"]
            for watcher in watchers:
                until(lambda w=watcher, s=step: w.step >= s)
            assert ann.view(id)["step"] == bob.view(id)["step"] == step
        # The same move sent to both servers at once is made by one of them.
        view = ann.view(id)
        who = (ann, bob)[view["table"]["to_act"]]
        here, there = Client(one.address, token=who.token), Client(two.address, token=who.token)
        view = here.view(id)
        answers: list[int] = []
        twins = [threading.Thread(target=lambda c=c: answers.append(c.act(view).status_code)) for c in (here, there)]
        for twin in twins:
            twin.start()
        for twin in twins:
            twin.join()
        assert sorted(answers) == [200, 409]


def test_news_comes_again_after_the_line_was_cut(postgres_url: str) -> None:
    with running(postgres_url) as one, running(postgres_url) as two:
        ann = Client(one.address, "Ann")
        id = ann.create("narrow-gauge", "me", "me")["id"]
        watcher = Watcher(two.address, id)
        engine = create_engine(postgres_url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            assert connection.execute(text(cut)).scalar() == 2
        engine.dispose()
        step = ann.good(ann.act(ann.view(id), "bid 1"))["step"]
        until(lambda: watcher.step >= step)


def test_a_bot_whose_server_died_is_taken_over(postgres_url: str) -> None:
    dead, alive = House(postgres_url), House(postgres_url)
    table = dead.tables.create(dead.guest(), "narrow-gauge", [BOT, ME])
    assert table.auto and table.lease_by == dead.tables.me
    with alive.database.reading() as connection:
        now = table.created
        assert desk.store.idle(connection, alive.tables.me, now) == []
        assert desk.store.idle(connection, alive.tables.me, now + desk.LEASE_SECONDS + 1) == [table.id]
    alive.tables.take_over(table.id)
    assert alive.tables.table(table.id).lease_by == alive.tables.me
    for house in (dead, alive):
        house.database.close()
