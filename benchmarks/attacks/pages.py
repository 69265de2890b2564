"""Pages that cost much, asked for all at once; lines that take nothing of what is sent; all that is kept, downloaded.

    python -m benchmarks.attacks.pages [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from urllib.parse import quote

import httpx

from benchmarks.attacks.target import Bystander, Target, run
from roundhouse.games import titles
from roundhouse.web.pages.puzzles.collection import collection

READERS, FLOOD_SECONDS, LINES, LINE_SECONDS, DOWNLOADS = 40, 10, 40, 20, 30
ATTACKER = "127.0.0.77"


def puzzles(target: Target) -> None:
    """Each answer to a puzzle is another one, for which the coach thinks."""
    paths = [
        f"/puzzles/{game}/{number}?line={quote(line)}"
        for game in titles() for number, puzzle in enumerate(collection(game), 1) for line, _ in puzzle.moves
    ]
    until, answers = time.monotonic() + FLOOD_SECONDS, Counter[int]()

    def ask(first: int) -> None:
        with target.client(ATTACKER) as http:
            place = first
            while time.monotonic() < until:
                answers[http.get(paths[place % len(paths)]).status_code] += 1
                place += READERS

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(READERS)]
    with Bystander(target) as others:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    target.told(f"answers to {READERS} who ask for costly pages from one address", dict(answers))
    others.judge()


def silent_lines(target: Target) -> None:
    """Event lines of pages, on which many games are played by bots; nobody reads what comes."""
    ann = target.player("Ann", ATTACKER)
    ids = [target.new_table(ann, "irish-gauge", "level-1", "level-1", "level-1", public=True)["id"] for _ in range(20)]
    query = "&".join(f"table={id}" for id in ids)
    before = target.memory()
    lines = []
    for _ in range(LINES):
        line = socket.create_connection(target.where, source_address=(ATTACKER, 0) if target.loopback else None)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(f"GET /events?{query} HTTP/1.1\r\nhost: {target.where[0]}\r\n\r\n".encode())
        lines.append(line)
    time.sleep(LINE_SECONDS)
    target.promise_memory(before, 60)
    for line in lines:
        line.close()


def downloads(target: Target) -> None:
    ann = target.player("Ann", ATTACKER)
    asked = [ann.get("/me/export").status_code for _ in range(DOWNLOADS)]
    target.promise(f"of {DOWNLOADS} downloads of all that is kept, given", asked.count(httpx.codes.OK), "", 6)


def attack(target: Target) -> None:
    puzzles(target)
    silent_lines(target)
    downloads(target)


if __name__ == "__main__":
    run(attack, __doc__)
