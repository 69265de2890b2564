"""Where the tables that belong to a board are printed: on a rail beside it, or on a strip along its lower edge."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.markup import Inside, Markup, tag


def rail(*sections: Inside) -> Markup:
    """The sections of a board's tables on a rail beside it, as HTML."""
    return tag("div", *sections, class_="rail", role="region", aria_label="Beside the board", tabindex=0)


def strip(*sections: Inside) -> Markup:
    """The same sections on a strip below the board."""
    return tag("div", *sections, class_="strip", role="region", aria_label="Below the board", tabindex=0)


def initials(names: Sequence[str]) -> list[str]:
    """A letter for each seat: the first of its name that no seat before it took, or else its number."""
    taken: list[str] = []
    for name in names:
        free = (letter for letter in name.upper() if letter.isalnum() and letter not in taken)
        taken.append(next(free, str(len(taken) + 1)))
    return taken


def pawn(seat: int, names: Sequence[str]) -> Markup:
    """A seat's marker: its colour, its letter, and for who can't see it its name."""
    letter = tag("b", initials(names)[seat], aria_hidden="true")
    return tag("span", letter, tag("span", names[seat], class_="said"), class_=f"pawn line-{seat}", title=names[seat])
