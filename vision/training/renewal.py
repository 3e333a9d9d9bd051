"""Networks written as ONNX taken up again: to train on where a checkpoint is lost, or mixed with each other."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.model import BoardNet


def renewed(net: nn.Module, file: Path, pictures: Tensor) -> nn.Module:
    """The network with the weights of an ONNX file whose normalisations were folded into its convolutions.

    They are unfolded by what the layers answer to `pictures` (n x 3 x h x w, 0..1), so that training can normalise
    anew and yet begins with the same answers. Outputs that the file does not have begin at nothing.
    Raises ValueError where the file is of another network.
    """
    stored = _layers(file)
    mine = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    norms = _normalised(net)
    if len(stored) != len(mine):
        raise ValueError(
            f"{file} has {len(stored)} layers, the network {len(mine)}: train it from the beginning."
        )
    hooks = []
    with torch.no_grad():
        for layer, (weight, bias) in zip(mine, stored, strict=True):
            if weight.shape[1:] != layer.weight.shape[1:]:
                raise ValueError(f"{file} is of a network of another shape: train it from the beginning.")
            layer.weight[: len(weight)] = weight
            layer.weight[len(weight) :] = 0
            if layer.bias is not None:
                layer.bias.zero_()
                layer.bias[: len(bias)] = bias
            if (norm := norms.get(layer)) is not None:
                hooks.append(norm.register_forward_pre_hook(_unfolding(bias)))
        net.eval()
        net(pictures)
    for hook in hooks:
        hook.remove()
    return net


def renewed_board(file: Path) -> BoardNet:
    """The board network of an ONNX file, whose normalisations were folded into its convolutions.

    They only add what was folded, and do so while it is trained on (`hold_norms`): what former trainings made of them
    no file tells. Raises ValueError where the file is of another network.
    """
    import onnx

    net = BoardNet()
    graph = onnx.load(str(file)).graph
    constants = _constants(graph)
    products = [
        constants[n.input[1]] for n in graph.node if n.op_type == "MatMul" and n.input[1] in constants
    ]
    convolutions = [m for m in net.modules() if isinstance(m, nn.Conv2d)]
    full = [m for m in net.modules() if isinstance(m, nn.Linear)]
    stored, norms = _layers(file), _normalised(net)
    if len(stored) != len(convolutions) or len(products) != len(full):
        raise ValueError(f"{file} is of another network: train it from the beginning.")
    told: dict[Tensor, Tensor] = {}
    for layer, (weight, bias) in zip(convolutions, stored, strict=True):
        told[layer.weight] = weight
        if (norm := norms.get(layer)) is None:
            told[layer.bias] = bias
        else:
            told[norm.bias] = bias
            norm.running_var.fill_(1 - norm.eps)
    told |= {layer.weight: torch.tensor(each).float().T for layer, each in zip(full, products, strict=True)}
    for name, value in net.named_parameters():
        if (own := constants.get(f"net.{name}")) is not None and value not in told:
            told[value] = torch.tensor(own).float()
    with torch.no_grad():
        for value, stands in told.items():
            if value.shape != stands.shape:
                raise ValueError(f"{file} is of a network of another shape: train it from the beginning.")
            value.copy_(stands)
    return net


def hold_norms(net: nn.Module) -> None:
    """Lets normalisations that only add go on doing so while a network is trained."""
    for norm in net.modules():
        if isinstance(norm, nn.BatchNorm2d) and not norm.running_mean.any():
            norm.eval()


def _unfolding(bias: Tensor) -> Any:
    """A hook that sets a normalisation so that it only adds the bias to what comes in."""

    def settle(norm: Any, given: tuple[Tensor]) -> None:
        (x,) = given
        mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3)) + 1e-6
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(mean + bias)

    return settle


def _normalised(net: nn.Module) -> dict[nn.Module, nn.Module]:
    """The normalisation that follows each convolution that has one."""
    pairs = {}
    for module in net.modules():
        if isinstance(module, nn.Sequential):
            layers = list(module)
            for layer, after in pairwise(layers):
                if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
                    pairs[layer] = after
    return pairs


def _layers(file: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of every convolution and full layer of an ONNX file, in the order in which they work."""
    import onnx

    graph = onnx.load(str(file)).graph
    constants = _constants(graph)
    layers = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (torch.tensor(constants[name]).float() for name in node.input[1:3])
            layers.append((weight, bias))
    return layers


def _constants(graph: Any) -> dict[str, Any]:
    """The numbers of a network's file by their names, those that are kept in 16 bits by both."""
    import onnx

    constants = {c.name: onnx.numpy_helper.to_array(c) for c in graph.initializer}
    casts = [node for node in graph.node if node.op_type == "Cast" and node.input[0] in constants]
    return constants | {cast.output[0]: constants[cast.input[0]] for cast in casts}


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
