"""Why a move is good, in a sentence: what its facts pay at once, and what the valuer expects of it in the end."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from roundhouse.bots.values import valuer
from roundhouse.engine.contract import OVER, State
from roundhouse.games import title
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, amount, joined, seat, words

LEAST = 0.5
"""What the valuer expects is a guess, and less than this of it means nothing."""
RIVALS = 2
"""So many rivals are told of: those whom it changes most."""


def reasons(sight: Sight[State], code: int, you: int | None = None) -> Words:
    """What a move does for the seat to act and for its rivals, as far as the sight goes; `you` are called so."""
    if sight.state.sealed():
        return ()       # it is told with what others have chosen unseen, of which the sight only has a guess
    after = sight.state.copy()
    paid: Counter[int] = Counter()
    for fact in after.tell(code):
        for who, sum_ in fact.money:
            paid[who] += sum_
    me, unit = int(sight.state.to_act), str(title(sight.state.game.name).room.books.UNIT)
    now = shared({who: sum_ for who, sum_ in paid.items() if sum_}, me, unit, you)
    later = shared(expected(sight.state, after), me, unit, you)
    told = words("{now} at once", now=now) if now else (), words("in the end about {it}", it=later) if later else ()
    return joined([part for part in told if part], "; ")


def expected(before: State, after: State) -> dict[int, int]:
    """By how much each seat's expected final score changes, as far as that is more than a guess."""
    if after.to_act == OVER:
        gains = [new - old for new, old in zip(after.scores(), _estimate(before))]
    else:
        gains = [new - old for new, old in zip(_estimate(after), _estimate(before))]
    return {who: round(gain) for who, gain in enumerate(gains) if abs(gain) >= LEAST and round(gain)}


def _estimate(state: State) -> list[float]:
    return list(valuer(state.game.name).estimate(state))[: state.game.seats]


def shared(gains: Mapping[int, int], me: int, unit: str, you: int | None) -> Words:
    """"+£6 to you, +£4 to Ben": the part of who acts first, then those rivals whom it changes most."""
    rivals = sorted((who for who in gains if who != me), key=lambda who: -abs(gains[who]))[:RIVALS]
    return joined([
        words("{sum} to {who}", sum=amount(gains[who], unit, signed=True), who="you" if who == you else seat(who))
        for who in (me, *rivals) if who in gains
    ])
