"""What happens to cards in any game: they are drawn into a hand, which its player alone sees, and discarded."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from roundhouse.games.film import Movement, panel
from roundhouse.games.kit.telling import OfSeat, Things

CARD_SPOT = "card-{}"
Card = Annotated[str, "card", CARD_SPOT]

DECK = "deck, .deck"
"""Where cards come from: a spot of the board, or else the section that tells of the deck."""
OUT = ".deck"
"""Where cards go that are used."""


def card_spot(card: str) -> str:
    """The place of a card in the hand that is looked at."""
    return CARD_SPOT.format(card)


def in_hand(at: Things, seat: int, card: str | None) -> str:
    """Where a card of a seat's hand lies for whoever looks; with the seat where it can't be seen."""
    return f"{card_spot(card)}, {panel(seat)}" if card and at.viewer in (seat, None) else panel(seat)


@dataclass(frozen=True, slots=True)
class CardDrawn(OfSeat):
    """From the deck into a hand. Its player alone sees which."""

    says: ClassVar[str | Mapping[str, str]] = "{seat} draws {card}."
    hidden: ClassVar = ("card",)

    card: Card | None
    """None for one that can't be seen."""

    def film(self, at: Things) -> list[Movement]:
        """A card from the deck into the hand; into the panel and face down where it can't be seen."""
        return [Movement(at.face(self.card), DECK, in_hand(at, self.seat, self.card))]


@dataclass(frozen=True, slots=True)
class CardDiscarded(OfSeat):
    """Out of a hand, for all to see."""

    says: ClassVar = "{seat} discards {card}."
    first: ClassVar = ("card",)

    card: Card

    def film(self, at: Things) -> list[Movement]:
        """The card from the hand to where used cards go."""
        return [Movement(at.face(self.card), in_hand(at, self.seat, self.card), OUT)]
