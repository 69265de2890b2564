"""Where cards may be laid in an area: matching terrain, ways to the Goal, and why a place is refused.

The player is the one whose turn it is. A set of cells is asked for word by word, `w` being the word.
"""
from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, u8

from roundhouse.engine.bits import BIT, WORD, lowest, members, zeros
from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.appalachian_trail.board import NOTHING, NOWHERE, WORDS
from roundhouse.games.appalachian_trail.position import Position


def why_taken(position: Position, seat: i64, cell: i64) -> IllegalAction:
    """AT-GEO-2: one card a cell."""
    board = position.board
    here = board.ids[cell]
    if cell == board.goal:
        return IllegalAction("AT-GEO-2", f"the Goal lies on {here}")
    if position.obstacles[seat * WORDS + board.word[cell]] & board.bit[cell]:
        return IllegalAction("AT-OBS-2", f"an obstacle lies on {here}; only a Ranger opens it again")
    if position.laid[seat * board.cells + cell] != u8(NOTHING):
        return IllegalAction("AT-GEO-2", f"a Trail card lies on {here}")
    return IllegalAction("AT-IMP-2", f"an improvement lies on {here} for good")


# ---- trail cards -----------------------------------------------------------------------------------------------------


def begins_with(position: Position, seat: i64) -> i64:
    """AT-TRL-1: the terrain of the Goal of the player to the left."""
    return position.goals[position.left_of(seat)]


def trail_cells(position: Position, laid: i64, w: i64) -> i64:
    """The cells of word w where the player may lay a Trail card this way round."""
    board = position.board
    me = position.turn
    if not position.has_begun(me):       # AT-TRL-1
        begins = board.laid_first[laid] == begins_with(position, me) and board.word[board.start] == w
        return board.bit[board.start] if begins else 0
    first = position.fits_first[(me * board.terrains + board.laid_first[laid]) * WORDS + w]
    second = position.fits_second[(me * board.terrains + board.laid_second[laid]) * WORDS + w]
    fits = first & second if board.all_edges else first | second                    # AT-TRL-4, AT-OPT-1
    return position.empty[me * WORDS + w] & position.reach[me * WORDS + w] & fits   # AT-TRL-3


def why_no_trail(position: Position, laid: i64, cell: i64) -> IllegalAction:
    """The refusal, with its rule, of a Trail card on a cell of the player's own area where it may not be laid."""
    board = position.board
    me = position.turn
    here = board.ids[cell]
    card = board.laid_names[laid]
    if not position.has_begun(me):
        terrain = board.terrain_names[board.letters[begins_with(position, me)]]
        start = board.ids[board.start]
        return IllegalAction("AT-TRL-1", f"your trail begins on {start}, with {terrain} on the left edge")
    if not position.is_empty(me, cell):
        return why_taken(position, me, cell)
    if not position.reach[me * WORDS + board.word[cell]] & board.bit[cell]:
        return IllegalAction("AT-TRL-3", f"{here} touches no card of your trail")
    if board.all_edges:
        return IllegalAction("AT-TRL-4", f"{card} on {here} does not match every card that it touches")
    return IllegalAction("AT-OPT-1", f"{card} on {here} matches no card of your trail that it touches")


def meets_goal(position: Position, laid: i64, cell: i64) -> bool:
    """AT-CMP-1, AT-GEO-6: the card touches the Goal with the Goal's terrain."""
    board = position.board
    terrain = position.goals[position.turn]
    beside_goal = board.goal * WORDS + board.word[cell]
    if board.before[beside_goal] & board.bit[cell]:
        return board.laid_second[laid] == terrain
    if board.after[beside_goal] & board.bit[cell]:
        return board.laid_first[laid] == terrain
    return False


def open_cells(position: Position, seat: int) -> list[int]:
    """Where a card may still go in an area: beside its trail, or where one that has not begun begins."""
    board = position.board
    if not position.has_begun(seat):
        return [int(board.start)] if position.goals[seat] != NOBODY else []
    return [cell for cell in position.cells_beside(seat) if position.is_empty(seat, cell)]


def wanted(position: Position, seat: int, cell: int) -> tuple[list[int], list[int]]:
    """AT-TRL-1, AT-TRL-4, AT-OPT-1: the terrains that may come first and second on an open cell."""
    board = position.board
    terrains: int = board.terrains
    if not position.has_begun(seat):
        begin = begins_with(position, seat)
        return [int(begin)] if begin != NOBODY else [], list(range(terrains))
    first: list[int] = []
    second: list[int] = []
    for terrain in range(terrains):
        row = (seat * board.terrains + terrain) * WORDS + board.word[cell]
        if position.fits_first[row] & board.bit[cell]:
            first.append(terrain)
        if position.fits_second[row] & board.bit[cell]:
            second.append(terrain)
    return first, second


# ---- obstacles -------------------------------------------------------------------------------------------------------


def obstacle_cells(position: Position, seat: i64) -> vec[i64]:
    """AT-OBS-1: the cells of an opponent's area where an obstacle may be laid."""
    cells = zeros(WORDS)
    for w in range(WORDS):
        cells[w] = position.reach[seat * WORDS + w] & position.empty[seat * WORDS + w]
    if way_is_kept(position, seat):
        for w in range(WORDS):
            bits = cells[w]
            while bits:
                place = lowest(bits)
                bits &= bits - 1
                if not has_way(position, seat, w * WORD + place):
                    cells[w] &= ~BIT[place]
    return cells


def why_no_obstacle(position: Position, seat: i64, cell: i64) -> IllegalAction | None:
    """The refusal, with its rule, of an obstacle on a cell of that seat's area; None where it may be laid."""
    board = position.board
    here = board.ids[cell]
    if seat == position.turn:
        return IllegalAction("AT-OBS-1", "obstacles are laid in the area of an opponent, not in your own")
    if not position.has_begun(seat):
        return IllegalAction("AT-OBS-1", f"seat {seat} has no trail yet")
    if not position.is_empty(seat, cell):
        return why_taken(position, seat, cell)
    if not position.reach[seat * WORDS + board.word[cell]] & board.bit[cell]:
        return IllegalAction("AT-OBS-1", f"{here} touches no card of that trail")
    if way_is_kept(position, seat) and not has_way(position, seat, cell):
        return IllegalAction("AT-OBS-4", f"an obstacle on {here} would take seat {seat}'s last way to the Goal")
    return None


def way_is_kept(position: Position, seat: i64) -> bool:
    """AT-OBS-4, AT-OPT-2: the option is on, the trail is not complete, and there is a way that could be taken."""
    return position.board.leave_a_way and not position.has_completed(seat) and has_way(position, seat)


def has_way(position: Position, seat: i64, without: i64 = NOWHERE) -> bool:
    """AT-OBS-4: a chain of empty cells, `without` not among them, from the trail to the Goal."""
    return shortest_way(position, seat, position.reach[seat * WORDS:seat * WORDS + WORDS], without) > 0


def cards_to_goal(position: Position, seat: i64, cell: i64) -> i64:
    """How many cards a trail needs at least to come from that cell to the Goal; 0 where no way is open."""
    near = position.board.near
    return shortest_way(position, seat, near[cell * WORDS:cell * WORDS + WORDS], NOWHERE)


def shortest_way(position: Position, seat: i64, first: vec[i64], without: i64) -> i64:
    """The length of the shortest chain of empty cells that begins with one of `first` and touches the Goal; or 0."""
    board = position.board
    open_ = position.empty[seat * WORDS:seat * WORDS + WORDS]
    if without != NOWHERE:
        open_[board.word[without]] &= ~board.bit[without]
    ends = first
    cards: i64 = 1
    while True:
        found: i64 = 0
        for w in range(WORDS):
            ends[w] &= open_[w]
            found |= ends[w]
            if ends[w] & board.near[board.goal * WORDS + w]:
                return cards
        if found == 0:
            return 0
        ends = beyond(position, ends, open_)
        cards += 1


def way_from(position: Position, seat: i64, first: vec[i64] | Sequence[int], without: i64) -> i64:
    """The same for callers that are not compiled: the words of the set `first` come as any sequence."""
    return shortest_way(position, seat, vec[i64]([i64(first[w]) for w in range(WORDS)]), without)


def beyond(position: Position, ends: vec[i64], open_: vec[i64]) -> vec[i64]:
    """The cells that touch one of `ends`; these are no longer open."""
    near = position.board.near
    cells = zeros(WORDS)
    for w in range(WORDS):
        bits = ends[w]
        open_[w] &= ~bits
        while bits:
            cell = w * WORD + lowest(bits)
            bits &= bits - 1
            for v in range(WORDS):
                cells[v] |= near[cell * WORDS + v]
    return cells


# ---- improvements ----------------------------------------------------------------------------------------------------


def improvement_cells(position: Position, w: i64) -> i64:
    """AT-IMP-1: the cells of word w where the player may lay an improvement."""
    return position.flanks[position.turn * WORDS + w] & position.empty[position.turn * WORDS + w]


def walling_cells(position: Position) -> list[str]:
    """AT-IMP-3: where an improvement would take the player's own last way to the Goal."""
    me = position.turn
    if position.has_completed(me) or not has_way(position, me):
        return []
    beside = [cell for cell in members(position.flanks, me, 2) if position.is_empty(me, cell)]
    return [position.board.ids[cell] for cell in beside if not has_way(position, me, cell)]


def why_no_improvement(position: Position, cell: i64) -> IllegalAction:
    """The refusal, with its rule, of an improvement on a cell where it may not be laid."""
    if position.has_begun(position.turn) and not position.is_empty(position.turn, cell):
        return why_taken(position, position.turn, cell)
    here = position.board.ids[cell]
    return IllegalAction("AT-IMP-1", f"{here} is not directly above or below a card of your trail")
