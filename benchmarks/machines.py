"""Three servers and two machines for bots, each in a network of its own, on one PostgreSQL; one of each is killed while
people play.

    python benchmarks/machines.py --database postgresql://user:password@host/name [--players 24] [--seconds 40]

By root, on Linux: networks are made by `ip netns` and joined by a bridge, and taken away at the end. The PostgreSQL is
to be reached at the address of the bridge, 10.77.0.1. It prints what was played before, between and after the kills,
how long moves and bots took, and whether any acknowledged move is missing.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

BRIDGE, NETWORK = "rh-bridge", "10.77.0"
SERVERS, BOT_HOSTS = ("rh-s1", "rh-s2", "rh-s3"), ("rh-b1", "rh-b2")
PORT = 8080
GAMES = (("irish-gauge", 3), ("age-of-rail", 3), ("narrow-gauge", 2), ("appalachian-trail", 2))


def ip(*words: str) -> None:
    """Run `ip`, which must succeed."""
    subprocess.run(["ip", *words], check=True)


@contextmanager
def networks() -> Iterator[dict[str, str]]:
    """By name: the address of each machine, on a bridge to this one."""
    ip("link", "add", BRIDGE, "type", "bridge")
    made = []
    try:
        ip("addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        found = {}
        for number, name in enumerate((*SERVERS, *BOT_HOSTS), 11):
            ip("netns", "add", name)
            made.append(name)
            ip("link", "add", f"v-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"v-{name}", "master", BRIDGE, "up")
            for words in (("addr", "add", f"{NETWORK}.{number}/24", "dev", "eth0"), ("link", "set", "eth0", "up"),
                          ("link", "set", "lo", "up")):
                ip("-n", name, *words)
            found[name] = f"{NETWORK}.{number}"
        yield found
    finally:
        for name in made:
            ip("netns", "del", name)
        ip("link", "del", BRIDGE)


@contextmanager
def machine(name: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command of `roundhouse` on one of the machines, until the end of the block."""
    command = ["ip", "netns", "exec", name, sys.executable, "-m", "roundhouse", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


class Player(threading.Thread):
    """One person who plays against bots, by whichever server answers: what a balancer does for browsers."""

    def __init__(self, number: int, addresses: list[str], stopped: threading.Event) -> None:
        super().__init__(daemon=True)
        self.number, self._addresses, self._stopped = number, addresses, stopped
        self.moves: list[tuple[float, float]] = []
        """When each move was acknowledged, and how long that took."""
        self.waits: list[tuple[float, float]] = []
        """When the bots had answered, and how long they took."""
        self.tables: dict[str, int] = {}
        """By table: the step that was acknowledged last."""
        self.refused = 0
        self._token = ""

    def ask(self, path: str, said: dict[str, object] | None = None) -> Any:
        """The answer of the first server that gives one."""
        data = None if said is None else json.dumps(said).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        if not self._token:
            del headers["Authorization"]
        while not self._stopped.is_set():
            address = random.choice(self._addresses)
            try:
                request = urllib.request.Request(f"{address}/api{path}", data, headers)
                with urllib.request.urlopen(request, timeout=5) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code == 409 and said is not None and "version" in said:
                    return json.load(error)     # a move that was kept, whose answer was lost with its server
                if error.code not in (429, 502, 503):
                    raise
            except OSError:
                pass
            self.refused += 1
            time.sleep(0.05)
        raise SystemExit

    def run(self) -> None:
        """Play one game after another."""
        self._token = self.ask("/players", {"name": f"Player {self.number}"})["token"]
        while not self._stopped.is_set():
            game, seats = GAMES[self.number % len(GAMES)]
            id = self.ask("/tables", {"game": game, "seats": ["me", *["level-1"] * (seats - 1)]})["id"]
            self._play(id)

    def _play(self, id: str) -> None:
        since = time.monotonic()
        while not self._stopped.is_set():
            view = self.ask(f"/tables/{id}/view")
            if view["table"]["status"] != "playing":
                return
            if not view["legal"]:
                time.sleep(0.02)
                continue
            now = time.monotonic()
            self.waits.append((now, now - since))
            chosen = random.choice(view["legal"])
            line = chosen["line"] if isinstance(chosen, dict) else chosen
            self.ask(f"/tables/{id}/act", {"line": line, "version": view["table"]["version"]})
            since = time.monotonic()
            self.moves.append((since, since - now))
            self.tables[id] = view["table"]["step"] + 1
            time.sleep(0.2)


def told(name: str, players: list[Player], begin: float, end: float) -> None:
    """A line with what was played in a span of time."""
    moves = sorted(took for player in players for at, took in player.moves if begin <= at < end)
    waits = sorted(took for player in players for at, took in player.waits if begin <= at < end)
    if not moves or not waits:
        print(f"{name:<34} nothing was played")
        return
    def part(values: list[float], share: float) -> str:
        return f"{1000 * values[int(share * (len(values) - 1))]:5.0f}"

    print(f"{name:<34} {len(moves) / (end - begin):6.1f} moves/s   move {part(moves, 0.5)} ms, 95 % {part(moves, 0.95)}"
          f"   bots {part(waits, 0.5)} ms, 95 % {part(waits, 0.95)}, longest {part(waits, 1.0)}", flush=True)



def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True)
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=40.0)
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("networks are made by root")
    with networks() as there, ExitStack() as stack:
        given = ("--no-bots", "--no-limits", "--database", chosen.database)
        serve = ("serve", "--host", "0.0.0.0", "--port", str(PORT), *given)
        processes = {name: stack.enter_context(machine(name, *serve)) for name in SERVERS}
        addresses = [f"http://{there[name]}:{PORT}" for name in SERVERS]
        for address in addresses:
            _await(address)
        bots = ("bots", "--database", chosen.database, "--workers", "1")
        processes |= {name: stack.enter_context(machine(name, *bots)) for name in BOT_HOSTS}
        stopped = threading.Event()
        players = [Player(number, addresses, stopped) for number in range(chosen.players)]
        for player in players:
            player.start()
        time.sleep(10)
        marks = [time.monotonic()]
        for name in (None, SERVERS[0], BOT_HOSTS[0]):
            if name is not None:
                processes[name].kill()
            time.sleep(chosen.seconds / 3)
            marks.append(time.monotonic())
        spans = ("3 servers, 2 machines for bots", "a server was killed", "and a machine for bots")
        for span, begin, end in zip(spans, marks, marks[1:]):
            told(span, players, begin, end)
        _require_all(players, addresses[1:])
        stopped.set()
        print(f"{sum(player.refused for player in players)} questions were asked again of another server")


def _await(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    sys.exit(f"{address} does not answer")


def _require_all(players: list[Player], addresses: list[str]) -> None:
    """Every move that was acknowledged is there, at a server that was not killed."""
    missing = 0
    tables = [(id, step) for player in players for id, step in list(player.tables.items())]
    for id, step in tables:
        with urllib.request.urlopen(f"{addresses[0]}/api/tables/{id}", timeout=10) as answer:
            missing += json.load(answer)["step"] < step
    print(f"{len(tables)} tables looked up: {missing} lack a move that was acknowledged")


if __name__ == "__main__":
    main()
