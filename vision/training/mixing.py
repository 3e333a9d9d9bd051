"""Two states of one network mixed number by number, as ONNX files: to learn anew and forget less."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np


def mixed(former: Path, other: Path, share: float, out: Path) -> str:
    """Writes the network whose numbers are `share` (0-1) those of `other` and else those of `former`; its SHA-256.

    Both come from one training, the one taken up from the other, so that what lies between them is a network, too
    (Wortsman et al., Model soups, 2022). Raises ValueError where they are of different shapes.
    """
    import onnx

    whole, second = onnx.load(str(former)), onnx.load(str(other))
    if len(whole.graph.initializer) != len(second.graph.initializer):
        raise ValueError(f"{other} is of another network than {former}: mix two states of one.")
    for constant, beside in zip(whole.graph.initializer, second.graph.initializer, strict=True):
        ours, theirs = (onnx.numpy_helper.to_array(each) for each in (constant, beside))
        if ours.shape != theirs.shape:
            raise ValueError(f"{other} is of another network than {former}: mix two states of one.")
        if ours.dtype.kind == "f":
            between = (1 - share) * ours.astype(np.float64) + share * theirs.astype(np.float64)
            constant.CopyFrom(onnx.numpy_helper.from_array(between.astype(ours.dtype), constant.name))
    waiting = out.with_name(out.name + ".part")
    onnx.save(whole, str(waiting))
    waiting.rename(out)
    return hashlib.sha256(out.read_bytes()).hexdigest()
