"""Any game in words: facts by their names and numbers, what may be done by the first words of the lines."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec

from roundhouse.engine.contract import OVER, Game, State
from roundhouse.engine.facts import Ended, Fact, TurnBegan
from roundhouse.games.sight import Sight
from roundhouse.games.title import Title, kinds, one_of
from roundhouse.games.words import Words, joined, seat, text, words

SEATS = {"seat", "by", "who", "winner", "player"}
"""Fields of a fact whose number is a seat, when they are called so."""


class PlainTexts:
    """Sentences made of the names that the rules use."""

    def __init__(self, facts: tuple[type[Fact], ...]) -> None:
        self.FACTS = facts

    def tell(self, game: Game, fact: Fact) -> Words:
        if isinstance(fact, TurnBegan):
            return words("{who}'s turn.", who=seat(fact.seat))
        if isinstance(fact, Ended):
            won = joined([seat(winner) for winner in fact.winners], last=" and ")
            return words("The game is over: {why}. {won} won.", why=fact.why, won=won)
        given = [one.name for one in fields(fact) if one.name != "rule"]
        each = joined(words("{name} {value}", name=_spaced(name), value=_value(fact, name)) for name in given)
        return words("{what}: {each}.", what=_spaced(type(fact).__name__).capitalize(), each=each) if given else (
            words("{what}.", what=_spaced(type(fact).__name__).capitalize()))

    def prompt(self, sight: Sight[State]) -> Words:
        if sight.state.to_act == OVER:
            return (text("the game is over"),)
        return (text(one_of(sorted(kinds(sight.state)))),)

    def board(self, sight: Sight[State]) -> Words:
        return (text("\n".join(_listed(sight.state.view(sight.seat)))),)

    def help(self) -> Words:
        return (text("Type a line as it is listed under what may be done."),)


def _spaced(name: str) -> str:
    """ShareSold and share_sold as words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).lower()


def _value(fact: Fact, name: str) -> Words:
    value = getattr(fact, name)
    if name in SEATS and type(value) is int:
        return (seat(value),)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return (text(", ".join(map(str, value)) or "none"),)
    return (text(value),)


def _listed(value: object, indent: str = "") -> list[str]:
    """A view as lines: a name and a value each, what lies within another further in."""
    if isinstance(value, Mapping):
        found = []
        for name, inner in value.items():
            simple = not isinstance(inner, Mapping | list) or (isinstance(inner, list) and _short(inner))
            shown = ", ".join(map(str, inner)) if isinstance(inner, list) else inner
            found += [f"{indent}{_spaced(str(name))}: {shown}"] if simple else [
                f"{indent}{_spaced(str(name))}:", *_listed(inner, indent + "  ")]
        return found
    if isinstance(value, list):
        return [line for n, inner in enumerate(value) for line in _numbered(n, inner, indent)]
    return [f"{indent}{value}"]


def _short(values: list[object]) -> bool:
    return not any(isinstance(value, Mapping | list) for value in values)


def _numbered(number: int, value: object, indent: str) -> list[str]:
    if isinstance(value, Mapping | list):
        return [f"{indent}{number}:", *_listed(value, indent + "  ")]
    return [f"{indent}{number}: {value}"]


def make(title: Title) -> PlainTexts:
    """All facts of the folder's `facts.py` can be told, and those that every game has."""
    module = f"{title.package}.facts"
    there = vars(import_module(module)).values() if find_spec(module) else ()
    own = [one for one in there if isinstance(one, type) and issubclass(one, Fact) and one is not Fact]
    return PlainTexts(tuple(dict.fromkeys([*own, TurnBegan, Ended])))
