"""Several server processes on one port: they share a PostgreSQL, are replaced when they die, and end together."""
from __future__ import annotations

import os
import signal
import subprocess

import httpx
import pytest
from typer.testing import CliRunner

from roundhouse.cli import app
from roundhouse.web.bots import bot_runner
from roundhouse.web.live import broadcast
from roundhouse.web.tables import repository
from tests.processes import runs, workers_of
from tests.web.house import Client, Process, Running, running, until


def servers_of(process: Process) -> set[int]:
    """The processes that serve; another only clears up behind them."""
    return {pid for pid in workers_of(process.process.pid) if "spawn_main" in called(pid)}


def called(pid: int) -> str:
    """Its whole command line: ps cuts it to the width of a terminal else."""
    return subprocess.run(["ps", "-wwo", "args=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


def test_a_sqlite_file_has_one_server(sqlite_url: str) -> None:
    said = CliRunner().invoke(app, ["serve", "--port", "0", "--database", sqlite_url, "--workers", "2"])
    assert said.exit_code != 0
    assert "SQLite file has one server" in str(said.exception) and "postgresql://" in str(said.exception)


def test_who_dies_is_replaced_and_all_end_together(postgres_url: str) -> None:
    with Process(postgres_url, workers=2) as house:
        until(lambda: len(servers_of(house)) == 2)
        ann = Client(house.address)
        id = ann.create("narrow-gauge", "me", "me")["id"]
        first = servers_of(house)
        os.kill(min(first), signal.SIGKILL)
        until(lambda: len(servers_of(house)) == 2 and min(first) not in servers_of(house))
        for _ in range(10):
            with httpx.Client(base_url=house.address, headers={"authorization": f"Bearer {ann.token}"}) as anew:
                view = anew.get(f"/api/tables/{id}/view").raise_for_status().json()
                move = {"line": view["legal"][0], "version": view["table"]["version"]}
                assert anew.post(f"/api/tables/{id}/act", json=move).status_code == 200
        last = servers_of(house)
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(120) == 128 + signal.SIGTERM
        until(lambda: not any(runs(pid) for pid in last))


def test_a_bot_thinks_where_it_has_thought_before(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # However long a machine with much else to do keeps a server waiting, the other one does not think it dead.
    for room, name in ((broadcast, "LATELY_SECONDS"), (repository, "LEASE_SECONDS"), (bot_runner, "LEASE_SECONDS"),
                       (bot_runner, "LONGEST_LEASE")):
        monkeypatch.setattr(room, name, 600.0)
    with running(postgres_url) as one, running(postgres_url) as two:
        until(lambda: all(hears(here, there) for here in (one, two) for there in (one, two)))
        here = Client(one.address)
        there = Client(two.address, token=here.token)
        id = here.create("narrow-gauge", "me", "level-1")["id"]
        thought: set[str | None] = set()
        for turn in range(8):
            table = until(lambda: (now := two.tables.repository.table(id)).to_act == 0 and now)
            thought.add(table.lease_by)
            client = (here, there)[turn % 2]
            assert client.act(client.view(id)).status_code == 200
        assert len(thought - {None}) == 1, "whichever of them the moves in between were made on"


def hears(here: Running, there: Running) -> bool:
    return here.tables.repository.alive(there.tables.repository.me)
