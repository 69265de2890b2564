"""What every report is made of, and how it becomes one file that needs nothing else."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import roundhouse
from roundhouse.games.title import ChoiceError
from roundhouse.lab.folder import StudyError, write_whole
from roundhouse.lab.report.tables import Table

ACCENTS = {
    "irish-gauge": "#4a6b35", "age-of-rail": "#9a3b26", "narrow-gauge": "#7d5f1f", "appalachian-trail": "#2c6048",
}


@dataclass(frozen=True)
class Figure:
    svg: str
    caption: str
    """What is seen, in a sentence."""
    wide: bool = False


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    lead: str = ""
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()


def write_page(file: Path, template: str, content: dict[str, object]) -> None:
    try:
        write_whole(file, render(template, content))
    except OSError as error:
        raise StudyError(f"the report {file} can't be written: {error.strerror}; the data is kept") from error


def render(template: str, content: dict[str, object]) -> str:
    try:
        from jinja2 import Environment, FileSystemLoader
    except ImportError:
        raise ChoiceError("reports need Jinja2: pip install 'roundhouse-games[lab]'") from None
    here = FileSystemLoader(Path(__file__).parent)
    pages = Environment(loader=here, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return pages.get_template(template).render(version=roundhouse.__version__, **content)
