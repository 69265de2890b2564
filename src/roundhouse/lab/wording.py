"""Figures as people write them."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

from roundhouse.lab.statistics import Estimate

Format = Callable[[float], str]


def plain(value: float) -> str:
    """A number with no more digits than say something."""
    if isnan(value):
        return "–"
    digits = 0 if abs(value) >= 100 or float(value).is_integer() else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}".replace("-", "−")


def percent(value: float) -> str:
    """A share."""
    digits = 0 if abs(value) >= 0.0995 or value == 0 else 1
    return f"{100 * value:.{digits}f} %".replace("-0.0", "0.0").replace("-", "−")


def in_unit(unit: str, money: str) -> Format:
    """How a metric's unit is written; `money` is the game's own."""
    unit = money if unit == "money" else unit
    if unit in ("£", "$"):
        return lambda value: ("−" if value < 0 else "") + unit + plain(abs(value))
    if unit == "%":
        return lambda value: percent(value / 100)
    return plain


def with_unit(unit: str, money: str) -> Format:
    """The same with the word after the number, for sentences."""
    form = in_unit(unit, money)
    word = money if unit == "money" else unit
    return form if word in ("£", "$", "%", "") else lambda value: f"{form(value)} {word}"


def interval(one: Estimate, form: Format) -> str:
    """A figure with its interval: 26 % (19 to 35 %)."""
    return f"{form(one.value)} ({span(one.low, one.high, form)})"


def span(low: float, high: float, form: Format) -> str:
    """From one figure to another, a unit after the number said once."""
    first, last = form(low), form(high)
    _, space, unit = last.partition(" ")
    return f"{first.removesuffix(space + unit) if unit else first} to {last}"


def plural(noun: str) -> str:
    """A noun for many."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun if noun.endswith("ed") else noun + "s"


def listed(words: Sequence[str], most: int = 6) -> str:
    """a, b and c; a long list is cut."""
    if len(words) > most:
        return ", ".join(words[:most]) + f" and {len(words) - most} more"
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def odds(p_value: float) -> str:
    """How often chance alone would do that."""
    if p_value < 0.0005:
        return "less than once in 2,000 studies"
    return f"once in {round(1 / p_value):,} studies"


def how_sure(p_value: float) -> str:
    """How sure a finding is, in a word."""
    return "sure" if p_value < 0.001 else "quite sure" if p_value < 0.01 else "likely"
