"""A title in another language, whole: all that its room says in two games, and no English among it."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundhouse import OVER
from roundhouse.games import title
from roundhouse.games.kit import market
from roundhouse.games.kit.messages import language
from roundhouse.games.sight import sight
from roundhouse.games.words import PIECE, plain, speaking
from tests.walks import walk

NAMES = ["Ann", "Ben", "Cy", "Dora", "Eve"]
ENGLISH = re.compile(
    r"\b(the|and|or|of|with|is|are|has|you|your|for|shares?|points?|cit(y|ies)|towns?|pays?|left|all)\b", re.IGNORECASE)


COACH = ("claims", "proofs")
"""What is said of good and bad moves speaks English only, so far."""


class Asked(dict[str, str]):
    """A catalogue that notes what it does not have."""

    def __init__(self, known: Mapping[str, str]) -> None:
        super().__init__(known)
        self.missing: set[str] = set()

    def get(self, message: str, default: Any = None) -> Any:
        if message not in self and re.search("[A-Za-z]", PIECE.sub("", message)):
            self.missing.add(message)
        return super().get(message, default)


def shown(room: Any, before: Any, after: Any, facts: list[Any]) -> Iterator[str]:
    """All that is said of a step, and of the position it is made in by whoever is to act."""
    game, looks = before.game, sight(before, before.to_act if before.to_act >= 0 else None)
    for fact in facts:
        yield plain(room.texts.tell(game, fact), NAMES)
        yield from (str(moved[-1]) for moved in room.drawing.movements(game, fact, None) if len(moved) > 3)
    yield str(room.drawing.scene(game, facts, NAMES))
    yield str(room.drawing.aside(looks, NAMES))
    yield plain(room.texts.prompt(looks), NAMES)
    yield plain(room.texts.board(looks), NAMES).partition("\n")[2]
    for panel in room.drawing.panels(looks):
        yield " ".join([*panel.marks, *(name for name, _ in panel.lines), *(one.note for one in panel.holdings)])
    for spot in room.drawing.spots(looks):
        yield f"{plain(spot.text, NAMES)}; {plain(spot.note, NAMES)}"
    for choice in room.drawing.choices(looks):
        yield f"{choice.group}: {plain(choice.label, NAMES)}: {plain(choice.effect, NAMES)}"
    yield plain(room.drawing.bid_note(looks, 12), NAMES)
    if after.to_act == OVER:
        yield plain(room.texts.prompt(sight(after, 0)), NAMES)


@pytest.mark.parametrize(("name", "code"), [("irish-gauge", "de")])
def test_a_room_speaks_another_language_whole(name: str, code: str) -> None:
    one: Any = title(name)
    room, asked = one.room, Asked(language(code, one.folder).messages)
    said: set[str] = set()
    with speaking(replace(language(code, one.folder), messages=asked)):
        said |= {plain(room.texts.help()), str(room.drawing.ground(one.game(3)).svg)}
        for seats, seed in ((3, 1), (5, 2)):
            for n, (state, move) in enumerate(walk(one.game(seats), seed, True)):
                after = state.copy()
                facts = after.tell(move)
                if n % 3 == 0 or after.to_act == OVER:
                    said |= set(shown(room, state, after, facts))
    assert not asked.missing, sorted(asked.missing)
    text = {re.sub(r"<[^>]+>", " ", one) for one in said}
    assert not (english := sorted({one for one in text if ENGLISH.search(one)})), english[:5]


def written(folder: Path, *files: str) -> Iterator[str]:
    """Every message that stands in sources: what `words` or `term` is given, and constants with arguments in them."""
    for file in files or [one.name for one in folder.glob("*.py") if not one.name.startswith(COACH)]:
        for node in ast.walk(ast.parse((folder / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("words", "term"):
                yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").isupper():
                inside = (str(one.value) for one in ast.walk(node.value) if isinstance(one, ast.Constant))
                yield from filter(PIECE.search, inside)


def test_every_message_in_the_sources_of_a_room_has_a_translation() -> None:
    one = title("irish-gauge")
    kit = Path(market.__file__).parent
    known = language("de", one.folder).messages
    said = {*written(one.folder), *written(kit), *written(kit.parent, "scenes.py")}
    missing = {message for message in said if re.search("[A-Za-z]", PIECE.sub("", message))} - set(known)
    assert not missing, missing
