"""What a host installs: exact versions with hashes that fit together, under a name that nobody else has.

    python -m benchmarks.attacks.installing        (no server; what needs an index is left out where none answers)
"""
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.attacks.target import Target

ROOT = Path(__file__).parents[2]
LOCKED = ROOT / "requirements.txt"
NAME = "roundhouse-games"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
DRY = ("install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps", "--require-hashes")
HASH = re.compile(r"sha256:[0-9a-f]{64}")


def pip(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PIP, *words], capture_output=True, text=True, check=False, cwd=ROOT)


def tests(target: Target) -> None:
    """Every text that says how to install, and the lock file beside what pyproject.toml asks for."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_installing.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    print(done.stdout.splitlines()[-1])
    target.promise("texts and locked versions that are wrong", done.returncode, "", 0)


def lock_file(target: Target) -> None:
    """One package as it is locked, and the same with every hash changed by a hand on the way."""
    entries = re.split(r"\n(?=\S)", LOCKED.read_text(encoding="utf-8"))
    entry = next(one for one in entries if one.startswith("click=="))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text(entry, encoding="utf-8")
        if pip(*DRY, "-r", str(file)).returncode:
            target.told("no package index answers here; not tried", "a changed hash")
            return
        file.write_text(HASH.sub(f"sha256:{'0' * 64}", entry), encoding="utf-8")
        target.promise("a file that is not the one locked, taken", pip(*DRY, "-r", str(file)).returncode == 0, "", 0)


def name(target: Target) -> None:
    """What the public index has under our name is nothing, or ours."""
    if pip("index", "versions", "pip").returncode:
        target.told("no package index answers here; not tried", f"who has {NAME}")
        return
    found = pip("index", "versions", NAME)
    target.told(f"what the index has under {NAME}", "nothing" if found.returncode else found.stdout.splitlines()[0])


def attack(target: Target) -> None:
    tests(target)
    lock_file(target)
    name(target)


if __name__ == "__main__":
    print((__doc__ or "").splitlines()[0])
    nowhere = Target("")
    attack(nowhere)
    nowhere.judge()
