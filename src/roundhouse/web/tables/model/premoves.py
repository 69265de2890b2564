"""What a seat leaves to be done for it: a sealed choice, a secret limit in an auction, or a plan for its next turn."""
from __future__ import annotations

import re
from dataclasses import replace

from roundhouse.engine.contract import IllegalAction, State
from roundhouse.games.auctions import ascending, has_auctions
from roundhouse.records.course import Course
from roundhouse.web.errors import Refused
from roundhouse.web.tables.model import conditional_moves
from roundhouse.web.tables.model.info import PremoveInfo
from roundhouse.web.tables.model.table import Premove, Table

LIMIT = re.compile(r"up to (\d{1,6})")
PASS = "pass"
PASS_ON = "pass until my turn"
NEXT_TURN = re.compile(r"turn after step (\d+)")


def auction_of(course: Course) -> str | None:
    """A name for the auction or the sealed choice that is open, the same until it is over."""
    auction = ascending(course.state)
    if auction is not None:
        return f"lot {auction.lot} opened by {auction.opener}"
    return None if course.to_act < 0 else f"choice after step {course.last_seen_by_all()}"


def _sealed(state: State) -> bool:
    """Whether the seat to act makes a choice that another seat can't see."""
    if state.to_act < 0:
        return False
    code = state.legal()[0]
    return any(not state.sees(seat, code) for seat in range(state.game.seats))


def _when_it_acts(state: State, seat: int) -> State | None:
    """A sealed choice as that seat will face it: what the others choose before has no effect on what it may."""
    ahead = state.copy()
    while ahead.to_act >= 0 and ahead.to_act != seat and _sealed(ahead):
        ahead.apply(ahead.legal()[0])
    return ahead if ahead.to_act == seat else None


def offer(table: Table, seat: int) -> PremoveInfo | None:
    """The premove that the seat may leave now; None where it may leave none."""
    state = table.course.state
    auction = ascending(state)
    left = table.intentions.get(seat)
    wish = None if left is None else left.wish
    if auction is not None:
        return PremoveInfo("limit", int(auction.least()), (), wish) if seat in auction.still_in() else None
    if state.to_act == seat or table.status != "playing":
        return None
    ahead = _when_it_acts(state, seat) if _sealed(state) else None
    if ahead is not None:
        return PremoveInfo("sealed", 0, tuple(ahead.lines()), wish)
    return PremoveInfo("plan", 0, (PASS_ON,) if has_auctions(state) else (), wish)


def leave(table: Table, seat: int, wish: str | None) -> Table:
    """The table with the seat's premove noted, or withdrawn where there is no wish."""
    others = {number: one for number, one in table.intentions.items() if number != seat}
    if wish is None:
        return replace(table, intentions=others)
    wish = " ".join(wish.split())
    _check(table, offer(table, seat), wish)
    if wish == PASS_ON or conditional_moves.PLAN.fullmatch(wish):
        return replace(table, intentions={**others, seat: Premove(f"turn after step {table.step}", wish)})
    auction = auction_of(table.course)
    assert auction is not None
    return replace(table, intentions={**others, seat: Premove(auction, wish)})


def _check(table: Table, auction: PremoveInfo | None, wish: str) -> None:
    if auction is None:
        raise Refused("there is no auction in which you can leave a bid now")
    if wish == PASS_ON and (auction.kind == "limit" or PASS_ON in auction.choices):
        return
    if auction.kind == "plan":
        conditional_moves.check(table.game, wish)
        return
    if auction.kind == "sealed":
        if wish not in auction.choices:
            raise Refused(f"'{wish}' is none of your choices: {auction.choices[0]} to {auction.choices[-1]}")
    elif wish != PASS and not LIMIT.fullmatch(wish):
        raise Refused("a limit is 'up to' and an amount, or 'pass'")


def _still_wanted(table: Table, seat: int, one: Premove, auction: str | None) -> bool:
    later = NEXT_TURN.fullmatch(one.auction)
    if later is None:
        return one.auction == auction
    if one.wish == PASS_ON:
        return table.to_act != seat or ascending(table.course.state) is not None
    return not _had_a_turn(table, seat, int(later[1]))


def _had_a_turn(table: Table, seat: int, since: int) -> bool:
    """Whether the seat has acted after that step otherwise than in an auction."""
    course = table.course
    acted = (n for n in range(since, table.step) if course.steps[n].by == seat)
    return any(ascending(course.at(n)) is None for n in acted)


def still_open(table: Table) -> Table:
    """The table without premoves for auctions that are over, and without plans that are carried out."""
    if not table.intentions:
        return table
    auction = auction_of(table.course)
    kept = {seat: one for seat, one in table.intentions.items() if _still_wanted(table, seat, one, auction)}
    return table if len(kept) == len(table.intentions) else replace(table, intentions=kept)


def _planned(table: Table, left: Premove) -> list[str]:
    """The moves of a plan whose conditions hold, in order; a move that can't be made where none does."""
    since = NEXT_TURN.fullmatch(left.auction)
    found = conditional_moves.clauses(left.wish)
    if since is None or not found:
        return []
    before = conditional_moves.played(table.course, table.to_act, int(since[1]))
    return [one.move for one in found if one.holds(before)] or [""]


def carried_out(table: Table) -> int | None:
    """The code of what the seat to act has left to be done; None if that can't be done, so that it must decide."""
    left = table.intentions.get(table.to_act)
    if left is None:
        return None
    state = table.course.state
    lines = _planned(table, left) or [PASS if left.wish == PASS_ON else left.wish]
    if limit := LIMIT.fullmatch(left.wish):
        auction = ascending(state)
        assert auction is not None
        least = int(auction.least())
        lines = [f"bid {least}", PASS] if least <= int(limit[1]) else [PASS]
    for line in lines:
        try:
            code = table.game.parse(line)
            state.copy().apply(code)
            return code
        except (IllegalAction, ValueError):
            continue
    return None
