"""The start of a round: the auction for the first turn, or random turn order; and the contracts that flip."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, NOBODY, IllegalAction
from roundhouse.engine.words import BIT, count, filled, zeros
from roundhouse.games.narrow_gauge.board import CONTRACTS_DEALT, CONTRACTS_OFFERED, EXTRA_CARD, MIRROR, SEATS
from roundhouse.games.narrow_gauge.building import Building
from roundhouse.games.narrow_gauge.position import BID, BUILD, CONTRACT, DEAL, FIRST, KEEP, MORE, TAKE, changed


class Contracts(Building):
    """How contracts are come by, and flipped."""

    def begin_turn(self, seat: i64) -> None:
        """NG-TOK-1: the build token says how many cards may be played."""
        self.turn = seat
        self.company = NOBODY
        self.cards = 0
        self.allowed = 1 if self.dark & BIT[seat] else 2
        self.built_difficult = False
        self.connected = 0
        self.phase = TAKE
        self.to_act = seat

    # ---- first player auction ----------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """NG-RND-1"""
        self.first = NOBODY
        self.phase = DEAL
        self.to_act = CHANCE

    def deal(self, contract: i64) -> None:
        """NG-BID-1: three face up. NG-ORD-1: two to each, unseen by the other."""
        self.contract_deck ^= contract
        if not self.random_order:
            self.offer |= contract
            if count(self.offer) == CONTRACTS_OFFERED:
                self._open_bidding()
            return
        seat = self.deal_to()
        self.dealt = changed(self.dealt, seat, self.dealt[seat] | contract)
        if count(self.dealt[1]) == CONTRACTS_DEALT:
            self.phase = KEEP
            self.to_act = 0

    def deal_to(self) -> i64:
        """NG-ORD-1: seat 0 first."""
        return 0 if count(self.dealt[0]) < CONTRACTS_DEALT else 1

    def _open_bidding(self) -> None:
        """NG-BID-2, NG-BID-7"""
        if self.cash[0] == 0 and self.cash[1] == 0:
            self._draw_first()
        else:
            self.phase = BID
            self.to_act = 0

    def _draw_first(self) -> None:
        """NG-BID-7: the first player is drawn, and nobody gets a contract."""
        self._clear_bids()
        self.phase = FIRST
        self.to_act = CHANCE

    def _clear_bids(self) -> None:
        self.bids = filled(SEATS, NOBODY)
        self.tied = False

    def bid(self, dollars: i64) -> None:
        """NG-BID-2: seat 0's bid first, unseen; NG-BID-3: both are paid when both are in."""
        if self.phase != BID:
            raise IllegalAction("NG-BID-2", "nobody is bidding for the first turn now")
        if dollars > self.cash[self.to_act]:
            raise IllegalAction("NG-BID-2", f"a bid of ${dollars} is more than your ${self.cash[self.to_act]}")
        self.bids = changed(self.bids, self.to_act, dollars)
        if self.to_act == 0:
            self.to_act = 1
            return
        self.cash[0] -= self.bids[0]
        self.cash[1] -= self.bids[1]
        if self.bids[0] == self.bids[1]:
            self._tie()
            return
        self.first = 0 if self.bids[0] > self.bids[1] else 1
        self.phase = CONTRACT
        self.to_act = self.first

    def _tie(self) -> None:
        """NG-BID-6, NG-BID-7: above zero both bid again, once."""
        if self.tied or self.bids[0] == 0:
            self._draw_first()
            return
        self.bids = filled(SEATS, NOBODY)
        self.tied = True
        self._open_bidding()

    def may_take_contract(self, contract: i64) -> bool:
        return self.offer & BIT[contract] != 0 and self.board.value[contract] <= self.bids[self.to_act]

    def take_contract(self, contract: i64) -> None:
        """NG-BID-4"""
        self._require_contract_choice()
        name = self.board.contract_ids[contract]
        if not self.offer & BIT[contract]:
            raise IllegalAction("NG-BID-4", f"{name} is not among the contracts turned up")
        if not self.may_take_contract(contract):
            raise IllegalAction("NG-BID-4", f"{name} is worth ${self.board.value[contract]}, more than your bid")
        self.offer ^= BIT[contract]
        self._hold(self.to_act, contract)
        self._next_to_take_contract()

    def no_contract(self) -> None:
        """NG-BID-5"""
        self._require_contract_choice()
        self._next_to_take_contract()

    def _require_contract_choice(self) -> None:
        if self.phase != CONTRACT:
            raise IllegalAction("NG-BID-4", "contracts are taken after an auction for the first turn")

    def _next_to_take_contract(self) -> None:
        """NG-BID-4: the first player, then the other."""
        if self.to_act == self.first:
            self.to_act = 1 - self.first
        else:
            self.begin_turns(self.first)

    def _hold(self, seat: i64, contract: i64) -> None:
        """NG-CON-1: it lies open before its owner, after those taken earlier."""
        slot = seat * self.board.rounds
        while self.held[slot] != NOBODY:
            slot += 1
        self.held = changed(self.held, slot, contract)

    def keep(self, contract: i64) -> None:
        """NG-ORD-2: seat 0's choice first, unseen."""
        if self.phase != KEEP:
            raise IllegalAction("NG-ORD-2", "contracts are kept when they have been dealt for random turn order")
        if not self.dealt[self.to_act] & BIT[contract]:
            raise IllegalAction("NG-ORD-2", f"{self.board.contract_ids[contract]} was not dealt to you")
        self.kept = changed(self.kept, self.to_act, contract)
        if self.to_act == 0:
            self.to_act = 1
        else:
            self._show_kept()

    def _show_kept(self) -> None:
        """NG-ORD-3: the first in the alphabet has the first turn. NG-ORD-4: the others go back."""
        mine, theirs = self.kept[0], self.kept[1]
        self._hold(0, mine)
        self._hold(1, theirs)
        self.contract_deck |= (self.dealt[0] | self.dealt[1]) & ~(BIT[mine] | BIT[theirs])
        self.dealt = zeros(SEATS)
        self.kept = filled(SEATS, NOBODY)
        self.begin_turns(0 if self.board.alphabet[mine] < self.board.alphabet[theirs] else 1)

    def begin_turns(self, first: i64) -> None:
        """NG-TURN-2. NG-BID-8: the contracts left over go out of the game."""
        self.first = first
        self.offer = 0
        self._clear_bids()
        self.begin_turn(first)

    # ---- contracts that flip -----------------------------------------------------------------------------------------

    def may_flip(self, flip: i64, prices: vec[i64]) -> bool:
        """NG-CON-2: exactly when the contract says so."""
        board = self.board
        contract = board.flip_contract[flip]
        if self.flipped & BIT[contract] or self.mirror or self.holder(contract) != self.turn:
            return False
        kind = board.flip_kind[flip]
        if kind == MIRROR:
            return self.may_play_card() and self.any_play(self.hand[self.turn], True, prices)
        if self.phase != MORE or self.extra:
            return False
        if kind == EXTRA_CARD:
            return self.cards == self.allowed and self.any_play(self.hand[self.turn], False, prices)
        commodity = board.flip_commodity[flip]
        return self.connected & BIT[commodity] != 0 and self.may_move_die(commodity)

    def flip(self, flip: i64) -> None:
        """NG-CON-1: once in a round."""
        board = self.board
        contract = board.flip_contract[flip]
        kind = board.flip_kind[flip]
        if self.phase != BUILD and self.phase != MORE:
            raise IllegalAction("NG-CON-2", "contracts are flipped in Steps 2 and 3 of a turn")
        if not self.may_flip(flip, self.prices()):
            raise self._why_no_flip(flip)
        self.flipped |= BIT[contract]
        if kind == MIRROR:
            self.mirror = True                      # NG-CON-KY
        elif kind == EXTRA_CARD:
            self.allowed += 1                       # NG-CON-TN
            self.extra = True
        else:
            self.move_die(board.flip_commodity[flip], board.adds_spaces[contract])      # NG-CON-VA

    def _why_no_flip(self, flip: i64) -> IllegalAction:
        board = self.board
        contract = board.flip_contract[flip]
        name = board.contract_ids[contract]
        if self.holder(contract) != self.turn:
            return IllegalAction("NG-CON-1", f"you do not hold {name}")
        if self.flipped & BIT[contract]:
            return IllegalAction("NG-CON-1", f"{name} has been used this round")
        if self.mirror:
            return IllegalAction("NG-CON-KY", "the mirrored card is to be played first")
        kind = board.flip_kind[flip]
        if kind == MIRROR:
            return IllegalAction("NG-CON-KY", "there is no mirrored card that you may play now")
        if kind == EXTRA_CARD:
            return IllegalAction("NG-CON-TN", "it is for Step 3, with all cards played and another to play")
        if self.phase != MORE or self.extra:
            return IllegalAction("NG-CON-VA", "it is for Step 3, and after a card that must be played")
        commodity = board.flip_commodity[flip]
        what = board.commodity_ids[commodity]
        if not self.connected & BIT[commodity]:
            return IllegalAction("NG-CON-VA", f"you have connected no {what} city this turn")
        return IllegalAction("NG-CON-VA", f"the {what} die stands on your last row")
