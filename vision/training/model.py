"""The three networks as torch modules: plain convolutions that run everywhere."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import torch
from torch import Tensor, nn

BOARD_CHANNELS = ("checker", "upper", "die", "cube", "foreign")


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class _Residual(nn.Module):
    """Two convolutions beside a straight path."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class BoardNet(nn.Module):
    """A small U-net: BGR in 0..1 (n x 3 x h x w, sides divisible by 16) to logits (n x 5 x h/4 x w/4)."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        a, b, c = width, width * 2, width * 3
        self.quarter = nn.Sequential(_conv(3, a // 2, 2), _conv(a // 2, a, 2), _conv(a, a))
        self.eighth = nn.Sequential(_conv(a, b, 2), _Residual(b))
        self.sixteenth = nn.Sequential(_conv(b, c, 2), _Residual(c), _conv(c, b, size=1))
        self.middle = nn.Sequential(_conv(b, b), _conv(b, a, size=1))
        self.last = _conv(a, a)
        self.head = nn.Conv2d(a, len(BOARD_CHANNELS), 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias, -4.0)  # nearly all cells are empty

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        middle = self.middle(eighth + self.up(self.sixteenth(eighth)))
        return self.head(self.last(quarter + self.up(middle)))


class CropNet(nn.Module):
    """A reader of square crops: BGR in 0..1 (n x 3 x side x side, side divisible by 16) to n x (classes + 2).

    Logits of the classes, and how far the middle of the upper face lies right and down of the crop's, in half sides.
    """

    def __init__(self, side: int, classes: int, width: int = 16) -> None:
        super().__init__()
        a, b, c, d = width, width * 2, width * 4, width * 5
        self.body = nn.Sequential(
            _conv(3, a),
            _conv(a, b, 2),
            _conv(b, b),
            _conv(b, c, 2),
            _conv(c, c),
            _conv(c, d, 2),
            _conv(d, d, 2),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(d * (side // 16) ** 2, 64),
            nn.ReLU(),
            nn.Linear(64, classes + 2),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class Calibrated(nn.Module):
    """A network whose logits are scaled and shifted, by output or alike, and made probabilities.

    `classes`: how many of them exclude each other (what comes after them is no logit); 0: each stands for itself.
    """

    def __init__(self, net: nn.Module, scale: Tensor, shift: Tensor, classes: int = 0) -> None:
        super().__init__()
        self.net, self.classes = net, classes
        self.register_buffer("scale", scale)
        self.register_buffer("shift", shift)

    def forward(self, x: Tensor) -> Tensor:
        out = self.net(x)
        if not self.classes:
            return torch.sigmoid(out * self.scale + self.shift)
        logits = out[:, : self.classes] * self.scale + self.shift
        return torch.cat([torch.softmax(logits, 1), out[:, self.classes :]], 1)
