"""What one player tries with what is another's: seats, bots, links, names, sessions, moves taken back, the chat.

    python -m benchmarks.attacks.rights [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import secrets

import httpx

from benchmarks.attacks.target import OK, Target, run

SPAM, COOKIE = 60, "roundhouse"


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
    with target.client() as other:
        refused(target, "a guest with an account's name", other.post("/api/players", json={"name": name.upper()}))
        refused(target, "a guest with a bot's name", other.post("/api/players", json={"name": "Level 5"}))


def attack(target: Target) -> None:
    ann, eve = target.player("Ann"), target.player("Eve")
    seats(target, ann, eve)
    links(target, ann, eve)
    sessions(target, ann)


if __name__ == "__main__":
    run(attack, __doc__)
