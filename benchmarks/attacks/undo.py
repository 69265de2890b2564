"""Moves taken back behind the back of who is away, and chance looked at before it is decided upon.

    python -m benchmarks.attacks.undo [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

from typing import Any

import httpx

from benchmarks.attacks.target import Target, run

DRAWS, WHOLE = 6, 10_000
DRAW, CALL = "draw ", "dividends"


def log_of(view: Any) -> list[str]:
    return [step["line"] for step in view["log"]]


def take_back(target: Target, http: httpx.Client, view: Any) -> Any:
    id, version = view["table"]["id"], view["table"]["version"]
    target.patiently(lambda: http.post(f"/api/tables/{id}/undo", json={"version": version}))
    return target.view(http, id, log=WHOLE)


def stand_ins(target: Target) -> None:
    """Ann tries to take back what was played while a bot stands in for Bob."""
    ann, bob = target.player("Ann"), target.player("Bob")
    table = target.new_table(ann, "narrow-gauge", "me", "open")
    id = table["id"]
    bob.post(f"/api/join/{table['seats'][1]['invite']}")
    for _ in range(4):
        for who in (ann, bob):
            if (view := target.view(who, id))["legal"]:
                target.act(who, view, view["legal"][0])
    bob.post(f"/api/tables/{id}/seats/1/bot", json={"level": "level-1"})
    while (before := target.turn(ann, id, log=WHOLE))["log"][-1]["by"] != 1:
        target.act(ann, before, before["legal"][0])
    for _ in range(3):
        after = take_back(target, ann, before)
    target.promise("steps taken back while a bot stands in", before["step"] - after["step"], "", 0)
    answer = {"version": after["table"]["version"], "agree": True}
    bob.post(f"/api/tables/{id}/undo/answer", json=answer)
    agreed = target.view(ann, id)
    target.told("steps taken back when who is away has agreed", before["step"] - agreed["step"])
    restored = ann.post(f"/api/tables/{id}/restore", json={"version": agreed["table"]["version"]})
    target.promise("what was taken back and can't be put back", not restored.is_success, "", 0)


def chance(target: Target) -> None:
    """Dividends are called for, looked at and taken back; then called for again, at once and after another move."""
    ann = target.player("Ann")
    id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1")["id"]
    tried = other = 0
    while tried < DRAWS and (view := target.turn(ann, id, log=WHOLE))["table"]["status"] != "over":
        if CALL not in view["legal"]:
            target.act(ann, view, view["legal"][0])
            continue
        lines = [line for line in view["legal"] if line != CALL]
        seen = drawn_after(target, ann, view, CALL)
        if seen["status"] == "over":
            break
        back = take_back(target, ann, target.turn(ann, id))
        again = drawn_after(target, ann, back, CALL)
        back = take_back(target, ann, target.turn(ann, id))
        instead = drawn_after(target, ann, back, lines[0] if lines else CALL)
        tried += 1
        other += again["draws"] != seen["draws"]
        together = min(len(instead["draws"]), len(seen["draws"]))
        other += instead["draws"][:together] != seen["draws"][:together]
    target.told("draws seen and taken back", tried)
    target.promise("of these, drawn otherwise when called for again", other, "", 0)


def drawn_after(target: Target, http: httpx.Client, view: Any, line: str) -> dict[str, Any]:
    """What was drawn after that move, before this player's next."""
    target.act(http, view, line)
    after = target.turn(http, view["table"]["id"], log=WHOLE)
    new = log_of(after)[view["step"]:]
    return {"draws": [one for one in new if one.startswith(DRAW)], "status": after["table"]["status"]}


def attack(target: Target) -> None:
    stand_ins(target)
    chance(target)


if __name__ == "__main__":
    run(attack, __doc__)
