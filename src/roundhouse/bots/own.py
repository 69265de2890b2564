"""Players that users bring themselves: a bot, or what a search is to be guided by.

Who it is: FILE.py:CLASS, or the name of an entry point `roundhouse.bots` of a package. By what its class can do it is

- a bot (`choose`),
- an evaluator (`evaluate`), which guides a search by values and priors; see `roundhouse.bots.evaluator`,
- a value function (`estimate`, a subclass of `roundhouse.engine.value.Valuer`), which the search asks one step ahead.

The last two search for 400 iterations a move, or for as long as is said before their name: search-1000@FILE.py:CLASS.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from roundhouse.bots.bot import Bot
from roundhouse.bots.evaluator import Evaluator, Leaf, OwnEvaluator
from roundhouse.bots.thinkers import Guidance, GuidedBot, SearchBot
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import Game
from roundhouse.engine.value import Valuer
from roundhouse.errors import UserError
from roundhouse.plugins import foreign_code, own, told

ITERATIONS = 400
ABILITIES = "choose(seat, dice), evaluate(leaves) or estimate(state)"


class OwnGuide(Protocol):
    """What a user's evaluator is: any class with this method, made for each game with the game.

    It may also have a number `batch`: so many leaves it likes to be asked about at a time.
    """

    def evaluate(self, leaves: list[Leaf]) -> None:
        """Answer each leaf (`leaf.answer`) with its value and priors."""
        ...


def own_bot(name: str, iterations: int | None = None, seconds: float | None = None) -> Bot:
    """A user's bot by its name, or a search guided by what a user's class says."""
    kind = own(name, "bot")
    if not callable(kind) or not any(hasattr(kind, one) for one in ("choose", "evaluate", "estimate")):
        file, _, wanted = name.rpartition(":")
        raise UserError(f"{file} has no class '{wanted}' with a method {ABILITIES}")
    searches = iterations is not None or seconds is not None
    if hasattr(kind, "choose"):
        if searches:
            raise UserError(f"{name} chooses by itself; only what evaluates or estimates can guide a search")
        return cast(Bot, _made(name, kind))
    iterations = iterations if searches else ITERATIONS
    if hasattr(kind, "evaluate"):
        return GuidedBot(lambda game: _evaluator(name, kind, game), iterations, seconds, Guidance(lean=0.0))
    values = _made(name, kind, [])
    if not isinstance(values, Valuer):
        raise UserError(f"{name} has a method estimate(), but is no subclass of roundhouse.engine.value.Valuer")
    return SearchBot(iterations, seconds, valuer=values)


def _evaluator(name: str, kind: Callable[..., object], game: Game) -> Evaluator:
    return OwnEvaluator(valuer(game.name), _made(name, kind, game))


def _made(name: str, kind: Callable[..., Any], *given: object) -> object:
    try:
        with foreign_code():
            return kind(*given)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise UserError(f"{name} can't be made: {told(error)}") from error
