"""Steps 2 and 3 of a turn: track cards, penalties, connections and the commodity market."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.auction import NOBODY
from roundhouse.engine.contract import IllegalAction
from roundhouse.engine.words import BIT, PLACE, WORD, count, lowest
from roundhouse.games.narrow_gauge.board import MIRRORED, TURNED, WAYS
from roundhouse.games.narrow_gauge.position import BUILD, MORE, Position


class Building(Position):
    """What a track card may do on the board, and does."""

    # ---- which plays are legal ---------------------------------------------------------------------------------------

    def add_plays(self, codes: vec[i64], mirrored: bool) -> vec[i64]:
        """Every legal play of the hand."""
        board = self.board
        left = self.hand[self.turn]
        while left:
            low = left & -left
            left ^= low
            card = i64(PLACE[low % 67])
            for turned in range(2):
                codes = self._add_starts(
                    codes, board.play_code + (card * 2 + turned) * board.hexes, self.face(card, turned, mirrored)
                )
        return codes

    def _add_starts(self, codes: vec[i64], base: i64, face: i64) -> vec[i64]:
        words = self.board.words
        for w in range(words):
            starts = self.starts(face, w)
            while starts:
                low = starts & -starts
                starts ^= low
                start = w * WORD + i64(PLACE[low % 67])
                if self.may_lay(face, start):
                    codes = append(codes, base + start)
        return codes

    def any_play(self, cards: i64, mirrored: bool) -> bool:
        """Whether any of these cards has a legal play."""
        while cards:
            low = cards & -cards
            cards ^= low
            card = i64(PLACE[low % 67])
            for turned in range(2):
                if self._any_start(self.face(card, turned, mirrored)):
                    return True
        return False

    def _any_start(self, face: i64) -> bool:
        for w in range(self.board.words):
            starts = self.starts(face, w)
            while starts:
                if self.may_lay(face, w * WORD + lowest(starts)):
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

    def may_lay(self, face: i64, start: i64) -> bool:
        """NG-CARD-6, NG-CARD-7: something new, from the supply, and paid for."""
        board = self.board
        words = board.words
        at = (face * board.hexes + start) * words
        new: i64 = 0
        for w in range(words):
            new += count(board.cells[at + w] & ~self.track[self.company * words + w])
        if new == 0 or new > self.supply[self.company]:
            return False
        return self.penalties(face, start) <= self.cash[self.turn]

    def penalties(self, face: i64, start: i64) -> i64:
        """NG-PEN-1 to NG-PEN-4, for the new locomotives of a face laid from a start."""
        board = self.board
        words = board.words
        at = (face * board.hexes + start) * words
        difficult: i64 = 0
        water: i64 = 0
        others: i64 = 0
        for w in range(words):
            new = board.cells[at + w] & ~self.track[self.company * words + w]
            if new:
                difficult += count(new & board.difficult[w])
                water += count(new & board.water[w])
                others += count(new & self.crowd[w]) + 2 * count(new & self.crowd[words + w])
                others += 4 * count(new & self.crowd[2 * words + w])
        total: i64 = 0
        if difficult:
            total += difficult * self.price(self.turn, board.pays_difficult, board.difficult_price)
        if water:
            total += water * self.price(self.turn, board.pays_water, board.water_price)
        if others:
            total += others * self.price(self.turn, board.pays_other, board.other_price)
        return total

    # ---- playing a card ----------------------------------------------------------------------------------------------

    def play(self, card: i64, turned: i64, start: i64) -> None:
        """NG-CARD-8: discard, pay, place, connect, in this order."""
        board = self.board
        if not self._may_play(card, turned, start):
            raise self._why_no_play(card, turned, start)
        face = self.face(card, turned, self.mirror)
        seat = self.turn
        self.leave_hand(card)
        self.cash[seat] -= self.penalties(face, start)
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

    def _may_play(self, card: i64, turned: i64, start: i64) -> bool:
        if not self.may_play_card() or not self.hand[self.turn] & BIT[card]:
            return False
        face = self.face(card, turned, self.mirror)
        w = self.board.word[start]
        return self.starts(face, w) & self.board.bit[start] != 0 and self.may_lay(face, start)

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
        self._connect()
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
        at = (face * board.hexes + start) * board.words
        new: i64 = 0
        for w in range(board.words):
            new += count(board.cells[at + w] & ~self.track[self.company * board.words + w])
        if new == 0:
            return IllegalAction("NG-CARD-6", f"{company} already stands on every hex of {name} from {where}")
        if new > self.supply[self.company]:
            left = self.supply[self.company]
            return IllegalAction("NG-CARD-6", f"{company} has {left} locomotives left and needs {new}")
        cost = self.penalties(face, start)
        return IllegalAction("NG-CARD-7", f"its penalties are ${cost} and you have ${self.cash[self.turn]}")

    # ---- connections -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        """NG-CONN-1 to NG-CONN-3: the marker goes up, and the bank pays its new value times the dividend."""
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
            after += 1      # X is not counted
        if after > self.board.last_row:
            after = self.board.last_row
        if before < 0 and after > 0 and self.die[commodity] < self.board.die_max:
            self.die[commodity] += 1
        self.row[commodity] = after * side

    def may_move_die(self, commodity: i64) -> bool:
        """NG-COM-4: on the player's last row it stays."""
        side: i64 = 1 if self.turn == 0 else -1
        return self.row[commodity] * side < self.board.last_row
