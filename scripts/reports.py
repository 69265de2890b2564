"""The reports of docs/reports, all of them: `make reports`. Half an hour of one core; it goes on where it was.

    python scripts/reports.py STUDIES [--games N] [--jobs N]

STUDIES is the folder in which the games are kept. What each study plays is said here and nowhere else.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPORTS = Path(__file__).parents[1] / "docs" / "reports"
BOTS = "level-3"
SKILL = 40


@dataclass(frozen=True)
class Report:
    """A study that comes with the docs, by the name of its page."""

    name: str
    game: str
    seats: int
    edition: str
    """Its name, or for one of our proposals its file."""

    def command(self, studies: Path, games: int, jobs: int) -> list[str]:
        return [
            "lab", self.game, "--seats", str(self.seats), "--bots", BOTS, "--slips", "0", "--games", str(games),
            "--skill", str(SKILL), "--edition", self.edition, "--jobs", str(jobs), "--out", str(studies / self.name),
        ]


PLANNED = (
    Report("narrow-gauge", "narrow-gauge", 2, "reconstruction-1"),
    Report("appalachian-trail", "appalachian-trail", 3, "reconstruction-1"),
    Report("irish-gauge", "irish-gauge", 4, "capstone-2019"),
    Report("south-africa", "age-of-rail", 4, "south-africa"),
    Report("south-africa-2024", "age-of-rail", 4, "south-africa-2024"),
    Report("allegheny", "age-of-rail", 4, "allegheny"),
    Report("narrow-gauge-proposal", "narrow-gauge", 2, str(REPORTS / "editions" / "narrow-gauge-proposal-1.json")),
    Report("allegheny-proposal", "age-of-rail", 4, str(REPORTS / "editions" / "allegheny-proposal-1.json")),
)
COMPARED = (("narrow-gauge", "narrow-gauge-proposal"), ("allegheny", "allegheny-proposal"))


def roundhouse(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "roundhouse", *words], check=True)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    given.add_argument("studies", type=Path)
    given.add_argument("--games", type=int, default=1000)
    given.add_argument("--jobs", type=int, default=0)
    wanted = given.parse_args()
    for report in PLANNED:
        roundhouse(*report.command(wanted.studies, wanted.games, wanted.jobs))
        if not report.name.endswith("-proposal"):
            (REPORTS / f"{report.name}.html").write_bytes((wanted.studies / report.name / "report.html").read_bytes())
    for first, second in COMPARED:
        roundhouse("lab", "compare", str(wanted.studies / first), str(wanted.studies / second),
                   "--out", str(REPORTS / f"{first}-compare.html"))


if __name__ == "__main__":
    main()
