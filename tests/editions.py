"""Edition files for tests: a copy of one with some values changed."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def changed(data: dict[str, Any], change: dict[str, object], file: Path) -> Path:
    """A file with the edition, named "mine", and the values at some dotted paths changed ('' removes)."""
    copy = json.loads(json.dumps(data)) | {"edition": "mine"}
    for place, value in change.items():
        node, *steps = copy, *place.split(".")
        for step in steps[:-1]:
            node = node[int(step)] if isinstance(node, list) else node[step]
        last = int(steps[-1]) if isinstance(node, list) else steps[-1]
        if value == "":
            del node[last]
        else:
            node[last] = value
    file.write_text(json.dumps(copy, indent=1), encoding="utf-8")
    return file
