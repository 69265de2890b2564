"""Railway track: what a hex costs, where a railway may go on, placing it, and why not (IG-TRK-1 to IG-TRK-6)."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, append_members
from roundhouse.engine.contract import IllegalAction
from roundhouse.games.irish_gauge import dividends
from roundhouse.games.irish_gauge.board import DIFFICULT_COST, OPEN_COST, SHARED_COST
from roundhouse.games.irish_gauge.facts import DIFFICULT, OPEN, SHARED, MajorsJoined, TrackLaid
from roundhouse.games.irish_gauge.position import TRACK, TURN, Position, points


def targets(s: Position, railway: i64, halves: i64, w: i64) -> i64:
    """IG-TRK-3, IG-TRK-4, IG-TRK-5: the hexes of word w where the railway may place its next locomotive."""
    board = s.board
    affordable: i64 = 0
    if halves >= DIFFICULT_COST:
        affordable = board.open_ground[w] | board.difficult[w] & ~s.occupied[w]
    elif halves >= SHARED_COST:
        affordable = board.open_ground[w]
    elif halves >= OPEN_COST:
        affordable = board.open_ground[w] & ~s.occupied[w]
    here = railway * board.words + w
    return s.reach[here] & ~s.track[here] & affordable


def add_track(s: Position, codes: vec[i64], railway: i64, halves: i64) -> vec[i64]:
    """Append the codes of all track that the railway may place for so many half points."""
    first = s.board.track_code + railway * s.board.hexes
    for w in range(s.board.words):
        codes = append_members(codes, first + w * WORD, targets(s, railway, halves, w))
    return codes


def may_build(s: Position, railway: i64) -> bool:
    """IG-TRK-1: a railway of which the one on turn holds a share; in one turn always the same."""
    if s.phase == TRACK:
        return railway == s.building
    held = s.shares[s.turn * s.board.railways + railway] if s.phase == TURN else 0
    return held > 0 and s.locomotives[railway] > 0


def can_go_on(s: Position) -> bool:
    """IG-TRK-2: whether another locomotive can be placed in this turn."""
    if s.locomotives[s.building] == 0 or s.halves < OPEN_COST:
        return False
    for w in range(s.board.words):
        if targets(s, s.building, s.halves, w):
            return True
    return False


def hex_cost(s: Position, hex_: i64) -> i64:
    """IG-TRK-4: what track in a hex costs, in halves of a point; SHARED_COST where another railway is."""
    w = s.board.word[hex_]
    return SHARED_COST if s.occupied[w] & s.board.bit[hex_] else s.board.cost[hex_]


# ---- doing it --------------------------------------------------------------------------------------------------------


def place_track(s: Position, railway: i64, hex_: i64) -> bool:
    """IG-TRK-1 to IG-TRK-6: one locomotive, or IllegalAction. True if another can be placed."""
    board = s.board
    w = board.word[hex_]
    bit = board.bit[hex_]
    halves = s.halves if s.phase == TRACK else board.build_halves
    if not (may_build(s, railway) and targets(s, railway, halves, w) & bit):
        raise why_not(s, railway, hex_, halves)
    cost = hex_cost(s, hex_)
    s.phase = TRACK
    s.building = railway
    s.halves = halves - cost
    s.place_locomotive(railway, hex_)
    if s.witness is not None:
        s.witness.append(laid(s, railway, hex_, cost))
    if board.majors[w] & bit and joins_majors(s, railway):
        s.majors_paid |= BIT[railway]
        if s.witness is not None:
            name = board.railway_ids[railway]
            s.witness.append(MajorsJoined("IG-TRK-6", s.turn, name, tuple(board.major_ids)))
            s.witness.append(dividends.payment(s, "IG-TRK-6", railway, (), (), board.major_dividend))
        dividends.pay(s, railway, board.major_dividend)
    return can_go_on(s)


def joins_majors(s: Position, railway: i64) -> bool:
    """IG-TRK-6: whether it stands on all of them. It reaches the last of them once, for it enters a hex once."""
    words = s.board.words
    for w in range(words):
        if s.board.majors[w] & ~s.track[railway * words + w]:
            return False
    return True


def laid(s: Position, railway: int, hex_: int, cost: int) -> TrackLaid:
    """What is told of a locomotive that has just been placed for so many half points."""
    why = DIFFICULT if cost == DIFFICULT_COST else SHARED if cost == SHARED_COST else OPEN
    ids = s.board.railway_ids
    beside = tuple([ids[r] for r in range(len(ids)) if r != railway and hex_ in s.hexes_of(r)])
    return TrackLaid(
        "IG-TRK-4", s.turn, ids[railway], s.board.grid.ids[hex_], points(cost), why, beside, points(s.halves)
    )


def why_not(s: Position, railway: i64, hex_: i64, halves: i64) -> IllegalAction:
    """Why the railway can't place a locomotive there."""
    board = s.board
    name = board.railway_ids[railway]
    where = board.grid.ids[hex_]
    w = board.word[hex_]
    bit = board.bit[hex_]
    here = railway * board.words + w
    if s.phase == TRACK and railway != s.building:
        return IllegalAction("IG-TRK-1", f"this turn builds {board.railway_ids[s.building]}, not {name}")
    if s.phase != TURN and s.phase != TRACK:
        return IllegalAction("IG-TURN-1", "placing track is an action of a turn, and no turn is about to begin")
    if s.shares[s.turn * board.railways + railway] == 0:
        return IllegalAction("IG-TRK-1", f"you hold no share of {name}")
    if s.locomotives[railway] == 0:
        return IllegalAction("IG-TRK-1", f"{name} has no locomotive left")
    if s.track[here] & bit:
        return IllegalAction("IG-TRK-5", f"{name} already has a locomotive in {where}")
    if not s.reach[here] & bit:
        return IllegalAction("IG-TRK-3", f"{where} does not touch a hex of {name}")
    if board.difficult[w] & bit and s.occupied[w] & bit:
        return IllegalAction("IG-TRK-5", f"{where} is difficult and already has a railway")
    return IllegalAction("IG-TRK-4", f"{where} costs more build points than are left: {points(halves)}")
