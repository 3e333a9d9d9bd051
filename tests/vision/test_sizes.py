"""How large checkers are, how high they stand and where the bar is, as rows of them show it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.board import POINTS
from vision.board_model import BoardModel, Lift
from vision.checkers import Top
from vision.sizes import Laid, fitted, gaps_of, learn_sizes, usual_gap

ROWS = {6: 5, 8: 3, 13: 5, 24: 2, 1: 2, 12: 5, 17: 3, 19: 5}
BESIDE = 0.05
"""How far people lay a checker off its place, in its diameters."""


def shown(model: BoardModel, rows: dict[int, int], seed: int = 0) -> list[Top]:
    """The upper faces of rows as the model has them, each laid a little carelessly."""
    rng, tops = np.random.default_rng(seed), list[Top]()
    for site, men in rows.items():
        for k in range(men):
            off = rng.normal(0, BESIDE, 2) * model.checker
            v = (k + 0.5) * model.checker[1] + off[1]
            u, v = model.lift.raised(model.middle(site) + off[0], v if site > 12 else 1 - v)
            tops.append(Top(u, v, 1.0, (0.0,) * 6, site))
    return tops


def laid(tops: Sequence[Top]) -> list[Laid]:
    """The same where it is known how they lie."""
    before = {site: 0 for site in POINTS}
    made = []
    for top in tops:
        made.append(Laid(top, top.site, before[top.site] + 0.5))
        before[top.site] += 1
    return made


@pytest.mark.parametrize("lift", [Lift(0.005, 0.4, 1.3), Lift(0.02, 0.5, 1.4), Lift(0.03, 0.6, 1.2)])
@pytest.mark.parametrize("smaller", [0.75, 1.0])
def test_rows_tell_how_large_and_how_high_checkers_are(model: BoardModel, lift: Lift, smaller: float) -> None:
    """Whatever was supposed: thin checkers and thick ones, some far smaller than their points are wide."""
    true = replace(model, lift=lift, checker=(0.072 * smaller, 0.092 * smaller))
    supposed = replace(model, lift=Lift(0.02, lift.u + 0.05, lift.v - 0.05))
    tops = shown(true, ROWS)
    found = fitted(laid(tops), true.checker[1] * (1 + lift.k), supposed)
    assert found.checker == pytest.approx(true.checker, rel=0.03)
    assert abs(found.lift.k - lift.k) < 0.4 * abs(0.02 - lift.k) + 0.002
    # what matters: how far a checker at either edge is taken to be raised
    for v in (0.05, 0.95):
        assert found.lift.raised(0.5, v)[1] == pytest.approx(lift.raised(0.5, v)[1], abs=0.006)


def test_rows_tell_where_the_bar_is(model: BoardModel) -> None:
    true = replace(model, bar=(0.457, 0.545))
    found = fitted(laid(shown(true, dict.fromkeys(POINTS, 2))), model.checker[1], model)
    assert found.bar == pytest.approx(true.bar, abs=0.003)
    barless = replace(model, bar=None)
    found = fitted(laid(shown(barless, ROWS)), model.checker[1], barless)
    assert found.bar is None and found.lift.k == pytest.approx(model.lift.k, abs=0.004)


def test_a_checker_that_is_none_misleads_nobody(model: BoardModel) -> None:
    tops = shown(model, ROWS)
    astray = [replace(tops[0], v=tops[0].v - 0.6 * model.checker[1]), *tops[1:]]
    plain, misled = (fitted(laid(each), model.checker[1], model) for each in (tops, astray))
    assert misled.lift.k == pytest.approx(plain.lift.k, abs=0.003)
    assert misled.checker == pytest.approx(plain.checker, rel=0.02)


def test_sizes_are_learned_from_the_checkers_of_any_position(model: BoardModel) -> None:
    wrong = replace(model, checker=(0.068, 0.08), lift=Lift(0.02, 0.5, 0.5))
    learned = learn_sizes(shown(model, {3: 4, 9: 2, 20: 3, 14: 1, 22: 2, 7: 1}), wrong)
    assert abs(learned.checker[1] - model.checker[1]) < 0.3 * abs(wrong.checker[1] - model.checker[1])
    assert abs(learned.lift.k - model.lift.k) < abs(wrong.lift.k - model.lift.k)
    assert learn_sizes(shown(model, {3: 3}), wrong) == wrong


def test_what_is_known_beforehand_outweighs_a_few_gaps(model: BoardModel) -> None:
    known = model.checker[1]
    assert usual_gap([], model) == known
    assert usual_gap([1.1 * known] * 2, model) == known
    assert usual_gap([1.1 * known] * 9, model) == pytest.approx(1.1 * known)
    # half a diameter apart one lies on another, two apart one is wanting between
    assert usual_gap([0.5 * known, 2 * known] * 9, model) == known
    assert gaps_of(shown(model, {13: 1})) == []
