"""A server that is killed in the middle of anything loses no move that it has acknowledged."""
from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from functools import partial

import httpx
import pytest

from tests.processes import runs, workers_of
from tests.web.house import Client, Process, until

PLAYERS = 4
MOVES_BEFORE_KILL = 40


class Busy(threading.Thread):
    """A player who plays both seats of a table as fast as it goes, and writes down what was acknowledged."""

    def __init__(self, client: Client, id: str) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.id = id
        self.acknowledged: dict[int, str] = {}
        self.enough = threading.Event()

    def run(self) -> None:
        try:
            view = self.client.view(self.id)
            while view["legal"] and not self.enough.is_set():
                step, line = view["step"] + 1, view["legal"][len(self.acknowledged) % len(view["legal"])]
                answer = self.client.act(view, line)
                assert answer.status_code == 200, answer.text
                self.acknowledged[step] = line
                view = answer.json()
        except httpx.TransportError:
            return      # the server is gone, and with it the answer to this move


def enough(busy: list[Busy]) -> bool:
    return sum(len(one.acknowledged) for one in busy) >= MOVES_BEFORE_KILL


def test_no_acknowledged_move_is_lost(url: str) -> None:
    tokens: list[tuple[str, str]] = []
    known: dict[str, dict[int, str]] = {}
    lives = 2 if url.startswith("sqlite") else 1
    for _ in range(lives):
        with Process(url) as server:
            if not tokens:
                clients = [Client(server.address, f"Player {n}") for n in range(PLAYERS)]
                tokens = [(client.token, client.create("narrow-gauge", "me", "me")["id"]) for client in clients]
                known = {id: {} for _, id in tokens}
            busy = [Busy(Client(server.address, token=token), id) for token, id in tokens]
            for one in busy:
                _require_all(one.client, one.id, known[one.id])
                one.start()
            until(partial(enough, busy))
            server.kill()
            for one in busy:
                one.join(timeout=30)
                known[one.id].update(one.acknowledged)
    assert sum(map(len, known.values())) >= lives * MOVES_BEFORE_KILL
    with Process(url) as server:
        for token, id in tokens:
            _require_all(Client(server.address, token=token), id, known[id])


def _require_all(client: Client, id: str, known: dict[int, str]) -> None:
    """Every move acknowledged so far is in the log, at its place, and the game can be gone on with."""
    view = client.view(id, log=10_000)
    assert view["legal"] or view["table"]["status"] == "over"
    # A log with both seats on one screen is shown to the seat that looks; the sealed bids of the other are "?".
    log = {step["number"]: step["line"] for step in view["log"]}
    for number, line in known.items():
        assert log[number] in (line, line.split()[0] + " ?"), f"step {number} is lost"


def test_bots_go_on_after_their_server_was_killed(sqlite_url: str) -> None:
    with Process(sqlite_url) as server:
        ann = Client(server.address)
        table = ann.create("irish-gauge", "level-1", "level-1", "level-1")
        until(lambda: ann.view(table["id"])["step"] > table["step"] + 5)
        server.kill()
    with Process(sqlite_url) as server:
        ann = Client(server.address, token=ann.token)
        until(lambda: ann.view(table["id"])["table"]["status"] == "over")


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps here")
def test_no_worker_outlives_a_killed_server(sqlite_url: str) -> None:
    with Process(sqlite_url, bots=1) as server:
        ann = Client(server.address)
        id = ann.create("irish-gauge", "me", "level-1", "level-1")["id"]
        until(lambda: ann.view(id)["legal"])
        workers = workers_of(server.process.pid)
        assert workers
        server.kill()
        until(lambda: not any(map(runs, workers)))


def test_a_second_server_on_one_file_is_refused(sqlite_url: str) -> None:
    with Process(sqlite_url):
        words = [sys.executable, "-m", "roundhouse", "serve", "--port", "0", "--database", sqlite_url]
        second = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 2 and "another server is open" in second.stderr
        assert "Traceback" not in second.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_says_nothing_and_leaves_nothing_behind(sqlite_url: str, number: int) -> None:
    """Such a signal goes to the server and to all its workers, in the midst of whatever they do."""
    with Process(sqlite_url, bots=1, stderr=subprocess.PIPE, start_new_session=True) as server:
        Client(server.address).create("narrow-gauge", "level-5", "level-5")
        os.killpg(server.process.pid, number)
        _, said = server.process.communicate(timeout=60)
    assert said == ""
    assert server.process.returncode == 128 + number


def test_who_waits_for_a_review_is_told_that_the_server_closes(sqlite_url: str) -> None:
    """Bots at work have the only worker, so that the review waits when the server is told to stop."""
    with Process(sqlite_url, bots=1, stderr=subprocess.PIPE, start_new_session=True) as server:
        ann = Client(server.address)
        id = ann.create("appalachian-trail", "me", "me")["id"]
        view = ann.view(id)
        while view["table"]["status"] != "over":
            view = ann.good(ann.act(view, view["legal"][-1]))
        for _ in range(4):
            ann.create("age-of-rail", "level-5", "level-5", "level-5")
        host = httpx.URL(server.address)
        with socket.create_connection((host.host, host.port or 80), timeout=60) as asking:
            asking.sendall(f"GET /games/{id}/review HTTP/1.1\r\nHost: {host.host}\r\nHX-Request: true\r\n\r\n".encode())
            for _ in range(20):     # whoever is answered now has come later
                ann.view(id)
            os.killpg(server.process.pid, signal.SIGTERM)
            assert b" 503 " in asking.makefile("rb").readline()
        _, said = server.process.communicate(timeout=60)
    assert said == ""
