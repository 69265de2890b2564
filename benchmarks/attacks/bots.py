"""A guest's 37 tables of level-5 bots and 10 reviews; somebody else's level-1 bot answers within a second.

    python -m benchmarks.attacks.bots [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import threading
import time

import httpx

from benchmarks.attacks.target import Target, run

TABLES, REVIEWS, SECONDS = 37, 10, 40


def finished(target: Target, http: httpx.Client) -> str:
    """A game that is over, played by one around one screen."""
    id = str(target.new_table(http, "appalachian-trail", "me", "me")["id"])
    while (view := target.view(http, id))["table"]["status"] != "over":
        target.act(http, view, view["legal"][-1])
    return id


def attack(target: Target) -> None:
    eve, ann = target.player("Eve", "127.0.1.1"), target.player("Ann", "127.0.1.2")
    id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1")["id"]
    reviews = [finished(target, eve) for _ in range(REVIEWS)]
    for _ in range(TABLES):
        target.new_table(eve, "age-of-rail", "level-5", "level-5", "level-5")
    for over in reviews:
        threading.Thread(target=eve.get, args=[f"/games/{over}/review"], daemon=True).start()
    waits = []
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        view = target.view(ann, id)
        if view["table"]["status"] == "over":
            id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1")["id"]
        elif view["legal"]:
            began = time.monotonic()
            target.act(ann, view, view["legal"][0])
            while (now := target.view(ann, id))["table"]["thinking"] is not None:
                time.sleep(0.02)
                if now["table"]["step"] > view["table"]["step"] + 1:
                    break
            waits.append(time.monotonic() - began)
        time.sleep(0.2)
    target.told("moves answered by level-1 bots", len(waits))
    target.promise("until a level-1 bot has answered, longest", 1000 * max(waits), "ms", 1000)


if __name__ == "__main__":
    run(attack, __doc__)
