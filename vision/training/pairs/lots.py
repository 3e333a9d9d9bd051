"""What is drawn by lot for many boards at a time, on the device that makes them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor


class Lots:
    """One course of random numbers, of one seed: tensors on a device, and `numbers` for what is drawn one by one."""

    def __init__(self, seed: int, device: torch.device) -> None:
        self.device = device
        self.numbers = np.random.default_rng(seed)
        self._generator = torch.Generator(device).manual_seed(seed)

    def even(self, *shape: int) -> Tensor:
        """Numbers spread evenly over 0..1."""
        return torch.rand(shape, device=self.device, generator=self._generator)

    def between(self, low: float, high: float, *shape: int) -> Tensor:
        """Numbers spread evenly over a range."""
        return self.even(*shape) * (high - low) + low

    def normal(self, *shape: int) -> Tensor:
        """Normal deviates of mean 0 and deviation 1."""
        return torch.randn(shape, device=self.device, generator=self._generator)

    def below(self, limit: int, *shape: int) -> Tensor:
        """Whole numbers from 0 to below a limit."""
        return torch.randint(0, limit, shape, device=self.device, generator=self._generator)

    def happens(self, often: float, *shape: int) -> Tensor:
        """True with a chance."""
        return self.even(*shape) < often


Change = Callable[[Tensor, Lots], Tensor]
"""Something that befalls pictures (n x c x h x w)."""


def on_some(pictures: Tensor, often: float, lots: Lots, change: Change) -> Tensor:
    """The pictures (n x c x h x w), of which a change has befallen each with a chance."""
    some = lots.happens(often, len(pictures)).nonzero()[:, 0]
    return pictures.index_copy(0, some, change(pictures[some], lots)) if len(some) else pictures
