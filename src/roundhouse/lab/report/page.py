"""The report of a study."""
from __future__ import annotations

from pathlib import Path

from roundhouse.games.title import provenance
from roundhouse.lab.analysis import Analysis
from roundhouse.lab.commands import study_command
from roundhouse.lab.findings import findings
from roundhouse.lab.report.parts import write_page
from roundhouse.lab.report.sections import sections
from roundhouse.lab.wording import listed

PLAIN_PARTS = {
    "books": ("Books", "none: the game keeps none, so nothing is said of what is bought, built and earned"),
    "valuer": ("Chances to win", "by the scores as they stand, since the game has no value function of its own"),
}
"""What is said of a game that has the plain parts of the house in place of its own."""


def write_report(study: Analysis, file: Path) -> None:
    """Write the report of a study."""
    write_page(file, "study.html.j2", page(study))


def page(study: Analysis) -> dict[str, object]:
    """What the template shows of a study."""
    return {
        "title": study.title.title,
        "sub": f"What {study.games:,} games between bots say of it",
        "accent": study.title.accent[0],
        "facts": facts(study),
        "findings": findings(study),
        "sections": [section for section in sections(study) if section.figures or section.tables or section.lead],
        "metrics": list(study.metrics.values()),
        "kinds": study.kinds,
        "command": study_command(study.study),
    }


def facts(study: Analysis) -> list[tuple[str, str]]:
    """How the study was set up: names and values for the head of the page."""
    one = study.study
    chosen = study.title.worded(one.setup.options)
    options = "; ".join(f"{name}: {value}" for name, value in chosen.items())
    return [
        ("Games", f"{study.games:,}"),
        ("Players", str(study.game.seats)),
        ("Bots", listed(list(one.bots)) if len(set(one.bots)) > 1 else one.bots[0]),
        *([("Slips", f"{one.slips} of 100 moves")] if one.slips else []),
        ("Edition", study.game.edition.name),
        *([("Options", options)] if options else []),
        ("Seed", str(one.seed)),
        ("Board and cards", provenance(study.game).partition(": ")[2].partition(";")[0]),
        *((name, words) for part, (name, words) in PLAIN_PARTS.items() if not study.title.room.has_own(part)),
    ]
