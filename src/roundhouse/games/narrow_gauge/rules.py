"""The rules of Narrow Gauge: Appalachia: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, append_members, count, filled, member
from roundhouse.engine.contract import CHANCE, NOBODY, Edition, Game, IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.narrow_gauge.building import add_plays, play
from roundhouse.games.narrow_gauge.contracts import (
    bid,
    deal,
    deal_to,
    draw_first,
    flip_contract,
    keep,
    may_flip,
    may_take_contract,
    no_contract,
    take_contract,
)
from roundhouse.games.narrow_gauge.facts import CardDrawn, HomePlaced, TileTurnedUp
from roundhouse.games.narrow_gauge.hidden import redraw
from roundhouse.games.narrow_gauge.market import gain_share
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
    Position,
    changed,
)
from roundhouse.games.narrow_gauge.rounds import begin_round
from roundhouse.games.narrow_gauge.turns import (
    after_a_card,
    discard,
    draw_on,
    draw_up,
    end,
    may_end,
    no_card,
    take,
)

NO_CARD: Final[i64] = 0
END: Final[i64] = 1
DRAW_UP: Final[i64] = 2
NO_CONTRACT: Final[i64] = 3


class NarrowGauge(Game):
    """A game of Narrow Gauge by one edition, with its options."""

    name: ClassVar[str] = "narrow-gauge"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data)
        self.rivals_by_hex: bool = options["rivals"] == "hex"
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid())
        self._opening = NarrowGaugeState(self, self.board)

    def start(self) -> NarrowGaugeState:
        """A copy of the opening position, before tiles, homes and cards."""
        return self._opening.copy()


class NarrowGaugeState(Position):
    """A game under way: what may happen next, and what it changes."""

    def copy(self) -> NarrowGaugeState:
        """A state with the same position, which changes by itself."""
        return NarrowGaugeState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        """The codes of the actions or chance events that may come next; none when the game is over."""
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
        flips = self._add_flips(vec[i64](capacity=64))
        codes = add_plays(self, flips)
        if len(codes) == len(flips) and not self.mirror:
            codes = self._add_flips(append(vec[i64](capacity=8), NO_CARD))
        return codes

    def _step_3(self) -> vec[i64]:
        """NG-TURN-4"""
        codes = vec[i64](capacity=64)
        if may_end(self):
            codes = append(codes, END)
        codes = self._add_flips(codes)
        return add_plays(self, codes) if self.cards < self.allowed else codes

    def _add_flips(self, codes: vec[i64]) -> vec[i64]:
        if self.usable(self.turn) & self.board.flipping:
            for flip in range(self.board.flips):
                if may_flip(self, flip):
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
            if may_take_contract(self, contract):
                codes = append(codes, self.board.contract_code + contract)
        return codes

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        """Carry out an action or a chance event; an illegal one raises IllegalAction with its rule."""
        board = self.board
        if code >= self.game.first_bid:
            bid(self, code - self.game.first_bid)
        elif code >= board.tile_code:
            self._happen(code)
        elif code >= board.play_code:
            place = code - board.play_code
            laid = place // board.hexes
            play(self, laid >> 1, laid & 1, place - laid * board.hexes)
            after_a_card(self)
        elif code >= board.discard_code:
            discard(self, code - board.discard_code)
        elif code >= board.flip_code:
            flip_contract(self, code - board.flip_code)
        elif code >= board.take_code:
            take(self, code - board.take_code)
        elif code >= board.keep_code:
            keep(self, code - board.keep_code)
        elif code >= board.contract_code:
            take_contract(self, code - board.contract_code)
        elif code == END:
            end(self)
        elif code == DRAW_UP:
            draw_up(self)
        elif code == NO_CARD:
            no_card(self)
        elif code == NO_CONTRACT:
            no_contract(self)
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
        """At CHANCE the tiles left of a commodity, or 1 for any other event that may happen; else 0."""
        board = self.board
        if self.to_act != CHANCE or not board.tile_code <= code < self.game.first_bid:
            return 0
        if code < board.home_code:
            tile = code - board.tile_code
            return self.tiles_left[tile % board.commodities] if tile // board.commodities == self._city() else 0
        if self._may_happen(code):
            return 1
        return 0

    def _may_happen(self, code: i64) -> bool:
        """Of outcomes that are equally likely: whether it is one of them."""
        board = self.board
        if code >= board.first_code:
            return self.phase == FIRST
        if code >= board.deal_code:
            return self.phase == DEAL and self.contract_deck & BIT[code - board.deal_code] != 0
        if code >= board.card_code:
            return self._awaits_card() and self.pile & BIT[code - board.card_code] != 0
        home = code - board.home_code
        return self._may_be_home(home // board.companies, home % board.companies)

    def random(self, dice: Dice) -> i64:
        """As for every game; what chance draws, and what may be discarded, is not listed first."""
        if self.phase == REFILL:
            hand = self.hand[self.turn]
            choice = dice.below(1 + count(hand))
            return DRAW_UP if choice == 0 else self.board.discard_code + member(hand, choice - 1)
        if self.to_act != CHANCE:
            return dice.pick(self.legal())
        if self._awaits_card():
            return self.board.card_code + member(self.pile, dice.below(count(self.pile)))
        return self._random_tile(dice) if self._awaits_tile() else dice.pick(self.legal())

    def _random_tile(self, dice: Dice) -> i64:
        """NG-SET-3, NG-COM-7: each tile of the stock is equally likely."""
        total: i64 = 0
        for n in self.tiles_left:
            total += n
        left = dice.below(total)
        commodity: i64 = 0
        while left >= self.tiles_left[commodity]:
            left -= self.tiles_left[commodity]
            commodity += 1
        return self.board.tile_code + self._city() * self.board.commodities + commodity

    def _happen(self, code: i64) -> None:
        """An outcome of chance. Cards come most often, so they are asked for first."""
        board = self.board
        card = code - board.card_code
        if 0 <= card < board.cards and self._awaits_card() and self.pile & BIT[card]:
            self._receive(card)
            return
        if self.weight(code) == 0:
            raise IllegalAction("NG-CHN-1", f"'{self.game.text(code)}' can't happen now")
        if code >= board.first_code:
            draw_first(self, code - board.first_code)
        elif code >= board.deal_code:
            deal(self, code - board.deal_code)
        elif code >= board.home_code:
            home = code - board.home_code
            self._place_home(home // board.companies, home % board.companies)
        else:
            tile = code - board.tile_code
            self._turn_up(tile // board.commodities, tile % board.commodities)

    # ---- set-up ------------------------------------------------------------------------------------------------------

    def _tiles_in_setup(self) -> i64:
        """NG-SET-3, NG-COM-7"""
        if self.hidden_cities:
            return 0
        return len(self.board.cities)

    def _awaits_tile(self) -> bool:
        return self.phase == REVEAL or (self.phase == SETUP and self.placed < self._tiles_in_setup())

    def _city(self) -> i64:
        """The city whose tile comes next, or NOBODY."""
        if not self._awaits_tile():
            return NOBODY
        if self.phase == REVEAL:
            return self.reveal[0]
        return self.placed

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
        if self.witness is not None:
            rule, hex_ = "NG-SET-3" if self.phase == SETUP else "NG-COM-7", self.board.cities[city]
            self.witness.append(TileTurnedUp(rule, self.board.grid.ids[hex_], self.board.commodity_ids[commodity]))
        if self.phase == SETUP:
            self.placed += 1
            return
        gain_share(self, commodity)
        self.reveal = self.reveal[1:]
        if len(self.reveal) == 0:
            self.phase = MORE
            self.to_act = self.turn

    def _place_home(self, company: i64, start: i64) -> None:
        """NG-SET-4, NG-SET-5"""
        hex_ = self.board.starts[start]
        self.homes = changed(self.homes, company, start)
        self.place_locomotive(company, hex_)
        self.placed += 1
        if self.witness is not None:
            self.witness.append(HomePlaced("NG-SET-4", self.board.company_ids[company], self.board.grid.ids[hex_]))

    def receiver(self) -> i64:
        """Who gets the next card. NG-SET-8: seat 0 first."""
        if self.phase == DRAW:
            return self.turn
        return 0 if count(self.hand[0]) < self.board.hand_size else 1

    def _receive(self, card: i64) -> None:
        """NG-SET-8 for the first hands, NG-HAND-1 for all others."""
        seat = self.receiver()
        self.pile ^= BIT[card]
        self.hand[seat] |= BIT[card]
        if self.witness is not None:
            rule = "NG-HAND-1" if self.phase == DRAW else "NG-SET-8"
            self.witness.append(CardDrawn(rule, int(seat), self.board.card_ids[card]))
        if self.phase == DRAW:
            self.fresh[seat] += 1
            draw_on(self)
            return
        self.placed += 1
        if seat == 1 and count(self.hand[1]) == self.board.hand_size:
            begin_round(self)

    # ---- what a seat can't see ---------------------------------------------------------------------------------------

    def sees(self, seat: i64, code: i64) -> bool:
        """NG-HID-6: what the other is dealt stays theirs, and so does the first of two sealed choices."""
        board = self.board
        if self._is_sealed(code):
            return self.to_act != 0 or seat == 0
        if board.card_code <= code < board.deal_code:
            return self.receiver() == seat
        if self.random_order and board.deal_code <= code < board.first_code:
            return deal_to(self) == seat
        return True

    def opens(self, code: i64) -> list[tuple[int, str]]:
        """NG-HID-2, NG-HID-6: the second of two sealed choices lays the first open."""
        if self.to_act != 1 or not self._is_sealed(code):
            return []
        return [(0, "bid" if code >= self.game.first_bid else "keep")]

    def sealed(self) -> bool:
        """NG-BID-2, NG-ORD-2"""
        return self.phase == BID or self.phase == KEEP

    def unseal(self) -> None:
        """Take back sealed bids and contracts kept: seat 0 chooses again."""
        self.bids = filled(SEATS, NOBODY)
        self.kept = filled(SEATS, NOBODY)
        self.to_act = 0

    def secrets(self, seat: int) -> list[int]:
        """NG-HID-1, NG-HID-2: a hand, the contracts dealt, the one kept of them, and a sealed bid."""
        board = self.board
        codes = append_members(vec[i64](), board.card_code, self.hand[seat])
        codes = append_members(codes, board.deal_code, self.dealt[seat])
        if self.kept[seat] != NOBODY:
            codes = append(codes, board.keep_code + self.kept[seat])
        if self.bids[seat] != NOBODY:
            codes = append(codes, self.game.first_bid + self.bids[seat])
        return list(codes)

    def _is_sealed(self, code: i64) -> bool:
        """NG-BID-2, NG-ORD-2: bids, and contracts that are kept."""
        return code >= self.game.first_bid or self.board.keep_code <= code < self.board.take_code

    def imagine(self, seat: int, dice: Dice) -> NarrowGaugeState:
        """A copy in which all that the seat can't see is redrawn with the dice."""
        other = self.copy()
        redraw(other, seat, dice)
        return other
