"""The metrics that every study has."""
from __future__ import annotations

from roundhouse.bots.values import valuer
from roundhouse.engine.contract import Game
from roundhouse.games import title
from roundhouse.lab.metrics.metric import Metric, WatchedStep

NEAR = 0.02       # choices whose chance to win is at most so much below the best are real ones
EVERY = 7         # one decision in so many is looked at closely: it costs as much as a bot's move


class Decisions(Metric):
    """Counts the steps at which there is something to decide."""

    name, title, unit = "decisions", "Decisions", "decisions"
    words = "Steps at which a player could choose between two actions or more; forced steps and chance are left out."

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.count = 0

    def watch(self, step: WatchedStep) -> None:
        """Count a step with two legal actions or more."""
        self.count += step.chosen and len(step.legal) > 1

    def value(self) -> float:
        """How many there were."""
        return self.count


class Turns(Metric):
    """Counts the turns of all players."""

    name, title, unit = "turns", "Turns", "turns"
    words = "Turns begun by all players together; bids in an auction are part of the turn in which it is called."

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.count = 0

    def watch(self, step: WatchedStep) -> None:
        """Count a step that begins a turn."""
        self.count += step.begins_turn

    def value(self) -> float:
        """How many there were."""
        return self.count


class TopScore(Metric):
    """The highest score."""

    name, title, unit = "top_score", "Winning score", "money"
    words = "The highest final score at the table."

    def value(self) -> float:
        """The highest of the final scores."""
        return max(self.result.scores)


class Margin(Metric):
    """By how much the game was won."""

    name, title, unit = "margin", "Winning margin", "money"
    words = "The highest final score less the second highest."

    def value(self) -> float:
        """The highest final score less the second."""
        first, second = sorted(self.result.scores, reverse=True)[:2]
        return first - second


class Spread(Metric):
    """How far apart the players ended."""

    name, title, unit = "spread", "From first to last", "money"
    words = "The highest final score less the lowest."

    def value(self) -> float:
        """The highest final score less the lowest."""
        return max(self.result.scores) - min(self.result.scores)


class LeadChanges(Metric):
    """Counts how often the lead passes on."""

    name, title, unit = "lead_changes", "Lead changes", "times"
    words = (
        "How often the lead passes from one seat to another. The leader is whoever would score most, alone, if the "
        "game ended after a step."
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.leader: int | None = None
        self.count = 0

    def watch(self, step: WatchedStep) -> None:
        """Note who leads; a tie leaves the lead where it was."""
        best = max(step.scores)
        if step.scores.count(best) > 1:
            return
        leader = step.scores.index(best)
        self.count += self.leader not in (None, leader)
        self.leader = leader

    def value(self) -> float:
        """How often it has passed on."""
        return self.count


class ChancePath(Metric):
    """Keeps the chances after every decision, for metrics about how a game is won. Not a metric by itself."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.path: list[list[float]] = []

    def watch(self, step: WatchedStep) -> None:
        """Add everybody's chances at a step that somebody chose."""
        if step.chosen:
            self.path.append(step.chances)

    def winner(self) -> int | None:
        """The winner, where there is only one."""
        return self.result.winners[0] if len(self.result.winners) == 1 and len(self.path) > 1 else None


class Decided(ChancePath):
    """Tells when the winner took the lead in chances for good."""

    name, title, unit = "decided", "When it was decided", "%"
    words = (
        "After what part of the game, in actions, the winner's chance to win was above every other's for good. Chances "
        "are those of the bots' value function, which sees all cards. Shared wins are left out."
    )

    def value(self) -> float | None:
        """The part of the game in percent; None for a shared win."""
        winner = self.winner()
        if winner is None:
            return None
        behind = [n for n, chances in enumerate(self.path) if chances[winner] < max(chances)]
        return 100 * (behind[-1] + 1 if behind else 0) / len(self.path)


class Drama(ChancePath):
    """Tells how far the winner lay behind on the way."""

    name, title, unit = "drama", "Drama", "points"
    words = (
        "How far the later winner's chance to win lay behind the leader's, in percentage points, on average over all "
        "actions. 0: whoever won led from the first action on. Shared wins are left out."
    )

    def value(self) -> float | None:
        """The mean distance in percentage points; None for a shared win."""
        winner = self.winner()
        if winner is None:
            return None
        return 100 * sum(max(chances) - chances[winner] for chances in self.path) / len(self.path)


class Swing(ChancePath):
    """Tells how much one action changed."""

    name, title, unit = "swing", "Largest swing", "points"
    words = "The largest change of any seat's chance to win from one action to the next, in percentage points."

    def value(self) -> float | None:
        """The largest change in percentage points; None for a game of fewer than two actions."""
        changes = [abs(b - a) for old, new in zip(self.path, self.path[1:]) for a, b in zip(old, new)]
        return 100 * max(changes) if changes else None


class LedAtHalf(ChancePath):
    """Tells whether the leader at half-time wins."""

    name, title, unit = "led_at_half", "Leader at half-time wins", "%"
    words = "100 if the seat with the best chance to win after half of all actions has won, else 0; a mean is a share."
    yes_or_no = True

    def value(self) -> float | None:
        """100 or 0; None for a shared win."""
        winner = self.winner()
        if winner is None:
            return None
        chances = self.path[len(self.path) // 2]
        return 100.0 * (chances[winner] == max(chances))


class Options(Metric):
    """Tells from how many actions there is to choose."""

    name, title, unit = "options", "Legal actions", "actions"
    words = "How many actions are legal at a decision, on average over the game. Every amount of a bid counts as one."

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.counts: list[int] = []

    def watch(self, step: WatchedStep) -> None:
        """Note how many actions are legal at a decision."""
        if step.chosen and len(step.legal) > 1:
            self.counts.append(len(step.legal))

    def value(self) -> float | None:
        """Their mean; None for a game without a decision."""
        return sum(self.counts) / len(self.counts) if self.counts else None


class RealChoices(Metric):
    """Tells how many actions are worth considering."""

    name, title, unit = "real_choices", "Real choices", "actions"
    words = (
        f"How many actions are worth considering: those whose chance to win, one step on, is at most "
        f"{100 * NEAR:.0f} percentage points below the best, by the bots' value function. One decision in {EVERY} is "
        "looked at; of bids that differ in nothing, some are left out."
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.decisions = 0
        self.counts: list[int] = []

    def watch(self, step: WatchedStep) -> None:
        """Note how many are near the best, at one decision in `EVERY`."""
        if not step.chosen or len(step.legal) < 2:
            return
        self.decisions += 1
        if self.decisions % EVERY == 0:
            self.counts.append(self._near_the_best(step))

    def _near_the_best(self, step: WatchedStep) -> int:
        values = valuer(self.game.name)
        chances = []
        for code in values.candidates(step.before):
            after = step.before.copy()
            after.apply(code)
            chances.append(values.shares(after)[step.by])
        return sum(chance >= max(chances) - NEAR for chance in chances)

    def value(self) -> float | None:
        """Their mean; None where no decision was looked at."""
        return sum(self.counts) / len(self.counts) if self.counts else None


class Forced(Metric):
    """Tells how often there was nothing to decide."""

    name, title, unit = "forced", "Forced steps", "%"
    words = "The share of players' steps at which only one action was legal."

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.steps = self.forced = 0

    def watch(self, step: WatchedStep) -> None:
        """Count a step, and whether one action alone was legal."""
        self.steps += step.chosen
        self.forced += step.chosen and len(step.legal) == 1

    def value(self) -> float | None:
        """Their share in percent; None where nobody acted."""
        return 100 * self.forced / self.steps if self.steps else None


class Lull(Metric):
    """Tells for how long nothing happened."""

    name, title, unit = "lull", "Longest lull", "turns"
    words = (
        "The most turns in a row in which nothing was taken, built, sold or paid, by anybody. A game stalls when that "
        "lasts for two rounds of the table or more."
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.now = self.longest = 0

    def watch(self, step: WatchedStep) -> None:
        """Count turns since something was last taken, built, sold or paid."""
        if step.entries:
            self.now = 0
        elif step.begins_turn:
            self.now += 1
            self.longest = max(self.longest, self.now - 1)

    def value(self) -> float | None:
        """The most turns in a row; None for a game that keeps no books of its own."""
        return self.longest if title(self.game.name).room.has_own("books") else None


BUILT_IN: tuple[type[Metric], ...] = (
    Turns, Decisions, TopScore, Margin, Spread, LeadChanges, Decided, Drama, Swing, LedAtHalf, Options, RealChoices,
    Forced, Lull,
)
