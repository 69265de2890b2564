"""What has changed since the answer that a page has: copies of what it knows already, and new words between them.

A page says with the header `Have` by which mark it knows its last answer ("none" for none). It gets a line of JSON and
then the new pieces. The line has the mark of this answer, the mark of the one that it is told from (or ""), the letters
before which texts are cut into pieces, and numbers by threes: how many of the new pieces come next, and then a copy,
from how far beside the place where one reads along, of how many pieces, counted over those of the old answer and this
one so far. The place where one reads along goes on with every piece, and goes to where a copy is that is no mere step
aside. Whoever says nothing gets the whole. `delta.js` puts it together again.

An old answer of the pieces `a b c d` and a new one of `a x c d`: the new piece is `x`, and the numbers are 0 0 1
(nothing new, then one piece from where one reads: `a`), 1 0 2 (`x`, then two from where one reads: after `b` by now).
"""
from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Lock

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

DIFFERENCE = "application/vnd.roundhouse.difference+json"
KEPT = 3            # answers of a view: a page may be a little behind the others
MOST_BYTES = 40_000_000
SHORTEST = 8        # letters of which a copy takes fewer than their number
STRIDE = 64
LONG = 6000         # letters of a difference that is worth a second look
ASIDE = 2           # pieces: so short a copy is a step aside
NOTED = 4           # pieces of a copy to which the next may go back

Key = tuple[object, ...]
"""What is shown of which table, and to whom: nobody is told a difference from what another was shown."""


@dataclass
class _View:
    """The latest answers to one who looks, by their marks."""

    texts: dict[str, bytes] = field(default_factory=dict)
    told: dict[tuple[str, str], str] = field(default_factory=dict)
    """The newest, as a difference from each that was asked for: by the mark of the one and of the other."""


class DeltaCache:
    """What pages were sent lately. It can be forgotten at any time: then they are sent the whole."""

    def __init__(self) -> None:
        self._views: OrderedDict[Key, _View] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def answer(self, request: Request, key: Key, text: str, status: int = 200) -> Response:
        """HTML to a page that may have an earlier text of the same key."""
        have = request.headers.get("have")
        if have is None:
            return HTMLResponse(text, status)
        return Response(self.told(key, have, text), status, media_type=DIFFERENCE)

    def newest(self, key: Key) -> str | None:
        """The mark of what was sent last."""
        with self._lock:
            view = self._views.get(key)
            return None if view is None else next(reversed(view.texts), None)

    def told(self, key: Key, have: str, text: str) -> str:
        """A text, told to pages that have what that mark stands for; worked out once for all of them."""
        written = text.encode()
        mark = blake2b(written, digest_size=6).hexdigest()
        with self._lock:
            view = self._note(key, mark, written)
            told, known = view.told.get((have, mark)), view.texts.get(have)
        if told is None:
            old = "" if known is None else known.decode()
            told = view.told[have, mark] = f'["{mark}","{"" if known is None else have}",{shortest(old, text)}'
        return told

    def _note(self, key: Key, mark: str, written: bytes) -> _View:
        """The view, of which this is the newest text."""
        view = self._views.setdefault(key, _View())
        self._views.move_to_end(key)
        if next(reversed(view.texts), None) != mark:
            self._bytes += len(written) - len(view.texts.pop(mark, b""))
            view.texts[mark] = written
            view.told.clear()
        if len(view.texts) > KEPT:
            self._bytes -= len(view.texts.pop(next(iter(view.texts))))
        while self._bytes > MOST_BYTES and len(self._views) > 1:
            self._bytes -= sum(map(len, self._views.popitem(last=False)[1].texts.values()))
        return view


def shortest(old: str, new: str) -> str:
    """What comes after the marks. Cut by tags it is found quickly; cut by words too it is shorter where much is new."""
    told = _spelled("<", old, new)
    return told if len(told) < LONG else _spelled("< ", old, new)


def _spelled(cuts: str, old: str, new: str) -> str:
    numbers, fresh = difference(cuts, old, new)
    return f'"{cuts}",{",".join(map(str, numbers))}]\n{fresh}'


def difference(cuts: str, old: str, new: str) -> tuple[list[int], str]:
    """The numbers and new pieces that make the new text of the old one: see above."""
    before = _cut(cuts, old)
    pieces = before + _cut(cuts, new)
    where = dict(zip(before, range(len(before))))
    numbers: list[int] = []
    fresh: list[str] = []
    done = here = len(before)
    beside = 0
    while here < len(pieces):
        along = beside + here - done
        start = along if along < here and pieces[along] == pieces[here] else where.get(pieces[here], here)
        count = 0 if start == here else _alike(pieces, start, here)
        # What is like something more than once is likest to what came last.
        for n in range(here, here + min(max(count, 1), NOTED)):
            where[pieces[n]] = n
        if count < SHORTEST and len("".join(pieces[here : here + count])) < SHORTEST:
            here += max(count, 1)
            continue
        numbers += [here - done, start - along, count]
        fresh += pieces[done:here]
        done = here = here + count
        beside = (along if count <= ASIDE else start) + count
    return [*numbers, here - done, 0, 0], "".join(fresh + pieces[done:])


def _cut(cuts: str, text: str) -> list[str]:
    """A text cut before each of some letters."""
    for letter in cuts:
        text = text.replace(letter, f"\0{letter}")
    return text.removeprefix("\0").split("\0") if text else []


def _alike(pieces: list[str], start: int, here: int) -> int:
    """For how many pieces the text goes on at `here` as it did at `start`."""
    end, most = here + 1, len(pieces)
    back = here - start
    while end < most and pieces[end - back : end - back + STRIDE] == pieces[end : end + STRIDE]:
        end += STRIDE
    end = min(end, most)
    while end < most and pieces[end - back] == pieces[end]:
        end += 1
    return end - here
