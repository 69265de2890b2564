"""Breaks one thing at a time in a copy of this project, a line in each room, and says which tests notice.

    python benchmarks/mutants.py [ROOM...]

A fault that no test notices is a hole in the tests: it is told, and the exit status is 1. A room whose compiled source
is broken runs plain, as after any edit; the other rooms stay compiled.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).parent.parent
ENOUGH = 5
"""So many tests that fail are named; the others are not waited for."""


@dataclass(frozen=True)
class Mutant:
    """A line that is broken, and the tests that are asked whether they notice."""

    room: str
    file: str
    right: str
    wrong: str
    tests: str
    engine: str = ""


MUTANTS = (
    Mutant("engine", "engine/auction.py", "return self.high + 1", "return self.high", "tests/engine"),
    Mutant("games", "games/irish_gauge/dividends.py", "return (income + sold - 1) // sold", "return income // sold",
           "tests/games/irish_gauge"),
    Mutant("records", "records/replay.py", "if by != course.to_act:", "if by > course.to_act:", "tests/records"),
    Mutant("bots", "bots/advice.py", "changes = [a - b for a, b in zip(self.after, self.before)]",
           "changes = [b - a for a, b in zip(self.after, self.before)]", "tests/bots"),
    Mutant("plain", "games/appalachian_trail/scoring.py", "if reached < earliest:", "if reached > earliest:",
           "tests/games/appalachian_trail", "plain"),
    Mutant("lab", "lab/statistics.py", "reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))",
           "reach = z * sqrt(share * (1 - share) / games)", "tests/lab/test_statistics.py"),
    Mutant("envs", "envs/rewards.py", "share_of_win(seat, winners) - 1 / state.game.seats",
           "share_of_win(seat, winners)", "tests/envs/test_vector.py tests/envs/test_gym.py"),
    Mutant("tables", "web/tables/model/clock.py", "bank=max(0.0, seat.bank - (taken - own))",
           "bank=max(0.0, seat.bank - taken)", "tests/web/test_clocks.py"),
    Mutant("people", "web/people/authentication.py", "; HttpOnly; SameSite=Lax", "; SameSite=Lax",
           "tests/web/test_safety.py tests/web/test_accounts.py"),
    Mutant("delivery", "web/delivery/notifications.py", 'after.status in ("playing", "over", "closed")',
           'after.status in ("playing", "closed")', "tests/web/test_notifications.py"),
    Mutant("pages", "web/pages/static/misclick-guard.js", "if (pressed > changed && !(soon && near)) return;",
           "return;", "tests/web/test_browser_events.py"),
    Mutant("texts", "../../docs/server.md", "roundhouse-games[", "roundhouse[", "tests/test_installing.py"),
)


def copied(folder: Path) -> None:
    """The files of this project that git knows, and the library that was compiled from them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    compiled = [str(path.relative_to(ROOT)) for path in ROOT.glob("src/**/*.so")]
    for name in [*filter(None, listed.split("\0")), *compiled]:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def noticed(mutant: Mutant, folder: Path) -> list[str]:
    """The tests that fail with this fault in the copy; it is mended again."""
    path = folder / "src" / "roundhouse" / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.right) < 1:
        raise SystemExit(f"{mutant.file} does not say {mutant.right!r}: tell mutants.py what it says now")
    path.write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "ROUNDHOUSE_ENGINE": mutant.engine}
    words = ["-n", "2", "--dist", "worksteal", f"--maxfail={ENOUGH}", "-p", "no:cacheprovider", *mutant.tests.split()]
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=folder, env=environment,
                          capture_output=True, text=True, check=False)
    path.write_text(text, encoding="utf-8")
    if done.returncode not in (0, 1, 2):
        raise SystemExit(done.stdout + done.stderr)
    return re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)


def main(rooms: list[str]) -> int:
    chosen = [mutant for mutant in MUTANTS if not rooms or mutant.room in rooms]
    missed = 0
    with TemporaryDirectory() as place:
        copied(Path(place))
        for mutant in chosen:
            begun = perf_counter()
            found = noticed(mutant, Path(place))
            missed += not found
            print(f"{mutant.room}: {mutant.file}, {perf_counter() - begun:.0f} s: {mutant.right!r} -> {mutant.wrong!r}")
            print(*(f"    {name}" for name in found), sep="\n", end="\n" if found else "")
            if not found:
                print("    NOT NOTICED")
    print(f"{len(chosen) - missed} of {len(chosen)} noticed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
