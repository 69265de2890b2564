"""Players that are programs."""
from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import cast

from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.random import RandomBot
from roundhouse.bots.thinkers import GreedyBot, LevelBot, SearchBot
from roundhouse.errors import UserError
from roundhouse.plugins import guest, is_own, own, told

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "level-1": lambda: GreedyBot(slips=40),
    "level-2": GreedyBot,
    "level-3": lambda: LevelBot(3),
    "level-4": lambda: LevelBot(4),
    "level-5": lambda: LevelBot(5),
}
SEARCH = re.compile(r"search-([1-9]\d{0,6})")
TIMED = re.compile(r"search-(\d{1,3}(?:\.\d+)?)s")


def bot(name: str) -> Bot:
    """A bot by its name, tree search for so many iterations (search-800) or seconds a move (search-1.5s), or your own
    (mybot.py:Clever)."""
    if name in BOTS:
        return BOTS[name]()
    if found := SEARCH.fullmatch(name):
        return SearchBot(int(found[1]))
    if found := TIMED.fullmatch(name):
        return SearchBot(seconds=float(found[1]))
    if is_own(name):
        return own_bot(name)
    near = get_close_matches(name, BOTS, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    known = ", ".join([*BOTS, "search-N", "search-Ns (seconds)"])
    raise UserError(f"there is no bot '{name}': {known}, or FILE.py:CLASS{hint}")


def own_bot(name: str) -> Bot:
    """A user's bot, from FILE.py:CLASS."""
    kind = own(name, "bot")
    if not callable(kind) or not hasattr(kind, "choose"):
        file, _, wanted = name.rpartition(":")
        raise UserError(f"{file} has no class '{wanted}' with a method choose(seat, dice)")
    try:
        with guest():
            return cast(Bot, kind())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise UserError(f"{name} can't be made: {told(error)}") from error


__all__ = ["BOTS", "Bot", "Seat", "bot"]
