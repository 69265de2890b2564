"""Why an action can't be: one sentence for people, and the rule that forbids it."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality
from roundhouse.games.age_of_rail.board import BOX_TITLES, BUILD_BOX
from roundhouse.games.age_of_rail.position import DELEGATED, FINISHED, FREE_LINK, SECOND_LINK, TURN, Position


def shut(position: Position, box: i64) -> IllegalAction:
    """For an action whose box can't be taken now."""
    title = BOX_TITLES[box]
    if position.phase == FINISHED:
        return IllegalAction("AR-END-1", "the game is over")
    if position.phase != TURN:
        return IllegalAction("AR-TURN-1", f"{title} is an action of a turn, and no turn is about to begin")
    if position.boxes[position.turn] == box:
        return IllegalAction("AR-TURN-2", f"your marker stands on {title}; take another box this turn")
    slots = count_of(position.board.slots[box], "slot")
    return IllegalAction("AR-TURN-3", f"other players fill the {slots} of {title}")


def no_link(position: Position, railroad: i64, link: i64) -> IllegalAction:
    """Why a railroad can't build a link now, with the rule that forbids it."""
    board = position.board
    name = board.railroad_shorts[railroad]
    where = f"the link from {board.place_names[board.end_a[link]]} to {board.place_names[board.end_b[link]]}"
    w = board.word[link]
    refusal = _no_build(position, railroad)
    if refusal is not None:
        return refusal
    if not position.unbuilt[w] & board.bit[link]:
        return IllegalAction("AR-BLD-6", f"{where} is built already")
    if position.phase == FREE_LINK:
        base = board.place_names[board.base[railroad]]
        why = f"the free link of {name} starts at its base, {base}; {where} does not"
        return IllegalAction(position.free_link_rule(), why)
    if position.phase == SECOND_LINK:
        junction = board.place_names[position.junction]
        return IllegalAction("AR-BLD-7", f"a second link leads from {junction} to a place new to {name}")
    if not position.reach[railroad * board.link_words + w] & board.bit[link]:
        return IllegalAction("AR-BLD-6", f"{where} does not touch the network of {name}")
    return IllegalAction(
        "AR-BLD-1", f"a link costs ${board.link_cost}, and the Treasury of {name} holds ${position.treasury[railroad]}"
    )


def no_connection(position: Position, railroad: i64, external: i64) -> IllegalAction:
    """Why a railroad can't build an external connection now, with the rule that forbids it."""
    board = position.board
    name = board.railroad_shorts[railroad]
    where = board.external_names[external]
    refusal = _no_build(position, railroad)
    if refusal is not None:
        return refusal
    if position.phase == FREE_LINK:
        return IllegalAction(position.free_link_rule(), f"the free build of {name} is a link from its base")
    if position.phase == SECOND_LINK:
        return IllegalAction("AR-EXT-1", "an external is a whole build, not the second half of one")
    owner = position.built_by[external]
    if owner != NOBODY:
        return IllegalAction("AR-EXT-1", f"{board.railroad_shorts[owner]} has built {where} already")
    gate = board.gate[external]
    if not position.on_network(railroad, gate):
        return IllegalAction("AR-EXT-1", f"{name} has not reached {board.place_names[gate]}, the gate to {where}")
    price, treasury = board.price[external], position.treasury[railroad]
    return IllegalAction("AR-EXT-1", f"{where} costs ${price}, and the Treasury of {name} holds ${treasury}")


def _no_build(position: Position, railroad: i64) -> IllegalAction | None:
    """Why this railroad builds nothing at all now, if it does not."""
    board = position.board
    name = board.railroad_shorts[railroad]
    if position.phase == TURN:
        if not position.is_open & BIT[railroad]:
            return IllegalAction("AR-TERM-6", f"{name} is not open yet")
        if not position.controllers[railroad] & BIT[position.turn]:
            return IllegalAction("AR-BLD-2", f"you do not control {name}: others hold more of its shares")
        return None
    if position.phase == FREE_LINK or position.phase == DELEGATED or position.phase == SECOND_LINK:
        if position.building != railroad:
            return IllegalAction(
                position.free_link_rule() if position.phase == FREE_LINK
                else "AR-BLD-3" if position.phase == DELEGATED else "AR-BLD-7",
                f"{board.railroad_shorts[position.building]} is building now, not {name}",
            )
        return None
    return shut(position, BUILD_BOX)


def no_delegation(position: Position, railroad: i64, seat: i64) -> IllegalAction:
    """Why the build of a railroad can't be handed to a seat now, with the rule that forbids it."""
    name = position.board.railroad_shorts[railroad]
    if not position.is_open & BIT[railroad]:
        return IllegalAction("AR-TERM-6", f"{name} is not open yet")
    if not position.controllers[railroad] & BIT[seat]:
        return IllegalAction("AR-BLD-3", f"that player does not control {name}")
    if position.controllers[railroad] & BIT[position.turn]:
        return IllegalAction("AR-BLD-3", f"you control {name}; only a build that is not yours can be handed on")
    if legality.builders(position, position.turn):
        return IllegalAction("AR-BLD-3", "a railroad that you control can build, so you build yourself")
    return IllegalAction("AR-BLD-3", f"{name} can build nothing")


def no_offer(position: Position, railroad: i64) -> IllegalAction:
    """Why no share of a railroad can be offered now, with the rule that forbids it."""
    name = position.board.railroad_shorts[railroad]
    if not position.is_open & BIT[railroad]:
        return IllegalAction("AR-TERM-6", f"{name} is not open yet")
    return IllegalAction("AR-STK-1", f"{name} has no unsold share left")


def no_own_offer(position: Position, railroad: i64) -> IllegalAction:
    """Why none of your own shares of a railroad can be offered, with the rule that forbids it."""
    if not position.board.own_shares:
        return IllegalAction("AR-OPT-2", "in this game players do not offer their own shares")
    return IllegalAction("AR-STK-1", f"you hold no share of {position.board.railroad_shorts[railroad]}")


def no_development(position: Position, place: i64) -> IllegalAction:
    """Why a place can't be developed now, with the rule that forbids it."""
    board = position.board
    name = board.place_names[place]
    w = board.word[place]
    if not position.growing[w] & board.bit[place]:
        return IllegalAction("AR-DEV-1", f"{name} is fully developed")
    if not (position.connected[w] | board.without_track[w]) & board.bit[place]:
        by_option = board.bound_to_track[w] & board.bit[place]
        rule = "AR-OPT-3" if by_option else board.rule("AR-DEV-2", "AL-DEV-2")
        return IllegalAction(rule, f"no railroad connects to {name}")
    return IllegalAction("AR-DEV-5", f"{name} is never a paid second development")


def count_of(number: i64, thing: str) -> str:
    """A number with its noun, which takes an "s" for any number but 1."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"

