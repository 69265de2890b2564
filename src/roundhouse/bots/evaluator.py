"""What a guided search asks: how good positions are, and which of their actions are worth following.

An evaluator is asked about a list of leaves at a time. It answers each of them with a value, a share of the win for
every seat, and with priors, a probability for every action that may be followed there. Our nets are evaluators; a
user's own class is one by way of `OwnEvaluator`.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import State
from roundhouse.engine.value import Valuer, shares_of

LOOK_TEMPERATURE: Final = 0.05      # of the softmax that makes priors of values one step ahead


class Leaf:
    """A position that waits for its value. `state` may be read, copied and changed; `codes` are the actions that get
    priors; `seat` is to act."""

    def __init__(self, state: State, codes: vec[i64], legal_hash: i64, node: i64, path: vec[i64]) -> None:
        self.state: State = state
        self.seat: i64 = state.to_act
        self.codes: vec[i64] = codes
        self.legal_hash: i64 = legal_hash
        self.node: i64 = node
        self.path: vec[i64] = path
        self.value: vec[float] = vec[float]()
        self.priors: vec[float] = vec[float]()
        self.guess: vec[float] = vec[float]()           # what the value function says, if it was asked
        self.shortfalls: vec[float] = vec[float]()      # how much less than the best each action promised; or nothing

    def answer(self, value: Sequence[float], priors: Sequence[float] | None = None) -> None:
        """Say what the position is worth to every seat, seat 0 first: shares of the win, that add up to 1; and how
        likely each of the `codes` is to be best, in any unit. Without priors all are as likely."""
        self.value = normalised(value, self.state.game.seats, "value", "seats")
        count = len(self.codes)
        self.priors = normalised([1.0] * count if priors is None else priors, count, "priors", "codes")


def normalised(numbers: Sequence[float], count: int, what: str, of: str) -> vec[float]:
    """The numbers, made to add up to 1; what can't be shares or chances raises ValueError."""
    if len(numbers) != count:
        raise ValueError(f"{what}: {len(numbers)} numbers for {count} {of}")
    total = 0.0
    for number in numbers:
        if not 0.0 <= number < 1e300:
            raise ValueError(f"{what}: {number} is no share and no chance")
        total += number
    if total <= 0.0:
        raise ValueError(f"{what}: all are 0")
    return vec[float]([float(number) / total for number in numbers])


class Evaluator:
    """Answers leaves. `batch`: so many of them it likes to be asked about at a time."""

    def __init__(self, valuer: Valuer, batch: i64) -> None:
        """The `valuer` of the game says which actions are worth a look."""
        self.valuer: Valuer = valuer
        self.batch: i64 = batch

    def evaluate(self, leaves: list[Leaf]) -> None:
        """Answer all leaves."""
        raise NotImplementedError


class LookEvaluator(Evaluator):
    """The value after the best action one step ahead, and a softmax of such values as priors: no net, the same tree."""

    def evaluate(self, leaves: list[Leaf]) -> None:
        """Answer the leaves with the values one step ahead of each."""
        for leaf in leaves:
            seen = look(self.valuer, leaf)
            top = seen[0]
            total = 0.0
            priors = vec[float](capacity=len(leaf.codes))
            for shortfall in leaf.shortfalls:
                prior = exp(-shortfall / LOOK_TEMPERATURE)
                total += prior
                priors = append(priors, prior)
            for n in range(len(priors)):
                priors[n] /= total
            leaf.priors = priors
            leaf.value = top


class OwnEvaluator(Evaluator):
    """A user's class, in plain Python beside the compiled search."""

    def __init__(self, valuer: Valuer, own: Any) -> None:
        super().__init__(valuer, int(getattr(own, "batch", 1)))
        self.own: Any = own

    def evaluate(self, leaves: list[Leaf]) -> None:
        """Have the evaluator that a user brings answer the leaves. ValueError where it leaves one out."""
        self.own.evaluate(leaves)
        for leaf in leaves:
            if len(leaf.value) == 0:
                raise ValueError(f"evaluate() has not answered all of the {len(leaves)} leaves that it was given")


def single_leaf(state: State, codes: vec[i64] | Sequence[int]) -> Leaf:
    """A position that is in no search's tree, with the actions to give priors to: for callers that are not compiled."""
    return Leaf(state, vec[i64]([i64(codes[n]) for n in range(len(codes))]), 0, 0, vec[i64]())


def look(valuer: Valuer, leaf: Leaf) -> list[vec[float]]:
    """The shares of the win after the best of the leaf's actions, and those now. What each of the others falls short of
    the best is noted at the leaf."""
    seat = leaf.seat
    leaf.guess = valuer.estimate(leaf.state)
    now = shares_of(leaf.guess, leaf.state.game.seats)
    shortfalls = vec[float]([0.0] * len(leaf.codes))
    leaf.shortfalls = shortfalls
    best = now
    top = -1.0
    for n in range(len(leaf.codes)):
        shares = valuer.ahead(leaf.state, leaf.codes[n])
        shortfalls[n] = shares[seat]
        if shares[seat] > top:
            top = shares[seat]
            best = shares
    for n in range(len(leaf.codes)):
        shortfalls[n] = top - shortfalls[n]
    leaf.shortfalls = shortfalls
    return [best, now]
