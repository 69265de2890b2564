"""What a game's folder says of its states as JSON holds for every state, whoever looks."""
from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from roundhouse.engine.contract import WATCHER, Game
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.games.title import Title
from tests.walks import finished, walk

EVERY = 7
TYPED = [name for name, title in titles().items() if (title.folder / "state.schema.json").exists()]


@cache
def schema(name: str) -> Any:
    return json.loads((titles()[name].folder / "state.schema.json").read_text(encoding="utf-8"))


def test_the_games_of_the_house_say_what_a_state_is() -> None:
    assert TYPED == ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"]


def ways(title: Title) -> Iterator[Game]:
    """Each edition, with the fewest and the most seats, and with the first and the last values of all options."""
    for edition in title.editions:
        yield title.game(title.players[0], edition)
        with suppress(UserError):       # some boards know none of the other values
            yield title.game(title.players[1], edition, {one.name: one.values[-1] for one in title.options})


@pytest.mark.parametrize("name", TYPED)
def test_states_are_what_the_schema_says(name: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema(name))
    phases = set()
    for number, played in enumerate(ways(titles()[name])):
        for step, (state, _) in enumerate(walk(played, number, kinds_first=number % 2 == 0)):
            if step % EVERY == 0:
                for seat in (None, 0, WATCHER):
                    view = state.view(seat)
                    phases.add(view["phase"])
                    validator.validate(view)
        validator.validate(finished(played, number).view(None))
    assert len(phases) >= 4


@pytest.mark.parametrize("name", TYPED)
def test_the_schema_allows_nothing_else(name: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema(name))
    view = titles()[name].game().start().view(None)
    assert validator.is_valid(view)
    assert not validator.is_valid({**view, "more": 1})
    assert not any(validator.is_valid({key: value for key, value in view.items() if key != less}) for less in view)
