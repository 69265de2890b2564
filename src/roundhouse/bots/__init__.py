"""Players that are programs."""
from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.random import RandomBot
from roundhouse.bots.thinkers import GreedyBot, SearchBot
from roundhouse.games.title import ChoiceError

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search-100": lambda: SearchBot(100),
    "search-500": lambda: SearchBot(500),
}


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        near = get_close_matches(name, BOTS, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise ChoiceError(f"there is no bot '{name}': {', '.join(BOTS)}{hint}")
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "Seat", "bot"]
