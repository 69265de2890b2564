"""What a seat may choose, as the numbers of an environment.

A game's codes number all that is in its notation: what chance does too, and bids up to more money than a game could
ever see. A net that has an output for each of them learns nothing from most. `ActionSpace` leaves out what is chance's,
and bids above a limit, and says of each action what it is made of:

    space = ActionSpace(roundhouse.game("age-of-rail", 3))
    space.size, space.line(7)                   # how many there are; one of them in the notation
    space.mask(state.legal())                   # 1 for what may be done
    space.code(7, state.legal())                # what the engine is told
    space.features                              # actions × features, the same for all positions
    space.heads, space.factors                  # the words of each action, one head after another
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: NumPy comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.engine.contract import Game
from roundhouse.errors import UserError
from roundhouse.games import title

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ActionSpace:
    """The actions of a game for an environment, from 0 on, in the order of their codes: bids are the last."""

    def __init__(self, game: Game, most_bid: int | None = None, every_code: bool = False) -> None:
        """`most_bid` is the highest bid that has an action of its own; usually all the money that the table begins
        with. The highest also stands for more, where less is not enough. With `every_code` actions are the codes."""
        self.game = game
        self.every_code = every_code
        self.first_bid = int(game.first_bid)
        every_bid = game.codes - self.first_bid - 1
        chance = () if every_code else title(game.name).chance
        limit = every_bid if every_code else table_money(game) if most_bid is None else most_bid
        if limit < 0 <= every_bid:
            raise UserError(f"the highest bid with an action of its own is 0 or more, not {most_bid}")
        self.most_bid = min(limit, every_bid)
        """-1 in a game without bids."""
        chosen = [code for code, line in enumerate(game.lines) if line.split(" ")[0] not in chance]
        self.codes: NDArray[np.int64] = np.array(
            [*chosen, *range(self.first_bid, self.first_bid + self.most_bid + 1)], np.int64
        )
        """The code of each action."""
        self.size = len(self.codes)
        self._action = {int(code): action for action, code in enumerate(self.codes)}

    def line(self, action: int) -> str:
        """An action in the notation."""
        return self.game.text(int(self.codes[action]))

    def action(self, code: int) -> int:
        """The action that stands for a code."""
        if code >= self.first_bid + self.most_bid and self.most_bid >= 0:
            return self.size - 1
        if code not in self._action:
            raise ValueError(f"'{self.game.text(code)}' is nothing that a seat chooses")
        return self._action[code]

    def code(self, action: int, legal: Sequence[int]) -> int:
        """The code of an action where these codes are legal: the highest bid is the least that is enough."""
        if not 0 <= action < self.size:
            raise ValueError(f"actions are 0 to {self.size - 1}, not {action}")
        code = int(self.codes[action])
        if action == self.size - 1 and self.most_bid >= 0 and code not in legal:
            return int(next((bid for bid in legal if bid > code), code))
        return code

    def mask(self, legal: Sequence[int]) -> NDArray[np.int8]:
        """1 for each action that may be chosen where these codes are legal. Where all bids are higher than the highest
        action, that one may."""
        mask = np.zeros(self.size, np.int8)
        for code in legal:
            if code in self._action:
                mask[self._action[code]] = 1
            elif code > self.first_bid and not mask[self.size - self.most_bid - 1:].any():
                mask[-1] = 1
        return mask

    def write_masks(self, legal: NDArray[np.int8], out: NDArray[np.int8]) -> None:
        """The same for many positions: `legal` has a row for each, with 1 for each legal code."""
        np.take(legal, self.codes, axis=1, out=out)
        if self.most_bid >= 0:
            higher = legal[:, self.first_bid + self.most_bid + 1:].any(axis=1)
            out[higher & ~out[:, self.size - self.most_bid - 1:].any(axis=1), -1] = 1

    # ---- what actions are made of ------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> list[list[str]]:
        return [self.line(action).split(" ") for action in range(self.size)]

    @cached_property
    def heads(self) -> list[list[str]]:
        """The factored form: a head for each place in a line, with the words that may stand there. The first word is
        the kind of action; "" stands where a line has ended."""
        longest = max(map(len, self._words))
        return [
            list(dict.fromkeys([*([""] if n else []), *(words[n] if n < len(words) else "" for words in self._words)]))
            for n in range(longest)
        ]

    @cached_property
    def factors(self) -> NDArray[np.int64]:
        """Actions × heads: the number of the word in each head."""
        numbers = [{word: n for n, word in enumerate(head)} for head in self.heads]
        return np.array([
            [numbers[n][words[n] if n < len(words) else ""] for n in range(len(self.heads))] for words in self._words
        ], np.int64)

    def from_factors(self, factors: Sequence[int]) -> int:
        """The action of which these are the words, one of each head."""
        found = self._by_factors.get(tuple(int(factor) for factor in factors))
        if found is None:
            words = " ".join(head[int(factor)] for head, factor in zip(self.heads, factors)).strip()
            raise ValueError(f"'{words}' is no action")
        return found

    @cached_property
    def _by_factors(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): action for action, row in enumerate(self.factors.tolist())}

    def head_mask(self, mask: NDArray[Any], chosen: Sequence[int]) -> NDArray[np.int8]:
        """What the next head may choose, where those before it have chosen this and `mask` says what is legal: so a
        policy picks a word at a time, and never one that leads nowhere."""
        rows = np.flatnonzero(mask)
        for n, factor in enumerate(chosen):
            rows = rows[self.factors[rows, n] == factor]
        found = np.zeros(len(self.heads[len(chosen)]), np.int8)
        found[self.factors[rows, len(chosen)]] = 1
        return found

    @cached_property
    def feature_names(self) -> list[str]:
        """What each feature tells: a word at a place of the line, and last the bid as a part of the highest."""
        words = [f"{n}:{word}" for n, head in enumerate(self.heads) for word in head if word]
        return [*words, "bid"]

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """Actions × features, so that what is learned of one action helps with others that share its words."""
        column = {name: n for n, name in enumerate(self.feature_names)}
        found = np.zeros((self.size, len(column)), np.float32)
        for action, words in enumerate(self._words):
            found[action, [column[f"{n}:{word}"] for n, word in enumerate(words)]] = 1
            if self.codes[action] >= self.first_bid:
                found[action, -1] = (self.codes[action] - self.first_bid) / max(1, self.most_bid)
        return found


def table_money(game: Game) -> int:
    """All the money that seats begin with; where a game has none, as much as there are bids for."""
    cash = game.start().view(None).get("cash")
    return sum(cash) if isinstance(cash, list) else game.codes - int(game.first_bid) - 1


__all__ = ["ActionSpace", "table_money"]
