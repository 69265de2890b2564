"""Players that are programs."""
from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.masters import HOUSE_NET, MASTER, MasterBot, house_net
from roundhouse.bots.own import own_bot
from roundhouse.bots.random import RandomBot
from roundhouse.bots.thinkers import GreedyBot, GuidedBot, LevelBot, SearchBot
from roundhouse.errors import UserError
from roundhouse.plugins import is_own, offered

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "level-1": lambda: GreedyBot(slips=None),
    "level-2": GreedyBot,
    "level-3": lambda: LevelBot(3),
    "level-4": lambda: LevelBot(4),
    "level-5": lambda: LevelBot(5),
    MASTER: MasterBot,
}
SEARCH = re.compile(r"search-([1-9]\d{0,6})")
TIMED = re.compile(r"search-(\d{1,3}(?:\.\d+)?)s")


def bot(name: str) -> Bot:
    """A bot by its name, tree search for so many iterations (search-800) or seconds a move (search-1.5s), or your own
    (mybot.py:Clever). What guides a search comes after an @: the house's net for the game (search-800@net), or a class
    of your own (search-800@mine.py:Net)."""
    if name in BOTS:
        return BOTS[name]()
    how, at, who = name.partition("@")
    searches = SEARCH.fullmatch(how), TIMED.fullmatch(how)
    iterations = int(searches[0][1]) if searches[0] else None
    seconds = float(searches[1][1]) if searches[1] else None
    if any(searches):
        if who == HOUSE_NET:
            return GuidedBot(house_net, iterations, seconds)
        return own_bot(who, iterations, seconds) if at else SearchBot(iterations, seconds)
    if is_own(name):
        return own_bot(name)
    known = [*BOTS, *offered()]
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise UserError(f"there is no bot '{name}': {', '.join([*known, 'search-N', 'search-Ns (seconds)'])}, or "
                    f"FILE.py:CLASS{hint}")


def unhurried(name: str) -> Bot:
    """A bot by its name. A level makes all its iterations, however long they take on a busy machine: so its games are
    the same everywhere, as experiments need it."""
    made = bot(name)
    if isinstance(made, LevelBot | MasterBot):
        made.seconds = None
    return made


__all__ = ["BOTS", "Bot", "Seat", "bot", "unhurried"]
