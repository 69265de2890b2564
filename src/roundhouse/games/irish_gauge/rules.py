"""The rules of Irish Gauge: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import WORD, append_members, zeros
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Edition, Game, IllegalAction
from roundhouse.games.irish_gauge import building, dividends, facts
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    DRAW,
    FINISHED,
    INITIAL_AUCTION,
    TRACK,
    TURN,
    Position,
    points,
)

PASS: Final[i64] = 0
DONE: Final[i64] = 1
DIVIDENDS: Final[i64] = 2


class IrishGauge(Game):
    """A game of Irish Gauge, with its board made of the edition."""

    name: ClassVar[str] = "irish-gauge"
    rules_version: ClassVar[int] = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats)
        super().__init__(edition, seats, options, self.board.lines, self.board.top_bid())
        self._opening = IrishGaugeState(self, self.board)

    def start(self) -> IrishGaugeState:
        """A new game, from the opening position."""
        return self._opening.copy()


class IrishGaugeState(Position):
    """A position that can be played on."""

    def copy(self) -> IrishGaugeState:
        """Another position like this one."""
        return IrishGaugeState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        """The actions of the seat to act, or the outcomes of chance, by phase; none when the game is over."""
        phase = self.phase
        if phase == TURN:
            return self._turn_actions()
        if phase == AUCTION or phase == INITIAL_AUCTION:
            return self._bids()
        if phase == TRACK:
            return building.add_track(self, append(vec[i64](capacity=32), DONE), self.building, self.halves)
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
                    codes = building.add_track(self, codes, railway, board.build_halves)
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

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        """Carry out an action or an outcome; IllegalAction names the rule that forbids it."""
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
            if self.witness is not None:
                self.witness.append(self._ended())
            return
        self.phase = TURN
        self.turn = self.turn + 1
        if self.turn == self.seats:
            self.turn = 0
        self.to_act = self.turn
        if self.witness is not None:
            self.witness.append(facts.TurnBegan("IG-TURN-1", self.turn))

    def _ended(self) -> facts.Ended:
        shares = [
            (name, value, holder) for railway, name in enumerate(self.board.railway_ids)
            for value, holder in zip(self.board.values_of(railway), self.holders(railway))
        ]
        scores, winners = tuple(self.scores()), tuple(self.winners())
        return facts.Ended("IG-END-1", "the bag is empty", scores, winners, tuple(self.cash), tuple(shares))

    # ---- set-up and chance -------------------------------------------------------------------------------------------

    def _chances(self) -> vec[i64]:
        board = self.board
        codes = vec[i64](capacity=16)
        if self.phase == DRAW:
            return dividends.add_draws(self, codes)
        for code in range(board.cube_code, self.game.first_bid):
            if self.weight(code):
                codes = append(codes, code)
        return codes

    def weight(self, code: i64) -> i64:
        """How likely a draw, a cube of the set-up or an opener is; 0 for anything else."""
        board = self.board
        if self.to_act != CHANCE or not board.draw_code <= code < self.game.first_bid:
            return 0
        if self.phase == DRAW:
            return dividends.draw_weight(self, code - board.draw_code) if code < board.cube_code else 0
        colours: i64 = len(self.bag)
        cities: i64 = len(board.cities)
        if self.placed == cities:
            return 1 if code >= board.start_code else 0
        cube = code - board.cube_code
        if cube < 0 or cube // colours != self.placed:
            return 0
        return board.pool_per_colour - board.per_colour + self.bag[cube % colours]

    def _happen(self, code: i64) -> None:
        """An outcome of chance: a cube onto a City (IG-SET-2), who opens (IG-SET-4), or the cubes drawn (IG-DIV-1)."""
        board = self.board
        if self.weight(code) == 0:
            rule = "IG-DIV-1" if code < board.cube_code else "IG-SET-2" if code < board.start_code else "IG-SET-4"
            raise IllegalAction(rule, f"'{self.game.text(code)}' can't happen now")
        if code >= board.start_code:
            self._start(code - board.start_code)
        elif code >= board.cube_code:
            colours: i64 = len(self.bag)
            self._set_up((code - board.cube_code) % colours, board.cities[self.placed])
        else:
            dividends.pay_dividends(self, code - board.draw_code)
            self._end_turn()

    def _set_up(self, colour: i64, hex_: i64) -> None:
        """IG-SET-2"""
        self.place_cube(colour, hex_)
        self.placed += 1
        if self.witness is not None:
            self.witness.append(facts.CubePlaced("IG-SET-2", self.board.grid.ids[hex_], self.board.colours[colour]))

    def _start(self, opener: i64) -> None:
        """IG-SET-4"""
        self.phase = INITIAL_AUCTION
        if self.witness is not None:
            self.witness.append(facts.OpenerDrawn("IG-SET-4", opener))
        self._open_auction("IG-AUC-1", 0, opener)

    # ---- auctions ----------------------------------------------------------------------------------------------------

    def _open_auction(self, rule: str, railway: i64, opener: i64) -> None:
        value = self.next_value(railway)
        self.auction.open(railway, value, opener)
        self.to_act = opener
        if self.witness is not None:
            self.witness.append(facts.AuctionOpened(rule, self.board.railway_ids[railway], value, opener))

    def _call_auction(self, railway: i64) -> None:
        """IG-AUC-9"""
        self._require_turn("an auction")
        value = self.next_value(railway)
        if value == 0:
            raise IllegalAction("IG-AUC-9", f"{self.board.railway_ids[railway]} has no share left to sell")
        if value > self.cash[self.turn]:
            raise IllegalAction("IG-AUC-9", f"you must open with £{value} and have £{self.cash[self.turn]}")
        self.phase = AUCTION
        self._open_auction("IG-AUC-9", railway, self.turn)

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
        if self.witness is not None:
            self.witness.append(facts.Bid("IG-AUC-2", self._lot(), self.to_act, pounds))
        if self.auction.bid(pounds):
            self._sell(self.auction.leader, pounds)
        else:
            self.to_act = self.auction.to_act

    def _pass(self) -> None:
        """IG-AUC-4, IG-AUC-5, IG-AUC-6"""
        self._require_auction()
        if not self._may_pass():
            raise IllegalAction("IG-AUC-9", "who calls an auction must open it with a bid")
        if self.witness is not None:
            self.witness.append(facts.Passed("IG-AUC-4", self._lot(), self.to_act))
        if not self.auction.drop_out():
            self.to_act = self.auction.to_act
        elif self.auction.leader == NOBODY:
            self._sell(self.auction.opener, 0)
        else:
            self._sell(self.auction.leader, self.auction.high)

    def _lot(self) -> str:
        return self.board.railway_ids[self.auction.lot]

    def _sell(self, winner: i64, price: i64) -> None:
        """IG-AUC-5; then the next initial auction (IG-AUC-1, IG-AUC-7), the first turn (IG-AUC-8), or the next turn."""
        railway = self.auction.lot
        if self.witness is not None:
            rule = "IG-AUC-6" if self.auction.leader == NOBODY else "IG-AUC-5"
            self.witness.append(facts.ShareSold(rule, self._lot(), winner, price, None, self.next_value(railway)))
        self.cash[winner] -= price
        self.owner[self.board.first_share[railway] + self.sold[railway]] = winner
        self.shares[winner * self.board.railways + railway] += 1
        self.sold[railway] += 1
        self.auction.close()
        if self.phase == AUCTION:
            self._end_turn()
        elif railway + 1 < self.board.railways:
            self._open_auction("IG-AUC-1", railway + 1, winner)
        else:
            self.phase = TURN
            self.turn = self.owner[0]
            self.to_act = self.turn
            if self.witness is not None:
                self.witness.append(facts.TurnBegan("IG-AUC-8", self.turn, self.board.railway_ids[0]))

    # ---- place railway track -----------------------------------------------------------------------------------------

    def _place_track(self, railway: i64, hex_: i64) -> None:
        """IG-TRK-2: the action ends by itself when no other locomotive can be placed."""
        if building.place_track(self, railway, hex_):
            return
        if self.witness is not None and self.halves:
            self.witness.append(self._stopped(False))
        self._end_turn()

    def _done(self) -> None:
        """IG-TRK-2: placing may stop after the first locomotive."""
        if self.phase != TRACK:
            raise IllegalAction("IG-TRK-2", "there is no track being placed that you could stop")
        if self.witness is not None:
            self.witness.append(self._stopped(True))
        self._end_turn()

    def _stopped(self, chosen: bool) -> facts.BuildingStopped:
        name = self.board.railway_ids[self.building]
        return facts.BuildingStopped("IG-TRK-2", self.turn, name, points(self.halves), chosen)

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
        if self.witness is not None:
            where = self.board.grid.ids[hex_]
            self.witness.append(facts.InterestPlaced("IG-INT-1", self.turn, where, self.board.colours[colour]))
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
        if self.witness is not None:
            self.witness.append(facts.DividendsCalled("IG-DIV-1", self.turn))
