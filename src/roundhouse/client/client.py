"""The client: what a program asks of a house, with types."""
from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from roundhouse.client.connection import ClientError, Connection, Moved, NotAllowed, Refused, Unreachable
from roundhouse.client.models import Account, ChatLine, Event, GameInfo, Kind, Table, View

Which = Literal["mine", "ended", "due", "kept", "waiting", "playing", "finished"]
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0


def everyone(table: Table) -> bool:
    """Accepts every challenge."""
    return True


def go_on(table: Table) -> bool:
    """Goes on whichever game has ended."""
    return False


@dataclass(frozen=True)
class Turn:
    """A game that waits for you."""

    client: Client
    view: View

    @property
    def table(self) -> Table:
        """The table."""
        return self.view.table

    @property
    def legal(self) -> tuple[str, ...]:
        """What you may do."""
        return self.view.legal

    def act(self, line: str) -> View | None:
        """Do it, and have the table as it is then. None where the table has moved on meanwhile, as when a clock ran
        out: if the game still waits for you, there will be another turn. Refused for what the rules forbid."""
        try:
            return self.client.act(self.view, line)
        except Moved:
            return None


class Client:
    """A house, as a bot or a seat's own link sees it. Every call may raise NotAllowed, Refused and Unreachable; a house
    that is busy is asked again for a while."""

    def __init__(self, address: str, token: str, timeout: float = 30.0) -> None:
        """`address` is that of the house's first page, `token` one from its page "Your bots"."""
        self._house = Connection(address, token, timeout)

    # ---- to look -----------------------------------------------------------------------------------------------------

    def account(self) -> Account:
        """The account of this client's token."""
        return Account.read(self._house.get("/account"))

    def games(self) -> list[GameInfo]:
        """The games of the house."""
        return [GameInfo.read(one) for one in self._house.get("/games")]

    def tables(self, which: Which = "mine") -> Iterator[Table]:
        """Tables, page after page: yours, those that have ended or wait for you, those where a seat is kept for you,
        those that wait for players, public games going on or over."""
        return (Table.read(one) for one in self._house.pages("/tables", which=which))

    def table(self, id: str) -> Table:
        """One table."""
        return Table.read(self._house.get(f"/tables/{id}"))

    def view(self, id: str, seat: int | None = None, at: int | None = None) -> View:
        """A table as your seat sees it, now or after so many steps."""
        return View.read(self._house.get(f"/tables/{id}/view", seat=seat, at=at))

    def record(self, id: str) -> Mapping[str, Any]:
        """The file of a game, which `roundhouse.records.Record` reads when it is written as JSON."""
        found: Mapping[str, Any] = self._house.get(f"/tables/{id}/record")
        return found

    # ---- to sit down -------------------------------------------------------------------------------------------------

    def create(self, game: str, seats: Sequence[str], **chosen: object) -> Table:
        """A new table. Seats are "me", "open", a level such as "level-3", or "@NAME", which asks the account of that
        name. `chosen` are edition, options, public, pace, each, bank, at_zero, watched, rated and hints."""
        return Table.read(self._house.post("/tables", game=game, seats=list(seats), **chosen))

    def join(self, id: str) -> Table:
        """Accept a challenge: sit down on the seat that is kept for you."""
        return Table.read(self._house.post(f"/tables/{id}/join"))

    def join_by(self, invitation: str) -> Table:
        """Sit down by an invitation: its link, or the end of that."""
        return Table.read(self._house.post(f"/join/{invitation.rstrip('/').rpartition('/')[2]}")["table"])

    def decline(self, id: str) -> None:
        """Decline a challenge."""
        self._house.post(f"/tables/{id}/decline")

    def rematch(self, id: str) -> Table:
        """The same again, for a game that is over."""
        return Table.read(self._house.post(f"/tables/{id}/rematch"))

    def leave(self, id: str) -> None:
        """Leave a game for good: a bot of the house plays on, and in a rated game you come last."""
        self._house.post(f"/tables/{id}/leave")

    # ---- to play -----------------------------------------------------------------------------------------------------

    def act(self, view: View, line: str) -> View:
        """Make a move at a table as it was looked at. Moved if it is not so any more; Refused, with the rule, for what
        the rules forbid."""
        body = {"line": line, "version": view.table.version, "seat": view.seat}
        return View.read(self._house.post(f"/tables/{view.table.id}/act", **body))

    def chat(self, id: str, after: int = 0) -> list[ChatLine]:
        """A page of a table's chat, after the line of that number."""
        return [ChatLine.read(one) for one in self._house.get(f"/tables/{id}/chat", after=after)]

    def say(self, id: str, words: str) -> None:
        """Say something at a table."""
        self._house.post(f"/tables/{id}/chat", words=words)

    # ---- to hear -----------------------------------------------------------------------------------------------------

    def events(self) -> Iterator[Event]:
        """All that happens at your tables, without an end: first how each of them stands, then whatever changes. A
        line that breaks is made anew, and what happened meanwhile is told then. NotAllowed when the token has ended."""
        wait, followed = FIRST_WAIT, set[str]()
        while True:
            try:
                with self._house.stream("/events") as heard:
                    yield from self._ended_unheard(followed)
                    for name, data in heard:
                        wait = FIRST_WAIT
                        event = Event(cast(Kind, name), Table.read(json.loads(data)))
                        _follow(followed, event)
                        yield event
            except NotAllowed:
                raise
            except ClientError:
                pass        # it is asked for again
            time.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def _ended_unheard(self, followed: set[str]) -> list[Event]:
        """The ends of games that came while the line was broken."""
        found = [self.table(id) for id in sorted(followed)]
        ended = [table for table in found if table.status in ("over", "closed")]
        followed -= {table.id for table in ended}
        return [Event("over", table) for table in ended]

    def turns(
        self, wanted: Callable[[Table], bool] = everyone, ended: Callable[[Table], bool | None] = go_on
    ) -> Iterator[Turn]:
        """Each turn in all your games. A challenge is accepted if it is `wanted`, else declined. `ended` is called with
        each game that is over, and when it says True there are no more turns."""
        for event in self.events():
            try:
                if event.kind == "challenge":
                    (self.join if wanted(event.table) else self.decline)(event.table.id)
                elif event.kind == "over":
                    if ended(event.table):
                        return
                elif event.kind == "turn":
                    view = self.view(event.table.id)
                    if view.legal:
                        yield Turn(self, view)
            except (Refused, Unreachable):
                continue    # the challenge was withdrawn, or the house was away for a moment: there will be more news


def _follow(followed: set[str], event: Event) -> None:
    """Keep in mind which games go on."""
    if event.kind in ("turn", "table") and event.table.mine:
        followed.add(event.table.id)
    elif event.kind == "over":
        followed.discard(event.table.id)
