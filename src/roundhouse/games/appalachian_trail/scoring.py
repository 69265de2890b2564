"""What a trail is worth: the cards on it, the longest run of one terrain, and the lines of the scoring chart."""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from roundhouse.engine.bits import count, members, zeros
from roundhouse.games.appalachian_trail.board import NOTHING, NOWHERE, SCENERY, SIDES, WILDLIFE, WORDS, Board
from roundhouse.games.appalachian_trail.facts import CHART, Part, ScoreLine
from roundhouse.games.appalachian_trail.position import Position

# The lines of the chart, in its order, with the total after them.
FIRST: Final[i64] = 0
UNFINISHED: Final[i64] = 1
TRAIL: Final[i64] = 2
LONGEST: Final[i64] = 3
TERRAIN: Final[i64] = 4
WILDLIFE_SETS: Final[i64] = 5
SCENERY_SETS: Final[i64] = 6
ACTIVE_SIDES: Final[i64] = 7
TOTAL: Final[i64] = 8
LINES: Final[i64] = 9
LINE_NAMES: Final = ["first", "unfinished", "trail", "longest", "terrain", "wildlife", "scenery", "sides", "total"]


class Walk:
    """A walk over the Trail cards of one seat's area, and its Goal."""

    __slots__ = ("board", "laid", "base", "when", "path", "steps", "clock")

    def __init__(self, position: Position, seat: i64) -> None:
        board = position.board
        self.board: Board = board
        self.laid: vec[u8] = position.laid
        self.base: i64 = seat * board.cells         # where this area begins in `laid`
        self.when: vec[i64] = zeros(board.cells)    # the step on which a cell was first visited, 0 for not yet
        self.path: vec[i64] = zeros(board.cells)    # cells that may still prove to lie on the trail
        self.steps: i64 = 0
        self.clock: i64 = 0

    def joined(self, cell: i64, side: i64) -> i64:
        """The cell on that side if a card lies there that meets this one with the same terrain (AT-GEO-5, AT-GEO-6)."""
        board = self.board
        other = board.beside[cell * 4 + side]
        if other == NOWHERE:
            return NOWHERE
        theirs = i64(self.laid[self.base + other])
        if theirs == NOTHING:
            return NOWHERE
        own = i64(self.laid[self.base + cell])
        if side < 2:
            return other if board.laid_second[own] == board.laid_first[theirs] else NOWHERE
        return other if board.laid_first[own] == board.laid_second[theirs] else NOWHERE

    def continuous_trail(self) -> vec[i64]:
        """AT-SCO-11: the set of cells on a path from the start to the Goal that visits no card twice.

        Tarjan's search for biconnected blocks, as if the walk had just come from the Goal to the start: what hangs on a
        single card is dropped as soon as it has been walked, and what is left at the end is the block with that step.
        """
        board = self.board
        cells = zeros(WORDS)
        self.clock = 1
        self.when[board.goal] = 1
        self._visit(board.start)
        for step in range(self.steps):
            cell = self.path[step]
            cells[board.word[cell]] |= board.bit[cell]
        return cells

    def _visit(self, cell: i64) -> i64:
        """Walk on from here; the earliest step that can be reached again by another way."""
        self.clock += 1
        now = self.clock
        earliest = now
        self.when[cell] = now
        self.path[self.steps] = cell
        self.steps += 1
        for side in range(i64(4)):
            other = self.joined(cell, side)
            if other == NOWHERE:
                continue
            reached = self.when[other]
            if reached == 0:
                mark = self.steps
                reached = self._visit(other)
                if reached >= now:
                    self.steps = mark      # a dead end, or a ring that hangs on this card
            if reached < earliest:
                earliest = reached
        return earliest

    def run(self, trail: vec[i64]) -> vec[i64]:
        """AT-SCO-12: the largest group of cards of the trail that are joined by one terrain, as a set of cells."""
        board = self.board
        best = vec[i64]()
        for terrain in range(board.terrains):
            self.when = zeros(board.cells)
            for cell in range(board.cells):
                if trail[board.word[cell]] & board.bit[cell] and self.when[cell] == 0 and self._shows(cell, terrain):
                    group = self._group(cell, terrain, trail)
                    if len(group) > len(best):
                        best = group
        cells = zeros(WORDS)
        for cell in best:
            cells[board.word[cell]] |= board.bit[cell]
        return cells

    def _shows(self, cell: i64, terrain: i64) -> bool:
        laid = i64(self.laid[self.base + cell])
        return self.board.laid_first[laid] == terrain or self.board.laid_second[laid] == terrain

    def _group(self, start: i64, terrain: i64, trail: vec[i64]) -> vec[i64]:
        board = self.board
        group = append(vec[i64](), start)
        self.when[start] = 1
        done: i64 = 0
        while done < len(group):
            cell = group[done]
            done += 1
            laid = i64(self.laid[self.base + cell])
            for side in range(i64(4)):
                letter = board.laid_second[laid] if side < 2 else board.laid_first[laid]
                other = self.joined(cell, side) if letter == terrain else NOWHERE
                if other != NOWHERE and self.when[other] == 0 and trail[board.word[other]] & board.bit[other]:
                    self.when[other] = 1
                    group = append(group, other)
        return group


def size(cells: vec[i64]) -> i64:
    """How many cells a set has."""
    return count(cells[0]) + count(cells[1])


class Scores:
    """What each seat would score if the game ended now (AT-SCO-1 to AT-SCO-8), and the cells behind it."""

    __slots__ = ("position", "trails", "runs", "trail_sizes", "run_sizes", "points")

    def __init__(self, position: Position) -> None:
        seats = position.seats
        self.position: Position = position
        self.trails: vec[i64] = zeros(seats * WORDS)      # a set of cells by seat: the continuous trail
        self.runs: vec[i64] = zeros(seats * WORDS)        # and the longest run in it
        self.trail_sizes: vec[i64] = zeros(seats)
        self.run_sizes: vec[i64] = zeros(seats)
        self.points: vec[i64] = zeros(seats * LINES)      # seat * LINES + line
        for seat in range(seats):
            self._measure(seat)
        for seat in range(seats):
            self._fill_in(seat * LINES, seat)

    def _measure(self, seat: i64) -> None:
        """AT-SCO-3, AT-SCO-12: neither trail nor run while it is not complete."""
        if not self.position.has_completed(seat):
            return
        walk = Walk(self.position, seat)
        trail = walk.continuous_trail()
        longest = walk.run(trail)
        for w in range(WORDS):
            self.trails[seat * WORDS + w] = trail[w]
            self.runs[seat * WORDS + w] = longest[w]
        self.trail_sizes[seat] = size(trail)
        self.run_sizes[seat] = size(longest)

    def _fill_in(self, row: i64, seat: i64) -> None:
        board = self.position.board
        if not self.position.has_completed(seat):
            self.points[row + UNFINISHED] = board.not_completed
        elif self.position.completed[0] == seat:
            self.points[row + FIRST] = board.first_to_complete
        self.points[row + TRAIL] = board.per_card * self.trail_sizes[seat]
        if is_longest(self.trail_sizes, seat):
            self.points[row + LONGEST] = board.longest_trail
        if is_longest(self.run_sizes, seat):
            self.points[row + TERRAIN] = board.longest_terrain
        self.points[row + WILDLIFE_SETS] = board.set_score(WILDLIFE, self.position.active_in(seat, WILDLIFE))
        self.points[row + SCENERY_SETS] = board.set_score(SCENERY, self.position.active_in(seat, SCENERY))
        self.points[row + ACTIVE_SIDES] = self._side_points(seat)
        for line in range(TOTAL):
            self.points[row + TOTAL] += self.points[row + line]

    def _side_points(self, seat: i64) -> i64:
        """AT-SCO-8"""
        points: i64 = 0
        for card in range(self.position.board.sided):
            if self.position.lies_in(seat, card):
                points += self.position.active_points(card)
        return points

    def total(self, seat: i64) -> i64:
        """The sum of all lines of the chart for a seat."""
        return self.points[seat * LINES + TOTAL]

    # ---- for people --------------------------------------------------------------------------------------------------

    def lines(self, seat: int) -> dict[str, int]:
        """The lines of a seat by their names."""
        return {name: self.points[seat * LINES + line] for line, name in enumerate(LINE_NAMES)}

    def sheet(self, seat: int) -> list[ScoreLine]:
        """The lines of a seat with the cards that make them, AT-SCO-1 to AT-SCO-8."""
        points = list(self.lines(seat).values())
        parts: list[list[Part]] = [[] for _ in CHART]
        parts[TRAIL] = self._cards(seat, self.trails, self.position.board.per_card)
        parts[LONGEST] = self._cards(seat, self.trails, 0)
        parts[TERRAIN] = self._cards(seat, self.runs, 0)
        for card in range(self.position.board.sided):
            if self.position.lies_in(seat, card):
                which = WILDLIFE_SETS if self.position.active_set(card) == WILDLIFE else SCENERY_SETS
                parts[which].append(self._side(seat, card, 0))
                parts[ACTIVE_SIDES].append(self._side(seat, card, self.position.active_points(card)))
        return [
            ScoreLine(rule, seat, LINE_NAMES[line], points[line], tuple(parts[line]))
            for line, rule in enumerate(CHART)
        ]

    def _cards(self, seat: int, cells: vec[i64], points: int) -> list[Part]:
        board = self.position.board
        laid = [(cell, int(self.position.laid[seat * board.cells + cell])) for cell in members(cells, seat, 2)]
        return [Part(board.laid_names[card], "trail", board.ids[cell], points) for cell, card in laid]

    def _side(self, seat: int, card: int, points: int) -> Part:
        position, board = self.position, self.position.board
        cell = board.ids[position.spot[card] - seat * board.cells]
        return Part(board.names[board.first_sided + card], SIDES[position.active_side(card)], cell, points)


def score_sheets(position: Position) -> list[list[ScoreLine]]:
    """By seat, every line of the score that it would have if the game ended now."""
    scores = Scores(position)
    return [scores.sheet(seat) for seat in range(position.game.seats)]


def is_longest(sizes: vec[i64], seat: i64) -> bool:
    """AT-SCO-4, AT-SCO-5: all who tie have the longest, but nobody with 0."""
    for other in sizes:
        if other > sizes[seat]:
            return False
    return sizes[seat] > 0
