"""The bot that any other must beat."""
from __future__ import annotations

from roundhouse.bots.bot import Seat
from roundhouse.engine.dice import Dice


class RandomBot:
    """Every legal action with the same chance."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """Any legal action, each with the same chance."""
        codes = seat.legal()
        return codes[dice.below(len(codes))]
