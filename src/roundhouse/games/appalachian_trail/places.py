"""Where cards may be laid in an area: matching terrain, ways to the Goal, and why a place is refused."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from roundhouse.engine.contract import IllegalAction
from roundhouse.engine.words import BIT, WORD, lowest, zeros
from roundhouse.games.appalachian_trail.board import NOTHING, WORDS
from roundhouse.games.appalachian_trail.position import Position


class Places(Position):
    """Where the player whose turn it is may lay cards. A set of cells is asked for word by word, `w` being the word."""

    def is_empty(self, seat: i64, cell: i64) -> bool:
        return self.empty[seat * WORDS + self.board.word[cell]] & self.board.bit[cell] != 0

    def why_taken(self, seat: i64, cell: i64) -> IllegalAction:
        """AT-GEO-2: one card a cell."""
        board = self.board
        here = board.ids[cell]
        if cell == board.goal:
            return IllegalAction("AT-GEO-2", f"the Goal lies on {here}")
        if self.obstacles[seat * WORDS + board.word[cell]] & board.bit[cell]:
            return IllegalAction("AT-OBS-2", f"an obstacle lies on {here}; only a Ranger opens it again")
        if self.laid[seat * board.cells + cell] != u8(NOTHING):
            return IllegalAction("AT-GEO-2", f"a Trail card lies on {here}")
        return IllegalAction("AT-IMP-2", f"an improvement lies on {here} for good")

    # ---- trail cards -------------------------------------------------------------------------------------------------

    def begins_with(self) -> i64:
        """AT-TRL-1: the terrain of the Goal of the player to the left."""
        return self.goals[self.left_of(self.turn)]

    def trail_cells(self, laid: i64, w: i64) -> i64:
        """The cells of word w where the player may lay a Trail card this way round."""
        board = self.board
        me = self.turn
        if not self.has_begun(me):       # AT-TRL-1
            begins = board.laid_first[laid] == self.begins_with() and board.word[board.start] == w
            return board.bit[board.start] if begins else 0
        first = self.fits_first[(me * board.terrains + board.laid_first[laid]) * WORDS + w]
        second = self.fits_second[(me * board.terrains + board.laid_second[laid]) * WORDS + w]
        fits = first & second if board.all_edges else first | second            # AT-TRL-4, AT-OPT-1
        return self.empty[me * WORDS + w] & self.reach[me * WORDS + w] & fits   # AT-TRL-3

    def why_no_trail(self, laid: i64, cell: i64) -> IllegalAction:
        board = self.board
        here = board.ids[cell]
        card = board.laid_names[laid]
        if not self.has_begun(self.turn):
            terrain = board.terrain_names[board.letters[self.begins_with()]]
            start = board.ids[board.start]
            return IllegalAction("AT-TRL-1", f"your trail begins on {start}, with {terrain} on the left edge")
        if not self.is_empty(self.turn, cell):
            return self.why_taken(self.turn, cell)
        if not self.reach[self.turn * WORDS + board.word[cell]] & board.bit[cell]:
            return IllegalAction("AT-TRL-3", f"{here} touches no card of your trail")
        if board.all_edges:
            return IllegalAction("AT-TRL-4", f"{card} on {here} does not match every card that it touches")
        return IllegalAction("AT-OPT-1", f"{card} on {here} matches no card of your trail that it touches")

    def meets_goal(self, laid: i64, cell: i64) -> bool:
        """AT-CMP-1, AT-GEO-6: the card touches the Goal with the Goal's terrain."""
        board = self.board
        terrain = self.goals[self.turn]
        beside_goal = board.goal * WORDS + board.word[cell]
        if board.before[beside_goal] & board.bit[cell]:
            return board.laid_second[laid] == terrain
        if board.after[beside_goal] & board.bit[cell]:
            return board.laid_first[laid] == terrain
        return False

    # ---- obstacles ---------------------------------------------------------------------------------------------------

    def obstacle_cells(self, seat: i64) -> vec[i64]:
        """AT-OBS-1: the cells of an opponent's area where an obstacle may be laid."""
        cells = zeros(WORDS)
        for w in range(WORDS):
            cells[w] = self.reach[seat * WORDS + w] & self.empty[seat * WORDS + w]
        if self.way_is_kept(seat):
            for w in range(WORDS):
                bits = cells[w]
                while bits:
                    place = lowest(bits)
                    bits &= bits - 1
                    if not self.has_way(seat, w * WORD + place):
                        cells[w] &= ~BIT[place]
        return cells

    def why_no_obstacle(self, seat: i64, cell: i64) -> IllegalAction | None:
        board = self.board
        here = board.ids[cell]
        if seat == self.turn:
            return IllegalAction("AT-OBS-1", "obstacles are laid in the area of an opponent, not in your own")
        if not self.has_begun(seat):
            return IllegalAction("AT-OBS-1", f"seat {seat} has no trail yet")
        if not self.is_empty(seat, cell):
            return self.why_taken(seat, cell)
        if not self.reach[seat * WORDS + board.word[cell]] & board.bit[cell]:
            return IllegalAction("AT-OBS-1", f"{here} touches no card of that trail")
        if self.way_is_kept(seat) and not self.has_way(seat, cell):
            return IllegalAction("AT-OBS-4", f"an obstacle on {here} would take seat {seat}'s last way to the Goal")
        return None

    def way_is_kept(self, seat: i64) -> bool:
        """AT-OBS-4, AT-OPT-2: the option is on, the trail is not complete, and there is a way that could be taken."""
        return self.board.leave_a_way and not self.has_completed(seat) and self.has_way(seat, self.board.goal)

    def has_way(self, seat: i64, without: i64) -> bool:
        """AT-OBS-4: a chain of empty cells, `without` not among them, from the trail to the Goal."""
        board = self.board
        open_ = self.empty[seat * WORDS:seat * WORDS + WORDS]
        open_[board.word[without]] &= ~board.bit[without]
        found = zeros(WORDS)
        for w in range(WORDS):
            found[w] = self.reach[seat * WORDS + w] & open_[w]
        while found[0] | found[1]:
            for w in range(WORDS):
                if found[w] & board.near[board.goal * WORDS + w]:
                    return True
            w = 0 if found[0] else 1
            cell = w * WORD + lowest(found[w])
            open_[w] &= ~board.bit[cell]
            found[w] &= ~board.bit[cell]
            for v in range(WORDS):
                found[v] |= board.near[cell * WORDS + v] & open_[v]
        return False

    # ---- improvements ------------------------------------------------------------------------------------------------

    def improvement_cells(self, w: i64) -> i64:
        """AT-IMP-1: the cells of word w where the player may lay an improvement."""
        return self.flanks[self.turn * WORDS + w] & self.empty[self.turn * WORDS + w]

    def why_no_improvement(self, cell: i64) -> IllegalAction:
        if self.has_begun(self.turn) and not self.is_empty(self.turn, cell):
            return self.why_taken(self.turn, cell)
        here = self.board.ids[cell]
        return IllegalAction("AT-IMP-1", f"{here} is not directly above or below a card of your trail")
