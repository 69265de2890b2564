"""Players are told that it is their turn: once, in one message, when they wish, and never a secret."""
from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from roundhouse.web.delivery import outbox, web_push
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.delivery.transport.http_client import DeliveryFailed
from roundhouse.web.errors import Busy, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from tests.web.delivering import BASE, SOON, listen, prefer, sender_of
from tests.web.house import ME, House, house
from tests.web.receivers import Mailbox, Receiver, Subscriber, mail_server, receiver, text_of
from tests.web.timelapse import DAY, HOUR, MINUTE, Timelapse, lapse

__all__ = ["lapse"]


@pytest.fixture
def made(url: str) -> Iterator[House]:
    with house(url) as opened:
        yield opened


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as started:
        yield started


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as started:
        yield started


def turn_of(made: House, names: tuple[str, ...] = ("Ann", "Bob", "Cleo")) -> tuple[Table, list[Player], Player]:
    """A game, its people, and the one who is next after the one to act."""
    table, people = made.table("irish-gauge", *names)
    state = table.course.state.copy()
    state.apply(table.game.parse("pass"))
    return table, people, people[int(state.to_act)]


def pass_on(made: House, table: Table, people: list[Player]) -> Table:
    return made.tables.moves.act(people[table.to_act], table.id, "pass", table.version)


def row(made: House, id: int) -> dict[str, object]:
    with made.database.reading() as connection:
        return dict(connection.execute(select(at.endpoints).where(at.endpoints.c.id == id)).mappings().one())


# ---- the three ways --------------------------------------------------------------------------------------------------


def test_a_webhook_gets_the_documented_body(made: House, hook: Receiver, lapse: Timelapse) -> None:
    table, people, next_one = turn_of(made)
    listen(made, next_one, "hook", f"{hook.url}/hook?room=1")
    table = pass_on(made, table, people)
    assert sender_of(made).send_due() == 0, "what happens in one breath is told in one"
    lapse.pass_by(SOON)
    assert sender_of(made).send_due() == 1 and sender_of(made).send_due() == 0
    (posted,) = hook.got
    assert posted.path == "/hook?room=1" and posted.headers["content-type"] == "application/json"
    (item,) = posted.json["items"]
    others = [name for name in table.names if name != next_one.name]
    text = f"Your turn: Irish Gauge with {others[0]} and {others[1]}"
    assert posted.json == {
        "id": posted.json["id"], "sent": posted.json["sent"], "player": next_one.name, "text": text, "items": [item]
    }
    assert item == {
        "kind": "turn", "text": text, "url": f"{BASE}/games/{table.id}", "table": table.id, "game": "irish-gauge",
        "title": "Irish Gauge", "players": table.names, "seat": table.to_act, "deadline": None,
    }


def test_discord_and_slack_get_theirs() -> None:
    from roundhouse.web.delivery.messages import Item, Message
    from roundhouse.web.delivery.transport.webhooks import body_for

    said = Message(Player(1, "Ann", True), (Item("turn", "Your turn: X with @everyone <b>", "/games/a"),), 1, 0.0)
    discord = body_for("https://discord.com/api/webhooks/1/x", said, BASE)
    assert discord == {"content": f"{said.items[0].text}\n{BASE}/games/a", "allowed_mentions": {"parse": []}}
    slack = body_for("https://hooks.slack.com/services/x", said, BASE)
    assert slack == {"text": f"Your turn: X with @everyone &lt;b&gt;\n{BASE}/games/a"}
    assert "items" in body_for("https://notdiscord.com/x", said, BASE)


def test_a_push_is_signed_and_only_the_browser_can_read_it(made: House, hook: Receiver, lapse: Timelapse) -> None:
    table, people, next_one = turn_of(made)
    sending = sender_of(made)
    browser = Subscriber(hook, sending.signer.public_key)
    assert sender_of(made).signer.public_key == sending.signer.public_key, "all servers sign with one key"
    keys = web_push.checked_keys(browser.subscription["keys"])
    listen(made, next_one, "push", browser.endpoint, keys)
    table = pass_on(made, table, people)
    lapse.pass_by(SOON)
    assert sending.send_due() == 1
    (posted,) = hook.got
    assert b"Irish" not in posted.body
    said = browser.read(posted)
    assert said["title"].startswith("Your turn: Irish Gauge") and said["url"] == f"{BASE}/games/{table.id}"
    assert said["count"] == 1


def test_a_letter_leads_to_the_game(made: House, box: Mailbox, lapse: Timelapse) -> None:
    table, people, next_one = turn_of(made)
    listen(made, next_one, "mail", "next@players.example")
    pass_on(made, table, people)
    lapse.pass_by(SOON)
    assert sender_of(made, box).send_due() == 1
    (letter,) = box.letters
    assert letter["to"] == "next@players.example" and letter["subject"].startswith("Your turn: Irish Gauge")
    assert f"{BASE}/enter/" in text_of(letter)


def test_no_message_tells_a_secret(made: House, hook: Receiver, lapse: Timelapse) -> None:
    """Hands, plans, tokens and invitations: nothing of it is in anything that is sent."""
    table, people = made.table("appalachian-trail", "Ann", "Bob")
    for person in people:
        listen(made, person, "hook", f"{hook.url}/{person.id}")
        prefer(made, person, also="games chat")
    table = made.play(table, people, 6)
    made.tables.chat.say(people[0], table.id, "my hand is quite poor")
    lapse.pass_by(SOON)
    assert sender_of(made).send_due() > 0
    sent = b"".join(posted.body for posted in hook.got).decode()
    assert "quite poor" not in sent and table.secret not in sent and "/join/" not in sent and "/enter/" not in sent
    allowed = {"kind", "text", "url", "table", "game", "title", "players", "seat", "deadline"}
    assert all(set(item) == allowed for posted in hook.got for item in posted.json["items"])


# ---- one message, at the right time ----------------------------------------------------------------------------------


def test_many_turns_make_one_message(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    for _ in range(3):
        made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(SOON)
    assert sender_of(made).send_due() == 1
    assert hook.got[0].json["text"] == "3 games wait for you" and len(hook.got[0].json["items"]) == 3


def test_a_daily_digest_is_daily(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    prefer(made, ann, digest=86400)
    for _ in range(4):      # every eight hours
        made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
        lapse.pass_by(SOON)
        sender_of(made).send_due()
        lapse.pass_by(8 * HOUR)
        sender_of(made).send_due()
    assert [len(posted.json["items"]) for posted in hook.got] == [1, 2], "the fourth comes with the next"


def test_nobody_is_woken_in_quiet_hours(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann = made.guest()
    here = datetime.fromtimestamp(time.time(), UTC)
    lapse.pass_by(here.replace(hour=23, minute=0, second=0).timestamp() - time.time() + DAY)
    listen(made, ann, "hook", hook.url)
    prefer(made, ann, zone="UTC", quiet_from=22 * 60, quiet_until=7 * 60)
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(SOON)
    assert sender_of(made).send_due() == 0
    lapse.pass_by(7 * HOUR)
    assert sender_of(made).send_due() == 0
    lapse.pass_by(HOUR)
    assert sender_of(made).send_due() == 1


@pytest.mark.parametrize(("moment", "end"), [("22:00", "07:00"), ("06:59", "07:00"), ("07:00", None), ("21:59", None)])
def test_quiet_hours_go_over_midnight_in_the_players_own_zone(moment: str, end: str | None) -> None:
    chosen = Preferences(zone="America/New_York", quiet_from=22 * 60, quiet_until=7 * 60)
    there = datetime.fromisoformat(f"2026-03-10T{moment}:00-04:00")
    found = chosen.quiet_end(there.timestamp())
    assert (None if found is None else chosen.local(found).strftime("%H:%M")) == end


def test_who_is_here_sees_for_themselves(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann, token = made.players.guest("Ann")
    listen(made, ann, "hook", hook.url)
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    for _ in range(5):
        lapse.pass_by(2 * MINUTE)
        made.players.forget_tokens()
        made.players.of_token(token)
        made.players.note_seen()
        assert sender_of(made).send_due() == 0
    lapse.pass_by(5 * MINUTE)
    assert sender_of(made).send_due() == 1


def test_what_is_done_already_is_no_news(made: House, hook: Receiver, lapse: Timelapse) -> None:
    table, people, next_one = turn_of(made)
    id = listen(made, next_one, "hook", hook.url)
    table = pass_on(made, table, people)
    pass_on(made, table, people)
    lapse.pass_by(SOON)
    assert sender_of(made).send_due() == 0
    assert row(made, id)["due"] is None and hook.got == []


def test_the_end_of_a_game_is_told(made: House, hook: Receiver, lapse: Timelapse) -> None:
    table, people = made.table("appalachian-trail", "Ann", "Bob")
    listen(made, people[0], "hook", f"{hook.url}/hook")
    prefer(made, people[0], also="games")
    assert made.play(table, people, 1000).status == "over"
    lapse.pass_by(SOON)
    sender_of(made).send_due()
    assert [item["kind"] for posted in hook.got for item in posted.json["items"]] == ["over"]


def test_only_what_was_chosen_is_told(made: House, hook: Receiver, lapse: Timelapse) -> None:
    table, people, _ = turn_of(made)
    quiet, curious = people[0], people[1]
    for person in (quiet, curious):
        listen(made, person, "hook", f"{hook.url}/{person.id}")
    prefer(made, curious, also="chat")
    made.tables.chat.say(people[2], table.id, "Good luck")
    lapse.pass_by(SOON)
    sender_of(made).send_due()
    kinds = {posted.path: [item["kind"] for item in posted.json["items"]] for posted in hook.got}
    assert kinds.get(f"/{curious.id}", [])[-1:] == ["chat"]
    assert "chat" not in kinds.get(f"/{quiet.id}", [])


# ---- when it does not arrive -----------------------------------------------------------------------------------------


def test_pauses_grow_until_the_endpoint_is_dropped_and_told(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann = made.guest()
    bad = listen(made, ann, "hook", f"{hook.url}/bad")
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    hook.status = 500
    lapse.pass_by(SOON)
    pauses = []
    while not row(made, bad)["dropped"]:
        assert sender_of(made).send_due() == 0
        due = row(made, bad)["due"]
        if isinstance(due, float):
            pauses.append(round(due - time.time()))
            assert sender_of(made).send_due() == 0, "not before the pause is over"
            lapse.pass_by(due - time.time() + 1)
    assert pauses[:5] == [60, 120, 240, 480, 960] and max(pauses) == 6 * HOUR
    assert 10 < len(pauses) < 30
    hook.status = 200
    listen(made, ann, "hook", f"{hook.url}/good")
    with made.database.writing() as connection:
        outbox.add(connection, ann.id, "test", time.time())
    lapse.pass_by(SOON)
    before = len(hook.got)
    assert sender_of(made).send_due() == 1, "what is dropped is left alone"
    assert hook.got[before].path == "/good"


def test_who_has_another_address_is_told_there_that_one_was_dropped(
    made: House, hook: Receiver, box: Mailbox, lapse: Timelapse
) -> None:
    ann = made.guest()
    gone = listen(made, ann, "hook", hook.url)
    listen(made, ann, "mail", "ann@players.example")
    hook.status = 410
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(SOON)
    sending = sender_of(made, box)
    sending.send_due()
    assert row(made, gone)["dropped"] is not None, "what is gone is gone"
    lapse.pass_by(SOON)
    sending.send_due()
    assert "no longer used" in "".join(text_of(letter) for letter in box.letters)


def test_a_mail_server_that_refuses_for_ever_is_believed(made: House, box: Mailbox, lapse: Timelapse) -> None:
    ann = made.guest()
    id = listen(made, ann, "mail", "ann@players.example")
    box.refuse = "451 try later"
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(SOON)
    sender_of(made, box).send_due()
    assert row(made, id)["dropped"] is None and row(made, id)["tries"] == 1
    box.refuse = "550 no such user"
    lapse.pass_by(HOUR)
    sender_of(made, box).send_due()
    assert row(made, id)["dropped"] is not None


# ---- several servers, and servers that die ---------------------------------------------------------------------------


def test_several_servers_send_each_message_once(postgres_url: str, hook: Receiver, lapse: Timelapse) -> None:
    with house(postgres_url) as one, house(postgres_url) as other:
        players = [one.guest(f"Player {number}") for number in range(30)]
        for player in players:
            listen(one, player, "hook", f"{hook.url}/{player.id}")
            one.tables.creation.create(player, "irish-gauge", [ME, ME, ME])
        lapse.pass_by(SOON)
        with ThreadPoolExecutor(4) as pool:
            sent = sum(pool.map(lambda made: sender_of(made).send_due(), [one, other, one, other]))
    assert sent == len(players)
    assert sorted(posted.path for posted in hook.got) == sorted(f"/{player.id}" for player in players)


def test_what_a_dead_server_had_in_hand_is_sent_by_another(made: House, hook: Receiver, lapse: Timelapse) -> None:
    ann = made.guest()
    listen(made, ann, "hook", hook.url)
    made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(SOON)
    assert len(outbox.take(made.database, time.time(), "another server", 20)) == 1     # and then it dies
    assert sender_of(made).send_due() == 0
    lapse.pass_by(outbox.LEASE_SECONDS + 1)
    assert sender_of(made).send_due() == 1


def test_who_wants_a_push_before_it_is_installed_is_told_so(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_vapid", None)
    signer = web_push.Signer(made.database, "mailto:house@example.org")
    with pytest.raises(Busy, match="needs py_vapid, which is not installed yet"):
        _ = signer.public_key


@pytest.mark.parametrize("contact", ["mailto:a@house.example", "https://house.example:8443", "http://127.0.0.1:8080"])
def test_whatever_the_house_is_called_its_pushes_are_signed(made: House, contact: str) -> None:
    assert web_push.Signer(made.database, contact).headers("https://push.example/x")["Authorization"]


def test_keys_that_are_none_are_refused(made: House) -> None:
    for keys in (None, {}, {"p256dh": "x"}, {"p256dh": 1, "auth": "y"}, {"p256dh": "x" * 500, "auth": "y"},
                 {"p256dh": "x" * 87, "auth": "y"}, {"p256dh": "é", "auth": "é"}):
        with pytest.raises(Refused):
            web_push.checked_keys(keys)
    with pytest.raises(DeliveryFailed):
        web_push.encrypted("https://push.example/", json.dumps({"p256dh": "AAAA", "auth": "AAAA"}), b"x")
