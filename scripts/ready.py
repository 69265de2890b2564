"""What this checkout lacks before it may be published: `python scripts/ready.py [refs/tags/vVERSION]`."""
from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOBODYS = ".example/"    # addresses that nobody can have: RFC 2606


def missing(root: Path, ref: str = "") -> list[str]:
    """What must be done before a release; with a tag, before that release."""
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    found = [f"[project.urls] {name}: set the repository's address" for name, url in urls.items() if NOBODYS in url]
    named = re.search(r'^__version__ = "(.+)"', (root / "src/roundhouse/__init__.py").read_text(encoding="utf-8"), re.M)
    assert named
    version = named[1]
    if ref.startswith("refs/tags/"):
        if ref != f"refs/tags/v{version}":
            found.append(f"the tag is {ref.removeprefix('refs/tags/')}, the version {version}")
        if ".dev" in version:
            found.append(f"{version} is no version to release")
        if not re.search(rf"^## {re.escape(version)}\b", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M):
            found.append(f"CHANGELOG.md says nothing of {version}")
    return found


def main() -> None:
    found = missing(ROOT, *sys.argv[1:])
    # By hand all is built with whatever address there is, to see what comes of it.
    if found and any(word.startswith("refs/tags/") for word in sys.argv[1:]):
        sys.exit("\n".join(found))
    print("\n".join(found) or "ready")


if __name__ == "__main__":
    main()
