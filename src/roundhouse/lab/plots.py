"""Pictures of games."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from roundhouse.bots.advice import Moment
from roundhouse.games.title import ChoiceError

# Okabe and Ito's colours, told apart by everyone, each with a line style of its own.
INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
STYLES = ("solid", "dashed", "dashdot", "dotted", (0, (5, 1)), (0, (3, 1, 1, 1)))


def draw_chances(moments: Sequence[Moment], names: Sequence[str], file: Path) -> None:
    """Every seat's chance to win over the steps of a game; SVG, PNG or PDF by the file's ending."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ChoiceError("drawing needs matplotlib: pip install 'roundhouse-games[lab]'") from None
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    axes = figure.subplots()
    steps = [moment.step for moment in moments]
    for seat, name in enumerate(names):
        chances = [100 * moment.after[seat] for moment in moments]
        axes.plot(steps, chances, color=INKS[seat % 6], linestyle=STYLES[seat % 6], linewidth=2, label=name)
    axes.set(xlabel="step", ylabel="chance to win, %", ylim=(0, 100), xlim=(1, max(2, len(moments))))
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", frameon=False)
    try:
        figure.savefig(file, dpi=120)
    except (OSError, ValueError) as error:
        raise ChoiceError(f"{file} can't be drawn: {error}") from error
