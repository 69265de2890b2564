"""Ten minutes of ordinary play, people and bots of all levels at all games: server and workers do not grow.

    python -m benchmarks.attacks.memory [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

import random
import time

import httpx

from benchmarks.attacks.target import OK, Target, run

GAMES = {"irish-gauge": 3, "age-of-rail": 3, "narrow-gauge": 2, "appalachian-trail": 2}
TABLES, MINUTES, SETTLED, GROWTH = 8, 10, 3, 1.05


def one_move(target: Target, http: httpx.Client, id: str) -> bool:
    """A move by the person, if it is their turn; whether the game goes on."""
    http.get(f"/games/{id}/now")
    view = target.view(http, id)
    if view["legal"]:
        target.act(http, view, random.choice(view["legal"]))
    return bool(view["table"]["status"] != "over")


def new_game(target: Target, http: httpx.Client, number: int) -> str:
    game = list(GAMES)[number % len(GAMES)]
    bots = [f"level-{1 + (number + seat) % 4}" for seat in range(GAMES[game] - 1)]
    return str(target.new_table(http, game, "me", *bots)["id"])


def attack(target: Target) -> None:
    http = target.player()
    playing = [new_game(target, http, number) for number in range(TABLES)]
    made = TABLES
    sizes: list[float] = []
    for minute in range(1, MINUTES + 1):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for place, id in enumerate(playing):
                if not one_move(target, http, id):
                    playing[place] = new_game(target, http, made)
                    made += 1
            time.sleep(1)
        sizes.append(target.memory())
        target.told(f"minute {minute}: {made} games begun, memory", f"{sizes[-1]:.0f} MB")
    assert http.get("/api/games").status_code == OK
    if target.pid is not None:
        target.promise(f"memory after minute {MINUTES}", sizes[-1], "MB", GROWTH * sizes[SETTLED - 1])


if __name__ == "__main__":
    run(attack, __doc__)
