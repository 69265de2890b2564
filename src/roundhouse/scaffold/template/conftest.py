"""Lets Roundhouse find the game where it lies, also before it is installed."""
import os
from pathlib import Path

os.environ["ROUNDHOUSE_GAMES"] = str(Path(__file__).parent / "spur_line")
