"""Searches for the spots of all names on the maps that come with the house, and keeps them in the package.

    python scripts/names.py            # half a minute; after any change to a map, to its type or to the search
"""
from __future__ import annotations

import json

from roundhouse.games import game, title
from roundhouse.games.age_of_rail.labels import LARGER, named, obstacles
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import sheet
from roundhouse.games.labels import THOROUGH, clear, searched
from roundhouse.games.settled import FILE, fingerprint, written


def main() -> None:
    found: dict[str, str] = {}
    for edition in title("age-of-rail").editions:
        made = game("age-of-rail", 3, edition=edition)
        assert isinstance(made, AgeOfRail)
        at = sheet(made)
        around = obstacles(made, at)
        for larger in (1, LARGER):
            names = named(made, at, larger)
            key = fingerprint(names, around)
            if key in found:
                continue
            spots = searched(names, around, THOROUGH)
            found[key] = written(spots)
            print(f"{edition}, letters times {larger}: {len(clear(spots))} of {len(names)} names are clear")
    FILE.write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    main()
