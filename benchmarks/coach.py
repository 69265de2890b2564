"""What the coach says, checked: every claim it makes on fresh positions is found again by playing it out.

    python benchmarks/coach.py irish-gauge --positions 300 --seed 9000
    python benchmarks/coach.py irish-gauge --sample 40 --seed 12000 --out sample.txt

Games are played anew from the seed by strong and weak bots, positions drawn from them, and the coach asked as a person
at the table would ask it. Counted are the claims made and told, those that are false, and whatever contradicts another
number on the screen. A sample is written as words, for somebody to judge.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from roundhouse.bots import bot
from roundhouse.bots.coach import AS_GOOD, CLEAR, Advice, advise, asked, claims_of, explained, verdict_of
from roundhouse.bots.match import play
from roundhouse.bots.weighing import ENOUGH
from roundhouse.games import Setup, titles
from roundhouse.games import title as find_title
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from roundhouse.records import replay
from roundhouse.records.course import Course

NAMES = ["Ann", "Ben", "Cara", "Dan", "Eve", "Fay"]
BOTS = ["search-150@net", "search-40@net", "level-2", "search-80@net"]
A_GAME = 6  # positions taken of one game


def positions(name: str, seed: int) -> Iterator[tuple[str, Course]]:
    """Positions with something to choose, of games with every number of players and on every map with a net."""
    rng, number = random.Random(seed), 0
    setups = [
        Setup.of(name, seats, edition)
        for edition in find_title(name).editions
        for seats in range(find_title(name).players[0], min(5, find_title(name).players[1] + 1))
    ]
    while True:
        setup = setups[number % len(setups)]
        who = [BOTS[(number + seat) % len(BOTS)] for seat in range(setup.seats)]
        try:
            record = play(setup, who, [bot(one) for one in who], seed + number)
        except Exception as error:  # no net on this map
            who = ["search-60"] * setup.seats
            record = play(setup, who, [bot(one) for one in who], seed + number)
            del error
        number += 1
        course = replay(record)
        able = [n for n, step in enumerate(course.steps) if step.by >= 0 and len(course.at(n).legal()) > 2]
        for at in sorted(rng.sample(able, min(A_GAME, len(able)))):
            yield f"game {seed + number - 1} step {at} ({setup.edition}, {setup.seats} players)", course.back_to(at)


def contradictions(advice: Advice) -> list[str]:
    """What on the screen says the contrary of another number there."""
    found, moves = [], advice.moves
    mine = [one.chances[advice.seat] for one in moves]
    if mine != sorted(mine, reverse=True):
        found.append("moves are not in the order of their chances")
    if moves and advice.chances != moves[0].chances:
        found.append("the chance now is not that after the best move")
    if advice.verdict != CLEAR and advice.verdict not in ("forced", verdict_of(mine)):
        found.append("the verdict is not that of the chances")
    if advice.verdict == CLEAR and len(mine) > 1 and mine[0] - mine[1] < AS_GOOD:
        found.append("a move is said to be better that is as good")
    margins = [one.margin for one in moves if one.margin is not None]
    if margins != sorted(margins, reverse=True):
        found.append("margins are in another order than chances")
    if any(margin * (chance - 0.5) < 0 and abs(chance - 0.5) > 0.1 for margin, chance in zip(margins, mine)):
        found.append("who is expected to be ahead is expected to lose")
    if any(one.visits < ENOUGH for one in moves if one.shown):
        found.append("a number rests on too little")
    return found


def checked(name: str, count: int, seed: int) -> int:
    totals: Counter[str] = Counter()
    if not find_title(name).room.has_own("claims"):
        sys.exit(f"the claims of {name} are of no use: {find_title(name).room.faults.get('claims', 'it has none')}")
    kinds: Counter[str] = Counter()
    false: Counter[str] = Counter()
    longest = 0.0
    for where, course in positions(name, seed):
        if totals["positions"] >= count:
            break
        totals["positions"] += 1
        begun = time.process_time()
        moves = asked(course)
        advice = explained(moves, len(course.state.legal()) == 1)
        longest, totals["ms"] = (
            max(longest, time.process_time() - begun),
            totals["ms"] + int(1000 * (time.process_time() - begun)),
        )
        totals[advice.verdict] += 1
        told = {one.why for one in advice.moves} | {one.more for one in advice.moves}
        for one in moves:
            for claim in claims_of(one.line):
                said = claim.words in told
                kinds[claim.kind] += said
                totals["made"] += 1
                totals["told"] += said
                if not claim.check():
                    totals["false"] += 1
                    totals["told and false"] += said
                    false[claim.kind] += 1
                    print(
                        f"FALSE{' AND TOLD' if said else ''} {where}: {one.line.text}: {claim.kind}: "
                        f"{plain(claim.words, NAMES)}"
                    )
        if advice.verdict == CLEAR:
            totals["with a reason"] += bool(advice.sentence)
        for what in contradictions(advice):
            totals["contradictions"] += 1
            print(f"CONTRADICTION {where}: {what}")
    print(
        f"{name}: {dict(totals)}; {totals['ms'] / max(1, totals['positions']):.0f} ms a position, "
        f"longest {1000 * longest:.0f} ms"
    )
    print(f"told: {dict(kinds.most_common())}; false: {dict(false)}")
    return 1 if totals["told and false"] * 100 > totals["told"] or totals["contradictions"] else 0


def sampled(name: str, count: int, seed: int, every: bool) -> str:
    """Clear positions in words, with what the coach says."""
    said, number = [], 0
    room = find_title(name).room
    for where, course in positions(name, seed):
        if number >= count:
            break
        advice = advise(course, course.to_act)
        if advice.verdict != CLEAR and not every:
            continue
        number += 1
        seat, names = course.to_act, NAMES[: course.setup.seats]
        known = sight(course.state, seat)
        lines = [
            f"=== {number}. {where}; {names[seat]} is asked to {plain(room.texts.prompt(known), names)}",
            plain(room.texts.board(known), names),
        ]
        for one in advice.moves:
            went = "; ".join([one.line, *one.follows])
            lines.append(f"  {one.chances[seat]:5.0%}  {went}")
            labelled = (("why", one.why), ("more", one.more), ("answer", one.answered))
            lines += [f"          {label}: {plain(words, names)}" for label, words in labelled if words]
        lines.append(f"  THE COACH: {plain(advice.sentence, names) or '(says nothing)'}")
        said.append("\n".join(lines))
    return "\n\n".join(said) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=sorted(titles()))
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--sample", type=int, default=0, help="write so many positions for somebody to judge")
    parser.add_argument("--every", action="store_true", help="positions too in which no move is clearly better")
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.sample:
        text = sampled(given.title, given.sample, given.seed, given.every)
        given.out.write_text(text, encoding="utf-8") if given.out else print(text)
        return 0
    return checked(given.title, given.positions, given.seed)


if __name__ == "__main__":
    sys.exit(main())
