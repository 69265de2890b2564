"""What pickles need that is found by name, and so is not compiled."""
from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from roundhouse.engine.fields import Fields

if TYPE_CHECKING:
    from roundhouse.engine.auction import Auction
    from roundhouse.engine.contract import Game, State

NOT_OF_A_STATE = frozenset({"game", "witness", "__dict__", "__weakref__"})


def begun(game: Game) -> State:
    """A new game, before anything has happened."""
    return game.start()


def attributes_of(state: State) -> dict[str, Any]:
    """All attributes of a state by their names, but its game and who listens to it."""
    declared = [
        name for known in type(state).__mro__ for name in
        (*getattr(known, "__mypyc_attrs__", ()), *_slots(known))
    ]
    names = dict.fromkeys([*declared, *getattr(state, "__dict__", ())])
    return {name: getattr(state, name) for name in names if name not in NOT_OF_A_STATE and hasattr(state, name)}


def _slots(known: type) -> tuple[str, ...]:
    slots = vars(known).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def auction_made_of(auction: Auction) -> tuple[Callable[[int, list[Any]], Auction], tuple[int, list[Any]]]:
    """An auction as a pickle: how it is made, of its seats and its fields."""
    fields = Fields()
    auction.exchange(fields)
    return auction_of, (int(auction.seats), fields.values)


def auction_of(seats: int, values: list[Any]) -> Auction:
    """The auction that was made of these fields."""
    from roundhouse.engine.auction import Auction

    auction, fields = Auction(seats), Fields(values)
    auction.exchange(fields)
    fields.end()
    return auction


VECTORS: dict[str, Callable[[list[Any]], Any]] = {
    "i64": vec[i64], "i32": vec[i32], "i16": vec[i16], "u8": vec[u8], "float": vec[float], "bool": vec[bool],
}


def vector(kind: str, values: list[Any]) -> Any:
    """A vector of such items."""
    return VECTORS[kind](values)


def _register(kind: str) -> None:
    copyreg.pickle(type(vector(kind, [])), lambda one: (vector, (kind, list(one))))


for _kind in VECTORS:
    _register(_kind)
