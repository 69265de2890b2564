"""Makes the sounds of the table: a bell, a ticket punch, a coin, a page. All of it is ours: sums of sines and noise.

    python scripts/sounds.py            # writes them into the package
"""
from __future__ import annotations

import random
import wave
from array import array
from collections.abc import Callable, Iterable
from math import exp, pi, sin
from pathlib import Path

RATE = 16_000
FOLDER = Path(__file__).parents[1] / "src/roundhouse/web/pages/static/sounds"
Wave = Callable[[float], float]


def struck(pitch: float, partials: Iterable[tuple[float, float, float]]) -> Wave:
    """Metal that is struck: for each partial its pitch over the lowest, how loud it is, how fast it fades."""
    parts = list(partials)
    return lambda t: sum(loud * exp(-fade * t) * sin(2 * pi * pitch * over * t) for over, loud, fade in parts)


def rustle(seed: int, smooth: float, rise: float, fade: float) -> Wave:
    """Noise, the duller the smoother, that swells and fades."""
    dice, kept = random.Random(seed), [0.0]

    def at(t: float) -> float:
        kept[0] = smooth * kept[0] + (1 - smooth) * dice.uniform(-1, 1)
        return kept[0] * (1 - exp(-rise * t)) * exp(-fade * t) * 4

    return at


def bell(t: float) -> float:
    return struck(880, [(1, 0.5, 5), (2.76, 0.3, 8), (5.4, 0.15, 14), (0.5, 0.2, 4)])(t)


def coin(t: float) -> float:
    first = struck(2350, [(1, 0.4, 22), (1.51, 0.3, 30), (2.3, 0.15, 45)])
    second = struck(3100, [(1, 0.35, 18), (1.47, 0.2, 28)])
    return first(t) + (second(t - 0.07) if t > 0.07 else 0.0)


def sounds() -> dict[str, tuple[Wave, float]]:
    """By name, the wave and how many seconds it lasts."""
    punch, page = rustle(3, 0.35, 3000, 90), rustle(5, 0.72, 40, 16)
    thump = struck(170, [(1, 0.5, 60)])
    return {
        "bell": (bell, 0.9), "coin": (coin, 0.3), "click": (lambda t: punch(t) * 0.5 + thump(t), 0.09),
        "page": (page, 0.32),
    }


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, (at, seconds) in sounds().items():
        heard = [at(n / RATE) for n in range(round(RATE * seconds))]
        loudest = max(map(abs, heard))
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
            file.writeframes(array("h", [round(24_000 * one / loudest) for one in heard]).tobytes())


if __name__ == "__main__":
    write(FOLDER)
