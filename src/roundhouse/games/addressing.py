"""Sentences about a seat, said to whoever sits there: "Ann buys a share" is "You buy a share" to Ann.

>>> from roundhouse.games.words import plain, seat, words
>>> said = words("{who} pays {other} and takes the lead; {who}'s turn ends.", who=seat(0), other=seat(1))
>>> plain(said, [Oneself("Ann"), "Ben"])
"You pay Ben and take the lead; your turn ends."
>>> plain(said, ["Ann", Oneself("Ben")])
"Ann pays you and takes the lead; Ann's turn ends."
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import Any

SEAT, TEXT = "seat", "text"
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "carries": "carry"}
VERBS = """
adds asks begins bids builds buys calls chooses completes concedes connects controls counts develops discards
draws earns ends finds flips gains gets gives has holds improves is keeps lays leads leaves lets loses makes
moves needs offers opens owns passes pays places plays puts reaches receives refills refuses removes returns
scores sells shares shows spends stands starts stays stops takes turns uses wins
""".split()
ADVERB = r"(?:now|then|also|still|alone|both|each|never)"
AFTER_SUBJECT = re.compile(rf"^(,? )((?:{ADVERB} )?)({'|'.join(VERBS)}|was|does|goes|carries)\b")
AND_THEN = re.compile(rf"((?:,|;| and| or| but)(?: {ADVERB})? )({'|'.join(VERBS)})\b")
THEIR = re.compile(r"\b(their|they|them)\b")
TO_YOU = {"their": "your", "they": "you", "them": "you"}
ENDS = re.compile(r"[.!?:](?=\s|$)")
"""Where you stop being the subject: after a colon something else is told of."""


class Oneself(str):
    """The name of the one who reads: sentences say "you", and all else the name. It equals no other's name, so that
    what is kept of a sentence for one reader is never given to another."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Oneself) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("you", str(self)))


def base(verb: str) -> str:
    """A verb as it follows "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    return verb[:-2] if verb.endswith(("sses", "ches", "shes", "xes")) else verb[:-1]


@dataclass
class _Reading:
    """Where one stands in a sentence: whether "you" are its subject, and whether a sentence begins."""

    subject: bool = False
    begins: bool = True
    owns: bool = False
    """Whether "'s" has to go from what comes next."""


def addressed(sentence: Sequence[Any], reader: int) -> tuple[Any, ...]:
    """A sentence in English as it is said to that seat: its own name is "you", and the verbs of which it is the subject
    follow. Spans of other kinds stay as they are."""
    if not any(span.kind == SEAT and span.ref == str(reader) for span in sentence):
        return tuple(sentence)
    now, found = _Reading(), []
    sentence = [*_merged(sentence)]
    for span, after in zip_longest(sentence, sentence[1:]):
        if span.kind == SEAT:
            mine, follows = span.ref == str(reader), after.text if after is not None and after.kind == TEXT else ""
            now.owns = mine and follows.startswith("'s")
            now.subject = mine and (AFTER_SUBJECT.match(follows) is not None or follows.startswith(", with "))
            span = replace(span, kind="you", text=_you(now)) if mine else span
        elif span.kind == TEXT:
            span = replace(span, text=_follow(span.text, now))
        now.begins = _ends(span, now)
        found.append(span)
    return tuple(found)


def _merged(sentence: Sequence[Any]) -> Iterator[Any]:
    """The same with one span of plain text where several follow each other."""
    for kind, some in groupby(sentence, key=lambda span: span.kind):
        if kind == TEXT:
            same = list(some)
            yield replace(same[0], text="".join(span.text for span in same))
        else:
            yield from some


def _you(now: _Reading) -> str:
    said = "your" if now.owns else "you"
    return said.capitalize() if now.begins else said


def _follow(text: str, now: _Reading) -> str:
    """Text after a seat: its verbs and pronouns agree with "you" as long as that is the subject."""
    if now.owns:
        text, now.owns = text.removeprefix("'s"), False
    end = ENDS.search(text)
    mine, rest = (text, "") if end is None else (text[: end.end()], text[end.end():])
    if now.subject:
        mine = AFTER_SUBJECT.sub(lambda found: f"{found[1]}{found[2]}{base(found[3])}", mine)
        mine = AND_THEN.sub(lambda found: f"{found[1]}{base(found[2])}", mine)
        mine = THEIR.sub(lambda found: TO_YOU[found[1]], mine)
    if end is not None:
        now.subject = False
    return mine + rest


def _ends(span: Any, now: _Reading) -> bool:
    """Whether a sentence begins after a span."""
    said = span.text if span.kind != SEAT else "a name"
    return said.rstrip().endswith((".", "!", "?")) if said.strip() else now.begins
