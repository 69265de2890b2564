"""What lies on the table in a game of Appalachian Trail: the cards, how they move, and a copy of them."""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from roundhouse.engine.bits import BIT, filled, members, zeros
from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.engine.fields import Fields
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOTHING, NOWHERE, OBSTACLE, WORDS, Board

SETUP: Final[i64] = 0
PLAY: Final[i64] = 1
DRAW: Final[i64] = 2
CARD: Final[i64] = 3
FINISHED: Final[i64] = 4
PHASES: Final = ["setup", "play", "draw", "card", "over"]

ANYWHERE: Final[i64] = -1      # every bit of a word


class Position(State):
    """Cards of one kind are the same card, so all piles are counts by kind: pile * kinds + kind.

    A hand is the pile with the number of its seat; display, deck, removed cards and what is known of each hand follow.
    """

    __slots__ = (
        "board", "seats", "display", "deck", "removed", "known", "phase", "turn", "used", "discarding", "receiver",
        "idle", "goals", "piles", "size", "has", "laid", "empty", "reach", "flanks", "obstacles",
        "fits_first", "fits_second", "spot", "improving", "completed",
    )

    def __init__(self, game: Game, board: Board, source: Position | None = None) -> None:
        """The table before the first player is known, or a copy of `source`."""
        super().__init__(game)
        seats: i64 = game.seats
        self.board: Board = board
        self.seats: i64 = seats
        self.display: i64 = seats            # piles
        self.deck: i64 = seats + 1
        self.removed: i64 = seats + 2
        self.known: i64 = seats + 3          # + seat: the cards in a hand that all have seen (AT-HID-3)
        if source is not None:
            self.to_act = source.to_act
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn                    # whose turn it is; the first player's in set-up
            self.used: i64 = source.used                    # cards used in this play part
            self.discarding: bool = source.discarding       # they were discarded
            self.receiver: i64 = source.receiver            # who gets what chance deals next: a pile, or NOBODY
            self.idle: i64 = source.idle                    # turns in a row that used no card
            self.goals: vec[i64] = source.goals[:]          # a terrain by seat
            self.piles: vec[u8] = source.piles[:]
            self.size: vec[i64] = source.size[:]            # by pile: how many cards; not kept for known cards
            self.has: vec[i64] = source.has[:]              # by pile: the set of its kinds; not kept for known cards
            self.laid: vec[u8] = source.laid[:]             # seat * cells + cell: Trail cards and the Goal as laid
            self.empty: vec[i64] = source.empty[:]          # sets of cells by seat: no card there (AT-GEO-2)
            self.reach: vec[i64] = source.reach[:]          # touching a Trail card
            self.flanks: vec[i64] = source.flanks[:]        # above or below one
            self.obstacles: vec[i64] = source.obstacles[:]
            # By seat and terrain: cells where a card may have it as first or second letter. With `all-edges` no card
            # beside the cell speaks against it; with `connecting-edge` one of them asks for it.
            self.fits_first: vec[i64] = source.fits_first[:]
            self.fits_second: vec[i64] = source.fits_second[:]
            self.spot: vec[i64] = source.spot[:]            # by two-sided card: seat * cells + cell, or NOWHERE
            self.improving: i64 = source.improving          # a bit by two-sided card: that side is the active one
            self.completed: vec[i64] = source.completed[:]  # seats in the order of completing
            return
        self.phase = SETUP
        self.turn = NOBODY
        self.used = 0
        self.discarding = False
        self.receiver = NOBODY
        self.idle = 0
        self.goals = filled(seats, NOBODY)
        self.piles = vec[u8]([u8(0)] * ((self.known + seats) * board.kinds))
        self.size = zeros(self.known)
        self.has = zeros(self.known)
        self.laid = vec[u8]([u8(NOTHING)] * (seats * board.cells))
        self.empty = zeros(seats * WORDS)
        self.reach = zeros(seats * WORDS)
        self.flanks = zeros(seats * WORDS)
        self.obstacles = zeros(seats * WORDS)
        self.fits_first = filled(seats * board.terrains * WORDS, ANYWHERE if board.all_edges else 0)
        self.fits_second = filled(seats * board.terrains * WORDS, ANYWHERE if board.all_edges else 0)
        self.spot = filled(board.sided, NOWHERE)
        self.improving = 0
        self.completed = vec[i64]()
        for kind in range(board.kinds):
            for _ in range(board.supply[kind]):
                self.add(kind, self.deck)
        for seat in range(seats):
            for w in range(WORDS):
                self.empty[seat * WORDS + w] = board.whole[w]
            self.cover(seat, board.goal)

    def exchange(self, fields: Fields) -> None:
        """All that lies on the table, for a pickle."""
        self.to_act = fields.number(self.to_act)
        self.phase = fields.number(self.phase)
        self.turn = fields.number(self.turn)
        self.used = fields.number(self.used)
        self.discarding = fields.flag(self.discarding)
        self.receiver = fields.number(self.receiver)
        self.idle = fields.number(self.idle)
        self.goals = fields.numbers(self.goals)
        self.piles = fields.bytes(self.piles)
        self.size = fields.numbers(self.size)
        self.has = fields.numbers(self.has)
        self.laid = fields.bytes(self.laid)
        self.empty = fields.numbers(self.empty)
        self.reach = fields.numbers(self.reach)
        self.flanks = fields.numbers(self.flanks)
        self.obstacles = fields.numbers(self.obstacles)
        self.fits_first = fields.numbers(self.fits_first)
        self.fits_second = fields.numbers(self.fits_second)
        self.spot = fields.numbers(self.spot)
        self.improving = fields.number(self.improving)
        self.completed = fields.numbers(self.completed)

    # ---- cards that move ---------------------------------------------------------------------------------------------

    def add(self, kind: i64, pile: i64) -> None:
        """Put one more card of that kind into a pile."""
        self.piles[pile * self.board.kinds + kind] += 1
        self.size[pile] += 1
        self.has[pile] |= BIT[kind]

    def take_from(self, kind: i64, pile: i64) -> None:
        """Remove one card of that kind from a pile, which has to hold one."""
        at = pile * self.board.kinds + kind
        self.piles[at] -= 1
        self.size[pile] -= 1
        if self.piles[at] == 0:
            self.has[pile] &= ~BIT[kind]

    def spend(self, kind: i64) -> None:
        """A card leaves the hand of the player whose turn it is: a known one first (AT-HID-3)."""
        self.take_from(kind, self.turn)
        known = (self.known + self.turn) * self.board.kinds + kind
        if self.piles[known]:
            self.piles[known] -= 1

    def complete(self, seat: i64) -> None:
        """A seat has completed its Trail, after all that have done so before."""
        self.completed = append(self.completed, seat)

    def cover(self, seat: i64, cell: i64) -> None:
        """Mark a cell of the seat's area as taken."""
        self.empty[seat * WORDS + self.board.word[cell]] &= ~self.board.bit[cell]

    def ask_around(self, seat: i64, laid: i64, cell: i64) -> None:
        """AT-GEO-5: to the cards after it a card turns its second letter, and they turn their first; and so on."""
        board = self.board
        for terrain in range(board.terrains):
            row = (seat * board.terrains + terrain) * WORDS
            second = terrain == board.laid_second[laid]
            first = terrain == board.laid_first[laid]
            for w in range(WORDS):
                after = board.after[cell * WORDS + w]
                before = board.before[cell * WORDS + w]
                self.fits_first[row + w] = narrowed(self.fits_first[row + w], after, second, board.all_edges)
                self.fits_second[row + w] = narrowed(self.fits_second[row + w], before, first, board.all_edges)

    def put_goal(self, seat: i64, terrain: i64) -> None:
        """AT-SET-3, AT-GEO-6: its terrain on all edges. Only `all-edges` asks to match it (AT-OPT-1)."""
        board = self.board
        laid = terrain * board.terrains + terrain
        self.goals[seat] = terrain
        self.laid[seat * board.cells + board.goal] = u8(laid)
        if board.all_edges:
            self.ask_around(seat, laid, board.goal)

    def put_trail(self, seat: i64, laid: i64, cell: i64) -> None:
        """Lay a Trail card in the seat's area, and note the cells that the trail now touches."""
        board = self.board
        self.laid[seat * board.cells + cell] = u8(laid)
        self.cover(seat, cell)
        self.ask_around(seat, laid, cell)
        for w in range(WORDS):
            self.reach[seat * WORDS + w] |= board.near[cell * WORDS + w]
            self.flanks[seat * WORDS + w] |= board.flanks[cell * WORDS + w]

    def put_side(self, seat: i64, card: i64, side: i64, cell: i64) -> None:
        """Lay a two-sided card in the seat's area, with that side up."""
        board = self.board
        self.spot[card] = seat * board.cells + cell
        self.cover(seat, cell)
        if side == IMPROVEMENT:
            self.improving |= BIT[card]
        else:
            self.obstacles[seat * WORDS + board.word[cell]] |= board.bit[cell]

    def lift_obstacle(self, seat: i64, cell: i64) -> i64:
        """Take an obstacle away; which card it was."""
        board = self.board
        card: i64 = 0
        while self.spot[card] != seat * board.cells + cell:
            card += 1
        self.spot[card] = NOWHERE
        self.empty[seat * WORDS + board.word[cell]] |= board.bit[cell]
        self.obstacles[seat * WORDS + board.word[cell]] &= ~board.bit[cell]
        return card

    # ---- what can be read off it -------------------------------------------------------------------------------------

    def count(self, kind: i64, pile: i64) -> i64:
        """How many cards of a kind lie in a pile."""
        return i64(self.piles[pile * self.board.kinds + kind])

    def left_of(self, seat: i64) -> i64:
        """AT-SET-4"""
        return seat + 1 if seat + 1 < self.seats else 0

    def has_begun(self, seat: i64) -> bool:
        """Whether a Trail card lies on the seat's start."""
        return self.laid[seat * self.board.cells + self.board.start] != u8(NOTHING)

    def has_completed(self, seat: i64) -> bool:
        """Whether the seat's trail has come to its Goal."""
        for other in self.completed:
            if other == seat:
                return True
        return False

    def cells_beside(self, seat: int) -> list[int]:
        """The cells of the seat's area that touch a Trail card."""
        return members(self.reach, seat, WORDS)

    def lies_in(self, seat: i64, card: i64) -> bool:
        """Whether a two-sided card lies in that seat's area."""
        first = seat * self.board.cells
        return first <= self.spot[card] < first + self.board.cells

    def is_empty(self, seat: i64, cell: i64) -> bool:
        """AT-GEO-2"""
        return self.empty[seat * WORDS + self.board.word[cell]] & self.board.bit[cell] != 0

    def active_side(self, card: i64) -> i64:
        """Which side of a two-sided card on the table counts, OBSTACLE or IMPROVEMENT."""
        return IMPROVEMENT if self.improving & BIT[card] else OBSTACLE

    def active_set(self, card: i64) -> i64:
        """The set of the side that counts."""
        return self.board.side_set[self.active_side(card) * self.board.sided + card]

    def active_points(self, card: i64) -> i64:
        """The points of the side that counts."""
        return self.board.side_points[self.active_side(card) * self.board.sided + card]

    def active_in(self, seat: i64, which: i64) -> i64:
        """AT-SCO-6, AT-SCO-7: the active sides of a set in a seat's area, positive and negative together."""
        found: i64 = 0
        for card in range(self.board.sided):
            if self.lies_in(seat, card) and self.active_set(card) == which:
                found += 1
        return found

    def nobody_goes_on(self, idle: i64) -> bool:
        """AT-END-3: so many turns in a row without a card end the game: one for each player, and the deck is empty."""
        return idle >= self.seats and (self.size[self.deck] == 0 or self.board.all_pass_ends)

    def passing_ends(self) -> bool:
        """AT-END-3: the player whose turn it is would end the game by using no card."""
        return self.phase == PLAY and self.used == 0 and self.nobody_goes_on(self.idle + 1)

    def must_use(self) -> bool:
        """AT-END-3: all the others have just used no card, and the deck still holds some: nobody ends a game so."""
        return self.phase == PLAY and self.used == 0 and self.idle + 1 >= self.seats and not self.passing_ends()

    def in_hand(self, kind: i64) -> bool:
        """Whether the player whose turn it is holds such a card."""
        return self.has[self.turn] & BIT[kind] != 0


def narrowed(fits: i64, around: i64, same: bool, all_edges: bool) -> i64:
    """The cells where a terrain fits, after a card has come to those `around` it, with the same terrain or another."""
    if all_edges:
        return fits if same else fits & ~around      # AT-TRL-4
    return fits | around if same else fits           # AT-OPT-1
