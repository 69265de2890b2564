"""The names of seats on a page: of people, of bots, and of whoever reads it."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from roundhouse.games.addressing import Oneself
from roundhouse.games.words import listed, plain
from roundhouse.web.tables.model.info import SeatInfo

LEVEL_NAMES = {f"level-{n}": f"level {n}" for n in range(1, 7)}
LONGEST_NAME = 14       # as much of a name as has room on a board
BOT_NAMES = ("Trevithick", "Stephenson", "Brunel", "Hackworth", "Gooch", "Locke")


def called(seats: Sequence[SeatInfo]) -> list[str]:
    """How the seats are called. Bots get a name of their own, so that the log says which of them acts; whoever else has
    one name with another, as in an uploaded game, gets a number. To one who plays for a single seat it is "you"."""
    names = [
        bot_name(n) if seat.kind == "bot" and not seat.stand_in else seat.name
        for n, seat in enumerate(seats)
    ]
    names = [f"{name} {names[:n].count(name) + 1}" if names.count(name) > 1 else name for n, name in enumerate(names)]
    mine = [n for n, seat in enumerate(seats) if seat.mine]
    if len(mine) == 1:
        names[mine[0]] = Oneself(names[mine[0]])
    return names


def listed_bots(levels: Mapping[int, str]) -> str:
    """Bots by their seats and what each is called there, with their levels: "Stephenson and Brunel, level 2"."""
    said = {number: LEVEL_NAMES.get(level, level) for number, level in levels.items()}
    if len(set(said.values())) == 1:
        return f"{_and(map(bot_name, said))}, {next(iter(said.values()))}"
    return _and(f"{bot_name(number)} ({level})" for number, level in said.items())


def _and(items: Iterable[str]) -> str:
    return plain(listed(items), [])


def bot_name(number: int) -> str:
    """The name of a bot on that seat."""
    return BOT_NAMES[number % len(BOT_NAMES)]


def short(name: str) -> str:
    """A name, cut where there is no room for all of it."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
