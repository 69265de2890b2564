"""What a house tells a program, as values. Whatever has no field here stands in `raw`, as it came."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

Json = Mapping[str, Any]
Status = Literal["waiting", "playing", "over", "closed"]
Kind = Literal["challenge", "withdrawn", "turn", "table", "over"]


@dataclass(frozen=True)
class Account:
    """The player of a token, and what the token is good for."""

    id: int
    name: str
    bot: bool
    scopes: tuple[str, ...]

    @classmethod
    def read(cls, told: Json) -> Account:
        """Read an account from the JSON of the house."""
        return cls(told["id"], told["name"], told["bot"], tuple(told["scopes"]))


@dataclass(frozen=True)
class GameInfo:
    """A game of the house."""

    name: str
    title: str
    players: tuple[int, int]
    """The fewest and the most."""
    editions: tuple[str, ...]
    bots: tuple[str, ...]
    """The levels, and the bots of the house."""

    @classmethod
    def read(cls, told: Json) -> GameInfo:
        """Read a game from the JSON of the house."""
        least, most = told["players"]
        return cls(told["name"], told["title"], (least, most), tuple(told["editions"]), tuple(told["bots"]))


@dataclass(frozen=True)
class Seat:
    """A seat at a table."""

    number: int
    name: str
    kind: Literal["person", "bot", "open"]
    """"person" for whoever has an account or is a guest, bots of others too; "bot" for a bot of the house."""
    level: str | None
    mine: bool
    kept: bool
    """Whether it is open and kept for you."""
    player: int | None

    @classmethod
    def read(cls, told: Json) -> Seat:
        """Read a seat from the JSON of the house."""
        return cls(
            told["number"], told["name"], told["kind"], told["level"], told["mine"], told["kept"], told["player"]
        )


@dataclass(frozen=True)
class Table:
    """A table as far as you may know of it."""

    id: str
    game: str
    title: str
    status: Status
    step: int
    version: int
    to_act: int | None
    seats: tuple[Seat, ...]
    mine: tuple[int, ...]
    """Your seats."""
    rated: bool
    deadline: float | None
    """When the clock of the seat to act runs out."""
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    raw: Json = field(repr=False, compare=False)

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for you."""
        return self.status == "playing" and self.to_act in self.mine

    @property
    def others(self) -> tuple[str, ...]:
        """The names of those who sit there with you."""
        return tuple(seat.name for seat in self.seats if not seat.mine)

    @classmethod
    def read(cls, told: Json) -> Table:
        """Read a table from the JSON of the house."""
        scores = told["scores"]
        return cls(
            told["id"], told["game"], told["title"], cast(Status, told["status"]), told["step"], told["version"],
            told["to_act"], tuple(Seat.read(seat) for seat in told["seats"]), tuple(told["mine"]), told["rated"],
            told["deadline"], None if scores is None else tuple(scores), tuple(told["winners"]), told,
        )


@dataclass(frozen=True)
class View:
    """A table at one moment, as your seat may see it."""

    table: Table
    step: int
    seat: int | None
    state: Json
    """All that your seat may know of the position. What stands in it is told by the house's description of its API."""
    legal: tuple[str, ...]
    """What you may do now; nothing when it is not your turn."""
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, told: Json) -> View:
        """Read a view from the JSON of the house."""
        table = Table.read(told["table"])
        return cls(table, told["step"], told["seat"], told["state"], tuple(told["legal"]), told)


@dataclass(frozen=True)
class Event:
    """Something has happened at a table of yours."""

    kind: Kind
    """A `challenge`: a seat is kept for you. `withdrawn`: it is not any more. `turn`: the game waits for you. `over`:
    it has ended. `table`: anything else."""
    table: Table


@dataclass(frozen=True)
class ChatLine:
    """A line of a table's chat; the house says those of seat -1."""

    number: int
    seat: int
    name: str
    words: str
    at: float

    @classmethod
    def read(cls, told: Json) -> ChatLine:
        """Read a line of chat from the JSON of the house."""
        return cls(told["number"], told["seat"], told["name"], told["words"], told["at"])
