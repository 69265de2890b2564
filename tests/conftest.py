"""A fifth game stands beside the four of the house: a package of its own, which brings rules and an edition only."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time, and no clock: what fails once fails again. Others are looked for with
# `pytest --hypothesis-profile=default`.
settings.load_profile("ci")

FIFTH = Path(__file__).parent / "fifth" / "night_mail"

# What `make site` has written is tested by `make test-site`, which says where that lies.
collect_ignore = [] if "ROUNDHOUSE_SITE" in os.environ else ["site"]

# Before anything asks which games there are, and for the programs that tests start, too.
os.environ["ROUNDHOUSE_GAMES"] = str(FIFTH)

# Databases of tests need not outlive the machine: where there is memory for their files, nobody waits for a disk.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: with `-n auto` one works while another waits for a browser or a server."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is long with the plain engine, or asks neither, is tested with it only where there is no other."""
    from roundhouse._compiled import HOUSE

    if os.environ.get("ROUNDHOUSE_ENGINE") == "plain" and HOUSE.library() is not None:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="tested with the compiled engine"))
