"""The rules of Age of Rail: what each action does, in the order of the rulebook. What may be done is in choices.py."""
from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, OVER, Edition, Game, IllegalAction
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail import refusals
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_BOX,
    BUILD_NOTHING,
    CONNECT,
    DELEGATE,
    DEVELOP,
    DEVELOP_BOX,
    DIVIDENDS,
    DIVIDENDS_BOX,
    DONE,
    LINK,
    NONE,
    OFFER,
    OFFER_BOX,
    OFFER_NOTHING,
    OFFER_OWN,
    PASS,
    START,
    Board,
)
from roundhouse.games.age_of_rail.choices import Choices
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    DELEGATED,
    FINISHED,
    FREE_LINK,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    SECOND_LINK,
    SETUP,
    TURN,
)


class AgeOfRail(Game):
    name: ClassVar[str] = "age-of-rail"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats, options)
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid(seats))
        self._opening = AgeOfRailState(self, self.board)

    def start(self) -> AgeOfRailState:
        return self._opening.copy()


class AgeOfRailState(Choices):
    def copy(self) -> AgeOfRailState:
        return AgeOfRailState(self.game, self.board, self)

    def apply(self, code: i64) -> None:
        board = self.board
        if code >= self.game.first_bid:
            self._bid(code - self.game.first_bid)
            return
        if code < 0:
            raise IllegalAction("AR-TURN-1", f"{code} is not an action code")
        kind = board.kind_of[code]
        if kind == LINK:
            self._link(board.railroad_of[code], board.item_of[code])
        elif kind == PASS:
            self._pass()
        elif kind == DEVELOP:
            self._develop(board.item_of[code])
        elif kind == AUTO:
            self._decline_second()
        elif kind == DONE:
            self._done()
        elif kind == OFFER:
            self._offer(board.railroad_of[code])
        elif kind == OFFER_OWN:
            self._offer_own(board.railroad_of[code])
        elif kind == CONNECT:
            self._connect(board.railroad_of[code], board.item_of[code])
        elif kind == DELEGATE:
            self._delegate(board.railroad_of[code], board.item_of[code])
        elif kind == DIVIDENDS:
            self._call_dividends()
        elif kind == START:
            self._start(board.item_of[code])
        else:
            self._do_nothing(kind)

    # ---- set-up ------------------------------------------------------------------------------------------------------

    def _start(self, seat: i64) -> None:
        if self.phase != SETUP:
            raise IllegalAction("AR-SET-4", "the first auction has been opened already")
        self._open_auction(OFFERING, self.board.first_offered, 0, seat)

    # ---- every auction -----------------------------------------------------------------------------------------------

    def _open_auction(self, phase: i64, railroad: i64, minimum: i64, opener: i64) -> None:
        self.phase = phase
        self.auction.open(railroad, minimum, opener)
        self.to_act = opener

    def _require_auction(self) -> None:
        if self.auction.lot == NOBODY:
            raise IllegalAction("AR-AUC-1", "no share is being auctioned")

    def _bid(self, dollars: i64) -> None:
        """AR-AUC-1, AR-AUC-2"""
        self._require_auction()
        if dollars < self.auction.least():
            raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is too low: the least is now ${self.auction.least()}")
        if dollars > self.cash[self.to_act]:
            raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is more than your ${self.cash[self.to_act]}")
        if self.auction.bid(dollars):
            self._sell(self.auction.leader, dollars)
        else:
            self.to_act = self.auction.to_act

    def _pass(self) -> None:
        """AR-AUC-1, AR-AUC-3"""
        self._require_auction()
        if not self.auction.drop_out():
            self.to_act = self.auction.to_act
        elif self.auction.leader != NOBODY:
            self._sell(self.auction.leader, self.auction.high)
        elif self.phase == AUCTION:
            self._close_auction()           # AR-STK-5: nothing is sold
            self._end_turn()
        else:
            self._sell(self.auction.opener, 0)      # AR-OFF-3: free to the opener

    def _sell(self, winner: i64, price: i64) -> None:
        """AR-OFF-2, AR-STK-5: the winner pays the Treasury, or the seller, and takes the share."""
        railroad = self.auction.lot
        self.cash[winner] -= price
        if self.seller == NOBODY:
            self.treasury[railroad] += price
        else:
            self.cash[self.seller] += price
        self.give_share(railroad, winner)
        self._close_auction()
        if self.phase == AUCTION:
            self._end_turn()
            return
        self.is_open |= BIT[railroad]       # AR-TERM-6
        self.phase = FREE_LINK
        self.building = railroad
        self.builder = winner
        self.to_act = winner

    def _close_auction(self) -> None:
        self.auction.close()
        self.seller = NOBODY

    # ---- initial offering --------------------------------------------------------------------------------------------

    def _after_free_link(self) -> None:
        """AR-OFF-5: whoever took this share opens the next auction. AR-OFF-6: after the last, they take the first turn.
        AR-LATE-3: in the middle of a turn, that turn goes on."""
        winner = self.builder
        offered_next = self.board.offered_next[self.building]
        self._clear_build()
        if self.turn != NOBODY:
            self._end_turn()
        elif offered_next != NONE:
            self._open_auction(OFFERING, offered_next, 0, winner)
        else:
            self._begin_turn(winner)

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _require_box(self, box: i64) -> None:
        if self.phase != TURN or not self.is_box_open(box):
            raise refusals.shut(self, box)

    def _enter(self, box: i64) -> None:
        """AR-TURN-1: the marker moves to the box, and the Action Track advances."""
        self.boxes[self.turn] = box
        self.action_track += self.board.advance[box]

    def _do_nothing(self, kind: i64) -> None:
        """AR-TURN-4: an open box may be chosen even if its action can do nothing."""
        if kind == BUILD_NOTHING:
            self._require_box(BUILD_BOX)
            if self.builders(NOBODY):
                raise IllegalAction("AR-BLD-4", "a railroad can build, so track must be built")
            self._enter(BUILD_BOX)
        elif kind == OFFER_NOTHING:
            self._require_box(OFFER_BOX)
            if self.unsold():
                raise IllegalAction("AR-STK-2", "an open railroad has an unsold share, so something must be offered")
            self._enter(OFFER_BOX)
        else:
            self._require_box(DEVELOP_BOX)
            if self.can_develop():
                raise IllegalAction("AR-DEV-7", "there is a place to develop, so one must be developed")
            self._enter(DEVELOP_BOX)
            self._develop_automatically()
        self._end_turn()

    def _begin_turn(self, seat: i64) -> None:
        self.phase = TURN
        self.turn = seat
        self.to_act = seat

    def _end_turn(self) -> None:
        """AR-TURN-5: a dividend if the Action Track is full, then the player on the left."""
        if self.action_track > self.board.track_limit:
            self._pay_dividends()
        if self.phase != FINISHED:
            self._begin_turn(self._left_of(self.turn))

    def _left_of(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.seats else 0

    # ---- build track -------------------------------------------------------------------------------------------------

    def _link(self, railroad: i64, link: i64) -> None:
        """AR-BLD-5, AR-BLD-6"""
        board = self.board
        if not (self.may_build(railroad) and self.links_now(railroad, board.word[link]) & board.bit[link]):
            raise refusals.no_link(self, railroad, link)
        if self.phase == FREE_LINK:
            self.lay(railroad, link)
            self._after_free_link()
        elif self.phase == SECOND_LINK:
            self.treasury[railroad] -= board.second_link_cost
            self.lay(railroad, link)
            self._end_build()
        else:
            self._first_link(railroad, link)

    def _first_link(self, railroad: i64, link: i64) -> None:
        """AR-BLD-9: the build is over at once if no second link can follow."""
        board = self.board
        if self.phase == TURN:
            self._enter(BUILD_BOX)
        self.treasury[railroad] -= board.link_cost
        self.junction = self.junction_of(railroad, link)
        self.lay(railroad, link)
        for w in range(board.link_words):
            if self.second_links(railroad, w):
                self.phase = SECOND_LINK
                self.building = railroad
                self.builder = self.to_act
                self.first_link = link
                return
        self._end_build()

    def _done(self) -> None:
        """AR-BLD-5: a single link will do."""
        if self.phase != SECOND_LINK:
            raise IllegalAction("AR-BLD-5", "there is no double link being built that you could leave at one")
        self._end_build()

    def _delegate(self, railroad: i64, seat: i64) -> None:
        """AR-BLD-3"""
        self._require_box(BUILD_BOX)
        if self.builders(self.turn) or not (self.controllers[railroad] & BIT[seat] and self.can_build(railroad)):
            raise refusals.no_delegation(self, railroad, seat)
        self._enter(BUILD_BOX)
        self.phase = DELEGATED
        self.building = railroad
        self.builder = seat
        self.to_act = seat

    def _end_build(self) -> None:
        """AR-LATE-1: a build that reached its city opens the late railroad. AR-LATE-2: who is on turn bids first."""
        board = self.board
        self._clear_build()
        reached = self.connected[board.word[board.trigger]] & board.bit[board.trigger]
        if reached and not self.is_open & BIT[board.late]:
            self._open_auction(LATE_AUCTION, board.late, 0, self.turn)
        else:
            self._end_turn()

    def _clear_build(self) -> None:
        self.building = NONE
        self.builder = NOBODY
        self.first_link = NONE
        self.junction = NONE

    # ---- external connections ----------------------------------------------------------------------------------------

    def _connect(self, railroad: i64, external: i64) -> None:
        """AR-EXT-2: the Connection Bonus. AR-EXT-3, AL-EXT-1: the Value may rise, the Income does not."""
        board = self.board
        building = self.phase == TURN or self.phase == DELEGATED
        if not (building and self.may_build(railroad) and self.may_connect(railroad, external)):
            raise refusals.no_connection(self, railroad, external)
        if self.phase == TURN:
            self._enter(BUILD_BOX)
        self.treasury[railroad] -= board.price[external]
        self.built_by[external] = railroad
        self.value[railroad] += board.external_value[external]
        self.pay_per_share(railroad, self.connection_bonus(railroad))
        self._end_build()

    # ---- offer stock -------------------------------------------------------------------------------------------------

    def _offer(self, railroad: i64) -> None:
        """AR-STK-3: you open the bidding for a share of the railroad."""
        self._require_box(OFFER_BOX)
        if not self.unsold() & BIT[railroad]:
            raise refusals.no_offer(self, railroad)
        self._enter(OFFER_BOX)
        self._open_auction(AUCTION, railroad, self.minimum_bid(railroad), self.turn)

    def _offer_own(self, railroad: i64) -> None:
        """AR-STK-4: the player on your left opens the bidding for your own share, and you stay out of it."""
        self._require_box(OFFER_BOX)
        if not self.own_to_offer() & BIT[railroad]:
            raise refusals.no_own_offer(self, railroad)
        self._enter(OFFER_BOX)
        self.seller = self.turn
        self._open_auction(AUCTION, railroad, self.minimum_bid(railroad), self._left_of(self.turn))
        self.auction.exclude(self.turn)

    # ---- develop locations -------------------------------------------------------------------------------------------

    def _develop(self, place: i64) -> None:
        """AR-DEV-2: the first is free. AR-DEV-3, AL-DEV-3: the second costs the player, and ends the action."""
        board = self.board
        if self.phase != SECOND_DEVELOPMENT:
            self._require_box(DEVELOP_BOX)
        if not self.developable(board.word[place]) & board.bit[place]:
            raise refusals.no_development(self, place)
        self.develop(place)
        if self.phase == SECOND_DEVELOPMENT:
            self.cash[self.turn] -= board.second_development_cost
            self._end_turn()
            return
        self._enter(DEVELOP_BOX)
        self.phase = SECOND_DEVELOPMENT
        if self.cash[self.turn] < board.second_development_cost or not self.can_develop():
            self._decline_second()      # AR-DEV-6

    def _decline_second(self) -> None:
        """AR-DEV-3, AL-DEV-4"""
        if self.phase != SECOND_DEVELOPMENT:
            raise IllegalAction("AR-DEV-3", "the automatic development follows a first development")
        self._develop_automatically()
        self._end_turn()

    def _develop_automatically(self) -> None:
        """AR-DEV-3, AL-DEV-5: the first metro of the order that is not full, connected or not."""
        for metro in self.board.automatic:
            if self.growing[self.board.word[metro]] & self.board.bit[metro]:
                self.develop(metro)
                return

    # ---- dividends and the end ---------------------------------------------------------------------------------------

    def _call_dividends(self) -> None:
        """AR-DIV-1: Pay Dividends was taken."""
        self._require_box(DIVIDENDS_BOX)
        self._enter(DIVIDENDS_BOX)
        self._pay_dividends()
        self._end_turn()

    def _pay_dividends(self) -> None:
        """AR-DIV-2, AR-DIV-3; AR-END-1: after the last of the usual ones comes the Final Payoff."""
        final = self.dividends_paid == self.board.dividends_before_final
        for railroad in range(self.board.railroads):
            self.pay_per_share(railroad, self.final_payoff(railroad) if final else self.dividend(railroad))
        self.action_track = 0
        self.dividends_paid += 1
        if final:
            self.phase = FINISHED
            self.turn = NOBODY
            self.to_act = OVER
