"""Every message of a room with every plural, in every language: a whole sentence, with the same arguments in each."""
from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest

from benchmarks.sentences import agreement
from roundhouse import games
from roundhouse.engine.facts import Fact
from roundhouse.games.kit.messages import language, message, type_of
from roundhouse.games.words import ENGLISH, Piece, parsed, plain, speaking

SPOKEN = (("irish-gauge", "en"), ("irish-gauge", "de"), ("age-of-rail", "en"), ("narrow-gauge", "en"),
          ("appalachian-trail", "en"))
SAMPLES: dict[str, dict[str, Any]] = {
    "narrow-gauge": {"card": "T01", "commodity": "green", "contract": "ohio", "line": "blue",
                     "row": 2},
    "appalachian-trail": {"card": "O01", "side": ("O01", "obstacle"), "terrain": "G", "line": "first"},
}
"""What else a title's facts name, by the kind of its type."""
NUMBERS = (1, 2, 1.5)
NAMES = ["Ann", "Ben", "Cy"]


class Sample:
    """A fact of a kind, all of whose numbers are the same and all of whose lists are so long."""

    def __init__(self, kind: type, number: float, things: Any) -> None:
        self._of, self._number, self._things = kind, number, things

    __class__: Any = property(lambda self: self._of)

    def __getattr__(self, name: str) -> Any:
        if name in ("says", "form"):
            says: Any = vars(self._of)["says"]
            return says if name == "says" else next(iter(says))
        return self._valued(type_of(self._of, name))

    def _valued(self, type_: Any) -> Any:
        if get_origin(type_) in (Union, UnionType):
            type_ = get_args(type_)[0]
        if get_origin(type_) is tuple:
            return tuple(self._valued(get_args(type_)[0]) for _ in range(int(self._number)))
        kind = next(iter(getattr(type_, "__metadata__", ())), "")
        known = {"place": self._things.places, "company": self._things.firms, **SAMPLES.get(self._things.game, {})}
        if kind in known:
            return next(iter(known[kind]), "G5") if kind in ("place", "company") else known[kind]
        if hasattr(type_, "says"):
            return Sample(type_, self._number, self._things)
        if kind == "word" or type_ is str:
            return "pink"
        return 1 if kind == "seat" else self._number


def messages(kinds: Any) -> list[tuple[type, str]]:
    said = ((kind, [kind.says] if isinstance(kind.says, str) else kind.says.values()) for kind in kinds)
    return [(kind, one) for kind, ones in said for one in ones if one]


@pytest.mark.parametrize(("name", "code"), SPOKEN)
def test_every_message_is_a_sentence(name: str, code: str) -> None:
    title: Any = games.title(name)
    things = import_module(f"{title.package}.things").things(title.game().board)
    spoken = ENGLISH if code == "en" else language(code, title.folder)
    kinds = title.room.texts.FACTS
    for kind, english in messages(kinds) + messages(clauses(kinds)):
        assert code == "en" or english in spoken.messages, f"not in {code}: {english}"
        assert arguments(spoken.messages.get(english, english)) == arguments(english)
        for number in NUMBERS:
            with speaking(spoken):
                words = plain(message(Sample(kind, number, things), english, things), NAMES)
            whole = r"[A-ZÄÖÜ0-9][^{}|#]*[^ ,;:][.!]" if issubclass(kind, Fact) else r"[^{}|#]*[^ .,;:]"
            assert re.fullmatch(whole, words), words
            assert not re.search(r"  | [.,;]|None", words), words


@pytest.mark.parametrize("name", sorted({name for name, _ in SPOKEN}))
def test_a_sentence_and_its_fact_name_the_same(name: str) -> None:
    sentences, faults = agreement(games.title(name), 1)
    assert sentences > 30
    assert not faults


def test_no_message_is_put_together_from_pieces() -> None:
    """What `words` and `term` are given is a message as it stands: another language could not be made of its parts."""
    folder = Path(games.__file__).parent
    found = []
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("words", "term") and node.args:
                given = node.args[0]
                piece = isinstance(given, ast.Constant) and str(given.value)[:1] in (",", ";", ":", ".")
                if piece or isinstance(given, ast.JoinedStr | ast.BinOp):
                    found.append(f"{file.relative_to(folder)}, line {node.lineno}: {ast.unparse(given)}")
    assert not found


def clauses(kinds: Any) -> list[type]:
    """What facts list: items that say something, without being a sentence."""
    modules = {import_module(kind.__module__) for kind in kinds}
    found = [(module, one) for module in modules for one in vars(module).values() if isinstance(one, type)]
    return [one for module, one in found
            if "says" in vars(one) and one.__module__ == module.__name__ and not issubclass(one, Fact)]


def arguments(said: str) -> set[str]:
    return {piece.name for piece in parsed(said) if isinstance(piece, Piece)}
