"""What to type for the same data: the commands that reports print at their foot."""
from __future__ import annotations

import json
import shlex
from math import prod
from typing import Any

from roundhouse.games.title import spelled
from roundhouse.lab.study import Study
from roundhouse.lab.sweep import Sweep, Vary, read_value

EDITION_FILE = "edition.json"


def study_command(study: Study, edition_file: str = EDITION_FILE) -> str:
    """The command that plays a study. Its own edition, if it has one, is read from a file that lies in its folder."""
    words = ["roundhouse", "lab", study.game, *_conditions(study, edition_file)]
    words += ["--rotate"] if study.rotate else []
    words += [word for name in study.metrics for word in ("--metric", name)]
    return shlex.join([*words, "--skill", str(study.skill), "--rungs", ",".join(study.rungs)])


def sweep_command(sweep: Sweep) -> str:
    """The command that plays a sweep."""
    words = ["roundhouse", "lab", "sweep", sweep.base.game, *_conditions(sweep.base, EDITION_FILE)]
    words += [word for vary in sweep.varied for word in ("--vary", _typed(vary))]
    whole = prod(len(vary.values) for vary in sweep.varied)
    words += ["--random", str(len(sweep.points))] if len(sweep.points) < whole else []
    return shlex.join([*words, *(word for name in sweep.looks for word in ("--metric", name))])


def _conditions(study: Study, edition_file: str) -> list[str]:
    """What a study and a sweep are both told: who plays what, how often, from which seed."""
    setup = study.setup
    bots = study.bots[0] if len(set(study.bots)) == 1 else ",".join(study.bots)
    words = ["--seats", str(setup.seats), "--bots", bots, "--games", str(study.games), "--seed", str(study.seed)]
    words += ["--edition", edition_file if setup.text else setup.edition]
    words += [word for name, value in setup.options for word in ("--option", f"{name}={spelled(value)}")]
    return [*words, "--slips", str(study.slips)]


def _typed(vary: Vary) -> str:
    return f"{vary.name}={','.join(map(_value, vary.values))}"


def _value(value: Any) -> str:
    """As it reads back to the same value."""
    return value if isinstance(value, str) and read_value(value) == value else json.dumps(value)
