"""What has to be installed for parts of this project, a line each, as pyproject.toml says it.

    python scripts/needs.py project|build|EXTRA...
"""
from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def needs(part: str) -> list[str]:
    """The requirements of a part: of the package itself, of its building, or of one of its extras."""
    said = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    if part == "build":
        return list(said["build-system"]["requires"])
    project = said["project"]
    return list(project["dependencies"] if part == "project" else project["optional-dependencies"][part])


if __name__ == "__main__":
    print(*dict.fromkeys(need for part in sys.argv[1:] for need in needs(part)), sep="\n")
