"""The contract between a game and everything that plays it."""
from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from roundhouse.engine.dice import Dice
from roundhouse.engine.facts import Fact, Happened, PlainlyEnded
from roundhouse.engine.fields import Fields
from roundhouse.engine.pickles import attributes_of, begun

# What stands where a seat or an item could: no two of them are the same number.
CHANCE: Final = -1      # to act: nobody decides, an outcome is drawn
OVER: Final = -2        # to act: the game has ended
WATCHER: Final = -3     # looks on from no seat
NOBODY: Final[i64] = -4     # no seat, no company, no item
HIDDEN: Final[i64] = -5     # something that can't be seen


class IllegalAction(ValueError):
    """An action that the rules do not allow now. `rule` is the id of the rule that forbids it."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why


def share_of_win(seat: int, winners: Sequence[int]) -> float:
    """A seat's part of the one win of a game: the winners share it alike, everybody else has none."""
    return 1.0 / len(winners) if seat in winners else 0.0


@final
class Edition:
    """The board and cards of a title: checked data, with the digest by which records know it again."""

    def __init__(self, name: str, digest: str, data: dict[str, Any], text: str = "") -> None:
        self.name = name
        self.digest = digest
        self.data = data
        self.text = text    # the file as it was read


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title with its edition and options chosen, for a number of seats. It does not change."""

    name: ClassVar[str]             # as on the command line and in records
    rules_version: ClassVar[int]    # the newest; it rises when the meaning of a rule changes

    def __init__(
        self, edition: Edition, seats: int, options: dict[str, object], lines: list[str], top_bid: int = -1
    ) -> None:
        """`lines` is the notation: code n is written lines[n]; the codes after them are bids of 0 to `top_bid`."""
        self.edition = edition
        self.seats = seats
        self.options = options
        self.version: int = self.rules_version      # of the rules that this game is played under
        self.lines = lines
        self.first_bid: i64 = len(lines)
        self.codes = len(lines) + top_bid + 1
        # The kind of an action by its code: the number of the first word of its line, bids being the last kind.
        words = [line.split(" ")[0] for line in lines]
        self.kinds = [*dict.fromkeys(words), "bid"]
        self.kind: vec[i64] = vec[i64]([self.kinds.index(word) for word in words])
        self._code_of = {line: code for code, line in enumerate(lines)}

    def begun_under(self, version: int, options: dict[str, object]) -> None:
        """Made to play by an earlier reading of its rules, it tells that version, and the options there were then."""
        self.version = version
        self.options = options

    def start(self) -> State:
        """A new game, before anything has happened."""
        raise NotImplementedError

    def text(self, code: int) -> str:
        """An action in the notation of the rules."""
        if not 0 <= code < self.codes:
            raise ValueError(f"{code} is not an action code of {self.name}: they are 0 to {self.codes - 1}")
        first_bid: int = self.first_bid
        if code >= first_bid:
            return f"bid {code - first_bid}"
        return self.lines[code]

    def parse(self, line: str) -> int:
        """The action code of a line; the exact reverse of `text`."""
        code = self._code_of.get(line)
        if code is not None:
            return code
        first_bid: int = self.first_bid
        if line.startswith("bid ") and line[4:].isdecimal() and len(line) < 20:
            code = first_bid + int(line[4:])
            if code < self.codes and self.text(code) == line:
                return code
        near = get_close_matches(line, self.lines, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise ValueError(f"'{line}' is not a move in {self.name}{hint}")

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        """Itself, for it does not change."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One game in progress: mutable, and cheap to copy. It holds no random numbers and no hidden order."""

    __slots__ = ("game", "to_act", "witness")

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.to_act: i64 = CHANCE   # the seat that decides now, or CHANCE, or OVER
        self.witness: list[Fact] | None = None      # hears what a step does; nobody in a copy

    # ---- what a game provides ----------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        """The codes of what may happen now, rising: actions of the seat to act, outcomes at CHANCE, none when over."""
        raise NotImplementedError

    def weight(self, code: i64) -> i64:
        """At CHANCE: the exact integer weight of an outcome, 0 for what can't happen."""
        raise NotImplementedError

    def apply(self, code: i64) -> None:
        """Carry out an action or an outcome. Anything that is not legal raises IllegalAction and changes nothing."""
        raise NotImplementedError

    def copy(self) -> State:
        """Another state like this one; nothing that is done to the one changes the other."""
        raise NotImplementedError

    def view(self, seat: int | None = None) -> dict[str, object]:
        """The state as JSON, as that seat may see it; None sees everything."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """What each seat would score if the game ended now."""
        raise NotImplementedError

    def imagine(self, seat: int, dice: Dice) -> State:
        """A copy in which all that the seat, or a WATCHER, can't see is redrawn, consistent with what it has seen.

        With the same dice, states that the seat can't tell apart give the same copy.
        """
        return self.copy()

    def sees(self, seat: i64, code: i64) -> bool:
        """Whether that seat, or a WATCHER, sees which action or outcome of its kind is about to be applied."""
        return True

    def opens(self, code: i64) -> list[tuple[int, str]]:
        """The earlier hidden choices that applying this lays open to all: a seat, and the first word of its lines."""
        return []

    def sealed(self) -> bool:
        """Whether seats choose unseen now, one after the other, and all choices are laid open together."""
        return False

    def unseal(self) -> None:
        """Take back what was chosen unseen and is not laid open yet: the first to choose is to act again."""

    def secrets(self, seat: int) -> list[int]:
        """What hidden steps have left with that seat, each as the code of such a step: `card T20`, `bid 3`."""
        return []

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        if self.to_act != OVER:
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def exchange(self, fields: Fields) -> None:
        """All that it is made of but its game, for a pickle; here by the names of its attributes. A state that keeps
        vectors takes and gives them itself."""
        found = fields.value({} if fields.giving else attributes_of(self))
        if fields.giving:
            for name, value in found.items():
                setattr(self, name, value)

    # ---- what follows from it ----------------------------------------------------------------------------------------

    def tell(self, code: i64) -> list[Fact]:
        """Carry out an action or an outcome, and tell what it did, in order."""
        heard: list[Fact] = []
        by = int(self.to_act)
        seen = tuple([seat for seat in (*range(self.game.seats), WATCHER) if self.sees(seat, code)])
        self.witness = heard
        try:
            self.apply(code)
        finally:
            self.witness = None
        if heard:
            return heard
        # Rules that tell nothing of themselves are told by the notation.
        heard.append(Happened("", by, self.game.text(code), seen))
        if self.to_act == OVER:
            heard.append(PlainlyEnded("", "", tuple(self.scores()), tuple(self.winners())))
        return heard

    def outcomes(self) -> list[tuple[int, int]]:
        """At CHANCE: every outcome with its exact integer weight."""
        if self.to_act != CHANCE:
            return []
        return [(code, self.weight(code)) for code in self.legal()]

    def random(self, dice: Dice) -> i64:
        """Something that may happen now: an outcome by its weight, or any legal action with equal chance."""
        codes = self.legal()
        if self.to_act != CHANCE:
            return codes[dice.below(len(codes))]
        total: i64 = 0
        for code in codes:
            total += self.weight(code)
        left: i64 = dice.below(total)
        for code in codes:
            left -= self.weight(code)
            if left < 0:
                return code
        raise ValueError("the weights of the outcomes have changed while they were added up")

    def random_by_kind(self, dice: Dice) -> i64:
        """Like `random`, but the kind of action is chosen first, and a bid is near the least: more like play."""
        if self.to_act == CHANCE:
            return self.random(dice)
        codes = self.legal()
        kinds: i64 = 0
        last: i64 = -1
        for code in codes:
            kind = self._kind(code)
            if kind != last:
                kinds += 1
                last = kind
        wanted: i64 = dice.below(kinds)
        first: i64 = 0
        while wanted >= 0:
            start = first
            kind = self._kind(codes[start])
            while first < len(codes) and self._kind(codes[first]) == kind:
                first += 1
            wanted -= 1
        size: i64 = first - start
        if codes[start] >= self.game.first_bid and size > 3:
            size = 3
        return codes[start + dice.below(size)]

    def _kind(self, code: i64) -> i64:
        return -2 if code >= self.game.first_bid else self.game.kind[code]

    def lines(self) -> list[str]:
        """All that may happen now, in the notation."""
        return [self.game.text(code) for code in self.legal()]

    def do(self, line: str) -> None:
        """Carry out a line of the notation."""
        self.apply(self.game.parse(line))

    # ---- as a pickle -------------------------------------------------------------------------------------------------

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """A new game, to which `__setstate__` gives what this one is made of."""
        fields = Fields()
        self.exchange(fields)
        return begun, (self.game,), fields.values

    def __setstate__(self, values: list[object]) -> None:
        fields = Fields(values)
        self.exchange(fields)
        fields.end()
