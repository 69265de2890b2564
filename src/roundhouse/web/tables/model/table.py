"""A table as it is kept: who sits where, the course of the game, and what waits to be done."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from roundhouse.bots import BOTS
from roundhouse.bots.masters import MASTER
from roundhouse.engine.contract import CHANCE, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.games.auctions import ascending
from roundhouse.records import luck
from roundhouse.records.course import Course, kind
from roundhouse.records.record import Record, Result
from roundhouse.web.errors import Forbidden, Stale
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.conditional_moves import PLAN
from roundhouse.web.tables.model.info import ChatLine, SeatClaim

LEVELS = tuple(name for name in BOTS if name.startswith("level-") and name != MASTER)
PACES = ("live", "days")
LATEST_LINES = 40
AWAY_SECONDS = {"live": 5 * 60, "days": 3 * 24 * 60 * 60}
"""The time without a visit after which a player is away."""
STAND_IN = LEVELS[2]
"""The bot that comes for a player who stays away or has no time left: the others have no say in how well it plays."""


@dataclass(frozen=True)
class Seat:
    """A seat at a table of the server: who sits there, and who may act for it."""

    number: int
    name: str
    player: int | None = None
    """Who sat down here first; their name is shown."""
    bot: str | None = None
    """The bot that acts for this seat. The people who hold the seat may take it back."""
    invite: str | None = None
    """The token of the invitation; once the seat is taken it shows the way to the table, and no more."""
    key: str | None = None
    """The hash of the token of the seat's own link."""
    reserved: int | None = None
    holders: frozenset[int] = frozenset()
    """The players who may act for this seat."""
    bank: float | None = None
    """Seconds left on its clock beyond those of each turn; None without a clock."""
    ends: bool = False
    """Whether its people agree that the game ends here."""
    hints: int = 0
    """The number of positions at which its people have asked for a hint, where others play."""
    hinted: int = -1
    """The version of the log at which they did so last."""
    unseat: int = 0
    """The seats that agree that a bot plays here, each as a bit; nobody's any more once a move is made."""
    stood_in: int = 0
    """How many of its moves a bot has made in the place of its player."""

    @property
    def open(self) -> bool:
        """Whether nobody sits there."""
        return self.player is None and self.bot is None

    @property
    def person(self) -> bool:
        """Whether a person sits there for whom no bot plays."""
        return self.player is not None and self.bot is None


def holds(player: Player | None, table: str, seat: Seat) -> bool:
    """Whether a player may act for a seat of that table."""
    if player is None:
        return False
    return player.id in seat.holders if player.only is None else player.only == (table, seat.number)


def owns(player: Player | None, owner: int) -> bool:
    """Whether a player has made the table."""
    return player is not None and player.only is None and player.id == owner


@dataclass(frozen=True)
class UndoRequest:
    """A wish to take back all steps after `step`, and which seats have agreed."""

    seat: int
    step: int
    agreed: frozenset[int] = frozenset()
    at: float = 0.0
    """When it was asked, in seconds since 1970."""


@dataclass(frozen=True)
class Premove:
    """What a seat will do in an auction when it is to act: "up to 12", or a line of the notation."""

    auction: str
    wish: str

    def due(self, state: State) -> bool:
        """Whether it is for now. A plan is for a turn of one's own, and waits while an auction is open."""
        return PLAN.fullmatch(self.wish) is None or ascending(state) is None


@dataclass(frozen=True)
class Table:
    """It never changes: what happens makes another table, and the difference is what is written."""

    id: str
    course: Course
    """It is never changed either: a step more is another course."""
    seats: tuple[Seat, ...]
    owner: int
    secret: str
    public: bool
    pace: str
    created: float
    changed: float
    stamp: int = 0
    revision: int = 0
    version: int = 0
    talk: int = 0
    """How many lines of chat there are."""
    said: tuple[ChatLine, ...] = ()
    """The latest of them."""
    mutes: frozenset[tuple[int, int]] = frozenset()
    """Which player is spared what which seat says."""
    claims: tuple[SeatClaim, ...] = ()
    closed: str | None = None
    """Why it was ended before its end."""
    invite: str | None = None
    """The token of the link by which friends take any seat that is open."""
    watched: bool = True
    """Whether those who do not sit here may look."""
    hidden: bool = False
    """Whether a moderator has hidden it: nobody but its people sees it, and nobody here can change that."""
    hints: bool = True
    """Whether those who play may ask for hints."""
    each: float | None = None
    """Seconds that each turn has of its own; None without a clock."""
    bank: float | None = None
    """Seconds beyond those, for the whole game, with which every seat begins."""
    at_zero: str = "move"
    """What happens when a clock runs out: one of `AT_ZERO` in `clock.py`."""
    since: float = 0.0
    """When the seat to act became the one to act."""
    deadline: float | None = None
    """When its clock runs out."""
    remind: float | None = None
    """When it is to be reminded of that."""
    overdue: bool = False
    """Whether that clock has run out."""
    spent: float = 0.0
    """How much of its own time the turn before has used; a seat that takes it up again has the rest."""
    spent_by: int | None = None
    """The seat whose turn that was; None before the first."""
    uploaded: bool = False
    """Whether the game came as a file, with whatever names stand in it."""
    branched: bool = False
    """Whether it goes on from the middle of another game."""
    rated: bool = False
    """Whether its result counts for ratings."""
    club: str | None = None
    """The group for which it was made."""
    rematch: str | None = None
    ask: UndoRequest | None = None
    intentions: Mapping[int, Premove] = field(default_factory=dict)
    lease_by: str | None = None
    lease_until: float = 0.0

    @property
    def game(self) -> Game:
        """The game that is played, with its seats, edition and options."""
        return self.course.game

    @property
    def names(self) -> list[str]:
        """The names at the seats."""
        return [seat.name for seat in self.seats]

    @property
    def step(self) -> int:
        """How many steps the game has had."""
        return len(self.course.steps)

    @property
    def to_act(self) -> int:
        """The seat to act; CHANCE or OVER where there is none."""
        return self.course.to_act

    @property
    def status(self) -> str:
        """"over", "closed" before its end, "waiting" for people to sit down, or "playing"."""
        if self.course.over:
            return "over"
        if self.closed is not None:
            return "closed"
        return "waiting" if any(seat.open for seat in self.seats) else "playing"

    @property
    def auto(self) -> bool:
        """Whether the server acts next: for a bot, or for what a seat has left to be done."""
        if self.status != "playing" or self.to_act < 0:
            return False
        return self.level is not None or self.word_left

    @property
    def word_left(self) -> bool:
        """Whether the seat to act has left word of what it does now."""
        left = self.intentions.get(self.to_act)
        return left is not None and left.due(self.course.state)

    @property
    def level(self) -> str | None:
        """The level of the bot that acts next: the seat's own, or one that makes this turn since its time is up."""
        if self.status != "playing" or self.to_act < 0:
            return None
        return self.seats[self.to_act].bot or (STAND_IN if self.overdue and self.at_zero == "move" else None)

    @property
    def waits_for(self) -> int | None:
        """The seat whose people are to act, whatever they may have left to be done; None while nobody's clock runs."""
        if self.status != "playing" or self.to_act < 0 or not self.seats[self.to_act].person:
            return None
        return self.to_act

    @property
    def thinking(self) -> int | None:
        """The seat whose bot is to act. Seats for which an intention acts look like any other."""
        return self.to_act if self.level is not None else None

    @property
    def result(self) -> Result | None:
        """Scores and winners; None while the game goes on."""
        return Result.of(self.course.state)

    def facts(self) -> dict[str, object]:
        """What the event stream tells: numbers that everybody may know, never a card."""
        return {
            "step": self.step,
            "version": self.version,
            "revision": self.revision,
            "status": self.status,
            "to_act": self.to_act if self.to_act >= 0 else None,
            "thinking": self.thinking,
            "asked": None if self.ask is None else self.ask.seat,
            "talk": self.talk,
            "rematch": self.rematch,
            "watched": self.watched and not self.hidden,
        }

    def record(self) -> Record:
        """The game as a record, with everything that is hidden."""
        return self.recorded(None)

    def recorded(self, seat: int | None) -> Record:
        """The record as that seat may know it. When the game is over, the secret of its luck is laid open in it."""
        record = Record.of(self.course, self.names, seat)
        if self.status == "over" and self.commitment is not None:
            record.luck = luck.Luck(self.commitment, self.secret)
        return record

    def people(self) -> frozenset[int]:
        """All players who may act for a seat that no bot plays for."""
        return frozenset[int]().union(*(seat.holders for seat in self.seats if seat.person))

    # ---- who may do what ---------------------------------------------------------------------------------------------

    def held_by(self, player: Player | None) -> tuple[int, ...]:
        """The seats that a player may act for."""
        return tuple(seat.number for seat in self.seats if holds(player, self.id, seat))

    def require_version(self, version: int) -> None:
        """Stale unless that is the version of the table."""
        if version != self.version:
            raise Stale(self.step, self.version)

    def seat_of(self, player: Player, number: int | None) -> int:
        """The seat meant: the one named, or the only one, or the one to act. It must be the player's."""
        mine = self.held_by(player)
        if not mine:
            raise Forbidden("you have no seat at this table")
        if number is None:
            number = self.to_act if self.to_act in mine else mine[0]
        if number not in mine:
            raise Forbidden(f"seat {number} is not yours")
        return number

    # ---- going on ----------------------------------------------------------------------------------------------------

    def seed(self, purpose: str) -> int:
        """The seed of dice for the next step, and for nothing else: no outcome tells anything of another."""
        return luck.drawn(self.secret, f"{purpose} {self.step}")

    def next_luck(self) -> int:
        """The seed of what chance decides next. It goes by how often chance has decided such a thing, and not by what
        was played: who takes back what they have seen meets the same luck again, whatever they do instead."""
        text = self.game.text
        what = kind(text(int(self.course.state.legal()[0])))
        before = sum(step.by == CHANCE and kind(text(step.code)) == what for step in self.course.steps)
        return luck.seed(self.secret, what, before)

    @property
    def commitment(self) -> str | None:
        """What the table commits to before the first draw; None where its game began elsewhere."""
        return None if self.uploaded or self.branched else luck.committed(self.secret)

    def with_course(self, course: Course) -> Table:
        """The table with another course of its game. A wish to take back is void then."""
        return replace(self, course=course, version=self.version + 1, ask=None)

    def after_chance(self, now: float) -> Table:
        """The table after all that chance decides before a player is to act."""
        table = self
        while table.status == "playing" and table.to_act == CHANCE:
            code = int(table.course.state.random(Dice(table.next_luck())))
            table = replace(table, course=table.course.then(code, now, kept=True))
        return table

    @property
    def forced(self) -> int | None:
        """The move of the person to act, where there is no other."""
        state = self.course.state
        if state.to_act < 0 or not self.seats[state.to_act].person:
            return None
        legal = state.legal()
        return int(legal[0]) if len(legal) == 1 else None

    def was_forced(self, number: int) -> bool:
        """Whether that step was a person's, and there was no other."""
        by = self.course.steps[number - 1].by
        return by >= 0 and self.seats[by].person and self.course.single(number)

    def with_words(self, said: ChatLine) -> Table:
        """The table with another line of chat."""
        return replace(self, talk=said.number, said=(*self.said, said)[-LATEST_LINES:])

    def with_votes_void(self) -> Table:
        """After a move: whoever was slow, or is back, need not be replaced."""
        if not any(seat.unseat for seat in self.seats):
            return self
        return replace(self, seats=tuple(replace(seat, unseat=0) if seat.unseat else seat for seat in self.seats))

    def with_seat(self, seat: Seat) -> Table:
        """The table with that seat in the place of the one of its number."""
        seats = tuple(seat if old.number == seat.number else old for old in self.seats)
        return replace(self, seats=seats)
