"""What Appalachian Trail provides besides its rules."""
from __future__ import annotations

from roundhouse.games.appalachian_trail import books, drawing, texts
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.room import Room

ROOM: Room[AppalachianTrail, AppalachianTrailState] = Room(texts, drawing, books)
