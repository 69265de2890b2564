"""A fifth game stands beside the four of the house: a package of its own, which brings rules and an edition only."""
from __future__ import annotations

import os
from pathlib import Path

FIFTH = Path(__file__).parent / "fifth" / "night_mail"

# Before anything asks which games there are, and for the programs that tests start, too.
os.environ["ROUNDHOUSE_GAMES"] = str(FIFTH)
