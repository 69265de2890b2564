"""What goes out goes apart from all else: a receiver holds up no other, nothing goes twice, and the end comes soon."""
from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from roundhouse.web.delivery import endpoints, kinds, outbox, queue_runner
from roundhouse.web.delivery import sender as sender_module
from roundhouse.web.delivery.letter_queue import LetterQueue
from roundhouse.web.delivery.outbox import LEASE_SECONDS, MOST_AN_HOUR, PER_HOST
from roundhouse.web.delivery.queue_runner import DeliveryContext
from roundhouse.web.delivery.sender import Sender, _Letters, _Messages
from roundhouse.web.delivery.transport.http_client import HttpClient
from roundhouse.web.errors import TooManyRequests
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.email.letters import Letter
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from tests.web.delivering import BASE, SOON, listen, sender_of
from tests.web.house import ME, House, house, running, until
from tests.web.receivers import Mailbox, Posted, Receiver, mail_server, receiver, staller, text_of
from tests.web.timelapse import HOUR, Timelapse, lapse

__all__ = ["lapse"]
HOURS = 3600.0
"""A deadline that no test lives to see."""


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as started:
        yield started


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as started:
        yield started


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_runner, "GRACE_SECONDS", 0.05)


def send_test(made: House, player: Player) -> None:
    with made.database.writing() as connection:
        endpoints.test(connection, player.id)





def rows(made: House) -> list[dict[str, Any]]:
    return rows_of(made.database)


def rows_of(database: Database) -> list[dict[str, Any]]:
    with database.reading() as connection:
        return [dict(row) for row in connection.execute(select(at.endpoints).order_by(at.endpoints.c.id)).mappings()]


# ---- apart -----------------------------------------------------------------------------------------------------------


def test_a_receiver_that_never_answers_holds_up_nobody_else_and_not_the_end(made: House, hook: Receiver) -> None:
    slow, quick = [made.guest(f"Slow {number}") for number in range(5)], made.guest("Quick")
    with staller(host="127.0.0.2") as silent:
        for number, player in enumerate(slow):
            listen(made, player, "hook", f"{silent.url}/{number}")
            send_test(made, player)
        listen(made, quick, "hook", hook.url)
        send_test(made, quick)
        sending = sender_of(made, seconds=HOURS)
        sending.start(0.01)
        for _ in range(PER_HOST):
            assert silent.connected.acquire(timeout=120)
        until(lambda: len(hook.got) == 1)
        until(lambda: rows(made)[-1]["sent"] is not None)
        assert silent.taken == PER_HOST, "no more at once to one host"
        thread = sending._queue_runner._thread
        sending.stop()
        assert thread is not None and not thread.is_alive()
    waiting = rows(made)[:-1]
    assert all(row["due"] is not None and row["lease_until"] == 0 and row["tries"] == 0 for row in waiting)


def test_a_mail_server_that_never_answers_holds_up_neither_hooks_nor_the_end(made: House, hook: Receiver) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    listen(made, ann, "mail", "ann@players.example")
    with staller() as silent:
        sending = sender_of(made, silent.url.replace("http", "smtp"), seconds=HOURS)
        with made.database.writing() as connection:
            for number in range(20):
                LetterQueue(True).queue(connection, Letter(f"a{number}@players.example", "Hello", ("Hello",)))
        sending.start(0.01)
        assert silent.connected.acquire(timeout=120)
        send_test(made, ann)
        until(lambda: len(hook.got) == 1)
        sending.stop()
    with made.database.reading() as connection:
        letters = connection.execute(select(at.letters.c.due, at.letters.c.lease_until)).all()
    assert len(letters) == 20 and all(due is not None and lease == 0 for due, lease in letters)


def test_pages_do_not_wait_for_a_slow_mail_server(sqlite_url: str) -> None:
    with staller(b"220 slow\r\n") as silent:
        mail = silent.url.replace("http", "smtp")
        with running(sqlite_url, mail=mail, mail_from="games@house.example", rounds=0.0, limits=False) as server:
            server.app.state.sender.start(0.01)
            letter = Letter("ann@players.example", "Hello", ("Hello",))
            with server.app.state.database.writing() as connection:
                LetterQueue(True).queue(connection, letter)
            assert silent.connected.acquire(timeout=120)
            with httpx.Client(base_url=server.address) as http:
                asked = [http.post("/login/link", data={"email": "ann@players.example"}) for _ in range(12)]
                assert {answer.status_code for answer in asked} == {200} and http.get("/").status_code == 200
            with server.app.state.database.reading() as connection:
                waiting = select(at.letters.c.due).where(at.letters.c.subject == "Hello")
                assert connection.execute(waiting).scalar(), "that letter is not sent yet"


def test_a_fault_in_one_lane_stops_nothing(made: House, hook: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter([RuntimeError("a fault"), ValueError("another")])

    def claim(lane: _Letters, in_hand: object) -> list[object]:
        raise next(failures, RuntimeError("and so on"))

    monkeypatch.setattr(_Letters, "claim", claim)
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    sending = sender_of(made)
    sending.start(0.01)
    send_test(made, ann)
    until(lambda: len(hook.got) == 1)
    sending.stop()


POISONED: dict[str, Callable[[], object]] = {
    "a kind that is not known": lambda: update(at.endpoints).values(kind="telegram"),
    "an address that is none": lambda: update(at.endpoints).values(address="https://[::1/"),
    "keys that are none": lambda: update(at.endpoints).values(kind="push", keys="[]"),
    "keys that are garbled": lambda: update(at.endpoints).values(kind="push", keys="{"),
    "a secret that is none": lambda: update(at.endpoints).values(keys="whsec_é"),
    "mail without a mail server": lambda: update(at.endpoints).values(kind="mail"),
    "a player who is gone": lambda: update(at.players).values(deleted=1.0),
}


@pytest.mark.parametrize("poison", POISONED)
def test_a_poisoned_endpoint_stops_no_other(made: House, hook: Receiver, poison: str) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    send_test(made, ann)
    with made.database.writing() as connection:
        connection.execute(POISONED[poison]())      # type: ignore[call-overload]
    bob = made.guest("Bob")
    listen(made, bob, "hook", f"{hook.url}/bob")
    send_test(made, bob)
    assert sender_of(made).send_due() == 1
    assert [posted.path for posted in hook.got] == ["/bob"]
    poisoned = rows(made)[0]
    assert (poisoned["tries"], poisoned["lease_until"]) == (1, 0) or poisoned["dropped"] is not None


# ---- once ------------------------------------------------------------------------------------------------------------


def test_what_another_server_has_taken_over_is_not_sent_again(
    made: House, hook: Receiver, box: Mailbox, lapse: Timelapse
) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    send_test(made, ann)
    with made.database.writing() as connection:
        LetterQueue(True).queue(connection, Letter("ann@players.example", "Hello", ("Hello",)))
    slow, quick = sender_of(made, box), sender_of(made, box)
    messages, letters = _Messages(slow), _Letters(slow)
    (message,), (letter,) = messages.claim([]), letters.claim([])
    assert quick.send_due() == 0, "another has it in hand"
    lapse.pass_by(LEASE_SECONDS + 1)
    assert quick.send_due() == 2

    async def go_on() -> list[bool]:
        context = DeliveryContext()
        return [await messages.handle(message, context), await letters.handle(letter, context)]

    assert asyncio.run(go_on()) == [False, False]
    assert len(hook.got) == len(box.letters) == 1
    assert rows(made)[0]["due"] is None


def test_a_lease_lasts_from_when_a_message_is_sent_and_longer_than_that_takes(
    made: House, hook: Receiver, lapse: Timelapse
) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    send_test(made, ann)
    slow = sender_of(made)
    lane = _Messages(slow)
    (taken,) = lane.claim([])
    lapse.pass_by(LEASE_SECONDS - 1)
    assert lane._prepared(taken) is not None
    lapse.pass_by(LEASE_SECONDS - 1)
    assert sender_of(made).send_due() == 0
    assert HttpClient().seconds * 3 < LEASE_SECONDS


def test_the_lease_of_a_server_whose_clock_was_wrong_is_not_believed(made: House, hook: Receiver) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    send_test(made, ann)
    assert outbox.take(made.database, time.time(), "dead", 9)
    with made.database.writing() as connection:
        connection.execute(update(at.endpoints).values(lease_until=time.time() + HOUR))
    assert sender_of(made).send_due() == 1


def test_two_servers_on_one_database_send_each_message_once(postgres_url: str, hook: Receiver) -> None:
    with house(postgres_url) as one, house(postgres_url) as other:
        players = [one.guest(f"Player {number}") for number in range(20)]
        for player in players:
            listen(one, player, "hook", f"{hook.url}/{player.id}")
            send_test(one, player)
        senders = [sender_of(one), sender_of(other)]
        for sending in senders:
            sending.start(0.01)
        until(lambda: all(row["due"] is None for row in rows(one)))
        for sending in senders:
            sending.stop()
    assert sorted(posted.path for posted in hook.got) == sorted(f"/{player.id}" for player in players)


# ---- what a player sees ----------------------------------------------------------------------------------------------


def test_every_failure_looks_the_same(made: House, hook: Receiver, lapse: Timelapse) -> None:
    """Closed and open ports, private networks, names that are none, errors, redirects, silence."""
    with staller() as silent:
        hook.status = 302
        addresses = [
            hook.url, "http://127.0.0.1:9/", silent.url, "http://nothing.invalid/", "https://127.0.0.1:9/",
            silent.url.replace("http:", "https:"),
        ]
        ann = made.guest()
        for address in addresses:
            listen(made, ann, "hook", address)
        send_test(made, ann)
        assert sender_of(made, seconds=0.2).send_due() == 0
    hidden = ("id", "address", "failing_since", "due", "created", "host")
    seen = [{name: value for name, value in row.items() if name not in hidden} for row in rows(made)]
    assert len(seen) == len(addresses) and all(one == seen[0] for one in seen) and seen[0]["tries"] == 1


def test_a_failure_is_seen_after_the_same_time_whatever_failed(
    made: House, hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = threading.Event()
    wait = sender_module._until

    async def waited(moment: float, stopping: asyncio.Event) -> None:
        assert moment > asyncio.get_running_loop().time() + HOURS / 2
        waits.set()
        await wait(moment, stopping)

    monkeypatch.setattr(sender_module, "_until", waited)
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    hook.status = 500
    send_test(made, ann)
    sending = sender_of(made, failure_seconds=HOURS)
    sending.start(0.01)
    assert waits.wait(120) and len(hook.got) == 1
    assert rows(made)[0]["failing_since"] is None, "not before that time"
    sending.stop()
    assert rows(made)[0]["tries"] == 1, "at the end it is written down at once"


def test_an_endpoint_gets_so_many_an_hour_and_then_one_with_all_the_rest(
    made: House, hook: Receiver, lapse: Timelapse
) -> None:
    ann, sending = made.guest(), sender_of(made)
    listen(made, ann, "hook", hook.url)
    for _ in range(MOST_AN_HOUR + 3):
        made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
        with made.database.writing() as connection:
            connection.execute(update(at.endpoints).where(at.endpoints.c.due.is_not(None)).values(due=0.0))
            connection.execute(update(at.players).values(seen=0.0))
        sending.send_due()
    assert len(hook.got) == MOST_AN_HOUR
    lapse.pass_by(HOUR + SOON)
    assert sending.send_due() == 1 and len(hook.got[-1].json["items"]) == 3


def test_tests_are_few(made: House) -> None:
    ann = made.guest()
    for _ in range(endpoints.TESTS_AN_HOUR):
        send_test(made, ann)
    with pytest.raises(TooManyRequests):
        send_test(made, ann)


# ---- signatures ------------------------------------------------------------------------------------------------------


def documented_check() -> Callable[[str, dict[str, str], bytes], bool]:
    """The lines of Python from the documentation."""
    page = (Path(__file__).parents[2] / "docs" / "notifications.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.S)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)
    check: Callable[[str, dict[str, str], bytes], bool] = names["is_genuine"]
    return check


def test_a_hook_is_signed_as_documented_and_its_secret_is_told_once(sqlite_url: str, hook: Receiver) -> None:
    check = documented_check()
    with running(sqlite_url, inside=True, rounds=0.0, limits=False) as server, httpx.Client(
        base_url=server.address, follow_redirects=True, headers={"origin": server.address}
    ) as http:
        http.cookies.set(COOKIE, server.app.state.players.guest("Ann")[1])
        told = http.post("/me/endpoints", data={"kind": "hook", "address": f"{hook.url}/own"}).text
        first = re.findall(r"whsec_[A-Za-z0-9+/=]+", told)
        assert len(first) == 1 and "whsec_" not in http.get("/me").text
        told = http.post("/me/endpoints", data={"kind": "hook", "address": "https://discord.com/api/webhooks/1/x"}).text
        assert "whsec_" not in told and told.count("/secret") == 1, "Discord asks for no signature"
        (discord,) = [row["id"] for row in rows_of(server.app.state.database) if "discord" in row["address"]]
        assert http.post(f"/me/endpoints/{discord}/secret").status_code == 422
        http.post(f"/me/endpoints/{discord}/remove")

        def delivered() -> Posted:
            http.post("/me/test")
            server.app.state.sender.send_due()
            return hook.got[-1]

        posted = delivered()
        assert check(first[0], posted.headers, posted.body)
        assert not check(first[0], posted.headers, posted.body + b" ")
        assert not check(first[0], posted.headers | {"webhook-timestamp": "1"}, posted.body)
        (id,) = re.findall(r"/me/endpoints/(\d+)/secret", http.get("/me").text)
        second = re.findall(r"whsec_[A-Za-z0-9+/=]+", http.post(f"/me/endpoints/{id}/secret").text)
        posted = delivered()
        assert check(second[0], posted.headers, posted.body) and not check(first[0], posted.headers, posted.body)
        assert first[0] not in http.get("/me/export").text + json.dumps(http.get("/me/export").json())
        for address in ("https://[::1/", "https://x.example:0x/"):
            assert http.post("/me/endpoints", data={"kind": "hook", "address": address}).status_code == 422
            assert http.post("/push", json={"endpoint": address, "keys": {}}).status_code == 422


def test_one_click_in_a_letter_ends_the_letters(sqlite_url: str, box: Mailbox) -> None:
    mail = {"mail": box.url, "mail_from": "games@house.example"}
    with running(sqlite_url, rounds=0.0, limits=False, address=BASE, **mail) as server:
        state = server.app.state
        ann, _ = state.players.guest("Ann")
        with state.database.writing() as connection:
            endpoints.add(connection, ann.id, "mail", "ann@players.example")
            endpoints.test(connection, ann.id)
        assert state.sender.send_due() == 1
        (letter,) = box.letters
        path = str(letter["list-unsubscribe"]).strip("<>").removeprefix(BASE)
        assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click" and f"{BASE}{path}" in text_of(letter)
        with httpx.Client(base_url=server.address) as http:
            assert http.get(f"{path}x").status_code == 404 and http.post("/unsubscribe/1-x").status_code == 404
            assert "ann@players.example" in http.get(path).text, "looking ends nothing"
            assert http.get(path).status_code == 200
            assert http.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
            assert http.get(path).status_code == 404
        with state.database.reading() as connection:
            assert endpoints.of(connection, ann.id) == []


def test_the_thread_of_delivery_is_its_own(made: House, hook: Receiver) -> None:
    sending: Sender = sender_of(made)
    sending.start(0.01)
    assert [thread.name for thread in threading.enumerate()].count("delivery") == 1
    assert kinds.TEST in kinds.URGENT
    sending.stop()
    assert "delivery" not in [thread.name for thread in threading.enumerate()]
