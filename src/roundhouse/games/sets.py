"""Sets kept as machine words, for code that is not compiled.

The same as `engine.words.members`, which is for compiled code: a vector that plain Python hands to a compiled function
is never freed, and a server draws boards for weeks.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.words import WORD


def members(sets: vec[i64], which: int, words: int) -> list[int]:
    """The members of one set, rising."""
    found = []
    for word in range(int(words)):
        bits = int(sets[which * words + word])
        while bits:
            low = bits & -bits
            found.append(word * WORD + low.bit_length() - 1)
            bits ^= low
    return found
