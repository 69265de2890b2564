"""How deeply JSON is nested: a reader that calls itself for each level can end the whole interpreter."""
from __future__ import annotations

import re
from itertools import accumulate

MOST_LEVELS = 60
TOO_DEEP = f"that is nested too deeply: JSON here has at most {MOST_LEVELS} levels"
STRING = re.compile(rb'"(?:[^"\\]+|\\.)*"?', re.DOTALL)
STEP = [0] * 256
for opening, closing in (b"[]", b"{}"):
    STEP[opening], STEP[closing] = 1, -1
NOT_BRACKETS = bytes(letter for letter in range(256) if not STEP[letter])


def too_deep(text: str | bytes) -> bool:
    """Whether JSON has more than `MOST_LEVELS` lists and objects within each other. It need not be sound."""
    written = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if written.count(b"[") + written.count(b"{") <= MOST_LEVELS:
        return False
    brackets = STRING.sub(b"", written).translate(None, NOT_BRACKETS)
    return max(accumulate(map(STEP.__getitem__, brackets)), default=0) > MOST_LEVELS
