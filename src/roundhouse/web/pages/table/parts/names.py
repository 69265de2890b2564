"""The names of seats on a page: of people, of bots, and of whoever reads it."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.addressing import Oneself
from roundhouse.web.tables.model.info import SeatInfo

LEVEL_NAMES = {f"level-{n}": f"level {n}" for n in range(1, 7)}
LONGEST_NAME = 14       # as much of a name as has room on a board
BOT_NAMES = ("Trevithick", "Stephenson", "Brunel", "Hackworth", "Gooch", "Locke")


def called(seats: Sequence[SeatInfo]) -> list[str]:
    """How the seats are called. Bots get a name of their own, so that the log says which of them acts; whoever else has
    one name with another, as in an uploaded game, gets a number. To one who plays for a single seat it is "you"."""
    names = [
        BOT_NAMES[n % len(BOT_NAMES)] if seat.kind == "bot" and not seat.stand_in else seat.name
        for n, seat in enumerate(seats)
    ]
    names = [f"{name} {names[:n].count(name) + 1}" if names.count(name) > 1 else name for n, name in enumerate(names)]
    mine = [n for n, seat in enumerate(seats) if seat.mine]
    if len(mine) == 1:
        names[mine[0]] = Oneself(names[mine[0]])
    return names


def short(name: str) -> str:
    """A name, cut where there is no room for all of it."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
