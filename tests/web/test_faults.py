"""Faults stay where they are: a row that can't be read stops nothing but itself."""
from __future__ import annotations

import logging
import time

import httpx
import pytest
from sqlalchemy import insert, update

from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.quarantine import LONGEST_SECONDS, Quarantine
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import LEASE_SECONDS
from roundhouse.web.tables.services import Tables
from tests.web.house import BOT, Client, House, running, until
from tests.web.timelapse import DAY, HOUR, Timelapse, lapse

__all__ = ["lapse"]


def poison(made: House, id: str, kind: str) -> None:
    """Have something in a table's rows that no game can be made of."""
    t, s = at.tables.c, at.seats.c
    with made.database.writing() as connection:
        match kind:
            case "game":
                connection.execute(update(at.tables).where(t.id == id).values(game="not-installed"))
            case "options" | "result":
                connection.execute(update(at.tables).where(t.id == id).values(**{kind: "{cut"}))
            case "edition":
                connection.execute(update(at.tables).where(t.id == id).values(edition="gone", edition_digest="0" * 64))
            case "version":
                connection.execute(update(at.tables).where(t.id == id).values(rules_version=99))
            case "secret":
                connection.execute(update(at.tables).where(t.id == id).values(secret="no hex"))
            case "step":
                row = {"table": id, "number": 1, "by": 0, "line": "no such line", "at": 0.0}
                connection.execute(insert(at.steps).values(row).prefix_with("OR REPLACE"))
            case "ask":
                connection.execute(insert(at.asks).values(table=id, seat=0, step=0, agreed="[cut", at=0.0))
            case "intention":
                row = {"table": id, "seat": 0, "auction": "no such auction", "wish": "no such wish"}
                connection.execute(insert(at.intentions).values(row))
            case "bot":
                connection.execute(update(at.seats).where(s.table == id).values(bot="no such bot"))
            case "to_act":
                connection.execute(update(at.tables).where(t.id == id).values(to_act=17))
        connection.execute(update(at.tables).where(t.id == id).values(stamp=t.stamp + 1, version=t.version + 1))


KINDS = (
    "game", "options", "result", "edition", "version", "secret", "step", "ask", "intention", "bot", "to_act"
)


def timed(made: House) -> tuple[Table, list[Player]]:
    return made.table(
        "irish-gauge", "Ann", "Bob", "Cleo", pace="days", clock=Clock(DAY, 0, "move"), public=True
    )


def test_clocks_run_out_beside_poisoned_rows(
    made: House, lapse: Timelapse, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: what can't be read is left out, so that it does not fill the round for ever."""
    monkeypatch.setattr("roundhouse.web.tables.timekeeper.MOST_AT_ONCE", 3)
    bad = [timed(made)[0].id for _ in KINDS]
    good = timed(made)[0]
    for id, kind in zip(bad, KINDS):
        poison(made, id, kind)
    made.tables = Tables(made.database)     # one that remembers nothing
    lapse.pass_by(DAY + HOUR)
    with caplog.at_level(logging.WARNING):
        for _ in range(6):
            made.tables.timekeeper.run_due()
    assert made.tables.repository.table(good.id).overdue
    left_out = [record.getMessage() for record in caplog.records if "is left out" in record.getMessage()]
    assert len(left_out) == len(set(left_out)) and {"game", "options", "edition", "version", "step", "ask"} <= {
        kind for id, kind in zip(bad, KINDS) if any(id in line for line in left_out)
    }
    # Those who come to such a table are told so, and everybody's lists have the others.
    for id, kind in zip(bad, KINDS):
        if kind in ("game", "options", "edition", "version", "step", "ask"):
            with pytest.raises(Refused, match="can't"):
                made.tables.repository.table(id)
    assert good.id in {info.id for info in made.tables.lists.playing(None)}


def test_a_players_own_row_stops_no_clock_of_others(made: House) -> None:
    """Holidays are reckoned anew at all of a player's tables but those that can't be read."""
    bad, people = timed(made)
    good = made.tables.creation.create(people[0], "irish-gauge", [BOT, BOT, BOT])
    poison(made, bad.id, "options")
    for person in people:
        Tables(made.database).timekeeper.reckon_anew(person)
    assert made.tables.repository.table(good.id).id == good.id


def test_bots_and_pages_go_on_beside_poisoned_rows(sqlite_url: str, made: House) -> None:
    """A whole house: bots play, pages answer, and the page of such a table says what is wrong with it."""
    ann = made.guest()
    bad = {kind: made.tables.creation.create(ann, "irish-gauge", [BOT, BOT, BOT], public=True).id for kind in KINDS}
    good = made.tables.creation.create(ann, "irish-gauge", [BOT, BOT, BOT], public=True)
    for kind, id in bad.items():
        poison(made, id, kind)
    with running(sqlite_url, limits=False, rounds=0.05) as server, httpx.Client(base_url=server.address) as http:
        until(lambda: server.tables.repository.table(good.id).step > good.step + 3)
        fresh = Client(server.address)
        new = fresh.create("irish-gauge", "level-1", "level-1", "level-1")["id"]
        until(lambda: fresh.view(new)["step"] > 9)
        assert good.id in http.get("/").text
        assert http.get("/api/tables?which=playing").status_code == 200
        for kind, id in bad.items():
            found = http.get(f"/games/{id}")
            assert found.status_code in (200, 422), (kind, found.status_code)
        assert "can&#39;t show this game" in http.get(f"/games/{bad['game']}").text
        assert http.get("/health").json()["ready"]


def test_a_failing_row_waits_longer_each_time_and_a_good_one_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    rows = Quarantine("test")
    waits: list[float] = []
    for _ in range(12):
        with rows.attempt("a"):
            raise ValueError("poison")
        began = now[0]
        while rows.ids():
            now[0] += 1
        waits.append(now[0] - began)
    assert waits == sorted(waits) and waits[0] < 5 and waits[-1] == LONGEST_SECONDS
    with rows.attempt("a"):
        pass
    assert not rows._held


def test_leases_go_by_the_time_of_the_database(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose clock is an hour fast leaves its lease for seconds; one that it wrote by its own holds nothing."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + HOUR)
    fast = House(postgres_url)
    table = fast.tables.creation.create(fast.guest(), "irish-gauge", [BOT, BOT, BOT], clock=Clock(60, 0))
    assert abs(table.lease_until - real() - LEASE_SECONDS) < 30
    monkeypatch.undo()
    other = House(postgres_url)
    try:
        runner = _runner(other)
        assert runner._left_alone(False) == [], "the other one may be at it"
        with other.database.writing() as connection:
            connection.execute(update(at.tables).values(lease_until=real() + HOUR))
        assert runner._left_alone(False) == [table.id]
    finally:
        fast.database.close()
        other.database.close()


def _runner(made: House) -> BotRunner:
    return BotRunner(made.tables, workers=0, pause=0)


def test_the_repository_takes_its_time_from_the_database(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made.database, "_ahead", 1000.0)
    table = made.tables.creation.create(made.guest(), "irish-gauge", [BOT, BOT, BOT])
    before = time.time()
    moved = made.tables.moves.act_for(table.id, table.version, int(table.course.state.legal()[0]))
    assert moved is not None and moved.changed >= before + 990
