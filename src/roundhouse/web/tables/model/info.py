"""What the service tells of tables: to the pages, and as JSON to programs. Nothing here is changed once made."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from roundhouse.engine.contract import State
from roundhouse.records.course import Course, ToldStep


@dataclass(frozen=True)
class SeatRequest:
    """Who shall sit on a seat of a new table. Seats without a wish are open."""

    me: bool = False
    """The one who makes the table. With several of these, several people share one screen."""
    bot: str | None = None
    """A level, "level-1" to "level-5", or a bot that the host lets in."""
    name: str | None = None
    """The name of a person who shares the screen; the player's own name if not said."""
    asked: str | None = None
    """The name of an account that is asked to sit here: the seat is kept for them."""


@dataclass(frozen=True)
class SeatInfo:
    """A seat as it is told to one player."""

    number: int
    name: str
    kind: str
    """"person", "bot" or "open"."""
    stand_in: bool
    """Whether the bot plays for somebody, whose name the seat keeps."""
    level: str | None
    """The level of the bot that acts for this seat."""
    mine: bool
    """Whether the one who asks may act for it (also when a bot does so at the moment)."""
    invite: str | None
    """The token of the invitation, `/join/TOKEN`: for the owner of the table, while the seat is open."""
    may_sit: bool
    """Whether the one who asks may sit down here, without an invitation."""
    away: bool
    """Whether its people have not been here for so long that the others may put in a bot."""
    judges: tuple[int, ...] = ()
    """The seats that must agree to that; none where whoever comes first decides."""
    agreed: tuple[int, ...] = ()
    """Those of them that have agreed."""
    may_change: bool = False
    """Whether the one who asks may give its bot another level."""
    bank: float | None = None
    """Seconds left in its bank when its turn began; None without a clock."""
    ends: bool = False
    """Whether its people agree that the game ends here."""
    hints: int = 0
    """The number of positions at which its people have asked for a hint, where others play."""
    player: int | None = None
    """Who sits there, where one may look and a page of theirs is known to be theirs; None for a bot."""
    kept: bool = False
    """Whether the seat is open and kept for the one who asks."""


@dataclass(frozen=True)
class TableInfo:
    """A table as everybody may know it, with what is special for the one who asks."""

    id: str
    game: str
    title: str
    edition: str
    options: dict[str, object]
    status: str
    """"waiting" for people to sit down, "playing", "over", or "closed" before its end."""
    public: bool
    pace: str
    """"live", or "days" for about a move a day."""
    step: int
    """How many steps have been made."""
    version: int
    """Rises with every change of the log. It is sent with a move, which is refused if the table has moved on."""
    revision: int
    """Rises with every change of anything at this table."""
    to_act: int | None
    """The seat to act; None when none is."""
    thinking: int | None
    """The seat whose bot is thinking."""
    seats: tuple[SeatInfo, ...]
    mine: tuple[int, ...]
    """The seats of the one who asks."""
    owner: bool
    """Whether the one who asks has made this table."""
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    created: float
    changed: float
    rematch: str | None
    talk: int
    """How many lines of chat there are."""
    closed: str | None = None
    """Why it was ended before its end."""
    watched: bool = True
    """Whether those who do not sit here may look."""
    hints: bool = True
    """Whether those who play may ask for hints."""
    each: float | None = None
    """Seconds that each turn has of its own; None without a clock."""
    bank: float | None = None
    """Seconds beyond those with which every seat begins."""
    at_zero: str = "move"
    """What happens when a clock runs out: "move", "bot" or "table"."""
    since: float = 0.0
    """When the seat to act became the one to act."""
    deadline: float | None = None
    """When its clock runs out."""
    overdue: bool = False
    """Whether that has happened."""
    uploaded: bool = False
    """Whether the game came as a file; names of seats where nobody sits are those of the file."""
    rated: bool = False
    """Whether it counts for ratings."""
    commitment: str | None = None
    """To the secret of its luck, told before the first draw; None where the game began elsewhere, and in lists."""
    invite: str | None = None
    """For the owner: the token of the link to any open seat."""

    @property
    def names(self) -> list[str]:
        """The names at the seats."""
        return [seat.name for seat in self.seats]

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for the one to whom this is told."""
        return self.status == "playing" and self.to_act in self.mine

    @property
    def shared_screen(self) -> bool:
        """Whether several people look at this one screen, so that hands must be hidden between turns."""
        return sum(1 for seat in self.seats if seat.mine and seat.kind == "person") > 1


@dataclass(frozen=True)
class UndoInfo:
    """Somebody wishes to take back all steps after `step`."""

    seat: int
    step: int
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]
    """The seats that have not answered yet."""


@dataclass(frozen=True)
class PremoveInfo:
    """An auction in which the seat that looks may leave word of what it will do."""

    kind: str
    """"limit": the server bids the least that leads, up to a limit. "sealed": a choice made before one's turn.
    "plan": moves for one's next turn, of which the first that can be made is made."""
    least: int
    """The lowest bid that may be made now."""
    choices: tuple[str, ...]
    """For "sealed": the lines of which one is chosen. For "plan": what can be left besides moves."""
    wish: str | None
    """What this seat has left, such as "up to 12", "pass" or "bid 3"."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game, as the one who asks may see it."""

    table: TableInfo
    step: int
    """Which moment: how many steps had been made."""
    seat: int | None
    """Who looks: a seat, a WATCHER, or None for a viewer who may see everything."""
    state: State
    """It must not be changed, and only shown as `state.view(seat)` and the drawings do."""
    undo: Literal["free", "ask", ""]
    """What this seat may do about its last action now: "free", "ask", or "" for nothing."""
    ask: UndoInfo | None
    auction: PremoveInfo | None
    course: Course = field(repr=False)

    @property
    def newest(self) -> bool:
        """Whether this is the table as it stands, and not an earlier moment."""
        return self.step == self.table.step

    @property
    def may_act(self) -> bool:
        """Whether the seat that looks is to act now."""
        return self.newest and self.table.my_turn and self.table.to_act == self.seat

    def told(self, first: int = 1, last: int | None = None) -> list[ToldStep]:
        """Steps that led here, for the log; ask their `line(seat)` and `facts(seat)` for what this seat may know."""
        return self.course.told(max(1, first), self.step if last is None else min(last, self.step))


@dataclass(frozen=True)
class ChatLine:
    """A line of chat."""

    number: int
    seat: int
    name: str
    words: str
    at: float


@dataclass(frozen=True)
class SeatClaim:
    """Somebody who says that a guest's seat is theirs, and the cookie lost."""

    seat: int
    player: int
    name: str
    agreed: frozenset[int] = frozenset()
    """The seats that have agreed."""
    refused: bool = False
    """Kept, so that the same is not asked again."""


@dataclass(frozen=True)
class Visit:
    """What a player had seen of a table when they last left it, and has noted about it."""

    step: int = 0
    """Up to which step they have seen the game."""
    talk: int = 0
    """Up to which line they have read the chat."""
    at: float = 0.0
    notes: str = ""


@dataclass(frozen=True)
class VisitorInfo:
    """What concerns somebody who comes to a table, beside the table itself."""

    due: int = 0
    """How many other tables wait for them."""
    visit: Visit | None = None
    """None for a player who was never here."""
