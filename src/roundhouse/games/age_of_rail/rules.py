"""The rules of Age of Rail: the game, and what may happen in it.

What may be done is in `legality`, why something can't be in `refusals`; what each action does is in `auctions`,
`turns`, `building`, `development` and `dividends`, each in the order of the rulebook.
"""
from __future__ import annotations

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.contract import OVER, Edition, Game, IllegalAction
from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail import auctions, building, development, legality, turns
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_NOTHING,
    CONNECT,
    DELEGATE,
    DEVELOP,
    DIVIDENDS,
    DONE,
    LINK,
    OFFER,
    OFFER_NOTHING,
    OFFER_OWN,
    PASS,
    START,
    Board,
)
from roundhouse.games.age_of_rail.facts import PayoffMoved
from roundhouse.games.age_of_rail.position import Position


class AgeOfRail(Game):
    """A game of Age of Rail, with its board made of the edition and the options."""

    name: ClassVar[str] = "age-of-rail"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats, options)
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid(seats))
        self._opening = AgeOfRailState(self, self.board)

    def start(self) -> AgeOfRailState:
        """A new game, from the opening position."""
        return self._opening.copy()


class AgeOfRailState(Position):
    """A position that can be played on."""

    def copy(self) -> AgeOfRailState:
        """Another position like this one."""
        return AgeOfRailState(self.game, self.board, self)

    def legal(self) -> vec[i64]:
        """The actions of the seat to act, or the outcomes of chance; none when the game is over."""
        return legality.legal(self)

    def weight(self, code: i64) -> i64:
        """How likely an outcome is; 0 for anything that chance does not bring."""
        return legality.weight(self, code)

    def tell(self, code: i64) -> list[Fact]:
        """Carry out a step and tell it, with how it moves the Final Payoff that each seat would get."""
        before = self.in_shares()
        told = super().tell(code)
        moved = [(seat, now - then) for seat, (then, now) in enumerate(zip(before, self.in_shares())) if now != then]
        if moved:
            told.insert(len(told) - (self.to_act == OVER), PayoffMoved("AR-END-2", tuple(moved)))
        return told

    def apply(self, code: i64) -> None:
        """Carry out an action or an outcome; IllegalAction names the rule that forbids it."""
        board = self.board
        if code >= self.game.first_bid:
            auctions.bid(self, code - self.game.first_bid)
            return
        if code < 0:
            raise IllegalAction("AR-TURN-1", f"{code} is not an action code")
        kind = board.kind_of[code]
        if kind == LINK:
            building.link(self, board.railroad_of[code], board.item_of[code])
        elif kind == PASS:
            auctions.drop_out(self)
        elif kind == DEVELOP:
            development.develop(self, board.item_of[code])
        elif kind == AUTO:
            development.decline_second(self)
        elif kind == DONE:
            building.stop(self)
        elif kind == OFFER:
            auctions.offer(self, board.railroad_of[code])
        elif kind == OFFER_OWN:
            auctions.offer_own(self, board.railroad_of[code])
        elif kind == CONNECT:
            building.connect(self, board.railroad_of[code], board.item_of[code])
        elif kind == DELEGATE:
            building.delegate(self, board.railroad_of[code], board.item_of[code])
        elif kind == DIVIDENDS:
            turns.call_dividends(self)
        elif kind == BUILD_NOTHING:
            turns.build_nothing(self)
        elif kind == OFFER_NOTHING:
            turns.offer_nothing(self)
        elif kind == START:
            auctions.start(self, board.item_of[code])
        else:
            development.develop_nothing(self)
