"""The rules of Irish Gauge: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Edition, Game, IllegalAction
from roundhouse.engine.words import BIT, WORD, append_members, zeros
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    DRAW,
    FINISHED,
    INITIAL_AUCTION,
    SETUP,
    TRACK,
    TURN,
    Position,
    points,
)

PASS: Final[i64] = 0
DONE: Final[i64] = 1
DIVIDENDS: Final[i64] = 2

EMPTY_COST: Final[i64] = 2        # in halves of a build point (IG-TRK-4)
SHARED_COST: Final[i64] = 3
DIFFICULT_COST: Final[i64] = 4


class IrishGauge(Game):
    name: ClassVar[str] = "irish-gauge"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats)
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid())
        self._opening = IrishGaugeState(self, self.board)

    def start(self) -> IrishGaugeState:
        return self._opening.copy()


class IrishGaugeState(Position):
    def copy(self) -> IrishGaugeState:
        return IrishGaugeState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        phase = self.phase
        if phase == TURN:
            return self._turn_actions()
        if phase == AUCTION or phase == INITIAL_AUCTION:
            return self._bids()
        if phase == TRACK:
            return self._add_track(append(vec[i64](capacity=32), DONE), self.building, self.halves)
        if phase == FINISHED:
            return vec[i64]()
        return self._chances()

    def _turn_actions(self) -> vec[i64]:
        """IG-TURN-1: one of four actions; no passing."""
        board = self.board
        me = self.turn
        railways = board.railways
        codes = append(vec[i64](capacity=128), DIVIDENDS)
        for railway in range(railways):
            value = self.next_value(railway)
            if value and value <= self.cash[me]:
                codes = append(codes, board.auction_code + railway)
        connected = zeros(board.words)
        for railway in range(railways):
            if self.shares[me * railways + railway]:
                for w in range(board.words):
                    connected[w] |= self.track[railway * board.words + w]
                if self.locomotives[railway]:
                    codes = self._add_track(codes, railway, board.build_halves)
        for w in range(board.words):
            connected[w] &= self.towns[w]
        colours: i64 = len(self.bag)
        for colour in range(colours):
            if self.bag[colour]:
                first = board.interest_code + colour * board.hexes
                for w in range(board.words):
                    codes = append_members(codes, first + w * WORD, connected[w])
        return codes

    def _bids(self) -> vec[i64]:
        codes = vec[i64](capacity=32)
        if self._may_pass():
            codes = append(codes, PASS)
        return self.auction.add_bids(codes, self.game.first_bid, self.cash[self.to_act])

    def _may_pass(self) -> bool:
        """IG-AUC-6, IG-AUC-9: who calls an auction on their turn must open it with a bid."""
        return self.phase == INITIAL_AUCTION or self.auction.high != NOBODY

    def _add_track(self, codes: vec[i64], railway: i64, halves: i64) -> vec[i64]:
        first = self.board.track_code + railway * self.board.hexes
        for w in range(self.board.words):
            codes = append_members(codes, first + w * WORD, self._targets(railway, halves, w))
        return codes

    def _targets(self, railway: i64, halves: i64, w: i64) -> i64:
        """IG-TRK-3, IG-TRK-4, IG-TRK-5: the hexes of word w where the railway may place its next locomotive."""
        board = self.board
        affordable: i64 = 0
        if halves >= DIFFICULT_COST:
            affordable = board.open_ground[w] | board.difficult[w] & ~self.occupied[w]
        elif halves >= SHARED_COST:
            affordable = board.open_ground[w]
        elif halves >= EMPTY_COST:
            affordable = board.open_ground[w] & ~self.occupied[w]
        here = railway * board.words + w
        return self.reach[here] & ~self.track[here] & affordable

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        board = self.board
        if code >= self.game.first_bid:
            self._bid(code - self.game.first_bid)
        elif code >= board.draw_code:
            self._happen(code)
        elif code >= board.interest_code:
            place = code - board.interest_code
            self._place_interest(place // board.hexes, place % board.hexes)
        elif code >= board.track_code:
            place = code - board.track_code
            self._place_track(place // board.hexes, place % board.hexes)
        elif code >= board.auction_code:
            self._call_auction(code - board.auction_code)
        elif code == DIVIDENDS:
            self._call_dividends()
        elif code == DONE:
            self._done()
        elif code == PASS:
            self._pass()
        else:
            raise IllegalAction("IG-TURN-1", f"{code} is not an action code")

    def _require_turn(self, action: str) -> None:
        if self.phase != TURN:
            raise IllegalAction("IG-TURN-1", f"{action} is an action of a turn, and no turn is about to begin")

    def _end_turn(self) -> None:
        """IG-TURN-1: the player on the left is next. IG-END-1: the game is over when the bag has become empty."""
        self.building = NOBODY
        if self.bag_size == 0:
            self.phase = FINISHED
            self.turn = NOBODY
            self.to_act = OVER
            return
        self.phase = TURN
        self.turn = self.turn + 1
        if self.turn == self.seats:
            self.turn = 0
        self.to_act = self.turn

    # ---- set-up and chance -------------------------------------------------------------------------------------------

    def _chances(self) -> vec[i64]:
        board = self.board
        first = board.draw_code
        last = board.cube_code
        if self.phase == SETUP:
            first = board.cube_code
            last = self.game.first_bid
        codes = vec[i64](capacity=16)
        for code in range(first, last):
            if self.weight(code):
                codes = append(codes, code)
        return codes

    def weight(self, code: i64) -> i64:
        board = self.board
        if self.to_act != CHANCE or not board.draw_code <= code < self.game.first_bid:
            return 0
        if self.phase == DRAW:
            return self._draw_weight(code - board.draw_code) if code < board.cube_code else 0
        colours: i64 = len(self.bag)
        cities: i64 = len(board.cities)
        if self.placed == cities:
            return 1 if code >= board.start_code else 0
        cube = code - board.cube_code
        if cube < 0 or cube // colours != self.placed:
            return 0
        return board.pool_per_colour - board.per_colour + self.bag[cube % colours]

    def _draw_weight(self, draw: i64) -> i64:
        """IG-DIV-1: in how many ways the bag gives this draw, without replacement."""
        board = self.board
        if board.draw_size[draw] != (CUBES_DRAWN if self.bag_size > CUBES_DRAWN else self.bag_size):
            return 0
        ways: i64 = 1
        colours: i64 = len(self.bag)
        for colour in range(colours):
            ways *= board.ways[self.bag[colour] * (CUBES_DRAWN + 1) + board.draw_counts[draw * colours + colour]]
        return ways

    def _happen(self, code: i64) -> None:
        """An outcome of chance: a cube onto a City (IG-SET-2), who opens (IG-SET-4), or the cubes drawn (IG-DIV-1)."""
        board = self.board
        if self.weight(code) == 0:
            rule = "IG-DIV-1" if code < board.cube_code else "IG-SET-2" if code < board.start_code else "IG-SET-4"
            raise IllegalAction(rule, f"'{self.game.text(code)}' can't happen now")
        if code >= board.start_code:
            self.phase = INITIAL_AUCTION
            self._open_auction(0, code - board.start_code)
        elif code >= board.cube_code:
            colours: i64 = len(self.bag)
            self.place_cube((code - board.cube_code) % colours, board.cities[self.placed])
            self.placed += 1
        else:
            self._pay_dividends(code - board.draw_code)

    # ---- auctions ----------------------------------------------------------------------------------------------------

    def _open_auction(self, railway: i64, opener: i64) -> None:
        self.auction.open(railway, self.next_value(railway), opener)
        self.to_act = opener

    def _call_auction(self, railway: i64) -> None:
        """IG-AUC-9"""
        self._require_turn("an auction")
        value = self.next_value(railway)
        if value == 0:
            raise IllegalAction("IG-AUC-9", f"{self.board.railway_ids[railway]} has no share left to sell")
        if value > self.cash[self.turn]:
            raise IllegalAction("IG-AUC-9", f"you must open with £{value} and have £{self.cash[self.turn]}")
        self.phase = AUCTION
        self._open_auction(railway, self.turn)

    def _require_auction(self) -> None:
        if self.phase != AUCTION and self.phase != INITIAL_AUCTION:
            raise IllegalAction("IG-AUC-2", "no share is being auctioned")

    def _bid(self, pounds: i64) -> None:
        """IG-AUC-2, IG-AUC-3"""
        self._require_auction()
        if pounds < self.auction.least():
            raise IllegalAction("IG-AUC-2", f"a bid of £{pounds} is too low: the least is now £{self.auction.least()}")
        if pounds > self.cash[self.to_act]:
            raise IllegalAction("IG-AUC-3", f"a bid of £{pounds} is more than your £{self.cash[self.to_act]}")
        if self.auction.bid(pounds):
            self._sell(self.auction.leader, pounds)
        else:
            self.to_act = self.auction.to_act

    def _pass(self) -> None:
        """IG-AUC-4, IG-AUC-5, IG-AUC-6"""
        self._require_auction()
        if not self._may_pass():
            raise IllegalAction("IG-AUC-9", "who calls an auction must open it with a bid")
        if not self.auction.drop_out():
            self.to_act = self.auction.to_act
        elif self.auction.leader == NOBODY:
            self._sell(self.auction.opener, 0)
        else:
            self._sell(self.auction.leader, self.auction.high)

    def _sell(self, winner: i64, price: i64) -> None:
        """IG-AUC-5; then the next initial auction (IG-AUC-1, IG-AUC-7), the first turn (IG-AUC-8), or the next turn."""
        railway = self.auction.lot
        self.cash[winner] -= price
        self.owner[self.board.first_share[railway] + self.sold[railway]] = winner
        self.shares[winner * self.board.railways + railway] += 1
        self.sold[railway] += 1
        self.auction.close()
        if self.phase == AUCTION:
            self._end_turn()
        elif railway + 1 < self.board.railways:
            self._open_auction(railway + 1, winner)
        else:
            self.phase = TURN
            self.turn = self.owner[0]
            self.to_act = self.turn

    # ---- place railway track -----------------------------------------------------------------------------------------

    def _place_track(self, railway: i64, hex_: i64) -> None:
        """IG-TRK-1 to IG-TRK-5: one locomotive; the action ends by itself when no other can be placed."""
        w = self.board.word[hex_]
        bit = self.board.bit[hex_]
        halves = self.halves if self.phase == TRACK else self.board.build_halves
        if not (self._may_build(railway) and self._targets(railway, halves, w) & bit):
            raise self._why_no_track(railway, hex_, halves)
        self.phase = TRACK
        self.building = railway
        if self.board.difficult[w] & bit:
            self.halves = halves - DIFFICULT_COST
        elif self.occupied[w] & bit:
            self.halves = halves - SHARED_COST
        else:
            self.halves = halves - EMPTY_COST
        self.place_locomotive(railway, hex_)
        if self.board.majors[w] & bit:
            self._check_major_cities(railway)
        if not self._can_go_on():
            self._end_turn()

    def _may_build(self, railway: i64) -> bool:
        if self.phase == TRACK:
            return railway == self.building
        held = self.shares[self.turn * self.board.railways + railway] if self.phase == TURN else 0
        return held > 0 and self.locomotives[railway] > 0

    def _can_go_on(self) -> bool:
        if self.locomotives[self.building] == 0 or self.halves < EMPTY_COST:
            return False
        for w in range(self.board.words):
            if self._targets(self.building, self.halves, w):
                return True
        return False

    def _done(self) -> None:
        """IG-TRK-2: placing may stop after the first locomotive."""
        if self.phase != TRACK:
            raise IllegalAction("IG-TRK-2", "there is no track being placed that you could stop")
        self._end_turn()

    def _why_no_track(self, railway: i64, hex_: i64, halves: i64) -> IllegalAction:
        name = self.board.railway_ids[railway]
        where = self.board.grid.ids[hex_]
        w = self.board.word[hex_]
        bit = self.board.bit[hex_]
        here = railway * self.board.words + w
        if self.phase == TRACK and railway != self.building:
            return IllegalAction("IG-TRK-1", f"this turn builds {self.board.railway_ids[self.building]}, not {name}")
        if self.phase != TURN and self.phase != TRACK:
            return IllegalAction("IG-TURN-1", "placing track is an action of a turn, and no turn is about to begin")
        if self.shares[self.turn * self.board.railways + railway] == 0:
            return IllegalAction("IG-TRK-1", f"you hold no share of {name}")
        if self.locomotives[railway] == 0:
            return IllegalAction("IG-TRK-1", f"{name} has no locomotive left")
        if self.track[here] & bit:
            return IllegalAction("IG-TRK-5", f"{name} already has a locomotive in {where}")
        if not self.reach[here] & bit:
            return IllegalAction("IG-TRK-3", f"{where} does not touch a hex of {name}")
        if self.board.difficult[w] & bit and self.occupied[w] & bit:
            return IllegalAction("IG-TRK-5", f"{where} is difficult and already has a railway")
        return IllegalAction("IG-TRK-4", f"{where} costs more than the {points(halves)} build points left")

    def _check_major_cities(self, railway: i64) -> None:
        """IG-TRK-6: paid when the last of them is reached, which happens once: a railway enters a hex once."""
        words = self.board.words
        for w in range(words):
            if self.board.majors[w] & ~self.track[railway * words + w]:
                return
        self.majors_paid |= BIT[railway]
        self._pay(railway, self.board.major_dividend)

    # ---- place a special interest ------------------------------------------------------------------------------------

    def _place_interest(self, colour: i64, hex_: i64) -> None:
        """IG-INT-1, IG-INT-2"""
        self._require_turn("a special interest")
        if not self.towns[self.board.word[hex_]] & self.board.bit[hex_]:
            raise IllegalAction("IG-INT-1", f"{self.board.grid.ids[hex_]} is not a Town")
        if not self._connects(self.turn, hex_):
            raise IllegalAction("IG-INT-1", f"no railway of yours has a locomotive in {self.board.grid.ids[hex_]}")
        if self.bag[colour] == 0:
            raise IllegalAction("IG-INT-1", f"the bag has no {self.board.colours[colour]} cube left")
        self.place_cube(colour, hex_)
        self._end_turn()

    def _connects(self, seat: i64, hex_: i64) -> bool:
        board = self.board
        for railway in range(board.railways):
            track = self.track[railway * board.words + board.word[hex_]]
            if self.shares[seat * board.railways + railway] and track & board.bit[hex_]:
                return True
        return False

    # ---- call for dividends ------------------------------------------------------------------------------------------

    def _call_dividends(self) -> None:
        """IG-DIV-1: anybody may call."""
        self._require_turn("a call for dividends")
        self.phase = DRAW
        self.to_act = CHANCE

    def _pay_dividends(self, draw: i64) -> None:
        """IG-DIV-1: the drawn cubes are out of the game. IG-DIV-3: the railways pay in order."""
        board = self.board
        colours: i64 = len(self.bag)
        for colour in range(colours):
            self.take_cubes(colour, board.draw_counts[draw * colours + colour])
        self.drawn = append(self.drawn, draw)
        for railway in range(board.railways):
            self._pay(railway, self.income(railway, draw))
        self._end_turn()

    def _pay(self, railway: i64, income: i64) -> None:
        """IG-DIV-4, IG-TRK-6: divided by the shares sold, rounded up, to each holder for each share."""
        railways = self.board.railways
        sold = self.sold[railway]
        if income == 0 or sold == 0:
            return
        each = (income + sold - 1) // sold
        for seat in range(self.seats):
            self.cash[seat] += each * self.shares[seat * railways + railway]
