"""What every report is made of, and how it becomes one file that needs nothing else."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import roundhouse
from roundhouse.errors import UserError
from roundhouse.games.markup import Markup
from roundhouse.lab.folder import StudyError, write_whole
from roundhouse.lab.report.tables import DataTable


@dataclass(frozen=True)
class Figure:
    """A plot with a sentence about it."""

    svg: Markup
    caption: str
    """What is seen, in a sentence."""
    wide: bool = False


@dataclass(frozen=True)
class Section:
    """A part of a report under its own heading."""

    id: str
    title: str
    lead: str = ""
    figures: Sequence[Figure] = ()
    tables: Sequence[DataTable] = ()


def write_page(file: Path, template: str, content: dict[str, object]) -> None:
    """Fill a template and write it as a file, whole or not at all."""
    try:
        write_whole(file, render(template, content))
    except OSError as error:
        raise StudyError(f"the report {file} can't be written: {error.strerror}; the data is kept") from error


def render(template: str, content: dict[str, object]) -> str:
    """A template filled with content, as HTML."""
    try:
        from jinja2 import Environment, FileSystemLoader
    except ImportError:
        raise UserError("reports need Jinja2: pip install 'roundhouse-games[lab]'") from None
    here = FileSystemLoader(Path(__file__).parent)
    pages = Environment(loader=here, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return pages.get_template(template).render(version=roundhouse.__version__, **content)
