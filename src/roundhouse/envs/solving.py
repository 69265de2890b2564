"""Small editions solved exactly: the value of a game for two, and play that can't be exploited.

    tree = Tree(Setup.of("narrow-gauge", 2, "four-hexes.json"))
    solved = tree.solve()
    solved.value                                # to seat 0, if both play as well as can be
    tree.worst_case(solved.policy)              # the same: nobody does better against it
    tree.worst_case(mine)                       # what a policy of your own makes sure of

The whole tree is walked, and a linear program over the sequence form finds the value: Koller, Megiddo and von Stengel,
"Efficient Computation of Equilibria for Extensive Two-Person Games", Games and Economic Behavior 14 (1996).
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

try:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, csr_array, eye_array, hstack
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: SciPy comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.engine.contract import CHANCE
from roundhouse.envs.rewards import returns
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.records.course import Course

Key = tuple[int | None, ...]
"""All that a seat has seen, which is its information set."""
MOST_NODES = 2_000_000


@dataclass
class Plan:
    """The sequences of one seat: what it did, in order, up to some moment. Sequence 0 is to have done nothing yet."""

    sequences: dict[tuple[Key, int], int] = field(default_factory=dict)
    """An information set and what is done there, with the number of the sequence that ends so."""
    parents: dict[Key, int] = field(default_factory=dict)
    """The sequence that leads to each information set."""
    actions: dict[Key, list[int]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sequences) + 1

    def meet(self, key: Key, legal: list[int], parent: int) -> None:
        """An information set, when it is first come to."""
        if key not in self.parents:
            self.parents[key] = parent
            self.actions[key] = legal
            for code in legal:
                self.sequences[key, code] = len(self.sequences) + 1

    def constraints(self) -> csr_array:
        """A row for each information set: what is done there has the weight of what led there; row 0 begins with 1."""
        entries = [(0, 0, 1.0)]
        for row, (key, parent) in enumerate(self.parents.items(), 1):
            entries.append((row, parent, -1.0))
            entries += [(row, self.sequences[key, code], 1.0) for code in self.actions[key]]
        return _sparse(entries, (len(self.parents) + 1, len(self)))


Policy = Mapping[Key, Mapping[int, float]]
"""The chance of each code for what a seat has seen. Where there is none, all are equally likely."""


@dataclass(frozen=True)
class Solution:
    """What a solution says."""

    value: float
    """To seat 0, of a reward that is zero-sum: 1/2 for a win of two, -1/2 for a loss."""
    policy: Policy
    """A policy of seat 0 in an equilibrium."""


class Tree:
    """A game for two players, walked to every end. One that is too large, or for more players, raises UserError."""

    def __init__(self, setup: Setup) -> None:
        if setup.seats != 2:
            raise UserError("only games for two are solved: with more players a game has no single value")
        self.plans = Plan(), Plan()
        self.nodes = self.terminals = 0
        self._payoffs: dict[tuple[int, int], float] = defaultdict(float)
        for chance, sequences, worth in _leaves(Course(setup), self.plans):
            self.nodes += 1
            if worth is not None:
                self.terminals += 1
                self._payoffs[sequences] += chance * worth

    @property
    def information_sets(self) -> int:
        """The number of information sets of both seats."""
        return sum(len(plan.parents) for plan in self.plans)

    def solve(self) -> Solution:
        """The exact value, and how seat 0 makes sure of it."""
        weights, value = _equilibrium(self.plans, self._payoffs)
        return Solution(value, _policy(self.plans[0], weights))

    def worst_case(self, policy: Policy) -> float:
        """What a policy of seat 0 makes sure of: its value against the best answer of seat 1."""
        mine, theirs = self.plans
        weights = _weights(mine, policy)
        worth = [0.0] * len(theirs)
        for (a, b), payoff in self._payoffs.items():
            worth[b] += weights[a] * payoff
        # What lies deeper was met later, so its worth is whole before it is handed up.
        for key, parent in reversed(theirs.parents.items()):
            worth[parent] += min(worth[theirs.sequences[key, code]] for code in theirs.actions[key])
        return worth[0]


def _weights(plan: Plan, policy: Policy) -> list[float]:
    weights = [1.0] * len(plan)
    for key, parent in plan.parents.items():
        chances = policy.get(key, {})
        legal = plan.actions[key]
        for code in legal:
            chance = chances.get(code, 0.0) if chances else 1 / len(legal)
            weights[plan.sequences[key, code]] = weights[parent] * chance
    return weights


def _leaves(root: Course, plans: tuple[Plan, Plan]) -> Iterator[tuple[float, tuple[int, int], float | None]]:
    """Every node: how likely chance makes it, what each seat has done, and at the end what it is worth to seat 0."""
    stack: list[tuple[Course, float, tuple[int, int]]] = [(root, 1.0, (0, 0))]
    for count in range(1, MOST_NODES):
        course, chance, sequences = stack.pop()
        yield chance, sequences, returns(course.state)[0] if course.over else None
        if course.to_act == CHANCE:
            weights = course.state.outcomes()
            total = sum(weight for _, weight in weights)
            stack += [(course.then(code), chance * weight / total, sequences) for code, weight in weights]
        elif not course.over:
            stack += _decided(course, chance, sequences, plans[course.to_act])
        if not stack:
            return
    raise UserError(f"this game has more than {MOST_NODES:,} nodes: it is too large to be solved")


def _decided(
    course: Course, chance: float, sequences: tuple[int, int], plan: Plan
) -> list[tuple[Course, float, tuple[int, int]]]:
    seat, legal = course.to_act, [int(code) for code in course.state.legal()]
    key = tuple(course.seen(seat))
    plan.meet(key, legal, sequences[seat])
    after = []
    for code in legal:
        done = plan.sequences[key, code]
        after.append((course.then(code), chance, (done, sequences[1]) if seat == 0 else (sequences[0], done)))
    return after


def _equilibrium(plans: tuple[Plan, Plan], payoffs: Mapping[tuple[int, int], float]) -> tuple[Any, float]:
    """The best that seat 0 can make sure of, by its weights of sequences: x, with E x = e, and A' x >= F' q."""
    mine, theirs = plans
    gains = _sparse([(b, a, worth) for (a, b), worth in payoffs.items()], (len(theirs), len(mine)))
    own, others = mine.constraints(), theirs.constraints()
    goal = np.zeros(len(mine) + others.shape[0])
    goal[len(mine)] = -1.0
    begins = np.zeros(own.shape[0])
    begins[0] = 1.0
    none = csr_array((own.shape[0], others.shape[0]))
    found = linprog(
        goal, A_ub=hstack([-gains, others.T @ eye_array(others.shape[0])], format="csr"), b_ub=np.zeros(len(theirs)),
        A_eq=hstack([own, none], format="csr"), b_eq=begins,
        bounds=[(0, None)] * len(mine) + [(None, None)] * others.shape[0], method="highs",
    )
    if found.x is None:
        raise RuntimeError(f"the linear program has no solution: {found.message}")
    return found.x, -float(found.fun)


def _policy(plan: Plan, weights: Any) -> dict[Key, dict[int, float]]:
    found = {}
    for key, parent in plan.parents.items():
        reached = float(weights[parent])
        legal = plan.actions[key]
        found[key] = {
            code: float(weights[plan.sequences[key, code]]) / reached if reached > 1e-12 else 1 / len(legal)
            for code in legal
        }
    return found


def _sparse(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> csr_array:
    rows, columns, values = zip(*entries)
    return coo_array((values, (rows, columns)), shape=shape).tocsr()


__all__ = ["Policy", "Solution", "Tree"]
