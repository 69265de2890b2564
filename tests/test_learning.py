"""The lesson in the terminal: the same data, said and asked line by line."""
from __future__ import annotations

from tests.test_cli import refused, roundhouse


def test_a_lesson_is_taken_in_the_terminal_and_left_where_one_likes() -> None:
    taken = roundhouse("learn", "irish-gauge", stdin="\nbid 99\npass\nbid 7\nquit\n")
    assert taken.returncode == 0
    said = " ".join(taken.stdout.split())
    assert "1. The richest player wins" in said and "'bid 99' can't be tried in this step" in said
    assert "There is better Cara pays £6" in said and "Well done The share is yours for £7" in said
    assert "roundhouse learn irish-gauge first-railway --step 3" in said


def test_a_lesson_is_checked_and_what_is_none_is_told() -> None:
    assert "8 steps, and all that they say is so" in roundhouse("learn", "age-of-rail", "--check").stdout
    assert "there is no lesson 'second'; there is first-railway" in refused("learn", "irish-gauge", "second")
    assert "this lesson has 12 steps" in refused("learn", "irish-gauge", "--step", "13")
