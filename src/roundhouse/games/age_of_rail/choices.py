"""What may be done in Age of Rail, in the order of the rulebook."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, NOBODY
from roundhouse.engine.words import BIT, WORD, append_members, lowest
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_BOX,
    BUILD_NOTHING,
    DEVELOP_BOX,
    DEVELOP_NOTHING,
    DIVIDENDS,
    DIVIDENDS_BOX,
    DONE,
    NONE,
    OFFER_BOX,
    OFFER_NOTHING,
    PASS,
)
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    DELEGATED,
    FREE_LINK,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    SECOND_LINK,
    SETUP,
    TURN,
    Position,
)


class Choices(Position):
    def legal(self) -> vec[i64]:
        phase = self.phase
        if phase == AUCTION or phase == OFFERING or phase == LATE_AUCTION:
            return self._bids()
        codes = vec[i64](capacity=64)
        if phase == TURN:
            return self._turn_actions(codes)
        if phase == FREE_LINK:
            return self._add_links(codes, self.building)
        if phase == DELEGATED:
            return self._add_links(self._add_connections(codes, self.building), self.building)
        if phase == SECOND_LINK:
            return self._add_links(append(codes, DONE), self.building)
        if phase == SECOND_DEVELOPMENT:
            return self._add_developments(append(codes, AUTO))
        if phase == SETUP:
            for seat in range(self.seats):
                codes = append(codes, self.board.start_code + seat)
        return codes

    def weight(self, code: i64) -> i64:
        """AR-SET-4: each seat is equally likely to open the first auction."""
        return 1 if self.to_act == CHANCE and self.board.start_code <= code < self.game.first_bid else 0

    def _bids(self) -> vec[i64]:
        """AR-AUC-2: every whole number of dollars from the least to all of your cash; passing is always allowed."""
        codes = append(vec[i64](capacity=96), PASS)
        return self.auction.add_bids(codes, self.game.first_bid, self.cash[self.to_act])

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _turn_actions(self, codes: vec[i64]) -> vec[i64]:
        """AR-TURN-1: one action of one of the boxes that are open; no passing."""
        own = self.builders(self.turn)
        others = self.builders(NOBODY) if own == 0 else 0
        may_offer = self.is_box_open(OFFER_BOX)
        may_develop = self.is_box_open(DEVELOP_BOX)
        unsold = self.unsold() if may_offer else 0
        if own == 0 and others == 0:
            codes = append(codes, BUILD_NOTHING)
        if may_offer and unsold == 0:
            codes = append(codes, OFFER_NOTHING)
        if may_develop and not self.can_develop():
            codes = append(codes, DEVELOP_NOTHING)
        if self.is_box_open(DIVIDENDS_BOX):
            codes = append(codes, DIVIDENDS)
        if may_offer:
            codes = append_members(codes, self.board.offer_code, unsold)
            codes = append_members(codes, self.board.offer_own_code, self.own_to_offer())
        codes = self._add_builds(codes, own, others)
        return self._add_developments(codes) if may_develop else codes

    def is_box_open(self, box: i64) -> bool:
        """AR-TURN-2: not where your marker stands, but for Build Track. AR-TURN-3: not while others fill the slots."""
        if self.boxes[self.turn] == box:
            return box == BUILD_BOX
        slots = self.board.slots[box]
        if slots == NONE:
            return True
        for seat in range(self.seats):
            if self.boxes[seat] == box:
                slots -= 1
        return slots > 0

    # ---- build track -------------------------------------------------------------------------------------------------

    def _add_builds(self, codes: vec[i64], own: i64, others: i64) -> vec[i64]:
        """AR-BLD-2: for one of yours. AR-BLD-3: if none of yours can build, a controller of another is named."""
        railroads = self.board.railroads
        for railroad in range(railroads):
            if own & BIT[railroad]:
                codes = self._add_connections(codes, railroad)
        for railroad in range(railroads):
            if others & BIT[railroad]:
                first = self.board.delegate_code + railroad * self.seats
                codes = append_members(codes, first, self.controllers[railroad])
        for railroad in range(railroads):
            if own & BIT[railroad]:
                codes = self._add_links(codes, railroad)
        return codes

    def builders(self, seat: i64) -> i64:
        """The railroads that can build, as bits: of those that the seat controls, or of all for NOBODY."""
        able: i64 = 0
        for railroad in range(self.board.railroads):
            if (seat == NOBODY or self.controllers[railroad] & BIT[seat]) and self.can_build(railroad):
                able |= BIT[railroad]
        return able

    def can_build(self, railroad: i64) -> bool:
        """AR-BLD-1. A closed railroad has no network, so nothing is within its reach."""
        for w in range(self.board.link_words):
            if self.first_links(railroad, w):
                return True
        for external in range(self.board.externals):
            if self.may_connect(railroad, external):
                return True
        return False

    def may_build(self, railroad: i64) -> bool:
        """AR-BLD-2: a railroad that you control on your turn; else the one whose build goes on."""
        if self.phase == TURN:
            return self.controllers[railroad] & BIT[self.turn] != 0
        return self.building == railroad

    def links_now(self, railroad: i64, w: i64) -> i64:
        """The links of word w that the railroad may lay in this phase."""
        board = self.board
        if self.phase == FREE_LINK:     # AR-OFF-4
            return board.touching[board.base[railroad] * board.link_words + w] & self.unbuilt[w]
        if self.phase == SECOND_LINK:
            return self.second_links(railroad, w)
        return self.first_links(railroad, w)

    def first_links(self, railroad: i64, w: i64) -> i64:
        """AR-BLD-6: the links of word w that may be laid as a single or a first one, if the Treasury can pay."""
        if self.treasury[railroad] < self.board.link_cost:
            return 0
        return self.reach[railroad * self.board.link_words + w] & self.unbuilt[w]

    def second_links(self, railroad: i64, w: i64) -> i64:
        """AR-BLD-7: the links of word w that lead on from the new place to another one, if the Treasury can pay."""
        board = self.board
        if self.junction == NONE or self.treasury[railroad] < board.second_link_cost:
            return 0
        found: i64 = 0
        left = board.touching[self.junction * board.link_words + w] & self.unbuilt[w]
        while left:
            bit = left & -left
            left ^= bit
            link = w * WORD + lowest(bit)
            if not self.on_network(railroad, board.end_a[link] + board.end_b[link] - self.junction):
                found |= bit
        return found

    def junction_of(self, railroad: i64, link: i64) -> i64:
        """AR-BLD-7: the new place to which a first link leads, where a second may start; NONE if it joins two old ones.
        AR-BLD-8, AL-BLD-1: NONE too if no double link may go through it."""
        board = self.board
        place = board.end_a[link]
        if self.on_network(railroad, place):
            place = board.end_b[link]
            if self.on_network(railroad, place):
                return NONE
        return NONE if board.no_double[board.word[place]] & board.bit[place] else place

    def _add_links(self, codes: vec[i64], railroad: i64) -> vec[i64]:
        first = self.board.link_code + railroad * self.board.links
        for w in range(self.board.link_words):
            codes = append_members(codes, first + w * WORD, self.links_now(railroad, w))
        return codes

    # ---- external connections ----------------------------------------------------------------------------------------

    def may_connect(self, railroad: i64, external: i64) -> bool:
        """AR-EXT-1"""
        board = self.board
        return (
            self.treasury[railroad] >= board.price[external]
            and self.built_by[external] == NONE
            and self.on_network(railroad, board.gate[external])
        )

    def _add_connections(self, codes: vec[i64], railroad: i64) -> vec[i64]:
        first = self.board.connect_code + railroad * self.board.externals
        for external in range(self.board.externals):
            if self.may_connect(railroad, external):
                codes = append(codes, first + external)
        return codes

    # ---- offer stock -------------------------------------------------------------------------------------------------

    def unsold(self) -> i64:
        """AR-STK-1: the open railroads with an unsold share, as bits."""
        found: i64 = 0
        for railroad in range(self.board.railroads):
            if self.is_open & BIT[railroad] and self.sold[railroad] < self.board.shares:
                found |= BIT[railroad]
        return found

    def own_to_offer(self) -> i64:
        """AR-STK-1: the railroads of which the player on turn holds a share, as bits; none by AR-OPT-2."""
        found: i64 = 0
        if self.board.own_shares:
            for railroad in range(self.board.railroads):
                if self.shares[railroad * self.seats + self.turn]:
                    found |= BIT[railroad]
        return found

    # ---- develop locations -------------------------------------------------------------------------------------------

    def developable(self, w: i64) -> i64:
        """AR-DEV-2, AL-DEV-2: the places of word w that may be chosen now. AR-DEV-5: not each as a paid second."""
        board = self.board
        found = (self.connected[w] | board.without_track[w]) & self.growing[w]
        if self.phase == SECOND_DEVELOPMENT:
            found &= ~board.no_paid_second[w]
        return found

    def can_develop(self) -> bool:
        for w in range(self.board.place_words):
            if self.developable(w):
                return True
        return False

    def _add_developments(self, codes: vec[i64]) -> vec[i64]:
        for w in range(self.board.place_words):
            codes = append_members(codes, self.board.develop_code + w * WORD, self.developable(w))
        return codes
