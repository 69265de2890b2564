"""Every command that the docs name is there, with the options that they give it."""
from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from roundhouse.cli import app
from roundhouse.games import titles

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
# A line of a block, which may set variables first, or words between backquotes; a backslash carries it on.
COMMAND = re.compile(
    r"^(?: {4})?(?:[A-Z_]+=\S+ )*roundhouse (?P<line>(?:\\\n|.)*)|`roundhouse\s(?P<inline>[^`]*)`", re.MULTILINE
)
OF_THE_READER = {"GAME", "NAME", "coal-run"}


def named(page: Path) -> Iterator[str]:
    for found in COMMAND.finditer(page.read_text(encoding="utf-8")):
        yield (found["line"] or found["inline"]).replace("\\\n", " ")


def wrong(command: str) -> str | None:
    """What a reader would stumble over who types it after `roundhouse`."""
    here: Any = get_command(app)
    words = shlex.split(command, comments=True)
    known = {"--help": True} | _options(here)
    while words:
        word, *words = words
        if word.startswith("--"):
            name = word.partition("=")[0]
            if name not in known:
                return f"no {name}"
            words = words if known[name] else words[1:]
        elif commands := getattr(here, "commands", None):
            if word not in commands and (here.name != "lab" or word not in {*titles(), *OF_THE_READER}):
                return f"no {word}"
            here = commands[word if word in commands else "study"]
            known |= _options(here)
    return None


def _options(command: Any) -> dict[str, bool]:
    """By the name of an option, whether it stands alone."""
    return {name: getattr(one, "is_flag", False) for one in command.params for name in one.opts}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_are_there(page: Path) -> None:
    assert [(one, fault) for one in named(page) if (fault := wrong(one))] == []


def test_a_slip_in_a_command_is_found() -> None:
    assert wrong("simulate irish-gauge") == "no simulate"
    assert wrong("lab tune") == "no tune"
    assert wrong("lab irish-gauge --gammes 5") == "no --gammes"
    assert wrong("--game coal_run play coal-run    # in the terminal") is None


def test_the_pages_do_name_commands() -> None:
    assert sum(1 for page in PAGES for _ in named(page)) > 60
