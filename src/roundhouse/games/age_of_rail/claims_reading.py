"""What claims of Age of Rail read off a position: what shares are paid, and who holds them."""

from __future__ import annotations

from roundhouse.games.age_of_rail.position import Position


def held(s: Position, seat: int, railroad: int) -> int:
    """How many shares of a railroad a seat holds."""
    return int(s.shares[railroad * s.seats + seat])


def holders_of(s: Position, railroad: int, me: int) -> tuple[int, tuple[int, int]]:
    """How many shares a seat holds, and the most that any other holds with who that is."""
    most, who = max((held(s, n, railroad), -n) for n in range(s.seats) if n != me)
    return held(s, me, railroad), (most, -who)


def share_now(s: Position, railroad: int) -> int:
    """What a share is paid at a dividend now."""
    return int(s.dividend(railroad))


def share_of_final(s: Position, railroad: int) -> int:
    """What a share would be paid if the Final Payoff came now."""
    return int(s.final_payoff(railroad))


def payments_left(s: Position) -> int:
    """Dividends still to come before the Final Payoff."""
    return int(s.board.dividends_before_final - s.dividends_paid)


def to_end(s: Position, railroad: int) -> int:
    """What a share is still paid in all, if nothing grows any more."""
    return share_now(s, railroad) * payments_left(s) + share_of_final(s, railroad)


def pay_of(s: Position) -> list[int]:
    """What a dividend now would pay each seat; the Final Payoff, if that is next."""
    final = payments_left(s) == 0
    each = [
        int(share_of_final(s, r) if final else share_now(s, r)) if s.sold[r] else 0
        for r in range(len(s.board.railroad_ids))
    ]
    return [sum(held(s, n, r) * pays for r, pays in enumerate(each)) for n in range(s.seats)]
