"""What the rows of the starting position tell of checkers and bar."""

from dataclasses import replace

import pytest

from vision.bare.start_reading import start_counts
from vision.bare.start_rows import sized_by_rows
from vision.board_model import BoardModel, Lift
from vision.detections import Detections, Spot

SITES = start_counts(True)


def rows(model: BoardModel, fewer: dict[int, int] | None = None) -> Detections:
    """The start as it is seen with checkers as the model has them; on some points `fewer`."""
    spots = []
    for site, men in SITES.items():
        for k in range(abs(men) - (fewer or {}).get(site, 0)):
            v = (k + 0.5) * model.checker[1]
            spots.append(Spot(*model.lift.raised(model.middle(site), v if site > 12 else 1 - v), 1.0))
    return Detections(tuple(spots))


@pytest.mark.parametrize("smaller", [0.7, 0.85, 1.0, 1.15])
def test_checkers_are_as_large_as_they_lie_apart(model: BoardModel, smaller: float) -> None:
    """Rows of five, three and two tell it, though checkers may be far smaller than their points are wide."""
    across, along = model.checker
    true = replace(model, checker=(across * smaller, along * smaller))
    sized = sized_by_rows(rows(true), SITES, model, model)
    assert sized.checker[1] == pytest.approx(true.checker[1], rel=0.02)


def test_what_was_supposed_of_checkers_gives_way_to_whole_rows(model: BoardModel) -> None:
    """Rows tell it from what is usual, however the picture was fitted; a few do not."""
    supposed = replace(model, checker=(0.055, 0.07), lift=Lift(0.03, 0.5, 0.5))
    sized = sized_by_rows(rows(model), SITES, model, supposed)
    assert sized.checker == pytest.approx(model.checker, rel=0.02)
    few = dict.fromkeys(SITES, 1)
    assert sized_by_rows(rows(model, few), SITES, model, supposed).checker[1] < 0.08


def test_rows_that_meet_in_a_column_are_parted_where_they_should_be(model: BoardModel) -> None:
    """Five of either side fill a column from edge to edge where checkers are large."""
    large = replace(model, checker=(0.075, 0.1))
    assert sized_by_rows(rows(large), SITES, model, model).checker[1] == pytest.approx(0.1, rel=0.02)
    # where one is wanting, the gap tells
    wanting = sized_by_rows(rows(large, {13: 1, 12: 1}), SITES, model, model)
    assert wanting.checker[1] == pytest.approx(0.1, rel=0.03)


def test_nothing_seen_tells_nothing(model: BoardModel) -> None:
    assert sized_by_rows(Detections(()), SITES, model, model) is model
