"""The parts of the game, which mypy checks here against what the house asks for."""
from roundhouse.games.appalachian_trail import books, claims, drawing, observer, texts, valuer
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.room import Parts

PARTS: Parts[AppalachianTrail, AppalachianTrailState] = Parts(texts, drawing, books, valuer, observer, claims=claims)
