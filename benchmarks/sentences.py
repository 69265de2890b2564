"""Whether what is said of a step names what its facts name: every sentence of many random games beside its fact.

Its seats, places, companies and amounts are those of the fact, and what the fact has a type for is in it.

    python benchmarks/sentences.py [--games 1000] [TITLE...]
"""
from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from roundhouse import OVER, Dice
from roundhouse.engine.facts import Fact
from roundhouse.games import titles
from roundhouse.games.kit.messages import kind_of, type_of
from roundhouse.games.title import Title
from roundhouse.games.words import AMOUNT, COMPANY, PLACE, SEAT, Piece, Words, parsed

KNOWN = {"seat", "place", "company", "money", "points", "word", ""}
"""What facts name by themselves; of anything else, such as a card, a room may tell more than its id."""


def agreement(title: Title, games: int, seed: int = 1) -> tuple[int, list[str]]:
    """How many sentences were said in so many games, and which of them do not agree with their facts."""
    said, faults, (least, most) = 0, Counter[str](), title.players
    for number in range(games):
        edition = title.editions[number % len(title.editions)]
        state = title.game(least + number % (most - least + 1), edition).start()
        dice = Dice(seed, number)
        while state.to_act != OVER:
            for fact in state.tell(state.random_by_kind(dice)):
                words = title.room.texts.tell(state.game, fact)
                said += bool(words)
                faults.update(disagreement(fact, words))
    return said, [f"{fault}, {times} times" for fault, times in faults.most_common()]


def disagreement(fact: Fact, words: Words) -> Iterator[str]:
    """What a sentence names and its fact does not, or the other way round."""
    if not words:
        return
    known = {str(value) for value in values(fact)}
    numbers = {digit for one in known for digit in digits(one)}
    of: Any = type(fact)
    kind = of.__name__
    kinds = {name: kind_of(type_of(of, name)) for name in arguments(fact)}
    by_room = {*kinds.values()} - KNOWN
    for span in words:
        if span.kind in (SEAT, PLACE) and span.ref not in known:
            yield f"{kind} speaks of the {span.kind} {span.ref}"
        if span.kind == AMOUNT and not by_room and not digits(span.text) & numbers:
            yield f"{kind} speaks of {span.text}"
    if fact.rule not in type(fact).rules:
        yield f"{kind} carries {fact.rule}"
    shown = {span.ref for span in words if span.kind == SEAT}
    for name in kinds:
        if kinds[name] == "seat" and not {str(one) for one in values(getattr(fact, name))} & shown:
            yield f"{kind} does not name its {name}"
    if "company" in kinds.values() and not any(span.kind == COMPANY for span in words):
        yield f"{kind} names no company"


def digits(text: str) -> set[str]:
    """The numbers in a text, without signs."""
    return set("".join(one if one.isdigit() or one == "." else " " for one in text).split())


def arguments(fact: Any) -> list[str]:
    """What the message of a fact is given."""
    says = getattr(fact, "says", "")
    whole = says if isinstance(says, str) else says.get(fact.form, "")
    return [piece.name for piece in parsed(whole) if isinstance(piece, Piece)]


def values(one: Any) -> Iterator[Any]:
    """Every number and word in a fact: in its fields, in its properties, and in whatever it lists."""
    if isinstance(one, tuple):
        for item in one:
            yield from values(item)
        yield len(one)
    elif is_dataclass(one):
        names = [field.name for field in fields(one)]
        kinds: Any = type(one).__mro__
        made = [name for kind in kinds for name, found in vars(kind).items() if isinstance(found, property)]
        for name in {*names, *made}:
            yield from values(getattr(one, name))
    else:
        yield f"{one:g}" if isinstance(one, float) else one


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("titles", nargs="*", default=sorted(titles()))
    given = asked.parse_args()
    for name in given.titles:
        begun = time.perf_counter()
        said, faults = agreement(titles()[name], given.games)
        took = time.perf_counter() - begun
        print(f"{name:<20} {given.games:>5} games {said:>8} sentences {took:>7.1f} s", flush=True)
        for fault in faults:
            print(f"    {fault}")
        if faults:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
