"""Players that are programs."""
from __future__ import annotations

from difflib import get_close_matches

from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.random import RandomBot
from roundhouse.games.title import ChoiceError

BOTS: dict[str, type[Bot]] = {"random": RandomBot}


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        near = get_close_matches(name, BOTS, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise ChoiceError(f"there is no bot '{name}': {', '.join(BOTS)}{hint}")
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "Seat", "bot"]
