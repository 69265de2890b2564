"""Playthroughs of the games as OpenSpiel writes them, long lines cut short. To write them anew:

    python -m tests.envs.playthroughs
"""
from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import roundhouse.envs.openspiel  # noqa: F401  (registers the games)
from roundhouse.envs.names import openspiel
from roundhouse.games import titles

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {title.folder.name: f"{openspiel(name)}(recall=32)" for name, title in titles().items()} | {
    "narrow_gauge_random_order": "roundhouse_narrow_gauge(recall=32,order=random-order,hidden-money=on)",
}
SEED = 3
WIDTH = 160
DONE = re.compile(r"# State|# Apply|action: ")
SEEN_BY_0 = re.compile(r"(?!InformationStateTensor|\w+\([1-9]\))")


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def fresh(name: str) -> str:
    """A random game."""
    return abridged(playthrough(GAMES[name], None, seed=SEED))


def again(name: str) -> str:
    """The game in the file, played once more."""
    actions = re.findall(r"^action: (\d+)$", path(name).read_text(encoding="utf-8"), re.MULTILINE)
    return abridged(playthrough(GAMES[name], [int(action) for action in actions]))


def abridged(text: str) -> str:
    """The first decision of a player and the end as player 0 sees them; of all else what was done and a digest.

    So it is short enough to be read, and still no change goes unseen.
    """
    head, *states = re.split(r"\n(?=# State )", text)
    first = next(n for n, state in enumerate(states) if "\nCurrentPlayer() = 0\n" in state)
    shown = {first: SEEN_BY_0, len(states) - 1: SEEN_BY_0}
    return "\n".join([head, *(_cut(state, shown.get(n, DONE)) for n, state in enumerate(states))])


def _cut(state: str, kept: re.Pattern[str]) -> str:
    """The entries that are kept, long lines cut short, and a digest of all that is left out."""
    entries = re.split(r"\n(?=[A-Za-z#])", state)
    left_out = [entry for entry in entries if not kept.match(entry)]
    lines = "\n".join(entry for entry in entries if kept.match(entry)).split("\n")
    left_out += [line[WIDTH:] for line in lines if len(line) > WIDTH]
    digest = f"# and {sum(map(len, left_out))} characters more, {sha256(repr(left_out).encode()).hexdigest()[:12]}"
    return "\n".join([*(line[:WIDTH] for line in lines), *([digest, ""] if left_out else [])])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path(name).write_text(fresh(name), encoding="utf-8")
        print(path(name).relative_to(Path.cwd()), path(name).stat().st_size)
