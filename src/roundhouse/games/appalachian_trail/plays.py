"""What the player whose turn it is may do: every play, discard and draw, as action codes."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, append_members, lowest
from roundhouse.games.appalachian_trail.board import DONE, DRAW_CARD, WORDS
from roundhouse.games.appalachian_trail.places import improvement_cells, obstacle_cells, trail_cells
from roundhouse.games.appalachian_trail.position import Position


def plays(position: Position) -> vec[i64]:
    """AT-TURN-1 to AT-TURN-3: play, or discard, or stop; discards and plays are never mixed."""
    codes = vec[i64](capacity=128)
    if not position.must_use():
        codes = append(codes, DONE)
    if position.used == 0 or position.discarding:
        codes = append_members(codes, position.board.discard_code, position.has[position.turn])
    if position.used and position.discarding:
        return codes
    codes = add_rangers(position, codes)
    codes = add_improvements(position, codes)
    for seat in range(position.seats):
        if seat != position.turn:
            codes = add_obstacles(position, codes, seat)
    return add_trail(position, codes)


def add_rangers(position: Position, codes: vec[i64]) -> vec[i64]:
    """Append a Ranger for each obstacle in the player's area, if one is in hand."""
    board = position.board
    if position.in_hand(board.ranger):
        for w in range(WORDS):
            codes = append_members(codes, board.ranger_code + w * WORD, position.obstacles[position.turn * WORDS + w])
    return codes


def add_improvements(position: Position, codes: vec[i64]) -> vec[i64]:
    """Append each two-sided card of the hand as an improvement, for each cell where it may be laid."""
    board = position.board
    held = position.has[position.turn] & board.sided_kinds
    while held:
        first = board.improve_code + (lowest(held) - board.first_sided) * board.cells
        held &= held - 1
        for w in range(WORDS):
            codes = append_members(codes, first + w * WORD, improvement_cells(position, w))
    return codes


def add_obstacles(position: Position, codes: vec[i64], seat: i64) -> vec[i64]:
    """Append each two-sided card of the hand as an obstacle, for each cell of that seat's area that allows it."""
    board = position.board
    held = position.has[position.turn] & board.sided_kinds
    if held == 0:
        return codes
    cells = obstacle_cells(position, seat)
    while held:
        card = lowest(held) - board.first_sided
        first = board.obstacle_code + (seat * board.sided + card) * board.cells
        held &= held - 1
        for w in range(WORDS):
            codes = append_members(codes, first + w * WORD, cells[w])
    return codes


def add_trail(position: Position, codes: vec[i64]) -> vec[i64]:
    """Append each Trail card of the hand, each way round, for each cell where it may be laid."""
    board = position.board
    held = position.has[position.turn]
    for way in range(board.ways):
        if held & BIT[board.way_kind[way]]:
            first = board.trail_code + way * board.cells
            for w in range(WORDS):
                codes = append_members(codes, first + w * WORD, trail_cells(position, board.way_laid[way], w))
    return codes


def draws(position: Position) -> vec[i64]:
    """AT-DRW-1"""
    codes = vec[i64](capacity=4)
    if position.size[position.deck]:
        codes = append(codes, DRAW_CARD)
    return append_members(codes, position.board.take_code, position.has[position.display])
