"""What the JSON interface takes and answers with, as types: its OpenAPI description is made from them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from roundhouse.bots.coach import Advice
from roundhouse.games.words import plain
from roundhouse.web.people.names import LONGEST_NAME
from roundhouse.web.tables.model.table import LEVELS

Version = Annotated[int, Field(description="The `version` of the table that you saw.")]


class Option(BaseModel):
    """An option of a game."""

    name: str
    values: list[Any] = Field(description="What may be chosen; the first is the default.")
    help: str


class GameOut(BaseModel):
    """A game of this house."""

    name: str
    title: str
    players: tuple[int, int] = Field(description="The fewest and the most players.")
    time: str
    summary: str
    editions: list[str]
    options: list[Option]
    bots: list[str] = Field(description="The levels that a bot can have, and the bots of this house.")


class Refusal(BaseModel):
    """Why a request was refused. Nothing has changed."""

    error: str = Field(description="Why, in words.")
    rule: str = Field("", description="The id of the rule of the game that forbids it, if one does.")


class StaleTable(BaseModel):
    """The table is no longer as you saw it. Nothing has changed."""

    error: str = Field(description="Why, in words.")
    step: int = Field(description="How many steps have been made by now.")
    version: int = Field(description="The table's version by now.")


class NewPlayer(BaseModel):
    """How a new guest is called."""

    name: str | None = Field(None, max_length=LONGEST_NAME, description="How the others see you.")


class PlayerOut(BaseModel):
    """A new guest, and the token that is theirs."""

    id: int
    name: str
    token: str = Field(description="Send it as `Authorization: Bearer TOKEN`. It is shown only once.")


class NewTable(BaseModel):
    """What a new table is made with."""

    game: str = Field(description="The name of a game, such as `irish-gauge`.")
    seats: list[str] = Field(
        min_length=1, max_length=8,
        description="Who sits where, one for each seat: `me`, `open`, a level such as `level-3`, or `@NAME`, which "
        "asks the account of that name and keeps the seat for it.",
    )
    edition: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    public: bool = Field(False, description="Whether everybody sees the table in the list and may sit down.")
    pace: Literal["live", "days"] = "live"
    each: float | None = Field(None, description="Seconds that each turn has of its own; without it there is no clock.")
    bank: float = Field(0, description="Seconds beyond those, for the whole game.")
    at_zero: Literal["move", "bot", "table"] = Field(
        "move", description="When a clock runs out: a bot makes that turn, takes the seat, or the others decide."
    )
    watched: bool = Field(True, description="Whether those who do not sit here may look.")
    rated: bool = Field(False, description="Whether it counts for ratings: it needs an account, and a clock.")
    hints: bool | None = Field(
        None, description="Whether those who play may ask for hints; if not said, where all play at one screen."
    )


class FromService(BaseModel):
    """Made from what the service tells."""

    model_config = ConfigDict(from_attributes=True)


class SeatOut(FromService):
    """A seat at a table: who sits there, and what you may do about it."""

    number: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    mine: bool
    invite: str | None = Field(description="For who made the table: what `POST /api/join/{token}` takes.")
    may_sit: bool
    away: bool
    kept: bool = Field(description="Whether the seat is kept for you: `join` or `decline`.")
    bank: float | None = Field(description="Seconds left in its bank when its turn began.")
    player: int | None = Field(description="Who sits there, for `GET /api/players/{number}`.")
    hints: int = Field(description="At how many positions its people have asked for a hint, where others play.")


class TableOut(FromService):
    """A table, as far as you may know of it."""

    id: str
    game: str
    title: str
    edition: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "over", "closed"] = Field(description="`closed`: before its end.")
    public: bool
    uploaded: bool = Field(description="Whether the game came as a file, with the names of its open seats.")
    pace: Literal["live", "days"]
    step: int
    version: int = Field(description="Rises with every change of the log; send it with a move.")
    revision: int = Field(description="Rises with every change of anything at this table.")
    to_act: int | None
    thinking: int | None = Field(description="The seat whose bot is thinking.")
    seats: list[SeatOut]
    mine: list[int]
    owner: bool
    scores: list[int] | None
    winners: list[int]
    created: float
    changed: float
    rematch: str | None
    talk: int
    watched: bool
    rated: bool = Field(description="Whether it counts for ratings.")
    commitment: str | None = Field(description="To the secret of its luck. Null in lists, or if begun elsewhere.")
    hints: bool = Field(description="Whether those who play may ask for hints.")
    each: float | None = Field(description="Seconds that each turn has of its own; null without a clock.")
    bank: float | None
    at_zero: Literal["move", "bot", "table"] = Field(description="What happens when a clock runs out.")
    since: float = Field(description="When the seat to act became the one to act.")
    deadline: float | None = Field(description="When its clock runs out.")


class StepOut(BaseModel):
    """A step of the game."""

    number: int
    by: int | Literal["chance"]
    line: str = Field(description='In the notation, with "?" for what you may not see.')


class View(BaseModel):
    """A table at one moment, as one seat may see it."""

    table: TableOut
    step: int
    seat: int | None = Field(description="Through whose eyes: a seat, -1 for a watcher, null for everything.")
    state: dict[str, Any] = Field(description="The state as that seat may see it.")
    legal: list[str] = Field(description="What you may do now; empty if it is not your turn.")
    undo: Literal["free", "ask", ""] = Field(description="What you may do about your last move.")
    wish: str | None = Field(description="What you have left to be done in this auction.")
    log: list[StepOut]


class Act(BaseModel):
    """A move, and the version of the table for which it is meant."""

    line: str = Field(max_length=200, description="A line of the notation, such as one of `legal`.")
    version: Version
    seat: int | None = None


class Undo(BaseModel):
    """The wish to take back a move, and the version of the table as you saw it."""

    version: Version
    seat: int | None = None


class UndoAnswer(BaseModel):
    """Whether you agree that somebody takes back a move."""

    version: Version
    agree: bool


class Restore(BaseModel):
    """The version of the table at which what was taken back is put back."""

    version: Version


class Intend(BaseModel):
    """What the server is to do for your seat when its time comes."""

    wish: str | None = Field(
        max_length=80,
        description='"up to 12", "pass", "pass until my turn", a sealed line, a plan for your next turn as '
        '"then track GSW H10; dividends", or null to withdraw it.',
    )
    seat: int | None = None


class Bot(BaseModel):
    """The bot that is to play on a seat."""

    level: str = Field(description=f"{LEVELS[0]} to {LEVELS[-1]}, or a bot of this house")


class Words(BaseModel):
    """A line of chat."""

    words: str = Field(max_length=2000)


class SaidOut(FromService):
    """A line of the chat; the house says those of seat -1."""

    number: int
    seat: int
    name: str
    words: str
    at: float


class Mute(BaseModel):
    """Whether a seat is muted."""

    muted: bool


class Result(BaseModel):
    """How a game ended."""

    scores: list[int]
    winners: list[int]


class LuckOut(BaseModel):
    """The secret from which chance was drawn: `roundhouse verify` makes every draw again."""

    commitment: str
    secret: str


class RecordOut(BaseModel):
    """A game as a file."""

    format: Literal["roundhouse-record/1"]
    game: str
    edition: str
    edition_digest: str
    edition_text: str = Field("", description="The text of an edition that does not come with the game.")
    rules_version: int
    options: dict[str, Any]
    seats: list[str] = Field(description="Who sat where.")
    log: list[tuple[int | Literal["chance"], str]] = Field(
        description='Who acted and what they did, in the notation; "?" stands for what you may not see.'
    )
    result: Result | None = Field(None, description="Absent while the game goes on.")
    luck: LuckOut | None = Field(None, description="Laid open at the end of a game that was played here.")


class TableEvent(BaseModel):
    """How a table stands: numbers that everybody may know."""

    table: str
    step: int
    version: int
    revision: int
    status: Literal["waiting", "playing", "over", "closed"]
    to_act: int | None
    thinking: int | None
    asked: int | None = Field(description="The seat that wishes to take back.")
    talk: int
    rematch: str | None


class RecordIn(BaseModel):
    """A record to be uploaded."""

    record: str = Field(description="The text of a record's file.")
    public: bool = Field(False, description="Of no effect any more: such a table is in no public list.")


class JoinOut(BaseModel):
    """The table at which you sat down, and your seat there."""

    table: TableOut
    seat: int


class Key(BaseModel):
    """The token of a seat's own link."""

    token: str = Field(description="The token of the seat's own link, `/join/TOKEN`, and a bearer token for this seat.")


class MoveOut(BaseModel):
    """A move with what is said of it."""

    line: str
    chance: float | None = Field(description="Your chance to win after it; null where it was looked at too little.")
    margin: float | None = Field(description="By how much you may expect to end ahead, where two play.")
    why: str = Field(description="The reason for it, or against a move that is worse than the first.")
    more: str = Field(description="A second reason.")
    then: list[tuple[int, str]] = Field(description="What follows until the action is over: seats and lines.")
    answer: list[tuple[int, str]] = Field(description="What the next seat does against strong play.")
    answered: str = Field(description="The same in words.")


class AdviceOut(BaseModel):
    """What a strong player would do in a seat, and why."""

    seat: int
    chances: list[float] = Field(description="Every seat's chance to win after the first move.")
    verdict: str = Field(description='"clear", "even" (the first are as good as each other), "won", "lost", "forced".')
    sentence: str
    moves: list[MoveOut] = Field(description="The best first.")

    @classmethod
    def of(cls, advice: Advice, names: Sequence[str]) -> AdviceOut:
        """Advice with its sentences written out."""
        return cls(
            seat=advice.seat, chances=advice.chances, verdict=advice.verdict, sentence=plain(advice.sentence, names),
            moves=[
                MoveOut(
                    line=one.line, chance=one.chances[advice.seat] if one.shown else None, margin=one.margin,
                    why=plain(one.why, names), more=plain(one.more, names), then=list(one.steps[1:]),
                    answer=list(one.answer), answered=plain(one.answered, names),
                )
                for one in advice.moves
            ],
        )
