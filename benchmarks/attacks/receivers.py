"""Receivers that drip, a mail server that never answers, addresses that lead inside: nobody waits, nothing is found.

    python -m benchmarks.attacks.receivers [--database postgresql://..]

With a database of PostgreSQL, two servers on it send to slow receivers too, and each message comes once.
"""
from __future__ import annotations

import argparse
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from statistics import median

from benchmarks.attacks.target import Bystander, Target, own_server

DRIP_SECONDS, LETTERS, PLAYERS = 0.5, 60, 12
SEEN_SECONDS, STOP_SECONDS = 15.0, 5.0
MAIL = ("--mail-from", "games@house.example")
TRICKS = (
    "https://127.0.0.1:{port}/", "https://127.1:{port}/", "https://2130706433:{port}/", "https://0x7f000001:{port}/",
    "https://0177.0.0.1:{port}/", "https://localhost:{port}/", "https://localhost.:{port}/", "https://[::1]:{port}/",
    "https://[::ffff:127.0.0.1]:{port}/", "https://[::ffff:7f00:1]:{port}/", "https://[64:ff9b::7f00:1]:{port}/",
    "https://[64:ff9b:1::7f00:1]:{port}/", "https://[2002:7f00:1::]:{port}/", "https://[2001:0:7f00:1::]:{port}/",
    "https://[fec0::1]:{port}/", "https://[fe80::1%25lo]:{port}/", "https://0:{port}/", "https://0.0.0.0:{port}/",
    "https://100.64.0.1:{port}/", "https://198.18.0.1:{port}/", "https://224.0.0.1:{port}/", "https://[::1/",
    "https://[::1", "https://x:99999/", "https://x:y/", "https://user@127.0.0.1:{port}/", "http://127.0.0.1:{port}/",
    "https://does-not-exist.example:{port}/", "https://127.0.0.1:{port}\\@example.com/",
    "https://example.com\r\n:{port}/", "gopher://127.0.0.1:{port}/",
)


@dataclass
class Receiver:
    """Listens on this machine, and answers each connection after a while, or never to the end."""

    opening: bytes
    drop: bytes
    answer_after: float | None = None
    port: int = 0
    ids: list[str] = field(default_factory=list)
    connections: int = 0

    def serve(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            line.sendall(self.opening)
            if self.answer_after is not None:
                head = line.recv(65536).decode(errors="replace").lower()
                rows = [row.partition(": ") for row in head.split("\r\n")]
                self.ids += [value for name, _, value in rows if name == "webhook-id"]
                time.sleep(self.answer_after)
                line.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
                return
            while True:
                time.sleep(DRIP_SECONDS)
                line.sendall(self.drop)


@contextmanager
def listening(opening: bytes, drop: bytes = b"", answer_after: float | None = None) -> Iterator[Receiver]:
    made = Receiver(opening, drop, answer_after)
    with socket.create_server(("127.0.0.1", 0)) as door:
        made.port = door.getsockname()[1]

        def welcome() -> None:
            with suppress(OSError):
                while True:
                    line, _ = door.accept()
                    made.connections += 1
                    threading.Thread(target=made.serve, args=(line,), daemon=True).start()

        threading.Thread(target=welcome, daemon=True).start()
        yield made


def add_hook(target: Target, name: str, address: str, test: bool = True) -> None:
    http = target.player(name)
    target.patiently(lambda: http.post("/me/endpoints", data={"kind": "hook", "address": address}))
    if test:
        target.patiently(lambda: http.post("/me/test"))


def dripping(target: Target) -> None:
    """Receivers that drip, beside one that answers."""
    with listening(b"HTTP/1.1 200 OK\r\nX: ", b"x") as drips, listening(b"", answer_after=0.0) as answers:
        for number in range(PLAYERS):
            add_hook(target, f"Drip {number}", f"http://localhost:{drips.port}/{number}")
        add_hook(target, "Quick", f"http://127.0.0.1:{answers.port}/")
        began = time.monotonic()
        while not answers.ids and time.monotonic() - began < 4 * SEEN_SECONDS:
            time.sleep(0.05)
        target.promise("a message beside dripping receivers takes", time.monotonic() - began, "s", SEEN_SECONDS)


def closing(target: Target, seconds: float) -> None:
    target.promise("a stop of the house takes", seconds, "s", STOP_SECONDS)


def slow_mail(target: Target) -> None:
    """Letters asked for while the mail server drips."""
    http = target.player("Ann", "127.0.1.9")
    with Bystander(target) as before:
        time.sleep(5)
    target.told("others wait without it, median and longest in ms", [round(f(before.waited)) for f in (median, max)])
    with Bystander(target) as others:
        for number in range(LETTERS):
            target.patiently(lambda number=number: http.post(  # type: ignore[misc]
                "/me/email", data={"email": f"ann{number}@players.example"}
            ))
    others.judge()


def tricks(target: Target) -> None:
    """Addresses that lead inside, in all ways to write them."""
    with listening(b"") as inner:
        statuses, told, players = Counter[int](), set(), []
        for number, trick in enumerate(TRICKS):
            http = target.player(f"Trick {number}")
            address = trick.format(port=inner.port)
            form = {"kind": "hook", "address": address}
            statuses[target.patiently(lambda: http.post("/me/endpoints", data=form)).status_code] += 1  # noqa: B023
            push = {"endpoint": address, "keys": {"p256dh": "x", "auth": "y"}}
            statuses[target.patiently(lambda: http.post("/push", json=push)).status_code] += 1  # noqa: B023
            target.patiently(lambda: http.post("/me/test"))  # noqa: B023
            players.append(http)
        time.sleep(2 * SEEN_SECONDS)
        for http in players:
            told |= {line.strip() for line in http.get("/me").text.splitlines() if "did not arrive" in line}
        target.told("answers", dict(statuses))
        target.promise("answers of 500", sum(n for status, n in statuses.items() if status >= 500), "", 0)
        target.promise("ways to say that it failed", len(told), "", 1)
        target.promise("connections to what is inside", inner.connections, "", 0)


def twice(database: str) -> Target:
    """Two servers on one database, and receivers that take their time."""
    with own_server("--inside", database=database, settled=False) as one, \
            own_server("--inside", database=database, settled=False), listening(b"", answer_after=4.0) as slow:
        for number in range(PLAYERS):
            add_hook(one, f"Slow {number}", f"http://127.0.0.1:{slow.port}/{number}")
        began = time.monotonic()
        while len(slow.ids) < PLAYERS and time.monotonic() - began < PLAYERS * 4 + SEEN_SECONDS:
            time.sleep(0.2)
        time.sleep(SEEN_SECONDS)
        one.promise("messages that did not come", PLAYERS - len(set(slow.ids)), "", 0)
        one.promise("messages that came twice", len(slow.ids) - len(set(slow.ids)), "", 0)
        return one


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--database", default="", help="an empty postgresql:// of yours, for two servers")
    given = options.parse_args()
    print((__doc__ or "").splitlines()[0])
    broken = []
    with listening(b"220-", b"x") as mail:
        letters = ("--mail", f"smtp://127.0.0.1:{mail.port}", *MAIL)
        with own_server("--inside", "--no-limits", *letters, settled=False) as target:
            dripping(target)
            slow_mail(target)
            began = time.monotonic()
        closing(target, time.monotonic() - began)
        broken += target.broken
    with own_server("--no-limits", settled=False) as target:
        tricks(target)
        broken += target.broken
    if given.database:
        broken += twice(given.database).broken
    if broken:
        raise SystemExit(f"broken: {', '.join(broken)}")


if __name__ == "__main__":
    main()
