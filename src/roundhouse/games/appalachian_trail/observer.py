"""What a seat sees of a game of Appalachian Trail: the areas, its own hand, and of other hands what all have seen."""
from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from roundhouse.engine.bits import WORD, lowest
from roundhouse.engine.contract import CHANCE, NOBODY, Game, State
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.observing.parts import Axis, Counts
from roundhouse.games.appalachian_trail.board import NOTHING, NOWHERE, SIDES, WORDS, Board
from roundhouse.games.appalachian_trail.position import FINISHED, PHASES, PLAY, Position
from roundhouse.games.appalachian_trail.rules import AppalachianTrail


class AppalachianTrailEncoder(Encoder):
    """What a seat sees of a game of Appalachian Trail, as numbers."""

    def __init__(self, game: Game) -> None:
        board = cast(AppalachianTrail, game).board
        super().__init__(game, PHASES)
        self.terrain = Axis("terrain", tuple(board.letters))
        self.kind = Axis("kind", tuple(board.names))
        self.cell = Axis("cell", tuple(board.ids))
        self.turn = self.flags("turn", "whose turn it is; in set-up, whose will be first", self.by_seat)
        self.used = self.counts("used", "cards used in this play part", board.cards_per_turn)
        self.mode = self.flags("mode", "what they were used for", Axis("mode", ("play", "discard")))
        self.receiver = self.flags(
            "for", "who gets what chance deals next", Axis("receiver", (*self.by_seat.labels, "display"))
        )
        self.goals = self.flags("goals", "the Goals", self.by_seat, self.terrain)
        self.completed = self.counts(
            "completed", "who has completed a trail, by the order: 1, 2 ..", game.seats, self.by_seat
        )
        self.idle = self.counts("idle", "turns in a row that used no card", game.seats)
        self._lay_out_areas(board)
        self._lay_out_piles(board)

    def _lay_out_areas(self, board: Board) -> None:
        ends = Axis("end", ("first", "second"))
        self.trail = self.flags(
            "trail", "the letters of Trail cards as laid, and of the Goal", self.by_seat, ends, self.terrain, self.cell
        )
        sides = Axis("side", tuple(SIDES))
        self.sides = self.flags("sides", "where obstacles and improvements lie", self.by_seat, sides, self.cell)
        low, high = board.rows
        places = [
            *self.by_seat.labels, *SIDES,
            *[f"x={x}" for x in range(board.columns)], *[f"y={y}" for y in range(low, high + 1)],
        ]
        cards = Axis("card", tuple(board.names[board.first_sided:board.ranger]))
        self.spots = self.flags(
            "spots", "for each card that lies as obstacle or improvement: in whose area, which side, where",
            cards, Axis("place", tuple(places)),
        )
        self.spot_size: i64 = len(places)
        self.rows: i64 = high - low + 1
        self.columns: i64 = board.columns
        self.column_of: vec[i64] = vec[i64]([cell // int(self.rows) for cell in range(board.cells)])

    def _lay_out_piles(self, board: Board) -> None:
        most, cards = max(board.supply), sum(board.supply)
        self.hands = self.counts(
            "hands", "cards in hand; of others nothing before the end", most, self.by_seat, self.kind
        )
        self.sizes = self.counts("hand_sizes", "how many cards", cards, self.by_seat)
        self.known = self.counts("known", "cards in hand that all have seen", most, self.by_seat, self.kind)
        self.display = self.counts("display", "cards face up", most, self.kind)
        self.deck = self.counts("deck", "cards in the deck; nothing before the end", most, self.kind)
        self.deck_size = self.counts("deck_size", "how many cards are in the deck", cards)
        self.removed = self.counts("removed", "cards out of the game", most, self.kind)

    # ---- filling the parts -------------------------------------------------------------------------------------------

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write what the seat sees into the numbers from `at` on; seats are counted from that seat."""
        position = cast(Position, state)
        self.encode_common(out, at, seat, position.phase, position.to_act)
        self._encode_turn(position, seat, out, at)
        for other in range(self.seats):
            place = self.after(seat, other)
            if position.goals[other] != NOBODY:
                self.goals.mark(out, at, place * position.board.terrains + position.goals[other])
            self._encode_trail(position, other, place, out, at)
        for n in range(len(position.completed)):
            self.completed.put(out, at, self.after(seat, position.completed[n]), n + 1)
        self._encode_sides(position, seat, out, at)
        self._encode_piles(position, seat, out, at)

    def _encode_turn(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        self.mark_seat(self.turn, out, at, me, position.turn)
        self.used.put(out, at, 0, position.used)
        if position.phase == PLAY and position.used:
            self.mode.mark(out, at, 1 if position.discarding else 0)
        if position.to_act == CHANCE and position.receiver != NOBODY:
            display = position.receiver == position.display
            self.receiver.mark(out, at, self.seats if display else self.after(me, position.receiver))
        self.idle.put(out, at, 0, position.idle)

    def _encode_trail(self, position: Position, seat: i64, place: i64, out: vec[i32], at: i64) -> None:
        board = position.board
        cells = board.cells
        laid = position.laid
        firsts = board.laid_first
        seconds = board.laid_second
        first = place * 2 * board.terrains
        second = first + board.terrains
        for w in range(WORDS):
            covered = board.whole[w] & ~position.empty[seat * WORDS + w]
            while covered:
                cell = w * WORD + lowest(covered)
                covered &= covered - 1
                card = i64(laid[seat * cells + cell])
                if card != NOTHING:
                    self.trail.mark(out, at, (first + firsts[card]) * cells + cell)
                    self.trail.mark(out, at, (second + seconds[card]) * cells + cell)

    def _encode_sides(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        cells = position.board.cells
        spots = position.spot
        column_of = self.column_of
        for card in range(len(spots)):
            spot = spots[card]
            if spot == NOWHERE:
                continue
            seat: i64 = 0
            cell = spot
            while cell >= cells:
                cell -= cells
                seat += 1
            place = self.after(me, seat)
            side = position.active_side(card)
            self.sides.mark(out, at, (2 * place + side) * cells + cell)
            column = column_of[cell]
            first = card * self.spot_size
            self.spots.mark(out, at, first + place)
            self.spots.mark(out, at, first + self.seats + side)
            self.spots.mark(out, at, first + self.seats + 2 + column)
            self.spots.mark(out, at, first + self.seats + 2 + self.columns + cell - column * self.rows)

    def _encode_piles(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        """AT-HID-1, AT-HID-2, AT-HID-4: other hands and the deck are open at the end only."""
        open_ = position.phase == FINISHED
        kinds = position.board.kinds
        for seat in range(self.seats):
            place = self.after(me, seat)
            self.sizes.put(out, at, place, position.size[seat])
            self._encode_pile(position, position.known + seat, self.known, place * kinds, out, at)
            if seat == me or open_:
                self._encode_pile(position, seat, self.hands, place * kinds, out, at)
        self._encode_pile(position, position.display, self.display, 0, out, at)
        self._encode_pile(position, position.removed, self.removed, 0, out, at)
        self.deck_size.put(out, at, 0, position.size[position.deck])
        if open_:
            self._encode_pile(position, position.deck, self.deck, 0, out, at)

    def _encode_pile(self, position: Position, pile: i64, part: Counts, n: i64, out: vec[i32], at: i64) -> None:
        kinds = position.board.kinds
        part.put_bytes(out, at, n, position.piles, pile * kinds, kinds)


def make(game: Game) -> Encoder:
    """An encoder for games of that setup."""
    return AppalachianTrailEncoder(game)
