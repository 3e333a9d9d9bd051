"""The board network in whole numbers of eight bits, for processors that multiply several of those at a time."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.nets import EIGHT_BITS
from vision.training.fit import halve
from vision.training.pairs.board_learning import AGAIN, COLD, picked
from vision.training.pairs.laid_pairs import Pairs
from vision.training.pairs.lots import Lots
from vision.training.pairs.sampled_boards import sampled

BATCHES, BATCH = 9, 8
"""On how many boards it is measured which numbers occur; so many at a time."""
SEED = 11
USUAL = 99.9999
"""Of so many per cent of the numbers that occur in a place the range is; a rare one that is larger is cut off."""
LAYERS = ("Conv", "Relu", "Add", "Concat", "Resize", "AveragePool")
"""What is reckoned in eight bits."""
EXACT = "attention"
"""What is reckoned as before, by a part of its name: there is little to gain."""


def write_in_eight_bits(pairs: Sequence[Pairs], folder: Path) -> str:
    """Writes the `EIGHT_BITS` file of a folder's board.onnx (never half a file) and returns its SHA-256.

    The ranges of numbers are those of boards made of the pairs. The first layer and the last keep their 32 bits: what
    a picture's colours and a map's chances lose there nothing makes good.
    """
    import onnx
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    file = folder / f"{EIGHT_BITS}.onnx"
    with tempfile.TemporaryDirectory() as made:
        plain, whole = Path(made) / "plain.onnx", Path(made) / "whole.onnx"
        quant_pre_process(str(folder / "board.onnx"), str(plain), skip_symbolic_shape=True)
        nodes = onnx.load(str(plain)).graph.node
        convolutions = [node.name for node in nodes if node.op_type == "Conv"]
        exact = [node.name for node in nodes if EXACT in node.name]
        quantize_static(
            str(plain),
            str(whole),
            _Boards(pairs),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(LAYERS),
            nodes_to_exclude=[convolutions[0], convolutions[-1], *exact],
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": USUAL},
        )
        halve(whole)
        data = whole.read_bytes()
    waiting = file.with_name(file.name + ".part")
    waiting.write_bytes(data)
    waiting.rename(file)
    return hashlib.sha256(data).hexdigest()


class _Boards:
    """Boards made of pairs, one by one, as the network is given them."""

    def __init__(self, pairs: Sequence[Pairs]) -> None:
        self._left = self._made(pairs)

    def get_next(self) -> dict[str, Any] | None:
        """The next board; None after the last."""
        return next(self._left, None)

    @staticmethod
    def _made(pairs: Sequence[Pairs]) -> Iterator[dict[str, Any]]:
        lots = Lots(SEED, torch.device("cpu"))
        for _ in range(BATCHES):
            with torch.no_grad():
                boards = sampled(picked(pairs, BATCH, lots), COLD, lots, AGAIN)
            for picture, bare in zip(boards.pictures.numpy(), boards.bare.numpy(), strict=True):
                yield {"picture": np.ascontiguousarray(picture[None]), "bare": bare[None]}
