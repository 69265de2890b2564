"""A line for every step of some random games: run it on both engines and the lines must be the same.

    python -m tests.fingerprints GAME SEED...
"""
from __future__ import annotations

import json
import sys
from hashlib import sha256

from tests.walks import game, tables, walk


def main(name: str, seeds: list[str]) -> None:
    every = tables(name)
    for seed in map(int, seeds):
        choice = every[seed % len(every)]
        for step, (state, code) in enumerate(walk(game(choice), seed, kinds_first=seed % 2 == 1)):
            views = [state.view(seat) for seat in (None, *range(state.game.seats))]
            whole = json.dumps([views, list(state.legal()), state.outcomes(), state.scores()])
            print(seed, step, state.game.text(code), sha256(whole.encode()).hexdigest()[:16])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
