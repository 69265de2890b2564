"""Another program locks the database for 8 seconds while hints and moves are asked for: who only looks does not notice.

    python -m benchmarks.attacks.locked        (its own server only: it must reach the file)
"""
from __future__ import annotations

import sqlite3
import threading
import time

from benchmarks.attacks.target import Bystander, Target, run

SECONDS, WRITERS = 8, 30


def attack(target: Target) -> None:
    if target.file is None:
        raise SystemExit("this one is for a server of our own: it locks the database's file")
    ann = target.player()
    id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1", public=True)["id"]
    version = ann.get(f"/api/tables/{id}").json()["version"]
    with sqlite3.connect(target.file, isolation_level=None) as database, Bystander(target, f"/games/{id}") as others:
        database.execute("BEGIN EXCLUSIVE")
        for _ in range(WRITERS):
            sent = {"json": {"line": "pass", "version": version}}
            threading.Thread(target=ann.post, args=[f"/api/tables/{id}/act"], kwargs=sent, daemon=True).start()
            threading.Thread(target=ann.post, args=[f"/games/{id}/hint"], daemon=True).start()
        time.sleep(SECONDS)
        database.execute("ROLLBACK")
    others.judge()
    target.promise("moves refused after it", ann.get(f"/api/tables/{id}/view").status_code != 200, "", 0)


if __name__ == "__main__":
    run(attack, __doc__)
