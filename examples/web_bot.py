"""A bot that plays over the web: python examples/web_bot.py http://127.0.0.1:8080 irish-gauge

It makes a table with the house's bots on the other seats, or with --join TOKEN accepts an invitation to one. Replace
`choose` by something clever: `view["state"]` is all that your seat may know, `view["legal"]` what it may do.
"""
import argparse
import random
from typing import Any

import httpx


def choose(view: dict[str, Any]) -> str:
    """Anything but a high bid."""
    bids = [line for line in view["legal"] if line.startswith("bid ")]
    choice: str = random.choice([line for line in view["legal"] if line not in bids[2:]])
    return choice


def play(http: httpx.Client, table: str) -> dict[str, Any]:
    """Look, act when it is our turn, and wait for news when it is not."""
    with http.stream("GET", f"/tables/{table}/events", timeout=None) as events:
        for line in events.iter_lines():
            if not line.startswith("data: "):
                continue
            view = http.get(f"/tables/{table}/view").raise_for_status().json()
            while view["legal"]:
                move = {"line": choose(view), "version": view["table"]["version"]}
                answer = http.post(f"/tables/{table}/act", json=move)
                moved_on = answer.status_code == httpx.codes.CONFLICT
                view = (http.get(f"/tables/{table}/view") if moved_on else answer).raise_for_status().json()
            if view["table"]["status"] == "over":
                return dict(view["table"])
    raise SystemExit("the server has closed")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("server")
    options.add_argument("game")
    options.add_argument("--join", help="the token of an invitation, the end of its link")
    given = options.parse_args()
    with httpx.Client(base_url=f"{given.server}/api", timeout=30) as http:
        token = http.post("/players", json={"name": "Forty Lines"}).raise_for_status().json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        if given.join:
            table = http.post(f"/join/{given.join}").raise_for_status().json()["table"]
        else:
            game = next(one for one in http.get("/games").json() if one["name"] == given.game)
            seats = ["me"] + ["level-2"] * (game["players"][0] - 1)
            table = http.post("/tables", json={"game": given.game, "seats": seats}).raise_for_status().json()
        print(f"{given.server}/games/{table['id']}")
        table = play(http, table["id"])
        print("scores", table["scores"], "winners", [table["seats"][seat]["name"] for seat in table["winners"]])


if __name__ == "__main__":
    main()
