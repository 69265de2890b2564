"""The rules of Narrow Gauge: Appalachia: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, NOBODY, Edition, Game, IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.engine.words import BIT, append_members, count
from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.narrow_gauge.position import (
    BID,
    BUILD,
    CONTRACT,
    DEAL,
    DRAW,
    FINISHED,
    FIRST,
    KEEP,
    MORE,
    REFILL,
    REVEAL,
    SETUP,
    TAKE,
    changed,
)
from roundhouse.games.narrow_gauge.turns import Turns

NO_CARD: Final[i64] = 0
END: Final[i64] = 1
DRAW_UP: Final[i64] = 2
NO_CONTRACT: Final[i64] = 3


class NarrowGauge(Game):
    name: ClassVar[str] = "narrow-gauge"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data)
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid())
        self._opening = NarrowGaugeState(self, self.board)

    def start(self) -> NarrowGaugeState:
        return self._opening.copy()


class NarrowGaugeState(Turns):
    def copy(self) -> NarrowGaugeState:
        return NarrowGaugeState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        phase = self.phase
        if phase == MORE:
            return self._step_3()
        if phase == REFILL:
            return append_members(append(vec[i64](capacity=8), DRAW_UP), self.board.discard_code, self.hand[self.turn])
        if phase == BUILD:
            return self._step_2()
        if phase == TAKE:
            return self._step_1()
        if phase == BID:
            return self._bids()
        if phase == CONTRACT:
            return self._contracts_to_take()
        if phase == KEEP:
            return append_members(vec[i64](), self.board.keep_code, self.dealt[self.to_act])
        if phase == FINISHED:
            return vec[i64]()
        return self._chances()

    def _step_1(self) -> vec[i64]:
        codes = vec[i64](capacity=8)
        for company in range(self.board.companies):
            if self.available[company]:
                codes = append(codes, self.board.take_code + company)
        return codes

    def _step_2(self) -> vec[i64]:
        """NG-TURN-3: a card must be played if one can be."""
        codes = vec[i64](capacity=64)
        prices = self.prices()
        if self.must_say_no_card(prices):
            codes = append(codes, NO_CARD)
        return self.add_plays(self._add_flips(codes, prices), prices)

    def _step_3(self) -> vec[i64]:
        """NG-TURN-4"""
        codes = vec[i64](capacity=64)
        if self.may_end():
            codes = append(codes, END)
        prices = self.prices()
        codes = self._add_flips(codes, prices)
        return self.add_plays(codes, prices) if self.cards < self.allowed else codes

    def _add_flips(self, codes: vec[i64], prices: vec[i64]) -> vec[i64]:
        for flip in range(self.board.flips):
            if self.may_flip(flip, prices):
                codes = append(codes, self.board.flip_code + flip)
        return codes

    def _bids(self) -> vec[i64]:
        """NG-BID-2"""
        codes = vec[i64](capacity=32)
        first_bid = self.game.first_bid
        for dollars in range(self.cash[self.to_act] + 1):
            codes = append(codes, first_bid + dollars)
        return codes

    def _contracts_to_take(self) -> vec[i64]:
        """NG-BID-4, NG-BID-5"""
        codes = append(vec[i64](capacity=4), NO_CONTRACT)
        for contract in range(self.board.contracts):
            if self.may_take_contract(contract):
                codes = append(codes, self.board.contract_code + contract)
        return codes

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        board = self.board
        if code >= self.game.first_bid:
            self.bid(code - self.game.first_bid)
        elif code >= board.tile_code:
            self._happen(code)
        elif code >= board.play_code:
            place = code - board.play_code
            laid = place // board.hexes
            self.play(laid // 2, laid % 2, place % board.hexes)
            self.after_a_card()
        elif code >= board.discard_code:
            self.discard_card(code - board.discard_code)
        elif code >= board.flip_code:
            self.flip(code - board.flip_code)
        elif code >= board.take_code:
            self.take(code - board.take_code)
        elif code >= board.keep_code:
            self.keep(code - board.keep_code)
        elif code >= board.contract_code:
            self.take_contract(code - board.contract_code)
        elif code == END:
            self.end()
        elif code == DRAW_UP:
            self.draw_up()
        elif code == NO_CARD:
            self.no_card()
        elif code == NO_CONTRACT:
            self.no_contract()
        else:
            raise IllegalAction("NG-TURN-1", f"{code} is not an action code")

    # ---- chance ------------------------------------------------------------------------------------------------------

    def _chances(self) -> vec[i64]:
        """NG-CHN-1"""
        board = self.board
        codes = vec[i64](capacity=64)
        if self._awaits_card():
            return append_members(codes, board.card_code, self.pile)
        if self.phase == DEAL:
            return append_members(codes, board.deal_code, self.contract_deck)
        if self.phase == FIRST:
            return append(append(codes, board.first_code), board.first_code + 1)
        first = board.tile_code + self._city() * board.commodities
        if self._awaits_home():
            first = board.home_code + self._company_to_place() * board.companies
        for code in range(first, first + board.commodities + board.companies):
            if self.weight(code):
                codes = append(codes, code)
        return codes

    def weight(self, code: i64) -> i64:
        board = self.board
        if self.to_act != CHANCE or not board.tile_code <= code < self.game.first_bid:
            return 0
        if code >= board.first_code:
            return 1 if self.phase == FIRST else 0
        if code >= board.deal_code:
            return 1 if self.phase == DEAL and self.contract_deck & BIT[code - board.deal_code] else 0
        if code >= board.card_code:
            return 1 if self._awaits_card() and self.pile & BIT[code - board.card_code] else 0
        if code >= board.home_code:
            home = code - board.home_code
            return 1 if self._may_be_home(home // board.companies, home % board.companies) else 0
        tile = code - board.tile_code
        return self.tiles_left[tile % board.commodities] if tile // board.commodities == self._city() else 0

    def random(self, dice: Dice) -> i64:
        """As for every game; where all outcomes are equally likely, their weights need not be added up."""
        if self.to_act == CHANCE and not self._awaits_tile():
            return dice.pick(self.legal())
        return super().random(dice)

    def _happen(self, code: i64) -> None:
        """An outcome of chance."""
        board = self.board
        if self.weight(code) == 0:
            raise IllegalAction("NG-CHN-1", f"'{self.game.text(code)}' can't happen now")
        if code >= board.first_code:
            self.begin_turns(code - board.first_code)
        elif code >= board.deal_code:
            self.deal(BIT[code - board.deal_code])
        elif code >= board.card_code:
            self._receive(BIT[code - board.card_code])
        elif code >= board.home_code:
            home = code - board.home_code
            self._place_home(home // board.companies, home % board.companies)
        else:
            tile = code - board.tile_code
            self._turn_up(tile // board.commodities, tile % board.commodities)

    # ---- set-up ------------------------------------------------------------------------------------------------------

    def _tiles_in_setup(self) -> i64:
        """NG-SET-3, NG-COM-7"""
        return 0 if self.hidden_cities else len(self.board.cities)

    def _awaits_tile(self) -> bool:
        return self.phase == REVEAL or (self.phase == SETUP and self.placed < self._tiles_in_setup())

    def _city(self) -> i64:
        """The city whose tile comes next, or NOBODY."""
        if not self._awaits_tile():
            return NOBODY
        return self.reveal[0] if self.phase == REVEAL else self.placed

    def _company_to_place(self) -> i64:
        """NG-SET-4: in the data's order."""
        return self.placed - self._tiles_in_setup()

    def _awaits_home(self) -> bool:
        return self.phase == SETUP and 0 <= self._company_to_place() < self.board.companies

    def _may_be_home(self, company: i64, start: i64) -> bool:
        if not self._awaits_home() or company != self._company_to_place():
            return False
        for other in range(company):
            if self.homes[other] == start:
                return False
        return True

    def _awaits_card(self) -> bool:
        return self.phase == DRAW or (self.phase == SETUP and self._company_to_place() >= self.board.companies)

    def _turn_up(self, city: i64, commodity: i64) -> None:
        """NG-SET-3, NG-COM-7"""
        self.tiles = changed(self.tiles, city, commodity)
        self.tiles_left = changed(self.tiles_left, commodity, self.tiles_left[commodity] - 1)
        if self.phase == SETUP:
            self.placed += 1
            return
        self.gain_share(commodity)
        self.reveal = self.reveal[1:]
        if len(self.reveal) == 0:
            self.phase = MORE
            self.to_act = self.turn

    def _place_home(self, company: i64, start: i64) -> None:
        """NG-SET-4, NG-SET-5"""
        self.homes = changed(self.homes, company, start)
        self.place_locomotive(company, self.board.starts[start])
        self.placed += 1

    def receiver(self) -> i64:
        """Who gets the next card. NG-SET-8: seat 0 first."""
        if self.phase == DRAW:
            return self.turn
        return 0 if count(self.hand[0]) < self.board.hand_size else 1

    def _receive(self, card: i64) -> None:
        """NG-SET-8 for the first hands, NG-HAND-1 for all others."""
        seat = self.receiver()
        self.pile ^= card
        self.hand[seat] |= card
        if self.phase == DRAW:
            self.fresh[seat] += 1
            self.draw_on()
            return
        self.placed += 1
        if seat == 1 and count(self.hand[1]) == self.board.hand_size:
            self.begin_round()

    # ---- what a seat can't see ---------------------------------------------------------------------------------------

    def sees(self, seat: i64, code: i64) -> bool:
        """NG-HID-6: what the other is dealt stays theirs, and so does the first of two sealed choices."""
        board = self.board
        if code >= self.game.first_bid or board.keep_code <= code < board.take_code:
            return self.to_act != 0 or seat == 0
        if board.card_code <= code < board.deal_code:
            return self.receiver() == seat
        if self.random_order and board.deal_code <= code < board.first_code:
            return self.deal_to() == seat
        return True

    def imagine(self, seat: int, dice: Dice) -> NarrowGaugeState:
        """NG-HID-1, NG-HID-2: the other's hand and sealed choices redrawn.

        Hidden cash is as it is: all payments are open (NG-HID-5), so only one amount is consistent with them.
        """
        other = self.copy()
        them: i64 = 1 - seat
        if other.bids[them] != NOBODY and other.bids[seat] == NOBODY:
            other.bids = changed(other.bids, them, dice.below(other.cash[them] + 1))
        if other.dealt[them]:
            other._redraw_contracts(them, dice)
        other._redraw_hand(them, dice)
        # A flip for a card tells that there is one to play.
        while other.turn == them and not other._keeps_its_word():
            other._redraw_hand(them, dice)
        return other

    def _keeps_its_word(self) -> bool:
        hand = self.hand[self.turn]
        prices = self.prices() if self.mirror or self.extra else vec[i64]()
        mirrored = not self.mirror or self.any_play(hand, True, prices)
        return mirrored and (not self.extra or self.any_play(hand, False, prices))

    def _redraw_contracts(self, seat: i64, dice: Dice) -> None:
        size = count(self.dealt[seat])
        unseen = self.contract_deck | self.dealt[seat]
        order = append_members(vec[i64](), 0, unseen)
        dice.shuffle(order)
        dealt: i64 = 0
        for n in range(size):
            dealt |= BIT[order[n]]
        self.dealt = changed(self.dealt, seat, dealt)
        self.contract_deck = unseen & ~dealt
        if self.kept[seat] != NOBODY:
            self.kept = changed(self.kept, seat, order[dice.below(size)])

    def _redraw_hand(self, seat: i64, dice: Dice) -> None:
        """A hand from the cards unseen that keeps what the other player knows of it."""
        size = count(self.hand[seat])
        hand = self.known[seat] & self.hand[seat]
        unseen = (self.pile | self.hand[seat]) & ~hand
        fresh = self.fresh[seat] - count(hand & ~self.idle[seat])
        order = append_members(vec[i64](), 0, unseen)
        dice.shuffle(order)
        left = size - count(hand)
        for card in order:
            idle = self.idle[seat] & BIT[card] != 0
            if left > 0 and (idle or fresh > 0):
                hand |= BIT[card]
                left -= 1
                if not idle:
                    fresh -= 1
        self.pile = (self.pile | self.hand[seat]) & ~hand
        self.hand[seat] = hand
