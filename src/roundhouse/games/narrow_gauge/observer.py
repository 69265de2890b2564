"""What a seat sees of a game of Narrow Gauge: the table, its own hand and choices, and how much the other holds."""
from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from roundhouse.engine.bits import BIT, count
from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.observing.parts import Axis
from roundhouse.games.narrow_gauge.board import EXTRA_CARD, SEATS, Board
from roundhouse.games.narrow_gauge.position import DEAL, FINISHED, KEEP, PHASES, Position
from roundhouse.games.narrow_gauge.rules import NarrowGauge


class NarrowGaugeEncoder(Encoder):
    """What a seat sees of a game of Narrow Gauge, as numbers."""

    def __init__(self, game: Game) -> None:
        board = cast(NarrowGauge, game).board
        # The dividends of the last round come on top of what can be bid, and are less than that again.
        super().__init__(game, PHASES, 2 * board.top_bid())
        self.by_company = Axis("company", tuple(board.company_ids))
        self.by_commodity = Axis("commodity", tuple(board.commodity_ids))
        self.by_card = Axis("card", tuple(board.card_ids))
        self.by_contract = Axis("contract", tuple(board.contract_ids))
        self.by_round = Axis("round", tuple(str(n + 1) for n in range(board.rounds)))
        self.by_city = Axis("city", tuple(board.grid.ids[h] for h in board.cities))
        self.round = self.flags("round", "the round", self.by_round)
        self.first = self.flags("first", "the round's first player", self.by_seat)
        self.cash = self.amounts("cash", "dollars in hand; 0 where they are hidden", self.by_seat)
        self._lay_out_companies(board)
        self._lay_out_market(board)
        self._lay_out_cards(board)
        self._lay_out_contracts(board)
        self._lay_out_turn(board)
        reasons = Axis("for", ("majority", "commodities"))
        self.dividends = self.amounts("dividends", "what each round has paid", self.by_round, reasons, self.by_seat)

    def _lay_out_companies(self, board: Board) -> None:
        each = board.certificates
        most = max(sum(each[c::len(board.company_ids)]) for c in range(board.companies))
        starts = Axis("start", tuple(board.grid.ids[h] for h in board.starts))
        hexes = Axis("hex", tuple(board.grid.ids))
        self.certificates = self.counts("certificates", "certificates held", most, self.by_seat, self.by_company)
        self.available = self.counts("available", "certificates left in this round", max(each), self.by_company)
        self.homes = self.flags("homes", "where a company's tile lies", self.by_company, starts)
        self.track = self.flags("track", "where a company stands", self.by_company, hexes)
        self.supply = self.counts("supply", "locomotives left", max(board.supply), self.by_company)
        self.marker = self.counts("connections", "the connection track", board.connection_max, self.by_company)

    def _lay_out_market(self, board: Board) -> None:
        self.tiles = self.flags("tiles", "the commodity of a city, if it is seen", self.by_city, self.by_commodity)
        self.tiles_left = self.counts("tiles_left", "tiles not yet seen", max(board.tiles), self.by_commodity)
        self.die = self.counts("dice", "the number on a die", board.die_max, self.by_commodity)
        self.row = self.counts(
            "rows", "how far a die stands on a side of the market", board.last_row, self.by_seat, self.by_commodity
        )
        self.reveal = self.counts(
            "reveal", "cities to be revealed, by their order: 1, 2 ..", board.longest, self.by_city
        )

    def _lay_out_cards(self, board: Board) -> None:
        self.hand = self.flags("hand", "your cards", self.by_card)
        self.other_hand = self.counts("other_hand", "how many cards the other holds", board.cards)
        self.pile = self.counts("pile", "how many cards are in the pile", board.cards)
        self.discard = self.flags("discard", "cards discarded", self.by_card)
        self.dark = self.flags("token", "whose build token is dark", self.by_seat)

    def _lay_out_contracts(self, board: Board) -> None:
        order = Axis("taken", self.by_round.labels)
        self.contracts = self.flags(
            "contracts", "contracts held, in the order taken", self.by_seat, order, self.by_contract
        )
        self.flipped = self.flags("flipped", "contracts that have been flipped", self.by_contract)
        self.deck = self.flags("contract_deck", "contracts in the deck; none while that is hidden", self.by_contract)
        self.deck_size = self.counts("contract_deck_size", "how many they are", board.contracts)
        self.offer = self.flags("offer", "contracts turned up", self.by_contract)
        self.dealt = self.flags("dealt", "contracts dealt to you", self.by_contract)
        self.other_dealt = self.counts("other_dealt", "how many contracts are dealt to the other", board.contracts)
        self.kept_in = self.flags("kept_in", "who has chosen a contract to keep", self.by_seat)
        self.kept = self.flags("kept", "which; the other's when both have chosen", self.by_seat, self.by_contract)
        self.bid_in = self.flags("bid_in", "who has bid", self.by_seat)
        self.bids = self.amounts("bids", "how much; the other's when both have bid", self.by_seat)
        self.tied = self.flags("tied", "the bids were tied once")

    def _lay_out_turn(self, board: Board) -> None:
        allowed = 2 + list(board.flip_kind).count(EXTRA_CARD)
        self.turn = self.flags("turn", "whose turn it is", self.by_seat)
        self.company = self.flags("company", "the company of Step 1", self.by_company)
        self.cards = self.counts("cards", "cards played this turn", allowed)
        self.allowed = self.counts("allowed", "cards that may be played", allowed)
        marks = Axis("mark", ("extra", "mirror", "difficult"))
        self.marks = self.flags(
            "marks", "a card must still be played; the next is mirrored; difficult ground was built on", marks
        )
        self.connected = self.flags("connected", "commodities connected this turn", self.by_commodity)

    # ---- filling the parts -------------------------------------------------------------------------------------------

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write what the seat sees into the numbers from `at` on; hidden cash of the other stays 0."""
        position = cast(Position, state)
        self.encode_common(out, at, seat, position.phase, position.to_act)
        self.round.mark(out, at, position.round)
        self.mark_seat(self.first, out, at, seat, position.first)
        for other in range(SEATS):
            if other == seat or not position.hidden_money or position.phase == FINISHED:
                self.cash.put(out, at, self.after(seat, other), position.cash[other])
        self._encode_companies(position, seat, out, at)
        self._encode_market(position, seat, out, at)
        self._encode_cards(position, seat, out, at)
        self._encode_contracts(position, seat, out, at)
        self._encode_choices(position, seat, out, at)
        if position.turn != NOBODY:
            self._encode_turn(position, seat, out, at)
        dividends = position.dividends
        for first in range(0, len(dividends), SEATS):
            for other in range(SEATS):
                self.dividends.put(out, at, first + self.after(seat, other), dividends[first + other])

    def _encode_companies(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        board = position.board
        companies = board.companies
        homes = position.homes
        track = position.track
        self.available.put_all(out, at, position.available)
        self.supply.put_all(out, at, position.supply)
        self.marker.put_all(out, at, position.marker)
        self.certificates.put_turned(out, at, 0, position.certificates, 0, SEATS * companies, me * companies)
        for company in range(companies):
            if homes[company] != NOBODY:
                self.homes.mark(out, at, company * companies + homes[company])
            self.track.mark_set(out, at, company * board.hexes, track, company, board.words)

    def _encode_market(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        commodities = position.board.commodities
        tiles = position.tiles
        for city in range(len(tiles)):
            if tiles[city] != NOBODY:
                self.tiles.mark(out, at, city * commodities + tiles[city])
        self.tiles_left.put_all(out, at, position.tiles_left)
        self.die.put_all(out, at, position.die)
        for commodity in range(commodities):
            row = position.row[commodity] if me == 0 else -position.row[commodity]
            self.row.put(out, at, commodity, row)
            self.row.put(out, at, commodities + commodity, -row)
        for n in range(len(position.reveal)):
            self.reveal.put(out, at, position.reveal[n], n + 1)

    def _encode_cards(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        self.hand.mark_word(out, at, 0, position.hand[me])
        self.other_hand.put(out, at, 0, count(position.hand[1 - me]))
        self.pile.put(out, at, 0, count(position.pile))
        self.discard.mark_word(out, at, 0, position.discard)
        for seat in range(SEATS):
            if position.dark & BIT[seat]:
                self.dark.mark(out, at, self.after(me, seat))

    def _encode_contracts(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        board = position.board
        held = position.held
        for slot in range(len(held)):
            if held[slot] != NOBODY:
                seat = slot // board.rounds
                place = self.after(me, seat) * board.rounds + slot - seat * board.rounds
                self.contracts.mark(out, at, place * board.contracts + held[slot])
        self.flipped.mark_word(out, at, 0, position.flipped)
        dealing = position.random_order and (position.phase == DEAL or position.phase == KEEP)
        if not dealing:
            self.deck.mark_word(out, at, 0, position.contract_deck)
        self.deck_size.put(out, at, 0, count(position.contract_deck))
        self.offer.mark_word(out, at, 0, position.offer)
        self.dealt.mark_word(out, at, 0, position.dealt[me])
        self.other_dealt.put(out, at, 0, count(position.dealt[1 - me]))

    def _encode_choices(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        """NG-HID-2: one's own is seen at once, the other's when both are in."""
        kept = position.kept
        bids = position.bids
        for seat in range(SEATS):
            place = self.after(me, seat)
            if kept[seat] != NOBODY:
                self.kept_in.mark(out, at, place)
                if seat == me or kept[me] != NOBODY:
                    self.kept.mark(out, at, place * position.board.contracts + kept[seat])
            if bids[seat] != NOBODY:
                self.bid_in.mark(out, at, place)
                if seat == me or bids[me] != NOBODY:
                    self.bids.put(out, at, place, bids[seat])
        if position.tied:
            self.tied.mark(out, at, 0)

    def _encode_turn(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        self.mark_seat(self.turn, out, at, me, position.turn)
        if position.company != NOBODY:
            self.company.mark(out, at, position.company)
        self.cards.put(out, at, 0, position.cards)
        self.allowed.put(out, at, 0, position.allowed)
        if position.extra:
            self.marks.mark(out, at, 0)
        if position.mirror:
            self.marks.mark(out, at, 1)
        if position.built_difficult:
            self.marks.mark(out, at, 2)
        self.connected.mark_word(out, at, 0, position.connected)


def make(game: Game) -> Encoder:
    """An encoder for games of that setup."""
    return NarrowGaugeEncoder(game)
