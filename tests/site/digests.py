"""Games by their digests, a line each: run natively and in a browser's Python, to be the same."""
from __future__ import annotations

import hashlib

import roundhouse
from roundhouse.bots import unhurried
from roundhouse.bots.match import play
from roundhouse.games import Setup

TABLES = (
    ("irish-gauge", 3, None), ("age-of-rail", 3, None), ("age-of-rail", 4, "allegheny"), ("narrow-gauge", 2, None),
    ("appalachian-trail", 2, None),
)
COMPILED = (["random"], ["level-2"], ["search-12", "level-3"], ["search-12@net", "level-1"])
PLAIN = (["random"],)


def games(compiled: bool) -> list[str]:
    """Each table played by each company of bots, with the digest of its record."""
    lines = []
    for title, seats, edition in TABLES:
        for bots in COMPILED if compiled else PLAIN:
            names = [bots[number % len(bots)] for number in range(seats)]
            record = play(Setup.of(title, seats, edition, None), names, [unhurried(name) for name in names], 7)
            digest = hashlib.sha256(record.dumps().encode()).hexdigest()[:16]
            lines.append(f"{title} {edition or ''} {'+'.join(bots)} {digest}")
    return lines


if __name__ == "__main__":
    for line in games(roundhouse.ENGINE == "compiled"):
        print(line)
