"""The builder of SVG and HTML: text is escaped, markup is not."""
from __future__ import annotations

from jinja2 import Environment

from roundhouse.games.markup import Markup, asked, heading, markup, tag


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "a < b & c") == "<p>a &lt; b &amp; c</p>"
    assert tag("p", tag("b", "x"), " ", ["<", tag("i", 1)], None) == "<p><b>x</b> &lt;<i>1</i></p>"
    assert Markup("<a>") + "<b>" == "<a>&lt;b&gt;"
    assert isinstance(tag("p") + tag("p"), Markup)


def test_attributes_are_spelt_escaped_and_left_out() -> None:
    drawn = tag("text", "x", class_="big", text_anchor="middle", title='"a" & <b>', x=1.25, y=2.0, href=None)
    assert drawn == (
        '<text class="big" text-anchor="middle" title="&quot;a&quot; &amp; &lt;b&gt;" x="1.2" y="2">x</text>'
    )


def test_an_empty_shape_is_written_short_and_an_empty_box_is_not() -> None:
    assert tag("use", href="#a") == '<use href="#a"/>'
    assert tag("span") == "<span></span>"


def test_templates_take_it_as_it_is() -> None:
    page = Environment(autoescape=True).from_string("{{ drawn }}{{ said }}")
    assert page.render(drawn=tag("b", "<"), said="<") == "<b>&lt;</b>&lt;"


def test_a_heading_has_a_question_mark_that_opens_its_rule() -> None:
    question = asked("irish-gauge", "IG-DIV-2")
    assert 'href="/rules/irish-gauge#IG-DIV-2"' in question
    assert heading("irish-gauge", "IG-DIV-2", "A & B") == markup(Markup("<h2>A &amp; B "), question, Markup("</h2>"))
