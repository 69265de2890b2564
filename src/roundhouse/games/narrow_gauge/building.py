"""Steps 2 and 3 of a turn: track cards, penalties, connections and the commodity market."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.engine.words import BIT, PLACE, WORD, lowest, put
from roundhouse.games.narrow_gauge.board import DOLLAR, DOLLAR_BITS, MIRRORED, TURNED, WAYS
from roundhouse.games.narrow_gauge.position import BUILD, MORE, Position


def locomotives(bill: i64) -> i64:
    return bill & (DOLLAR - 1)


def dollars(bill: i64) -> i64:
    return bill >> DOLLAR_BITS


class Building(Position):
    """What a track card may do on the board, and does."""

    # ---- penalties ---------------------------------------------------------------------------------------------------

    def prices(self) -> vec[i64]:
        """NG-PEN-1 to NG-PEN-4: by hex, the item of a new locomotive of the company; none where it stands already."""
        board = self.board
        seat = self.turn
        prices = board.ground[:]
        difficult = self.price(seat, board.pays_difficult, board.difficult_price)
        if difficult != board.difficult_price:
            prices = put(prices, board.difficult, difficult * DOLLAR + 1)
        water = self.price(seat, board.pays_water, board.water_price)
        if water != board.water_price:
            prices = put(prices, board.water, water * DOLLAR + 1)
        other = self.price(seat, board.pays_other, board.other_price) * DOLLAR
        words = board.words
        for company in range(board.companies):
            for w in range(words if company != self.company else 0):
                there = self.track[company * words + w]
                while there:
                    low = there & -there
                    there ^= low
                    prices[w * WORD + i64(PLACE[low % 67])] += other
        return put(prices, self.track[self.company * words:(self.company + 1) * words], 0)

    def bill(self, face: i64, start: i64, prices: vec[i64]) -> i64:
        """NG-CARD-4, NG-PEN-4: the new locomotives of a face laid from a start, and all their penalties, as one sum."""
        board = self.board
        total: i64 = 0
        first = (face * board.hexes + start) * board.longest
        for n in range(first, first + board.length[face]):
            total += prices[i64(board.cell[n])]
        return total

    # ---- which plays are legal ---------------------------------------------------------------------------------------

    def add_plays(self, codes: vec[i64], prices: vec[i64]) -> vec[i64]:
        """Every legal play of the hand, mirrored if the next card is to be."""
        board = self.board
        left = self.hand[self.turn]
        while left:
            low = left & -left
            left ^= low
            card = i64(PLACE[low % 67])
            for turned in range(2):
                base = board.play_code + (card * 2 + turned) * board.hexes
                codes = self._add_starts(codes, base, self.face(card, turned, self.mirror), prices)
        return codes

    def _add_starts(self, codes: vec[i64], base: i64, face: i64, prices: vec[i64]) -> vec[i64]:
        for w in range(self.board.words):
            starts = self.starts(face, w)
            while starts:
                low = starts & -starts
                starts ^= low
                start = w * WORD + i64(PLACE[low % 67])
                if self.may_lay(face, start, prices):
                    codes = append(codes, base + start)
        return codes

    def any_play(self, cards: i64, mirrored: bool, prices: vec[i64]) -> bool:
        """Whether any of these cards has a legal play."""
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            for turned in range(2):
                if self._any_start(self.face(card, turned, mirrored), prices):
                    return True
        return False

    def _any_start(self, face: i64, prices: vec[i64]) -> bool:
        for w in range(self.board.words):
            starts = self.starts(face, w)
            while starts:
                if self.may_lay(face, w * WORD + lowest(starts), prices):
                    return True
                starts &= starts - 1
        return False

    def face(self, card: i64, turned: i64, mirrored: bool) -> i64:
        way = turned * TURNED
        if mirrored:
            way += MIRRORED
        return self.board.face_of[card * WAYS + way]

    def starts(self, face: i64, w: i64) -> i64:
        """NG-CARD-1, NG-CARD-3, NG-CARD-5: the company's hexes of word w where a face hits no rim or tile."""
        board = self.board
        fits = (face * board.companies + self.homes[self.company]) * board.words
        return self.track[self.company * board.words + w] & board.fits[fits + w]

    def may_lay(self, face: i64, start: i64, prices: vec[i64]) -> bool:
        """NG-CARD-6, NG-CARD-7: something new, from the supply, and paid for."""
        bill = self.bill(face, start, prices)
        return 0 < locomotives(bill) <= self.supply[self.company] and dollars(bill) <= self.cash[self.turn]

    # ---- playing a card ----------------------------------------------------------------------------------------------

    def play(self, card: i64, turned: i64, start: i64) -> None:
        """NG-CARD-8: discard, pay, place, connect, in this order."""
        board = self.board
        face = self.face(card, turned, self.mirror)
        if not self._may_start(card, face, start):
            raise self._why_no_play(card, turned, start)
        prices = self.prices()
        if not self.may_lay(face, start, prices):
            raise self._why_no_play(card, turned, start)
        self.leave_hand(card)
        self.cash[self.turn] -= dollars(self.bill(face, start, prices))
        first = (face * board.hexes + start) * board.longest
        self.reveal = vec[i64]()
        for n in range(first, first + board.length[face]):
            hex_ = i64(board.cell[n])
            w = board.word[hex_]
            bit = board.bit[hex_]
            if not self.track[self.company * board.words + w] & bit:
                self._place(hex_)
        self.cards += 1
        self.extra = False
        self.mirror = False

    def _may_start(self, card: i64, face: i64, start: i64) -> bool:
        if not self.may_play_card() or not self.hand[self.turn] & BIT[card]:
            return False
        return self.starts(face, self.board.word[start]) & self.board.bit[start] != 0

    def may_play_card(self) -> bool:
        """NG-TURN-3, NG-CARD-9: in Step 2, or in Step 3 with a card left."""
        return self.phase == BUILD or (self.phase == MORE and self.cards < self.allowed)

    def _place(self, hex_: i64) -> None:
        """NG-CARD-5: one new locomotive, and its connection if the hex is a city."""
        board = self.board
        if board.difficult[board.word[hex_]] & board.bit[hex_]:
            self.built_difficult = True
        self.place_locomotive(self.company, hex_)
        self.supply[self.company] -= 1
        city = board.city_of[hex_]
        if city == NOBODY:
            return
        self.connect()
        if self.tiles[city] == NOBODY:
            self.reveal = append(self.reveal, city)     # NG-COM-7: its die moves with its `tile` line
        else:
            self.gain_share(self.tiles[city])

    def leave_hand(self, card: i64) -> None:
        """A card goes from the hand of whose turn it is to the discard pile, face up (NG-HAND-2)."""
        seat = self.turn
        self.hand[seat] &= ~BIT[card]
        self.discard |= BIT[card]
        if not self.idle[seat] & BIT[card]:
            self.fresh[seat] -= 1

    def _why_no_play(self, card: i64, turned: i64, start: i64) -> IllegalAction:
        board = self.board
        name = board.card_ids[card]
        where = board.grid.ids[start]
        if self.phase != BUILD and self.phase != MORE:
            return IllegalAction("NG-TURN-1", "track cards are played in Steps 2 and 3 of a turn")
        if self.cards >= self.allowed:
            return IllegalAction("NG-CARD-9", f"you have played the {self.allowed} allowed this turn")
        if not self.hand[self.turn] & BIT[card]:
            return IllegalAction("NG-CARD-1", f"{name} is not in your hand")
        company = board.company_ids[self.company]
        if not self.track[self.company * board.words + board.word[start]] & board.bit[start]:
            return IllegalAction("NG-CARD-1", f"{company} has no locomotive in {where} to start from")
        face = self.face(card, turned, self.mirror)
        if not self.starts(face, board.word[start]) & board.bit[start]:
            return IllegalAction("NG-CARD-5", f"{name} from {where} leaves the board or meets another company's tile")
        bill = self.bill(face, start, self.prices())
        new = locomotives(bill)
        if new == 0:
            return IllegalAction("NG-CARD-6", f"{company} already stands on every hex of {name} from {where}")
        if new > self.supply[self.company]:
            left = self.supply[self.company]
            return IllegalAction("NG-CARD-6", f"{company} has {left} locomotives left and needs {new}")
        return IllegalAction("NG-CARD-7", f"its penalties are ${dollars(bill)} and you have ${self.cash[self.turn]}")

    # ---- connections -------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """NG-CONN-1 to NG-CONN-4: the marker goes up, and the bank pays the builder its value times the dividend."""
        board = self.board
        company = self.company
        if self.marker[company] < board.connection_max:
            self.marker[company] += 1
        dividend = board.dividend[self.round * board.companies + company]
        self.cash[self.turn] += self.marker[company] * dividend + self.added(self.turn, board.adds_connection)

    # ---- commodity market --------------------------------------------------------------------------------------------

    def gain_share(self, commodity: i64) -> None:
        """NG-COM-1: the die moves one space for each certificate held of the connecting company."""
        self.connected |= BIT[commodity]
        self.move_die(commodity, self.certificates[self.turn * self.board.companies + self.company])

    def move_die(self, commodity: i64, spaces: i64) -> None:
        """NG-COM-2 to NG-COM-5, towards the side of whose turn it is."""
        side: i64 = 1 if self.turn == 0 else -1
        before = self.row[commodity] * side
        after = before + spaces
        if before < 0 and after >= 0:
            after += 1      # NG-COM-3: X is not counted
        if after > self.board.last_row:
            after = self.board.last_row
        if before < 0 and after > 0 and self.die[commodity] < self.board.die_max:
            self.die[commodity] += 1
        self.row[commodity] = after * side

    def may_move_die(self, commodity: i64) -> bool:
        """NG-COM-4: on the player's last row it stays."""
        side: i64 = 1 if self.turn == 0 else -1
        return self.row[commodity] * side < self.board.last_row
