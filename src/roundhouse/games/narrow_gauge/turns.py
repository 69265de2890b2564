"""A turn: Step 1, what comes between the cards of Steps 2 and 3, Step 4; and the end of a round."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, NOBODY, OVER, IllegalAction
from roundhouse.engine.words import BIT, count, filled, zeros
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.contracts import Contracts
from roundhouse.games.narrow_gauge.position import BUILD, DRAW, FINISHED, MORE, REFILL, REVEAL, TAKE, changed


class Turns(Contracts):
    """The four steps of a turn, turn after turn, to the dividends."""

    # ---- Steps 1 to 3 ------------------------------------------------------------------------------------------------

    def take(self, company: i64) -> None:
        """NG-SHR-1 to NG-SHR-3"""
        if self.phase != TAKE:
            raise IllegalAction("NG-SHR-1", "certificates are taken in Step 1 of a turn")
        if self.available[company] == 0:
            raise IllegalAction("NG-SHR-1", f"{self.board.company_ids[company]} has no certificate left in this round")
        self.available[company] -= 1
        self.certificates[self.turn * self.board.companies + company] += 1
        self.company = company
        self.phase = BUILD

    def must_say_no_card(self, prices: vec[i64]) -> bool:
        """NG-TURN-3: whatever Kentucky would allow."""
        return not self.mirror and not self.any_play(self.hand[self.turn], False, prices)

    def no_card(self) -> None:
        """NG-TURN-3. NG-TOK-3: a dark token turns white."""
        if self.phase != BUILD:
            raise IllegalAction("NG-TURN-3", "only in Step 2 can there be no card to play")
        if not self.must_say_no_card(self.prices()):
            raise IllegalAction("NG-TURN-3", "there is a card that you can play, so you must")
        self.dark &= ~BIT[self.turn]
        self._tell_idle_cards()
        self.phase = REFILL

    def after_a_card(self) -> None:
        """On with Step 3, after the cities that the card reveals."""
        if len(self.reveal):
            self.phase = REVEAL
            self.to_act = CHANCE
        else:
            self.phase = MORE

    def may_end(self) -> bool:
        """NG-TURN-4; NG-CON-KY, NG-CON-TN: a card that was asked for is played first."""
        return not self.extra and not self.mirror

    def end(self) -> None:
        """NG-TURN-4, NG-TOK-2"""
        if self.phase != MORE:
            raise IllegalAction("NG-TURN-4", "`end` closes Step 3, after a card has been played")
        if not self.may_end():
            raise IllegalAction("NG-CON-KY" if self.mirror else "NG-CON-TN", "the card you flipped for must be played")
        me = BIT[self.turn]
        if self.dark & me:
            self.dark ^= me
        elif self.cards >= 2 and self.built_difficult:
            self.dark |= me
        self.phase = REFILL

    def _tell_idle_cards(self) -> None:
        """`no-card` tells the other player that no card of the hand can be played on this board."""
        idle: i64 = 0
        prices = self.prices()
        for card in range(self.board.cards):
            if not self.any_play(BIT[card], False, prices):
                idle |= BIT[card]
        self.idle = changed(self.idle, self.turn, idle)
        self.fresh[self.turn] = 0

    # ---- Step 4: refill the hand -------------------------------------------------------------------------------------

    def discard_card(self, card: i64) -> None:
        """NG-HAND-1, NG-HAND-2"""
        if self.phase != REFILL:
            raise IllegalAction("NG-HAND-1", "cards are discarded in Step 4 of a turn")
        if not self.hand[self.turn] & BIT[card]:
            raise IllegalAction("NG-HAND-1", f"{self.board.card_ids[card]} is not in your hand")
        self.leave_hand(card)

    def draw_up(self) -> None:
        """NG-HAND-1"""
        if self.phase != REFILL:
            raise IllegalAction("NG-HAND-1", "cards are drawn in Step 4 of a turn")
        self.draw_on()

    def draw_on(self) -> None:
        """NG-HAND-1, NG-HAND-3: the next card, or the end of the turn."""
        if count(self.hand[self.turn]) >= self.full_hand(self.turn) or self.pile | self.discard == 0:
            self._end_turn()
            return
        if self.pile == 0:
            self._reshuffle()
        self.phase = DRAW
        self.to_act = CHANCE

    def _reshuffle(self) -> None:
        """NG-HAND-3. With no pile left, each player knows the other's hand: all that is not theirs or discarded."""
        self.pile = self.discard
        self.discard = 0
        self.known = self.hand[:]
        self.idle = filled(SEATS, self.board.all_cards)
        self.fresh = zeros(SEATS)

    def _end_turn(self) -> None:
        """NG-TURN-2, NG-RND-2"""
        left: i64 = 0
        for company in range(self.board.companies):
            left += self.available[company]
        if left > self.board.left_over:
            self.begin_turn(1 - self.turn)
        else:
            self._end_round()

    # ---- the end of a round ------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """NG-RND-3 to NG-RND-6"""
        self._pay_dividends()
        self.turn = NOBODY
        if self.round + 1 == self.board.rounds:
            self.phase = FINISHED       # NG-END-1
            self.to_act = OVER
            return
        self._return_contracts()
        self.round += 1
        companies = self.board.companies
        for company in range(companies):
            self.available[company] = self.board.certificates[self.round * companies + company]
        self.begin_round()

    def _pay_dividends(self) -> None:
        paid = self.dividends[:]
        for seat in range(SEATS):
            paid = append(paid, self._majorities(seat))
        for seat in range(SEATS):
            paid = append(paid, self._commodities(seat))
        first = len(self.dividends)
        for seat in range(SEATS):
            self.cash[seat] += paid[first + seat] + paid[first + SEATS + seat]
        self.dividends = paid

    def _majorities(self, seat: i64) -> i64:
        """NG-RND-3"""
        total: i64 = 0
        for company in range(self.board.companies):
            if self.votes(seat, company) > self.votes(1 - seat, company):
                total += self.board.majority_bonus
        return total

    def _commodities(self, seat: i64) -> i64:
        """NG-RND-4"""
        total: i64 = 0
        for commodity in range(self.board.commodities):
            total += self.market_value(seat, commodity)
        return total

    def _return_contracts(self) -> None:
        """NG-CON-3, NG-CON-4; NG-ORD-4: in random order they come into the deck again."""
        self.flipped = 0
        if self.more_power:
            return
        if self.random_order:
            self.contract_deck = BIT[self.board.contracts] - 1
        self.held = filled(SEATS * self.board.rounds, NOBODY)
