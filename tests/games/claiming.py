"""What a room says of a move in a small position, and whether its proofs find it again."""
from __future__ import annotations

from typing import Any

from roundhouse.bots.coach import claims_of
from roundhouse.engine.contract import State
from roundhouse.engine.facts import Fact
from roundhouse.games import title
from roundhouse.games.claims import Line, Step
from roundhouse.games.words import plain

NAMES = ["Ann", "Ben", "Cara", "Dan"]


def line_of(state: State, *texts: str) -> Line[Any]:
    """A move of whoever is to act, with all that follows of it, each step by whose turn it is."""
    after, facts, steps = state.copy(), list[Fact](), list[Step]()
    for text in texts:
        steps.append(Step(int(after.to_act), text))
        facts += after.tell(after.game.parse(text))
    return Line(int(state.to_act), texts[0], state, after, tuple(steps), tuple(facts))


def said(line: Line[Any], kind: str) -> list[str]:
    """The sentences of a kind of claim, each of which its proof finds again."""
    made = [one for one in claims_of(line) if one.kind == kind]
    assert all(one.check() for one in made), [plain(one.words, NAMES) for one in made]
    return [plain(one.words, NAMES) for one in made]


def found(line: Line[Any], kind: str, thing: str, **told: object) -> bool:
    """Whether the proof of that kind of claim finds again what is told."""
    claims: Any = title(line.before.game.name).room.claims
    return bool(claims.PROOFS[kind](line, thing, told))
