"""What lies on the table in a game of Appalachian Trail: the cards, how they move, and a copy of them."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.contract import Game, State
from roundhouse.engine.words import filled, zeros
from roundhouse.games.appalachian_trail.board import NOBODY, NOTHING, NOWHERE, OBSTACLE, WORDS, Board

SETUP: Final[i64] = 0
PLAY: Final[i64] = 1
DRAW: Final[i64] = 2
CARD: Final[i64] = 3
FINISHED: Final[i64] = 4
PHASES: Final = ["setup", "play", "draw", "card", "over"]


class Position(State):
    """Cards of one kind are the same card, so all piles are counts by kind: pile * kinds + kind.

    A hand is the pile with the number of its seat; display, deck, removed cards and what is known of each hand follow.
    """

    __slots__ = (
        "board", "seats", "display", "deck", "removed", "known", "phase", "turn", "used", "discarding", "receiver",
        "idle", "goals", "piles", "size", "laid", "empty", "reach", "flanks", "obstacles", "wants_first",
        "wants_second", "spot", "side", "completed",
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
            self.piles: vec[i64] = source.piles[:]
            self.size: vec[i64] = source.size[:]            # cards by pile; not counted for known cards
            self.laid: vec[i64] = source.laid[:]            # seat * cells + cell: Trail cards and the Goal as laid
            self.empty: vec[i64] = source.empty[:]          # sets of cells by seat: no card there (AT-GEO-2)
            self.reach: vec[i64] = source.reach[:]          # touching a Trail card
            self.flanks: vec[i64] = source.flanks[:]        # above or below one
            self.obstacles: vec[i64] = source.obstacles[:]
            # By seat and terrain: cells beside a card that asks for that terrain as first or as second letter.
            self.wants_first: vec[i64] = source.wants_first[:]
            self.wants_second: vec[i64] = source.wants_second[:]
            self.spot: vec[i64] = source.spot[:]            # by two-sided card: seat * cells + cell, or NOWHERE
            self.side: vec[i64] = source.side[:]            # its active side
            self.completed: vec[i64] = source.completed[:]  # seats in the order of completing
            return
        self.phase = SETUP
        self.turn = NOBODY
        self.used = 0
        self.discarding = False
        self.receiver = NOBODY
        self.idle = 0
        self.goals = filled(seats, NOBODY)
        self.piles = zeros((self.known + seats) * board.kinds)
        self.size = zeros(self.known)
        self.laid = filled(seats * board.cells, NOTHING)
        self.empty = zeros(seats * WORDS)
        self.reach = zeros(seats * WORDS)
        self.flanks = zeros(seats * WORDS)
        self.obstacles = zeros(seats * WORDS)
        self.wants_first = zeros(seats * board.terrains * WORDS)
        self.wants_second = zeros(seats * board.terrains * WORDS)
        self.spot = filled(board.sided, NOWHERE)
        self.side = filled(board.sided, OBSTACLE)
        self.completed = vec[i64]()
        for kind in range(board.kinds):
            self.piles[self.deck * board.kinds + kind] = board.supply[kind]
            self.size[self.deck] += board.supply[kind]
        for seat in range(seats):
            for w in range(WORDS):
                self.empty[seat * WORDS + w] = board.whole[w]
            self.cover(seat, board.goal)

    # ---- cards that move ---------------------------------------------------------------------------------------------

    def move(self, kind: i64, source: i64, target: i64) -> None:
        kinds = self.board.kinds
        self.piles[source * kinds + kind] -= 1
        self.size[source] -= 1
        self.piles[target * kinds + kind] += 1
        self.size[target] += 1

    def spend(self, kind: i64) -> None:
        """A card leaves the hand of the player whose turn it is: a known one first (AT-HID-3)."""
        kinds = self.board.kinds
        self.piles[self.turn * kinds + kind] -= 1
        self.size[self.turn] -= 1
        known = (self.known + self.turn) * kinds + kind
        if self.piles[known]:
            self.piles[known] -= 1

    def remove(self, kind: i64) -> None:
        self.piles[self.removed * self.board.kinds + kind] += 1
        self.size[self.removed] += 1

    def cover(self, seat: i64, cell: i64) -> None:
        self.empty[seat * WORDS + self.board.word[cell]] &= ~self.board.bit[cell]

    def ask_around(self, seat: i64, laid: i64, cell: i64) -> None:
        """AT-GEO-5: which letters the cells around a card as laid must have to match it."""
        board = self.board
        first = (seat * board.terrains + board.laid_second[laid]) * WORDS
        second = (seat * board.terrains + board.laid_first[laid]) * WORDS
        for w in range(WORDS):
            self.wants_first[first + w] |= board.after[cell * WORDS + w]
            self.wants_second[second + w] |= board.before[cell * WORDS + w]

    def put_goal(self, seat: i64, terrain: i64) -> None:
        """AT-SET-3, AT-GEO-6: its terrain on all edges. Only `all-edges` asks to match it (AT-OPT-1)."""
        board = self.board
        laid = terrain * board.terrains + terrain
        self.goals[seat] = terrain
        self.laid[seat * board.cells + board.goal] = laid
        if board.all_edges:
            self.ask_around(seat, laid, board.goal)

    def put_trail(self, seat: i64, laid: i64, cell: i64) -> None:
        board = self.board
        self.laid[seat * board.cells + cell] = laid
        self.cover(seat, cell)
        self.ask_around(seat, laid, cell)
        for w in range(WORDS):
            self.reach[seat * WORDS + w] |= board.near[cell * WORDS + w]
            self.flanks[seat * WORDS + w] |= board.flanks[cell * WORDS + w]

    def put_side(self, seat: i64, card: i64, side: i64, cell: i64) -> None:
        board = self.board
        self.spot[card] = seat * board.cells + cell
        self.side[card] = side
        self.cover(seat, cell)
        if side == OBSTACLE:
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

    def left_of(self, seat: i64) -> i64:
        """AT-SET-4"""
        return seat + 1 if seat + 1 < self.seats else 0

    def has_begun(self, seat: i64) -> bool:
        return self.laid[seat * self.board.cells + self.board.start] != NOTHING

    def has_completed(self, seat: i64) -> bool:
        for other in self.completed:
            if other == seat:
                return True
        return False

    def lies_in(self, seat: i64, card: i64) -> bool:
        """Whether a two-sided card lies in that seat's area."""
        first = seat * self.board.cells
        return first <= self.spot[card] < first + self.board.cells

    def in_hand(self, kind: i64) -> i64:
        """How many cards of that kind the player whose turn it is holds."""
        return self.piles[self.turn * self.board.kinds + kind]
