"""What happens in a game of Appalachian Trail. Cards and cells are named as the notation names them."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact

UNSEEN = "?"
COMPLETE, STOPPED = "complete", "stopped"
CHART = tuple(f"AT-SCO-{line}" for line in range(1, 9))


def spot(seat: int, cell: str) -> str:
    """The name of a cell of somebody's area among all places of the table."""
    return f"{seat}:{cell}"


def display_spot(card: str) -> str:
    return f"display-{card}"


# ---- set-up, and cards from the deck ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WentFirst(Fact):
    """Somebody was the most recent hiker, by chance or by choice."""

    rules: ClassVar[tuple[str, ...]] = ("AT-SET-4", "AT-OPT-4")
    seat: int


@dataclass(frozen=True, slots=True)
class GoalDealt(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AT-SET-1",)
    seat: int
    terrain: str
    cell: str
    right: int
    """Who sits to the right, and will begin with that terrain (AT-TRL-1)."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (spot(self.seat, self.cell),)


@dataclass(frozen=True, slots=True)
class CardDealt(Fact):
    """A card into a hand, which its player alone sees (AT-HID-4)."""

    rules: ClassVar[tuple[str, ...]] = ("AT-SET-2",)
    seat: int
    card: str

    def seen_by(self, seat: int) -> Fact:
        return self if seat == self.seat else replace(self, card=UNSEEN)


@dataclass(frozen=True, slots=True)
class CardDrawn(CardDealt):
    rules: ClassVar[tuple[str, ...]] = ("AT-DRW-3",)


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Fact):
    """A card from the deck to the display."""

    rules: ClassVar[tuple[str, ...]] = ("AT-SET-2", "AT-DRW-2")
    card: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (display_spot(self.card),)


# ---- a turn ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(facts.TurnBegan):
    rules: ClassVar[tuple[str, ...]] = ("AT-TURN-1",)


@dataclass(frozen=True, slots=True)
class CardDemanded(Fact):
    """All others have just used no card while the deck holds some: this player has to use one."""

    rules: ClassVar[tuple[str, ...]] = ("AT-END-3",)
    seat: int


@dataclass(frozen=True, slots=True)
class PlayEnded(Fact):
    """Somebody is done with playing, after so many cards."""

    rules: ClassVar[tuple[str, ...]] = ("AT-TURN-3",)
    seat: int
    used: int


@dataclass(frozen=True, slots=True)
class HandWasEmpty(Fact):
    """A turn began without a card to use, so its play part ended by itself."""

    rules: ClassVar[tuple[str, ...]] = ("AT-TURN-3",)
    seat: int


@dataclass(frozen=True, slots=True)
class CardDiscarded(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AT-DIS-1",)
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardTaken(Fact):
    """A face-up card goes into a hand; all see which."""

    rules: ClassVar[tuple[str, ...]] = ("AT-DRW-1",)
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DeckDrawn(Fact):
    """Somebody draws from the deck; which card it is, chance says next."""

    rules: ClassVar[tuple[str, ...]] = ("AT-DRW-1",)
    seat: int


# ---- cards laid and lifted -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrailLaid(Fact):
    """A Trail card. AT-TRL-1 if the trail begins with it."""

    rules: ClassVar[tuple[str, ...]] = ("AT-TRL-1", "AT-TRL-3")
    seat: int
    card: str
    laid: str
    """The card as laid: first letter left and above."""
    cell: str
    joins_goal: bool
    """Whether it meets the Goal with the Goal's terrain."""
    beside_goal: bool
    missing: int
    """Cards from here to the Goal at least, whatever their terrain; 0 if it is there, or no way is open."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (spot(self.seat, self.cell),)


@dataclass(frozen=True, slots=True)
class TrailCompleted(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AT-CMP-1",)
    seat: int
    number: int
    """The first to complete, the second, .."""
    cards: int
    """Of the continuous trail (AT-SCO-11)."""
    lines: tuple[tuple[str, int], ...]
    """What counts for that player now: the lines of the chart, by name, and their points."""
    score: int


@dataclass(frozen=True, slots=True)
class SideLaid(Fact):
    """A two-sided card in somebody's area."""

    seat: int
    area: int
    """In whose area it lies."""
    card: str
    cell: str
    points: int
    set: str
    count: int
    """Active sides of that set in the area now."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (spot(self.area, self.cell),)


@dataclass(frozen=True, slots=True)
class ObstacleLaid(SideLaid):
    rules: ClassVar[tuple[str, ...]] = ("AT-OBS-1",)


@dataclass(frozen=True, slots=True)
class ImprovementLaid(SideLaid):
    rules: ClassVar[tuple[str, ...]] = ("AT-IMP-1",)


@dataclass(frozen=True, slots=True)
class ObstacleRemoved(Fact):
    """A Ranger and an obstacle leave the game."""

    rules: ClassVar[tuple[str, ...]] = ("AT-RNG-2",)
    seat: int
    card: str
    cell: str
    points: int
    set: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (spot(self.seat, self.cell),)


@dataclass(frozen=True, slots=True)
class WayClosed(Fact):
    """The last way to a Goal is taken, by an obstacle or by one's own improvement."""

    rules: ClassVar[tuple[str, ...]] = ("AT-OBS-4", "AT-IMP-3")
    seat: int


@dataclass(frozen=True, slots=True)
class WayOpened(Fact):
    """There is a way to the Goal again."""

    rules: ClassVar[tuple[str, ...]] = ("AT-RNG-2",)
    seat: int


# ---- the score -------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A card that counts in a line of a score."""

    card: str
    """As laid for a Trail card, else its kind."""
    side: str
    """trail, obstacle or improvement."""
    cell: str
    points: int
    """What it counts by itself; 0 where the line counts its cards together."""


@dataclass(frozen=True, slots=True)
class ScoreLine(Fact):
    """A line of somebody's score, and what makes it; the cards are told also where they bring no points."""

    rules: ClassVar[tuple[str, ...]] = CHART
    seat: int
    line: str
    points: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class LineChanged(Fact):
    """A play changed what somebody would score if the game ended now."""

    rules: ClassVar[tuple[str, ...]] = CHART
    seat: int
    line: str
    before: int
    points: int
    parts: tuple[Part, ...]
    """What makes the line now."""

    @property
    def gain(self) -> int:
        return self.points - self.before

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, self.gain),)


@dataclass(frozen=True, slots=True)
class ScoreAdded(Fact):
    """The lines of a score that count, added up."""

    rules: ClassVar[tuple[str, ...]] = ("AT-SCO-9",)
    seat: int
    lines: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Ended(facts.Ended):
    rules: ClassVar[tuple[str, ...]] = ("AT-END-2", "AT-END-3")
    deck: int
    """Cards left in it."""


@dataclass(frozen=True, slots=True)
class Won(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AT-SCO-9",)
    winners: tuple[int, ...]
    tied: bool
    """Others have as many points, but completed later or never."""


FACTS: tuple[type[Fact], ...] = (
    WentFirst, GoalDealt, CardDealt, CardDrawn, CardTurnedUp, TurnBegan, CardDemanded, PlayEnded, HandWasEmpty,
    CardDiscarded, CardTaken, DeckDrawn, TrailLaid, TrailCompleted, ObstacleLaid, ImprovementLaid, ObstacleRemoved,
    WayClosed, WayOpened, ScoreLine, LineChanged, ScoreAdded, Ended, Won,
)
