"""Sentences as spans: what they are made of, and how they are rendered."""
from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.games import words as module
from roundhouse.games.words import amount, company, html, joined, place, plain, rule, seat, styled, words
from roundhouse.spoken import rich

NAMES = ["Ann", "<b>Ben</b> [bold]"]
SALE = words(
    "{who} buys {line} in {where} for {price}, see {rule}.",
    who=seat(1), line=company("MGW", "yellow"), where=place("Sligo", "D4"), price=amount(7, "£"), rule=rule("IG-AUC-5"),
)


def test_a_sentence_is_read_with_the_names_of_those_who_sit_there() -> None:
    assert plain(SALE, NAMES) == "<b>Ben</b> [bold] buys MGW in Sligo for £7, see IG-AUC-5."
    assert plain(SALE) == "seat 1 buys MGW in Sligo for £7, see IG-AUC-5."


def test_html_marks_every_kind_and_escapes_names() -> None:
    assert html(SALE, NAMES) == (
        '<span class="seat" data-seat="1">&lt;b&gt;Ben&lt;/b&gt; [bold]</span> buys <b class="company" '
        'data-colour="yellow">MGW</b> in <span class="place" data-spot="D4">Sligo</span> for <b class="amount">£7</b>, '
        'see <span class="rule" data-rule="IG-AUC-5">IG-AUC-5</span>.'
    )


def test_rich_reads_nothing_as_markup() -> None:
    said = rich(SALE, NAMES)
    assert said.plain == plain(SALE, NAMES)
    assert {str(span.style) for span in said.spans} >= {"bold", "bold #ffe14d", "dim"}


def test_styles_are_for_terminals_and_only_bold_and_dim_show_elsewhere() -> None:
    board = (styled("H", "bold on #3c5a34"), styled("10", "dim"), styled("^", "#a9b59f"))
    assert html(board) == '<b>H</b><span class="dim">10</span>^'
    assert [str(span.style) for span in rich(board).spans] == ["bold on #3c5a34", "dim", "#a9b59f"]


@pytest.mark.parametrize(
    ("number", "unit", "signed", "said"),
    [
        (7, "£", False, "£7"), (7, "£", True, "+£7"), (-7, "$", False, "−$7"), (1, "points", False, "1 point"),
        (1.5, "points", False, "1.50 points"), (2.0, "£", False, "£2"), (0, "cards", False, "0 cards"),
    ],
)
def test_an_amount_has_its_sign_before_it_or_its_word_after_it(
    number: float, unit: str, signed: bool, said: str
) -> None:
    assert plain((amount(number, unit, signed),)) == said


def test_items_are_joined_as_people_speak() -> None:
    assert plain(joined(["a"], last=" and ")) == "a"
    assert plain(joined([place("a"), (seat(0), *words(" here")), "c"], last=" and "), NAMES) == "a, Ann here and c"


PRINTED = st.text(st.characters(exclude_categories=["C"]), max_size=30)   # terminals drop control characters


@given(PRINTED, st.lists(PRINTED, max_size=3))
def test_whatever_is_said_stays_text(text: str, names: list[str]) -> None:
    sentence = words("{what} {who}", what=text, who=seat(0))
    assert rich(sentence, names).plain == plain(sentence, names)
    assert "<" not in html(words("{what}", what=text))


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(module).failed == 0
