"""The room of Age of Rail: its texts, drawing and books, which mypy checks here against what the house asks for."""
from __future__ import annotations

from roundhouse.games.age_of_rail import books, drawing, texts
from roundhouse.games.age_of_rail.drawing_routes import routes
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.room import Room

ROOM: Room[AgeOfRail, Position] = Room(texts, drawing, books, routes)
