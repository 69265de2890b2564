"""Accounts: names that look alike, passwords tried from many addresses, who has an account, sign-ups and letters.

    python -m benchmarks.attacks.accounts

A browser that somebody left open, links that are pressed elsewhere and links that outlive a change are tried too. The
letters go to a mail server of our own, so this needs a server of its own.
"""
from __future__ import annotations

import re
import secrets
import statistics
import time
from collections.abc import Callable
from contextlib import closing

import httpx

from benchmarks.attacks.target import Target, run
from tests.web.receivers import Mailbox, mail_server, text_of

SECRET = "a long secret"
SAMPLES, SOURCES, SECONDS = 15, 60, 18
LOOK_ALIKE = ("Аnna", "Ann\u0430", "Anna\u3164", "Ánna", "An-na", "Anna.", "ANNA", "Ａｎｎａ")
RESERVED = ("admin", "аdmin", "Adm1n", "moderator", "Roundhouse", "Level 3", "The house")
TRIES = (httpx.codes.UNAUTHORIZED, httpx.codes.TOO_MANY_REQUESTS)
sources = iter(range(2, 250 * 250))


def somebody(target: Target) -> httpx.Client:
    """A browser at an address of its own."""
    number = next(sources)
    origin = {"origin": target.address}
    return target.client(f"127.0.{2 + number // 250}.{1 + number % 250}", headers=origin, follow_redirects=True)


def sign_up(target: Target, name: str) -> httpx.Client:
    client = somebody(target)
    made = client.post("/claim", data={"name": name, "password": SECRET})
    assert made.url.path == "/me", made.text
    return client


def letters(box: Mailbox, count: int, seconds: float = 15) -> list[tuple[str, str]]:
    """The letters after the first `count`, once there is one: to whom, and the path of the link."""
    until = time.monotonic() + seconds
    while len(box.letters) <= count and time.monotonic() < until:
        time.sleep(0.2)
    time.sleep(1)
    found = [(str(one["to"]), re.search(r"(/enter/\S+)", text_of(one))) for one in box.letters[count:]]
    return [(to, link[1] if link else "") for to, link in found]


def names(target: Target) -> None:
    sign_up(target, "Anna").close()
    through = 0
    for name in (*LOOK_ALIKE, *RESERVED):
        with somebody(target) as client:
            answers = client.post("/claim", data={"name": name, "password": SECRET})
            guest = client.post("/api/players", json={"name": name})
            through += (answers.status_code == httpx.codes.OK) + guest.is_success
    of = 2 * len(LOOK_ALIKE + RESERVED)
    target.promise(f"look-alike and reserved names that were given, of {of}", through, "", 0)


def passwords(target: Target) -> None:
    owner = sign_up(target, "Olga")
    owner.post("/logout")
    looked_at = 0
    for number in range(SOURCES):
        with somebody(target) as client:
            answer = client.post("/login", data={"name": "Olga", "password": f"guess number {number}"})
            assert answer.status_code in TRIES, answer.status_code
            looked_at += answer.status_code == httpx.codes.UNAUTHORIZED
    target.promise(f"passwords looked at, of {SOURCES} from as many addresses", looked_at, "", 8)
    answer = owner.post("/login", data={"name": "Olga", "password": SECRET})
    target.promise("owners kept out of their own browser meanwhile", answer.url.path != "/my", "", 0)
    owner.close()


def median(ask: Callable[[], None]) -> float:
    taken = []
    for _ in range(SAMPLES):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def who_has_an_account(target: Target, box: Mailbox) -> None:
    """By how long an answer takes, and by what it says."""
    people = [sign_up(target, f"Person {secrets.token_hex(3)}") for _ in range(SAMPLES)]
    seen = []

    def try_password(name: str) -> None:
        with somebody(target) as client:
            answer = client.post("/login", data={"name": name, "password": "not the password"})
            seen.append((answer.status_code, re.sub(r"Person \w+", "", answer.text)))

    them = [re.search(r"<h1>(.*?)</h1>", client.get("/me").text) for client in people]
    known = iter([found[1] for found in them if found])
    unknown = iter([f"Nobody {number}" for number in range(SAMPLES)])
    there, away = median(lambda: try_password(next(known))), median(lambda: try_password(next(unknown)))
    target.promise("signing in, with and without an account: longer over shorter", max(there, away) / min(there, away),
                   "times", 1.5)
    target.promise("different answers to that", len(set(seen)) - 1, "", 0)
    count = len(box.letters)
    for number, client in enumerate(people):
        client.post("/me/email", data={"email": f"p{number}@players.example", "password": SECRET})
    for _, path in letters(box, count):
        people[0].post(path)
    asked: list[tuple[int, str]] = []

    def ask_for_link(host: str, numbers: list[int]) -> None:
        with somebody(target) as client:
            answer = client.post("/login/link", data={"email": f"p{numbers.pop()}@{host}"})
            asked.append((answer.status_code, answer.text))

    first, second = list(range(SAMPLES)), list(range(SAMPLES))
    there = median(lambda: ask_for_link("players.example", first))
    away = median(lambda: ask_for_link("elsewhere.example", second))
    target.promise("asking for a link, with and without an account", max(there, away) / min(there, away), "times", 1.7)
    target.promise("different answers to that", len(set(asked)) - 1, "", 0)
    for client in people:
        client.close()


def takeover(target: Target, box: Mailbox) -> None:
    owner = sign_up(target, "Vera")
    count = len(box.letters)
    owner.post("/me/email", data={"email": "vera@players.example", "password": SECRET})
    ((_, path),) = letters(box, count)
    with closing(sign_up(target, "Bystander")) as other:
        other.post(path)
        target.promise("browsers signed in by a link that confirms", "Vera" in other.get("/me").text, "", 0)
    count = len(box.letters)
    through = sum(owner.post(path, data=data).is_success for path, data in (
        ("/me/email", {"email": "eve@players.example"}), ("/me/email", {"email": ""}), ("/me/name", {"name": "Eve"}),
        ("/me/password", {"new": "eve's password"}),
    ))
    target.promise("changes from an open browser without a password, of 4", through, "", 0)
    with somebody(target) as client:
        client.post("/login/link", data={"email": "vera@players.example"})
        ((_, sign_in),) = letters(box, count)
        count = len(box.letters)
        owner.post("/me/email", data={"email": "eve@players.example", "password": SECRET})
        ((_, path),) = letters(box, count)
        count = len(box.letters)
        client.post(path)
        ((to, undo),) = letters(box, count)
        target.promise("changes of address that the old one did not hear of", to != "vera@players.example", "", 0)
        target.promise("sign-in links that outlive a change of address", client.post(sign_in).is_success, "", 0)
        client.post(undo, data={"password": "vera's new password"})
        target.promise("sessions that outlive the undoing of it", owner.get("/me").url.path == "/me", "", 0)
        back = client.post("/login", data={"name": "Vera", "password": "vera's new password"})
        target.promise("owners who did not get their account back", back.url.path != "/my", "", 0)
    owner.close()


def letters_to_a_stranger(target: Target, box: Mailbox) -> None:
    count, begun = len(box.letters), time.monotonic()
    with closing(sign_up(target, "Mallory")) as client:
        while time.monotonic() < begun + SECONDS:
            to = f"stranger+{secrets.token_hex(2)}@players.example"
            client.post("/me/email", data={"email": to, "password": SECRET})
    target.promise(f"letters to one stranger in {SECONDS} s", len(letters(box, count, 3)), "", 5)


def sign_ups(target: Target) -> None:
    made, begun = 0, time.monotonic()
    with target.client("127.0.1.9", headers={"origin": target.address}) as client:
        while time.monotonic() < begun + SECONDS:
            client.cookies.clear()
            name = f"N{secrets.token_hex(5)}"
            made += client.post("/claim", data={"name": name, "password": SECRET}).status_code == httpx.codes.SEE_OTHER
    target.promise(f"accounts from one address in {SECONDS} s", made, "", 31)


def attack(target: Target, box: Mailbox) -> None:
    names(target)
    passwords(target)
    takeover(target, box)
    letters_to_a_stranger(target, box)
    who_has_an_account(target, box)
    sign_ups(target)


if __name__ == "__main__":
    with mail_server() as started:
        post = ("--mail", started.url, "--mail-from", "games@house.example", "--address", "https://house.example")
        run(lambda target: attack(target, started), __doc__, *post)
