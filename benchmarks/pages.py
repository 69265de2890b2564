"""What everybody sees of many positions, in several checkouts: which of it is not the same, letter by letter.

    git worktree add --detach ../earlier COMMIT
    python benchmarks/pages.py ../earlier . [--positions 200] [--out FOLDER] [TITLE...]

Of each title so many positions of random games, with every number of players and edition, are drawn and told as whoever
is to act sees them: ground, pieces, spots, choices, bids, panels, what lies beside the board, the scene and the film of
the step, its sums and its entries in the books, the prompt and the table of a terminal. A page is made of these and of
nothing else that a room has, so where they are the same a page is the same at every size. With --out what differs is
written there, to be looked at.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ["Ann", "Ben", "Cy", "Dora", "Eve", "Fay"]
GAMES = 8
Shown = dict[str, list[str]]


def shown_all(names: list[str], positions: int) -> dict[str, Shown]:
    """In a process of its own, with whatever checkout it was given: what is seen, by title and part."""
    from roundhouse.games import titles

    return {name: shown(title, positions) for name, title in titles().items() if not names or name in names}


def shown(title: Any, positions: int) -> Shown:
    """By part, what is seen of each of so many positions of a title."""
    found: Shown = {}
    for number in range(GAMES):
        for part, seen in _game(title, number, positions // GAMES):
            found.setdefault(part, []).append(seen)
    return {**found, "picture": [str(title.room.drawing.picture())]}


def _game(title: Any, number: int, positions: int) -> Iterator[tuple[str, str]]:
    """Positions of one random game, spread over its length."""
    from roundhouse.engine.contract import OVER
    from roundhouse.engine.dice import Dice
    from roundhouse.games.sight import sight

    least, most = title.players
    game = title.game(least + number % (most - least + 1), title.editions[number % len(title.editions)])
    drawing, texts = title.room.drawing, title.room.texts
    state, dice, way = game.start(), Dice(31, number), []
    while state.to_act != OVER:
        way.append(int(state.random_by_kind(dice)))
        state.apply(way[-1])
    wanted = {len(way) * n // positions for n in range(positions)} | {len(way) - 1}
    ground = drawing.ground(game)
    yield "ground", repr((ground.width, ground.height, ground.letters, ground.rail, ground.strip, str(ground.svg)))
    state = game.start()
    for n, code in enumerate(way):
        seat = int(state.to_act) if state.to_act >= 0 else n % game.seats
        before = state.copy()
        facts = state.tell(code)
        if n in wanted:
            looks, names = sight(before, seat), NAMES[:game.seats]
            yield "pieces", str(drawing.pieces(looks, names))
            yield "spots", repr(drawing.spots(looks))
            yield "choices", repr(drawing.choices(looks))
            yield "bids", repr(drawing.bid_note(looks, 12) if looks.acts else "")
            yield "panels", repr(drawing.panels(looks))
            yield "aside", str(drawing.aside(looks, names))
            yield "scene", str(drawing.scene(game, facts, names))
            yield "film", repr([drawing.movements(game, fact, seat) for fact in facts])
            yield "sums", repr([(fact.money, fact.scored, fact.account) for fact in facts])
            yield "pointed at", repr([fact.spots for fact in facts])
            yield "books", repr(title.room.books.entries(game, facts))
            yield "log", repr([texts.tell(game, fact) for fact in facts])
            yield "prompt", repr(texts.prompt(looks))
            yield "terminal", repr(texts.board(looks))


def of(checkout: Path, names: list[str], positions: int) -> dict[str, Shown]:
    """What a checkout shows."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, str(Path(__file__).resolve()), "--inside", "--positions", str(positions), *names]
    done = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=True)
    found: dict[str, Shown] = json.loads(done.stdout)
    return found


def main() -> None:
    """Compare the checkouts with the first, and say which parts differ in how many positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="checkouts (folders), and titles")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_intermixed_args()
    names = [word for word in asked.what if not Path(word).is_dir()]
    if asked.inside:
        print(json.dumps(shown_all(names, asked.positions)))
        return
    first, *others = [Path(word).resolve() for word in asked.what if Path(word).is_dir()]
    before = of(first, names, asked.positions)
    for other in others:
        after = of(other, names, asked.positions)
        for name, parts in before.items():
            told = {part: list(zip(seen, after[name][part])) for part, seen in parts.items()}
            differ = Counter({part: sum(a != b for a, b in pairs) for part, pairs in told.items()})
            said = ", ".join(f"{part} {n} of {len(told[part])}" for part, n in differ.items() if n)
            print(f"{name}: {len(parts['pieces'])} positions, {said or 'no difference'}")
            for part, pairs in told.items():
                for n, (a, b) in enumerate(pairs):
                    if a != b and asked.out:
                        asked.out.mkdir(parents=True, exist_ok=True)
                        (asked.out / f"{name}-{part}-{n}.txt").write_text(f"{a}\n\n{b}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
