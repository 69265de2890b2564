"""The parts of the game, which mypy checks here against what the house asks for."""
from roundhouse.games.age_of_rail import books, claims, drawing, gestures, observer, texts, valuer
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.room import Parts

PARTS: Parts[AgeOfRail, Position] = Parts(texts, drawing, books, valuer, observer, gestures, claims)
