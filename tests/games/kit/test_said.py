"""Every typed field of a fact is said, or declared silent: with another value its sentence would be another."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from roundhouse import games
from roundhouse.engine.facts import Fact
from roundhouse.games.words import Piece, parsed, plain
from tests.walks import walk

TITLES = ("age-of-rail", "appalachian-trail", "irish-gauge", "narrow-gauge")
NAMES = ["Ann", "Ben", "Cy"]
NUMBERS = ("money", "points", "price", "row")


def typed(kind: type) -> dict[str, str]:
    """The fields whose type says what they are, with that word."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: of for one in fields(kind) if (of := _of(hints[one.name]))}


def _of(hint: Any) -> str:
    if get_origin(hint) in (Union, UnionType, tuple):
        return _of(get_args(hint)[0])
    return next(iter(getattr(hint, "__metadata__", ())), "")


def told(title: Any) -> Iterator[tuple[Any, Fact]]:
    for seed in range(4):
        game = title.game(title.players[0])
        for state, code in walk(game, seed, kinds_first=True):
            yield from ((game, fact) for fact in state.copy().tell(code))


@pytest.mark.parametrize("name", TITLES)
def test_every_typed_field_is_said_or_declared_silent(name: str) -> None:
    title = games.title(name)
    tell = title.room.texts.tell
    values: dict[str, list[Any]] = defaultdict(list)
    found: dict[tuple[Any, str], bool] = {}
    for game, fact in told(title):
        for field, kind in typed(type(fact)).items():
            value, seen = getattr(fact, field), values[kind]
            if found.get((type(fact), field)) or value in (None, ()):
                continue
            seen += [one for one in (value if isinstance(value, tuple) else (value,)) if one not in seen]
            others = [replace(fact, **{field: other}) for other in _others(value, kind, seen)]
            said = plain(tell(game, fact), NAMES)
            differs = any(_told(tell, game, other) != said for other in others)
            found[type(fact), field] = differs or _names(type(fact), field)
    wrong = [f"{kind.__name__}.{field}" for (kind, field), said in found.items() if said == (field in kind.silent)]
    assert len(found) > 20 and not wrong, wrong


def _names(kind: Any, field: str) -> bool:
    """Whether one of its sentences, perhaps of a form that has not come up, names the field."""
    ones = [kind.says] if isinstance(kind.says, str) else kind.says.values()
    return any(isinstance(piece, Piece) and piece.name == field for one in ones for piece in parsed(one))


def _told(tell: Any, game: Any, fact: Fact) -> str:
    try:
        return plain(tell(game, fact), NAMES)
    except (KeyError, ValueError, IndexError) as error:
        return f"asked for: {error}"


def _others(value: Any, kind: str, seen: list[Any]) -> list[Any]:
    """What might stand there instead."""
    if isinstance(value, tuple):
        return [value[1:], value[:-1] + value[:1], *((*value[:-1], one) for one in _others(value[-1], kind, seen))]
    if kind == "seat":
        return [(value + 1) % 2]
    return [value + 1] if kind in NUMBERS else [one for one in seen if one != value]
