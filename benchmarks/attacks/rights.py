"""What one player tries with what is another's: seats, bots, links, names, sessions, moves taken back, the chat.

    python -m benchmarks.attacks.rights [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import secrets
import statistics
import time
from functools import partial

import httpx

from benchmarks.attacks.target import OK, Target, run

SPAM, COOKIE, REMEMBERED_SECONDS = 60, "roundhouse", 4
ANSWERS, ALIKE_SECONDS = 8, 0.15


def refused(target: Target, what: str, answer: httpx.Response) -> None:
    target.promise(what, answer.is_success, "", 0)


def seats(target: Target, ann: httpx.Client, eve: httpx.Client) -> None:
    table = target.new_table(ann, "irish-gauge", "me", "open", "open", public=True)
    at = f"/api/tables/{table['id']}"
    assert eve.post(f"{at}/join").status_code == OK
    refused(target, "a second seat at a public table", eve.post(f"{at}/join", params={"seat": 2}))
    refused(target, "a bot on an open seat by a stranger", eve.post(f"{at}/seats/2/bot", json={"level": "level-1"}))
    ann.post(f"{at}/seats/2/bot", json={"level": "level-3"})
    refused(target, "a bot made weaker by a rival", eve.post(f"{at}/seats/2/bot", json={"level": "level-1"}))
    ann.post(f"{at}/seats/0/bot", json={"level": "level-4"})
    refused(target, "who stands in for another made weaker", eve.post(f"{at}/seats/0/bot", json={"level": "level-1"}))
    said = [eve.post(f"{at}/chat", json={"words": "x" * 500}).is_success for _ in range(SPAM)]
    target.promise(f"of {SPAM} lines of chat at once, taken", sum(said), "", 20)
    page = len(ann.get(f"/games/{table['id']}/now").content)
    target.promise("the page's fragment", page / 1024, "kB", 150)
    target.promise("lines on a page of the chat", len(ann.get(f"{at}/chat").json()), "", 40)
    ann.post(f"/games/{table['id']}/seats/1", data={"do": "mute"})
    heard = [line for line in ann.get(f"{at}/chat").json() if line["seat"] == 1]
    target.promise("lines heard of who is muted", len(heard), "", 0)


def links(target: Target, ann: httpx.Client, eve: httpx.Client) -> None:
    id = target.new_table(ann, "narrow-gauge", "me", "level-1")["id"]
    token = ann.post(f"/api/tables/{id}/seats/0/key").json()["token"]
    assert eve.post(f"/api/join/{token}").status_code == OK
    ann.delete(f"/api/tables/{id}/seats/0/key")
    left = eve.get(f"/api/tables/{id}").json()["mine"]
    target.promise("seats left to who came by a link that was ended", len(left), "", 0)
    refused(target, "a seat by a link that was ended", eve.post(f"/api/join/{token}"))


def sessions(target: Target, ann: httpx.Client) -> None:
    """A token slipped to somebody before they sign in opens nothing of theirs afterwards."""
    planted = ann.headers["authorization"].removeprefix("Bearer ")
    name = f"Ann {secrets.token_hex(4)}"
    form = {"name": name, "password": "a good password"}
    with target.client() as browser:
        browser.cookies.set(COOKIE, planted)
        browser.post("/claim", data=form, headers={"origin": target.address})
    with target.client() as thief:
        thief.cookies.set(COOKIE, planted)
        target.promise("an account opened by a token from before", thief.get("/me").status_code == OK, "", 0)
        target.promise("an account open after all sessions were ended", ended(target, form), "", 0)
    with target.client() as other:
        refused(target, "a guest with an account's name", other.post("/api/players", json={"name": name.upper()}))
        refused(target, "a guest with a bot's name", other.post("/api/players", json={"name": "Level 5"}))


def ended(target: Target, form: dict[str, str]) -> int:
    """Two devices signed in, and one of them ends all sessions: how many still open the account."""
    home = {"origin": target.address}
    with target.client(headers=home) as one, target.client(headers=home) as two:
        for device in (one, two):
            target.patiently(partial(device.post, "/login", data=form))
        assert two.get("/me").status_code == OK
        one.post("/logout", data={"everywhere": "yes"})
        time.sleep(REMEMBERED_SECONDS)
        return sum(device.get("/me").status_code == OK for device in (one, two))


def pauses(target: Target, ann: httpx.Client, eve: httpx.Client) -> None:
    """Eve bids and times the answers. A limit that answers always alike is told from a person by its pause."""
    table = target.new_table(ann, "irish-gauge", "me", "open", "level-1")
    id = table["id"]
    eve.post(f"/api/join/{table['seats'][1]['invite']}")
    waits: list[float] = []
    while len(waits) < ANSWERS and (view := target.view(eve, id))["table"]["status"] == "playing":
        if view["legal"]:
            bids = [line for line in view["legal"] if line.startswith("bid")]
            target.act(eve, view, (bids or view["legal"])[0])
        elif view["table"]["to_act"] == 0:
            if ann.post(f"/api/tables/{id}/intend", json={"wish": "up to 30"}).is_success:
                began = time.monotonic()
                while target.view(eve, id)["step"] == view["step"]:
                    time.sleep(0.05)
                waits.append(time.monotonic() - began)
            elif (mine := target.view(ann, id))["legal"]:
                target.act(ann, mine, mine["legal"][0])
    usual = statistics.median(waits)
    alike = sum(abs(wait - usual) < ALIKE_SECONDS for wait in waits)
    target.promise(f"of {len(waits)} answers of a limit, after the same pause", alike, "", len(waits) // 2)


def attack(target: Target) -> None:
    ann, eve = target.player("Ann"), target.player("Eve")
    seats(target, ann, eve)
    pauses(target, ann, eve)
    links(target, ann, eve)
    sessions(target, ann)


if __name__ == "__main__":
    run(attack, __doc__)
