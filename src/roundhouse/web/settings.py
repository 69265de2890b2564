"""What a server is told when it starts."""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import typer

DATABASE_FILE = "tables.sqlite"


def default_database() -> str:
    """A SQLite file where this platform keeps the data of a program."""
    folder = Path(typer.get_app_dir("roundhouse"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / DATABASE_FILE}"


def spare_cores() -> int:
    """Workers for the bots, so that one core is left for the pages."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Settings:
    database: str
    """An SQLAlchemy address: sqlite:///FILE or postgresql://.."""
    bots: int = 1
    """How many worker processes the bots think in; 0 lets them think in the server, for tests."""
    pause: float = 1.0
    """About how many seconds a seat's secret limit waits before it bids, as a person would."""
    beat: float = 0.9
    """How many seconds a page shows a bot's move before it goes on to the next; 0 shows only where they lead."""
    limits: bool = True
    """Whether players and addresses that ask too often are told to wait."""
