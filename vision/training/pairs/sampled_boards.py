"""What the board network learns from: rectified pictures, what is known of the bare boards, what it is to tell."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TypeVar

import torch
from torch import Tensor

from vision.training.pairs.bare_references import (
    UNKNOWN,
    BareReference,
    in_their_light,
    learned,
    mislearned,
    with_gaps,
)
from vision.training.pairs.batch_disguises import as_in_rooms, developed, exposed, recalled, recoloured
from vision.training.pairs.board_targets import targets_of
from vision.training.pairs.flat_checkers import MOST, with_flat_checkers
from vision.training.pairs.laid_pairs import (
    NOWHERE,
    Layout,
    Pairs,
    Things,
    colours,
    decoys_in,
    random_layout,
    things_in,
    warped,
)
from vision.training.pairs.lots import Lots
from vision.training.pairs.pair_rendering import FOREIGN
from vision.training.pairs.second_looks import second_looks
from vision.training.placing import Sort

FLAT = 0.3
"""On what share of the games flat checkers are drawn."""
Whole = TypeVar("Whole", Pairs, Layout, Things)
HAZY, HAZY_ONCE = 0.25, 0.1
"""What share of the pictures is hazy, and of the bare boards."""


@dataclass(frozen=True, slots=True)
class SampledBoards:
    """N boards: `pictures` (n x 3 x 384 x 512) and what is known of the bare boards (n x 4 x 192 x 256), as the network
    is given them; `targets` and `weights` (n x 5 x 96 x 128): what it is to tell and what that weighs.
    """

    pictures: Tensor
    bare: Tensor
    targets: Tensor
    weights: Tensor

    def tensors(self) -> tuple[Tensor, ...]:
        """All four, in their order."""
        return tuple(getattr(self, field.name) for field in fields(self))


def mirrored(boards: SampledBoards) -> SampledBoards:
    """The same boards with left for right."""
    return SampledBoards(*(tensor.flip(-1) for tensor in boards.tensors()))


def sampled(pairs: Pairs, cold: float, lots: Lots, again: float = 0.0) -> SampledBoards:
    """Boards as cameras may show them, each laid, lit and disguised anew.

    Of a share (`cold`) nothing is known; a share of the others (`again`) is looked at for a second time.
    """
    layout = random_layout(pairs, lots)
    pictures = warped(colours(pairs.picture), layout, 1)
    foreign = warped(pairs.foreign[:, None].float() / 255, layout, FOREIGN)[:, 0]
    things, reference = things_in(pairs, layout), with_gaps(learned(pairs, layout, lots), lots)
    games = pairs.of_sort(Sort.GAME)
    pictures, flat = _some_flat(pictures, games, reference, foreign, things, lots)
    reference = mislearned(reference, pictures, things, lots)
    targets, weights = targets_of(things, flat, decoys_in(pairs, layout), foreign)
    pictures, reference = _disguised(pictures, reference, lots)
    unknown = lots.happens(cold, len(pictures), 1, 1)
    reference = replace(reference, known=reference.known.masked_fill(unknown, UNKNOWN))
    bare = in_their_light(reference, pictures).given()
    anew = games & ~unknown.flatten() & lots.happens(again, len(pictures))
    if len(some := anew.nonzero()[:, 0]):
        only = _only(pairs, some), _only(layout, some), _only(things, some)
        bare = bare.index_copy(0, some, second_looks(pictures[some], *only, foreign[some], lots))
    return SampledBoards(pictures, bare, targets, weights)


def _only(whole: Whole, some: Tensor) -> Whole:
    """A value of N boards with some of them alone."""
    return type(whole)(**{field.name: getattr(whole, field.name)[some] for field in fields(whole)})


def _some_flat(
    pictures: Tensor, games: Tensor, reference: BareReference, foreign: Tensor, things: Things, lots: Lots
) -> tuple[Tensor, Tensor]:
    """The pictures, on some of the games flat checkers, and these checkers' middles (n x 6 x 2)."""
    n = len(pictures)
    middles = torch.full((n, MOST, 2), NOWHERE, device=lots.device)
    some = (games & lots.happens(FLAT, n)).nonzero()[:, 0]
    if not len(some):
        return pictures, middles
    drawn, there = with_flat_checkers(
        pictures[some], reference.picture[some], foreign[some], things.pixels[some], lots
    )
    return pictures.index_copy(0, some, drawn), middles.index_copy(0, some, there)


def _disguised(pictures: Tensor, reference: BareReference, lots: Lots) -> tuple[Tensor, BareReference]:
    """Pictures as rooms and cameras make them, in whole grey levels, and the bare boards as they looked before."""
    pictures, bare = recoloured(as_in_rooms(pictures, lots), reference.picture, lots)
    pictures = developed(exposed(pictures, lots, HAZY), lots)
    bare = recalled(exposed(bare, lots, HAZY_ONCE), lots)
    return (pictures * 255).round() / 255, replace(reference, picture=bare)
