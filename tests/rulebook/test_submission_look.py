"""The house's colours and logo: read, refused where they cannot be printed, used on the felt."""

import pytest

from pitboss.paper.layout import layout_of
from pitboss.paper.layout_svg import layout_svg
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import check, default_house, example
from pitboss.rulebook.submission.look import INK, Look, contrast

FELT = 'felt = "#0f5a3c"'


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (FELT, 'felt = "green"', "'green' is not a colour"),
        (FELT, 'felt = "#fff6d0"', "has a contrast of 1.0 to 1"),
        ('logo = "M50 4', 'logo = "<script>', "the logo is not an SVG path"),
    ],
)
def test_what_cannot_be_printed_is_refused(old: str, new: str, complaint: str) -> None:
    checked = check(example().replace(old, new))
    assert checked.submission is None
    assert any(complaint in violation.what for violation in checked.violations)


def test_the_layout_is_drawn_in_the_house_s_colours_with_its_logo() -> None:
    house = check(example().replace(FELT, 'felt = "#123456"')).submission
    assert house is not None
    layout = layout_of(Rules(house.games["double-draw"]), house.operator)
    svg = layout_svg(layout, house.look)
    for part in (*("#123456", house.look.lines, house.look.letters), house.look.logo):
        assert part in svg
    assert house.look.logo not in layout_svg(layout)


def test_paper_is_lettered_in_the_felt_s_colour_unless_it_is_too_light() -> None:
    assert contrast("#000000", "#ffffff") == 210
    assert default_house().look.ink == "#0f5a3c"
    assert Look(felt="#f0e68c").ink == INK
