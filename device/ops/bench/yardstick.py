"""The yardstick: a network as large as YOLOv4-tiny, with weights drawn at random, to measure the eye's speed against.

The layers are those of yolov4-tiny.cfg (Wang, Bochkovskiy and Liao, "Scaled-YOLOv4", 2021) for 416x416 and 80
classes, up to the two heads' outputs: 21 convolutions, batch normalisation folded in as in any network that
is put to use, 6.05 million weights. It detects nothing; how long it takes does not depend on what the weights
are. It is written as ONNX by hand, since every OpenCV reads that, and nothing further has to be installed.
"""

import struct
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

SIDE = 416
"""Width and height of the network's picture, in pixels."""
HEAD = 255
"""What is told of every cell: three boxes of four sides, a score and 80 classes."""

Weights = NDArray[np.float32] | NDArray[np.int64]


class Yardstick:
    """The network, ready to run."""

    def __init__(self) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(yolov4_tiny(), np.uint8))
        self._heads = self._net.getUnconnectedOutLayersNames()

    def run(self, picture: Picture) -> list[tuple[int, ...]]:
        """Run it on a picture of any size, as it would be used; the shapes of what its two heads say."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255, (SIDE, SIDE), swapRB=True)
        self._net.setInput(blob)
        return sorted(tuple(each.shape) for each in self._net.forward(self._heads))


def yolov4_tiny() -> bytes:
    """The network as an ONNX file."""
    graph = _Graph()
    x = graph.convolution("image", 3, 32, stride=2)
    x = graph.convolution(x, 32, 64, stride=2)
    _, x = graph.stage(x, 64)
    _, x = graph.stage(x, 128)
    fine, x = graph.stage(x, 256)
    x = graph.convolution(x, 512, 512)
    neck = graph.convolution(x, 512, 256, side=1)
    coarse_head = graph.convolution(graph.convolution(neck, 256, 512), 512, HEAD, side=1, leaky=False)
    grown = graph.larger(graph.convolution(neck, 256, 128, side=1))
    fine_head = graph.convolution(
        graph.convolution(graph.joined(grown, fine), 384, 256), 256, HEAD, side=1, leaky=False
    )
    return graph.model(((coarse_head, SIDE // 32), (fine_head, SIDE // 16)))


class _Graph:
    """A network being written down as protocol buffers (onnx.proto3, opset 13)."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._weights: list[bytes] = []
        self._chance = np.random.default_rng(1)

    def convolution(
        self, x: str, inputs: int, outputs: int, side: int = 3, stride: int = 1, leaky: bool = True
    ) -> str:
        """A convolution that keeps the size, or divides it by the stride, mostly with a leaky rectifier after it."""
        spread = (2 / (inputs * side * side)) ** 0.5
        weights = self._chance.normal(0.0, spread, (outputs, inputs, side, side)).astype(np.float32)
        x = self._node(
            "Conv",
            (x, self._kept(weights), self._kept(np.zeros(outputs, np.float32))),
            kernel_shape=(side, side),
            strides=(stride, stride),
            pads=(side // 2,) * 4,
        )
        return self._node("LeakyRelu", (x,), alpha=0.1) if leaky else x

    def stage(self, x: str, channels: int) -> tuple[str, str]:
        """A cross-stage partial block: what comes of it before and after it is joined
        to its input and halved in size.
        """
        whole = self.convolution(x, channels, channels)
        bounds = (self._kept(np.array([n], np.int64)) for n in (channels // 2, channels, 1))
        half = self._node("Slice", (whole, *bounds))
        one = self.convolution(half, channels // 2, channels // 2)
        two = self.convolution(one, channels // 2, channels // 2)
        mixed = self.convolution(self.joined(two, one), channels, channels, side=1)
        pooled = self._node("MaxPool", (self.joined(whole, mixed),), kernel_shape=(2, 2), strides=(2, 2))
        return mixed, pooled

    def joined(self, *parts: str) -> str:
        """Channels of several one after the other."""
        return self._node("Concat", parts, axis=1)

    def larger(self, x: str) -> str:
        """Twice the width and height, every cell repeated."""
        scales = self._kept(np.array([1, 1, 2, 2], np.float32))
        return self._node(
            "Resize",
            (x, "", scales),
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        )

    def model(self, heads: Sequence[tuple[str, int]]) -> bytes:
        """The whole file; `heads`: what it says, with the width of each."""
        graph = b"".join(_bytes(1, each) for each in self._nodes) + _bytes(2, b"yardstick")
        graph += b"".join(_bytes(5, each) for each in self._weights)
        graph += _bytes(11, _shape("image", (1, 3, SIDE, SIDE)))
        graph += b"".join(_bytes(12, _shape(name, (1, HEAD, wide, wide))) for name, wide in heads)
        opset = _bytes(1, b"") + _number(2, 13)
        return _number(1, 8) + _bytes(7, graph) + _bytes(8, opset)

    def _node(
        self, kind: str, inputs: Sequence[str], **settings: "int | float | str | tuple[int, ...]"
    ) -> str:
        name = f"n{len(self._nodes)}"
        node = b"".join(_bytes(1, each.encode()) for each in inputs) + _bytes(2, name.encode())
        node += _bytes(3, name.encode()) + _bytes(4, kind.encode())
        self._nodes.append(node + b"".join(_bytes(5, _setting(*each)) for each in settings.items()))
        return name

    def _kept(self, weights: Weights) -> str:
        name = f"w{len(self._weights)}"
        kind = 1 if weights.dtype == np.float32 else 7
        shape = b"".join(_number(1, each) for each in weights.shape)
        self._weights.append(
            shape + _number(2, kind) + _bytes(8, name.encode()) + _bytes(9, weights.tobytes())
        )
        return name


def _setting(name: str, value: "int | float | str | tuple[int, ...]") -> bytes:
    head = _bytes(1, name.encode())
    match value:
        case str():
            return head + _bytes(4, value.encode()) + _number(20, 3)
        case int():
            return head + _number(3, value) + _number(20, 2)
        case float():
            return head + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
        case _:
            return head + b"".join(_number(8, each) for each in value) + _number(20, 7)


def _shape(name: str, sizes: Sequence[int]) -> bytes:
    dimensions = b"".join(_bytes(1, _number(1, size)) for size in sizes)
    tensor = _number(1, 1) + _bytes(2, dimensions)
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    """A whole number, seven bits a byte, the lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
