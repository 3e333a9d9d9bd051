"""The networks of boards, dice and cubes as torch modules: plain layers that run everywhere."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

BOARD_CHANNELS = ("checker", "upper", "die", "cube", "foreign")
PLACES = 16 * 12
"""How many places of a board are weighed beside each other, each 32 x 32 pixels of its rectified picture."""


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


class _Attention(nn.Module):
    """Lets every place be weighed beside all others, then each by itself: n x places x depth to the same."""

    def __init__(self, depth: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.first_norm, self.second_norm = nn.LayerNorm(depth), nn.LayerNorm(depth)
        self.queries_keys_values = nn.Linear(depth, 3 * depth)
        self.gathered = nn.Linear(depth, depth)
        self.widened, self.narrowed = nn.Linear(depth, 2 * depth), nn.Linear(2 * depth, depth)

    def forward(self, x: Tensor) -> Tensor:
        n, places, depth = x.shape
        each = depth // self.heads
        told = self.queries_keys_values(self.first_norm(x)).reshape(n, places, 3, self.heads, each)
        queries, keys, values = told.permute(2, 0, 3, 1, 4).unbind(0)
        shares = torch.softmax((queries * each**-0.5) @ keys.transpose(-1, -2), -1)
        x = x + self.gathered((shares @ values).transpose(1, 2).reshape(n, places, depth))
        return x + self.narrowed(torch.relu(self.widened(self.second_norm(x))))


class BoardNet(nn.Module):
    """A U-net that weighs the parts of a board beside each other at its narrowest: 16 x 12 places.

    It is given the rectified picture, BGR in 0..1 (n x 3 x 384 x 512), and the bare board as far as it is known
    (n x 4 x 192 x 256): BGR in the picture's light and how well each pixel is known, 1 seen itself, 0.5 told by other
    points, 0 unknown; all zeros where nothing is. It tells logits (n x 5 x 96 x 128), in the order of `BOARD_CHANNELS`.
    """

    def __init__(self, width: int = 32, layers: int = 3) -> None:
        super().__init__()
        a, b, c, depth = width, width * 2, width * 3, width * 4
        self.halved = _conv(3, a // 2, 2)
        self.quarter = nn.Sequential(_conv(a // 2 + 3 + 4, a, 2), _conv(a, a))
        self.eighth = nn.Sequential(_conv(a, b, 2), _Residual(b))
        self.sixteenth = nn.Sequential(_conv(b, c, 2), _Residual(c))
        self.narrowest = _conv(c, depth, 2)
        self.places = nn.Parameter(torch.randn(1, PLACES, depth) * 0.02)
        self.attention = nn.Sequential(*[_Attention(depth) for _ in range(layers)])
        self.back = _conv(depth, c, size=1)
        self.joined = nn.Sequential(_Residual(c), _conv(c, b, size=1))
        self.middle = nn.Sequential(_conv(b, b), _conv(b, a, size=1))
        self.last = _conv(a, a)
        self.head = nn.Conv2d(a, len(BOARD_CHANNELS), 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias, -4.0)  # nearly all cells are empty

    def forward(self, picture: Tensor, bare: Tensor) -> Tensor:
        half = torch.cat([self.halved(picture), functional.avg_pool2d(picture, 2), bare], 1)
        quarter = self.quarter(half)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        narrowest = self.narrowest(sixteenth)
        weighed = self.attention(narrowest.flatten(2).transpose(1, 2) + self.places)
        whole = self.back(weighed.transpose(1, 2).reshape(narrowest.shape))
        middle = self.middle(eighth + self.up(self.joined(sixteenth + self.up(whole))))
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


class BoardChances(nn.Module):
    """A board network whose logits are made probabilities."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor, bare: Tensor) -> Tensor:
        return torch.sigmoid(self.net(picture, bare))


class Calibrated(nn.Module):
    """A reader of crops whose logits are scaled and shifted and made probabilities.

    `classes`: how many of its outputs are logits, which exclude each other; what comes after them is none.
    """

    def __init__(self, net: nn.Module, scale: Tensor, shift: Tensor, classes: int) -> None:
        super().__init__()
        self.net, self.classes = net, classes
        self.register_buffer("scale", scale)
        self.register_buffer("shift", shift)

    def forward(self, x: Tensor) -> Tensor:
        out = self.net(x)
        logits = out[:, : self.classes] * self.scale + self.shift
        return torch.cat([torch.softmax(logits, 1), out[:, self.classes :]], 1)
