"""Machines for bots: they make the moves where servers make none, and another takes over from one that dies."""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from roundhouse.errors import UserError
from roundhouse.web import others
from roundhouse.web.bots import standalone
from roundhouse.web.settings import Settings
from tests.web.house import Client, running, until


@contextmanager
def bots(url: str) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "roundhouse", "bots", "--database", url, "--workers", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None and host.stdout.readline().startswith("Bots think for postgresql")
            yield host
        finally:
            host.kill()


def my_turn(ann: Client, id: str) -> bool:
    view = ann.view(id)
    return bool(view["legal"]) or view["table"]["status"] == "over"


def test_bots_think_elsewhere_and_another_takes_over(postgres_url: str) -> None:
    with running(postgres_url, limits=False, moves_bots=False) as server:
        ann = Client(server.address, "Ann")
        id = ann.create("irish-gauge", "level-1", "level-1", "me")["id"]
        stays = ann.view(id)["table"]["version"]
        with bots(postgres_url) as first:
            until(lambda: my_turn(ann, id))
            assert ann.view(id)["table"]["version"] > stays
            until(server.app.state.tables.repository.bot_hosts)     # it has been heard of
            first.kill()
            first.wait()
            assert ann.act(ann.view(id)).status_code == 200
            with bots(postgres_url) as second:
                until(lambda: my_turn(ann, id))
                second.terminate()
                assert second.wait(60) in (0, -15)
        assert server.app.state.bot_runner.load() == {"quick": (0, 0), "deep": (0, 0)}, "none of it was done here"


def test_a_file_has_no_machines_for_bots(sqlite_url: str) -> None:
    with pytest.raises(UserError, match="has one server"):
        standalone.run(Settings(sqlite_url), others.tables, print)
