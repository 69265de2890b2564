"""What happens in a game of Appalachian Trail: each kind with its numbers, its sentence, what it moves and books."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact, Place, Seat, Word
from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from roundhouse.games.film import Movement, panel
from roundhouse.games.kit import cards
from roundhouse.games.kit.cards import DECK, OUT, Card, card_spot, in_hand
from roundhouse.games.kit.telling import OfSeat, Said, Things, Told

Terrain = Annotated[str, "terrain"]
Points = Annotated[int, "points"]
Side = Annotated[tuple[str, str], "side"]
"""A two-sided card, and which side of it counts; a Trail card counts as "trail"."""

COMPLETE, STOPPED = "complete", "stopped"
CHART = tuple(f"AT-SCO-{line}" for line in range(1, 9))
OBSTACLE, IMPROVEMENT = "obstacle", "improvement"
PLAYED, TAKEN, LINE = "card played", "card taken", "score line"


def spot(seat: int, cell: str) -> str:
    """The name of a cell of somebody's area among all places of the table."""
    return f"{seat}:{cell}"


DISPLAY_SPOT = "display-{}"     # where a face-up card lies, as the drawing names it
FaceUp = Annotated[str, "card", DISPLAY_SPOT]


# ---- set-up, and cards from the deck ---------------------------------------------------------------------------------


class WentFirst(OfSeat):
    """Somebody was the most recent hiker, by chance or by choice."""

    rules: ClassVar = ("AT-SET-4", "AT-OPT-4")
    says: ClassVar = "{seat} goes first."


class OnCell(OfSeat):
    """Something that happens on a `cell` of a seat's own area, or of the one that it names as `area`."""

    where: ClassVar = ("at",)

    @property
    def at(self) -> Place:
        """The cell, named with the seat in whose area it lies."""
        return spot(getattr(self, "area", self.seat), self.cell)    # type: ignore[attr-defined]


class Sided:
    """What speaks of a `card` with one `side` that counts."""

    __slots__ = ()

    @property
    def what(self) -> Side:
        """The card, with that side."""
        return self.card, self.side     # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class GoalDealt(OnCell):
    """A seat's Goal is drawn, and with it the terrain that the seat on its right begins with."""

    rules: ClassVar = ("AT-SET-1",)
    says: ClassVar = "{seat} has the {terrain} Goal; {right} will begin with {terrain}."

    terrain: Terrain
    cell: str
    right: Seat
    """Who sits to the right, and will begin with that terrain (AT-TRL-1)."""

    def film(self, at: Things) -> list[Movement]:
        """A card's back, from the deck to the Goal's cell."""
        return [Movement(at.face(""), DECK, self.at)]


class CardDrawn(cards.CardDrawn):
    """A card into a first hand (AT-HID-4), or from the deck into a hand; all others see only that it came."""

    rules: ClassVar = ("AT-SET-2", "AT-DRW-3")
    says: ClassVar = {"AT-SET-2": "{seat} is dealt {card}.", "AT-DRW-3": "{seat} gets {card}."}


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Told, Fact):
    """A card from the deck to the display."""

    rules: ClassVar = ("AT-SET-2", "AT-DRW-2")
    where: ClassVar = ("card",)
    says: ClassVar = "Laid face up: {card}."

    card: FaceUp

    def film(self, at: Things) -> list[Movement]:
        """The card, from the deck to the display."""
        return [Movement(at.face(self.card), DECK, DISPLAY_SPOT.format(self.card))]


# ---- a turn ----------------------------------------------------------------------------------------------------------


class TurnBegan(Told, facts.TurnBegan):
    """Whose turn it is shows on the table."""

    rules: ClassVar = ("AT-TURN-1",)
    silent: ClassVar = ("seat",)


class CardDemanded(OfSeat):
    """All others have just used no card while the deck holds some: this player has to use one."""

    rules: ClassVar = ("AT-END-3",)
    says: ClassVar = "{seat} has to use a card: the deck still holds cards, and all others have just used none."


@dataclass(frozen=True, slots=True)
class PlayEnded(OfSeat):
    """Somebody is done with playing, after so many cards."""

    rules: ClassVar = ("AT-TURN-3",)
    offers: ClassVar = ("Done", {"some": "Done with playing", "0": "Use no card"})
    lit: ClassVar = "leave"
    goes_by: ClassVar = "used"
    says: ClassVar = {"some": "{seat} is done.", "0": "{seat} uses no card."}

    used: int


class HandWasEmpty(OfSeat):
    """A turn began without a card to use, so its play part ended by itself."""

    rules: ClassVar = ("AT-TURN-3",)
    says: ClassVar = "{seat} has no card left to use."


class CardDiscarded(cards.CardDiscarded):
    """A card thrown away instead of being played."""

    rules: ClassVar = ("AT-DIS-1",)
    offers: ClassVar = ("Discard instead", "Discard {card:short}")
    lit: ClassVar = "trade"


@dataclass(frozen=True, slots=True)
class CardTaken(OfSeat):
    """A face-up card goes into a hand; all see which."""

    rules: ClassVar = ("AT-DRW-1",)
    takes: ClassVar = (TAKEN, "{card:booked}")
    offers: ClassVar = ("Draw", "Take {card:short}")
    lit: ClassVar = "trade"
    says: ClassVar = "{seat} takes {card} from the display."

    card: Card

    def film(self, at: Things) -> list[Movement]:
        """The card, from the display to the seat's hand."""
        return [Movement(at.face(self.card), DISPLAY_SPOT.format(self.card), in_hand(at, self.seat, self.card))]


class DeckDrawn(OfSeat):
    """Somebody draws from the deck; which card it is, chance says next."""

    rules: ClassVar = ("AT-DRW-1",)
    offers: ClassVar = ("Draw", "From the deck")
    lit: ClassVar = "trade"
    says: ClassVar = "{seat} draws from the deck."


# ---- cards laid and lifted -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrailLaid(OnCell):
    """A Trail card. AT-TRL-1 if the trail begins with it."""

    rules: ClassVar = ("AT-TRL-1", "AT-TRL-3")
    offers: ClassVar = ("Lay {card}", "{card}{turned|True= turned|} on {at}")
    lit: ClassVar = "lay"
    first: ClassVar = ("card",)
    says: ClassVar = {
        "AT-TRL-1": "{seat} begins the trail with {card} on {at}.",
        "AT-TRL-1 turned": "{seat} begins the trail with {card} turned, as {laid}, on {at}.",
        "AT-TRL-3": "{seat} lays {card} on {at}.",
        "AT-TRL-3 turned": "{seat} lays {card} turned, as {laid}, on {at}.",
    }

    card: Card
    laid: Word
    """The card as laid: first letter left and above."""
    cell: str
    beside_goal: bool
    """Whether it lies beside the Goal."""
    missing: int
    """Cards from here to the Goal at least, whatever their terrain; 0 if it is there, or no way is open."""

    @property
    def turned(self) -> bool:
        """Whether it is laid the other way round."""
        return self.laid != self.card

    def film(self, at: Things) -> list[Movement]:
        """The card as laid, from the seat's hand to the cell."""
        return [Movement(at.face(self.laid), in_hand(at, self.seat, self.card), self.at)]

    def entries(self, at: Things) -> list[Entry]:
        """The card as one played, and its cell as built on."""
        return [Took(PLAYED, self.card, self.seat), Built(self.cell, "trail")]


@dataclass(frozen=True, slots=True)
class SideLaid(Sided, OnCell):
    """A two-sided card in somebody's area."""

    side: ClassVar[str]
    takes: ClassVar = (PLAYED, "{what}")
    first: ClassVar = ("card",)

    area: Seat
    """In whose area it lies."""
    card: Card
    cell: str
    points: Points
    set: Word
    count: int
    """Active sides of that set in the area now."""

    def film(self, at: Things) -> list[Movement]:
        """The card, from the hand of the seat that lays it to the cell."""
        return [Movement(at.face(self.card), in_hand(at, self.seat, self.card), self.at)]

    def entries(self, at: Things) -> list[Entry]:
        """The side as one played, and its cell as built on."""
        return [*Told.entries(self, at), Built(self.cell, self.side)]


class ObstacleLaid(SideLaid):
    """A two-sided card as an obstacle in the area of an opponent."""

    rules: ClassVar = ("AT-OBS-1",)
    offers: ClassVar = ("Put an obstacle before another", "{what} on {at}")
    lit: ClassVar = "hinder"
    says: ClassVar = "{seat} lays {what} {points} {set} in {area}'s way, on {at}."
    side: ClassVar = OBSTACLE


class ImprovementLaid(SideLaid):
    """A two-sided card as an improvement in the player's own area."""

    rules: ClassVar = ("AT-IMP-1",)
    offers: ClassVar = ("Improve your trail", "{what} on {at}")
    lit: ClassVar = "grow"
    says: ClassVar = "{seat} improves the trail with {what} {points} {set} on {at}."
    silent: ClassVar = ("area",)    # one's own
    side: ClassVar = IMPROVEMENT


@dataclass(frozen=True, slots=True)
class ObstacleRemoved(Sided, OnCell):
    """A Ranger and an obstacle leave the game."""

    rules: ClassVar = ("AT-RNG-2",)
    takes: ClassVar = (PLAYED, "ranger")
    offers: ClassVar = ("Call a Ranger", "to {at}")
    lit: ClassVar = "grow"
    says: ClassVar = "{seat}'s Ranger removes {what} {points} {set} from {at}."
    side: ClassVar = OBSTACLE

    card: Card
    cell: str
    points: Points
    set: Word

    @property
    def by(self) -> tuple[str, ...]:
        """The Ranger in the hand, which is chosen before the obstacle."""
        return (card_spot("ranger"),)

    def film(self, at: Things) -> list[Movement]:
        """The Ranger comes, and the obstacle leaves the game."""
        return [Movement(at.face("ranger"), panel(self.seat), self.at), Movement(at.face(self.card), self.at, OUT)]


class WayClosed(OfSeat):
    """The last way to a Goal is taken, by an obstacle or by one's own improvement."""

    rules: ClassVar = ("AT-OBS-4", "AT-IMP-3")
    says: ClassVar = "{seat} has no way to the Goal left."


class WayOpened(OfSeat):
    """There is a way to the Goal again."""

    rules: ClassVar = ("AT-RNG-2",)
    says: ClassVar = "{seat} has a way to the Goal again."


# ---- the score -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain(Said):
    """What the arrival at the Goal changes in a line of the score."""

    goes_by: ClassVar = "line"
    says: ClassVar = {
        "first": "{gain:signed|# point|# points} for being first",
        "unfinished": "{gain:signed|# point|# points} as the {lifted} for an incomplete trail is lifted",
        "trail": "{gain:signed|# point|# points} for its cards",
    }

    line: str
    gain: int

    @property
    def lifted(self) -> Points:
        """The points for an incomplete trail, as they counted before."""
        return -self.gain


@dataclass(frozen=True, slots=True)
class TrailCompleted(OfSeat):
    """With it change the lines of the score that hang on the arrival alone; each is told with its gain."""

    rules: ClassVar = ("AT-CMP-1",)
    goes_by: ClassVar = "number"
    says: ClassVar = {
        "1": "{seat} is the first to complete the trail, with {cards|# card|# cards} to the Goal{gains|0=|: }{gains}.",
        "some": "{seat} completes the trail, number {number}, with {cards|# card|# cards} to the Goal"
        "{gains|0=|: }{gains}.",
    }

    number: int
    """The first to complete, the second, .."""
    cards: int
    """Of the continuous trail (AT-SCO-11)."""
    gains: tuple[Gain, ...]
    lines: tuple[tuple[str, int], ...]
    """What counts for that player now: the lines of the chart, by name, and their points."""
    score: int


ON_ARRIVAL = tuple(Gain.says)
"""The lines of the chart of which the arrival at the Goal tells."""


@dataclass(frozen=True, slots=True)
class Part(Sided, Said):
    """A card that counts in a line of a score, with its points where it has any by itself."""

    goes_by: ClassVar = "points"
    says: ClassVar = {"0": "{what}", "some": "{what} {points}"}

    card: str
    """As laid for a Trail card, else its kind."""
    side: str
    """trail, obstacle or improvement."""
    cell: str
    points: Points
    """What it counts by itself; 0 where the line counts its cards together."""


@dataclass(frozen=True, slots=True)
class ScoreLine(OfSeat):
    """A line of somebody's score, and what makes it; the cards are told also where they bring no points."""

    rules: ClassVar = CHART
    says: ClassVar = {
        "first": "{seat}: first to complete {points}.",
        "unfinished": "{seat}: trail not completed {points}.",
        "trail": "{seat}: cards on the continuous trail {points} ({parts|# card|# cards}).",
        "longest": "{seat}: longest continuous trail {points} ({parts|# card|# cards}).",
        "terrain": "{seat}: longest single terrain {points} ({parts|# card|# cards}: {cells:;}).",
        "wildlife": "{seat}: sets of wildlife {points} ({parts}).",
        "scenery": "{seat}: sets of scenery {points} ({parts}).",
        "sides": "{seat}: active sides {points} ({parts}).",
    }

    line: str
    points: Points
    parts: tuple[Part, ...]

    @property
    def form(self) -> str:
        """The line of the chart; no sentence where it brings no points."""
        return self.line if self.points else ""

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells of its cards, in the seat's area."""
        return tuple(spot(self.seat, part.cell) for part in self.parts)

    def entries(self, at: Things) -> list[Entry]:
        """What each cell has earned, and where the line counts, the line itself with its points."""
        found: list[Entry] = [Earned(part.cell, part.points) for part in self.parts if part.points]
        if self.points:
            name = at.name("line", self.line)
            found += [Took(LINE, name, self.seat), Brought(LINE, name, self.seat, self.points)]
        return found


@dataclass(frozen=True, slots=True)
class LineChanged(OfSeat):
    """A play changed what somebody would score if the game ended now.

    Of the lines that hang on the arrival at the Goal, and of the card itself, their own facts tell.
    """

    rules: ClassVar = CHART
    says: ClassVar = {
        "longest": "{seat} now has the longest continuous trail, "
        "{parts|# card|# cards}: {gain:signed|# point|# points}.",
        "longest lost": "{seat} no longer has the longest continuous trail: {gain:signed|# point|# points}.",
        "terrain": "{seat} now has the longest single terrain, {parts|# card|# cards}: {gain:signed|# point|# points}.",
        "terrain lost": "{seat} no longer has the longest single terrain: {gain:signed|# point|# points}.",
        "wildlife": "A set of wildlife for {seat} ({parts}): {gain:signed|# point|# points}.",
        "wildlife lost": "{seat} loses a set of wildlife: {gain:signed|# point|# points}.",
        "scenery": "A set of scenery for {seat} ({parts}): {gain:signed|# point|# points}.",
        "scenery lost": "{seat} loses a set of scenery: {gain:signed|# point|# points}.",
        "trail": "{seat}'s continuous trail now has {parts|# card|# cards}: {gain:signed|# point|# points}.",
    }

    line: str
    before: int
    points: int
    parts: tuple[Part, ...]
    """What makes the line now."""

    @property
    def gain(self) -> int:
        """The points that the play brings on this line; less than 0 for a loss."""
        return self.points - self.before

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        """The seat, with the change in its score."""
        return ((self.seat, self.gain),)

    @property
    def form(self) -> str:
        """The line won or lost; no sentence for a trail that counted nothing before."""
        if self.line == "trail" and not self.before:
            return ""
        return self.line if self.gain > 0 else f"{self.line} lost"


@dataclass(frozen=True, slots=True)
class ScoreAdded(OfSeat):
    """The lines of a score that count, added up."""

    rules: ClassVar = ("AT-SCO-9",)
    goes_by: ClassVar = "lines"
    says: ClassVar = {
        "some": "{seat}: {lines: } = {score|# point|# points}.",
        "1": "{seat}: {score|# point|# points}.",
        "0": "{seat}: no line of the score counts, {score|# point|# points}.",
    }

    lines: tuple[Points, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Ended(Told, facts.Ended):
    """The end of the game: all trails are complete, or nobody used a card all round."""

    rules: ClassVar = ("AT-END-2", "AT-END-3")
    says: ClassVar = {
        COMPLETE: "All trails are complete: the game is over.",
        f"{STOPPED} deck": "Nobody used a card all round: the game is over.",
        STOPPED: "The deck is empty, and nobody used a card all round: the game is over.",
    }
    silent: ClassVar = ("winners",)     # `Won` tells

    deck: int
    """Cards left in it."""


@dataclass(frozen=True, slots=True)
class Won(Told, Fact):
    """The winner or winners, and whether the points alone were a tie."""

    rules: ClassVar = ("AT-SCO-9",)
    goes_by: ClassVar = "tied"
    says: ClassVar = {
        "False": "{winners:and} {winners|wins|share the win}.",
        "True": "{winners:and} {winners|wins, tied, but first to complete|share the win}.",
    }

    winners: tuple[Seat, ...]
    tied: bool
    """Others have as many points, but completed later or never."""
