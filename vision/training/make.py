"""From nothing to weights: `python -m vision.training.make all --data FOLDER`."""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from pathlib import Path

from vision.nets import EIGHT_BITS
from vision.training.placing import Sort

PATTERN = (
    *(Sort.GAME, Sort.GAME, Sort.STREWN, Sort.GAME, Sort.GAME, Sort.GAME),
    *(Sort.GAME, Sort.SQUARES, Sort.GAME, Sort.GAME, Sort.GAME),
)
SLOWLY = 25
"""Every how many shards one is path-traced; the others are lit quickly. Of no common factor with the pattern."""
SHARDS, PAIRS = 160, 686
"""How many shards of pictures, and how many files of pairs, are usual."""
STEPS = {"board": 6700, "die": 8000, "cube": 6000}
"""How many steps a network is usually trained for."""
STAGES = ("render", "pairs", "held-out", "tournaments", *STEPS, "eight-bits", "mix", "evaluate", "all")
RATE = 3e-3
"""The highest rate of a training; half of it where a network is taken up again."""
WEIGHTS = Path(__file__).parent.parent / "weights"


def render(folder: Path, shards: int, first: int = 0, stride: int = 1) -> None:
    """Renders the shards that are missing, games and strewn dice by turns, every `SLOWLY`th path-traced.

    `stride`: only each such shard from the first, so that several may render side by side.
    """
    import cv2

    from vision.training.render import Renderer, render_shard

    renderer = Renderer()
    cv2.setNumThreads(1)
    for number in range(first, shards, stride):
        sort = PATTERN[number % len(PATTERN)]
        if render_shard(renderer, folder, sort, number, number % SLOWLY != SLOWLY - 1):
            print(f"shard {number + 1} of {shards}: {sort.value}", flush=True)


def render_pairs(folder: Path, files: int, first: int = 0, stride: int = 1) -> None:
    """Renders the files of pairs that are missing; `stride`: as for `render`."""
    import cv2

    from vision.training.pairs import pair_rendering
    from vision.training.render import Renderer

    renderer = Renderer()
    cv2.setNumThreads(1)
    for number in range(first, files, stride):
        if pair_rendering.render_pairs(renderer, folder, number):
            print(f"pairs {number + 1} of {files}", flush=True)


def render_held_out(folder: Path, tables: int, first: int = 0) -> None:
    """Renders the tables that the reader is measured with: of six, five backgammon boards and one of squares."""
    from vision.training.render import Renderer
    from vision.training.series import render_series

    renderer = Renderer()
    for number in range(first, tables):
        sort = Sort.SQUARES if number % 6 == 5 else Sort.GAME
        if render_series(renderer, folder, number, sort):
            print(f"table {number + 1} of {tables}: {sort.value}", flush=True)


def render_tournaments(folder: Path, tables: int, first: int = 0) -> None:
    """Renders the tournament tables, of a kind that nothing is learned from."""
    from vision.training.render import Renderer
    from vision.training.series import render_tournament

    renderer = Renderer()
    for number in range(first, tables):
        if render_tournament(renderer, folder, number):
            print(f"tournament table {number + 1} of {tables}", flush=True)


def data_hash(folder: Path) -> str:
    """One hash over the truth of all finished shards."""
    total = hashlib.sha256()
    for file in sorted(folder.glob("*-[0-9]*/truth.json")):
        total.update(file.parent.name.encode() + file.read_bytes())
    return total.hexdigest()


def fit_board(folder: Path, steps: int, resume: bool, out: Path, seed: int, minutes: float) -> None:
    """Trains the board network on the finished pairs, or goes on with it (`resume`), and writes its weights."""
    import torch

    from vision.training import fit as fitting
    from vision.training.model import BoardNet
    from vision.training.pairs import board_learning as learning
    from vision.training.pairs.pair_rendering import pairs_hash
    from vision.training.renewal import renewed_board

    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    net, rate = BoardNet(), RATE
    if resume:
        checkpoint = out / "board.pt"
        if checkpoint.exists():
            net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True))
        else:
            net = renewed_board(WEIGHTS / "board.onnx")
        rate /= 6
    store = learning.PairStore(folder, learning.any_device())
    print(f"board: {len(store.learned_from)} pairs to train on, {len(store.held_out)} held out", flush=True)
    course = fitting.Course(steps, learning.BATCH, rate, seed, minutes=minutes)
    learned = learning.learn_boards(net, store, course, out / "board.pt")
    digest = fitting.export_board(learned.net, out)
    facts = {
        "data": pairs_hash(store.files),
        "pairs": len(store.learned_from),
        "held_out_pairs": len(store.held_out),
        "steps": learned.steps,
        "batch": course.batch,
        "seed": seed,
    }
    if learned.losses is not None:
        facts |= {
            "held_out_loss_cold": round(learned.losses.cold, 4),
            "held_out_loss_taught": round(learned.losses.taught, 4),
        }
    fitting.note(out, "board", digest, facts)
    print(f"board: {facts}", flush=True)


def write_board_in_eight_bits(folder: Path, out: Path) -> None:
    """Writes the board network of a folder of weights in eight bits, too, measured on the finished pairs."""
    from vision.training import fit as fitting
    from vision.training.eight_bits import BATCH, BATCHES, write_in_eight_bits
    from vision.training.pairs.board_learning import PairStore, any_device

    store = PairStore(folder, any_device())
    digest = write_in_eight_bits(store.learned_from, out)
    fitting.note(out, EIGHT_BITS, digest, {"boards": BATCHES * BATCH, "of": "board.onnx"})


def fit_crops(
    folder: Path,
    kind: str,
    steps: int,
    resume: bool,
    out: Path,
    seed: int,
    minutes: float,
    shared: Path | None = None,
) -> None:
    """Trains the reader of dice or of cubes on the finished shards, calibrates it on the held-out ones and writes its
    weights.
    """
    import cv2
    import torch

    from vision.training import fit as fitting
    from vision.training.dataset import load_examples
    from vision.training.real_dice import load_real_dice
    from vision.training.renewal import renewed

    # Its threads would not live on in the process that makes the samples, which would wait for them.
    cv2.setNumThreads(1)
    hashed = data_hash(folder)
    examples, held_out = load_examples(folder, False), load_examples(folder, True)
    print(f"{kind}: {len(examples)} pictures to train on, {len(held_out)} held out", flush=True)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / f"{kind}.pt"
    cubes = kind == "cube"
    start = None
    if resume:
        start = (
            torch.load(checkpoint, weights_only=False)
            if checkpoint.exists()
            else renewed(fitting.fresh(kind), WEIGHTS / f"{kind}.onnx", fitting.some_crops(kind, examples))
        )
    course = fitting.Course(steps, 128, RATE if start is None else RATE / 2, seed, minutes=minutes)
    real = load_real_dice(shared / "dice", False) if shared else []
    trained = fitting.train_crops(examples, cubes, course, start, real)
    net = trained.net
    torch.save(net, checkpoint)
    logits, labels = fitting.crop_logits(net, held_out, cubes, False)
    # never surer than learned: boards that people own have more printed on them than rendered ones
    warmth = max(1.0, fitting.temperature(logits, labels))
    hard, hard_labels = fitting.crop_logits(net, held_out, cubes, True)
    digest = fitting.export(net, torch.tensor(1 / warmth), torch.tensor(0.0), kind, out)
    facts = {
        "data": hashed,
        "pictures": len(examples),
        "steps": trained.steps,
        "seed": seed,
        "held_out_crops": len(labels),
        "right_plain": round(float((logits.argmax(1) == labels).float().mean()), 4),
        "right_disguised": round(float((hard.argmax(1) == hard_labels).float().mean()), 4),
    }
    fitting.note(out, kind, digest, facts)
    print(f"{kind}: {facts}", flush=True)


def mix(kind: str, other: Path, share: float, out: Path) -> None:
    """Writes the network of a kind that lies between the one that Tableside comes with and another state of it."""
    from vision.training import fit as fitting
    from vision.training.renewal import mixed

    out.mkdir(parents=True, exist_ok=True)
    digest = mixed(WEIGHTS / f"{kind}.onnx", other, share, out / f"{kind}.onnx")
    made = json.loads((WEIGHTS / "weights.json").read_text("utf-8"))["made"][kind]
    fitting.note(
        out,
        kind,
        digest,
        made | {"mixed": f"{share:g} of each number is that of another state of the network"},
    )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("--data", type=Path, required=True, help="folder for pictures; not in the repository")
    parser.add_argument(
        "--shards",
        type=int,
        default=0,
        help="up to which shard of 20 pictures, file of 10 pairs or table of 14 is rendered; 0: the usual number",
    )
    parser.add_argument("--first", type=int, default=0, help="the first shard, file or table to render")
    parser.add_argument("--stride", type=int, default=1, help="render each such shard or file from the first")
    parser.add_argument("--steps", type=int, default=0, help="training steps; 0: the usual number")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="end a network's training after so long"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on from the checkpoint in the --out folder or, without one, from the weights that Tableside has",
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    parser.add_argument(
        "--shared",
        type=Path,
        help="labelled pictures: boards/ and photos/ to evaluate on, dice/ of which three quarters are learned from",
    )
    parser.add_argument("--kind", choices=list(STEPS), default="board", help="which network is mixed")
    parser.add_argument("--other", type=Path, help="the ONNX file of the state that is mixed in")
    parser.add_argument("--share", type=float, default=0.5, help="how much of it, 0 to 1")
    given = parser.parse_args()
    many = given.shards or (PAIRS if given.stage == "pairs" else SHARDS)
    if given.first >= many:
        parser.error(
            f"There is nothing to render from {given.first} on: --shards says up to which, here {many}."
        )
    if given.stage == "mix":
        if given.other is None:
            parser.error("Say with --other which ONNX file is mixed in.")
        mix(given.kind, given.other, given.share, given.out)
    if given.stage in ("render", "all"):
        render(given.data, given.shards or SHARDS, given.first, given.stride)
    if given.stage in ("pairs", "all"):
        render_pairs(given.data, given.shards or PAIRS, given.first, given.stride)
    if given.stage == "held-out":
        render_held_out(given.data, given.shards or SHARDS, given.first)
    if given.stage == "tournaments":
        render_tournaments(given.data, given.shards or SHARDS, given.first)
    if given.stage in ("board", "all"):
        fit_board(
            given.data, given.steps or STEPS["board"], given.resume, given.out, given.seed, given.minutes
        )
    if given.stage in ("eight-bits", "board", "all"):
        write_board_in_eight_bits(given.data, given.out)
    for kind in ("die", "cube"):
        if given.stage in (kind, "all"):
            steps = given.steps or STEPS[kind]
            fit_crops(
                given.data, kind, steps, given.resume, given.out, given.seed, given.minutes, given.shared
            )
    if given.stage in ("evaluate", "all") and given.shared:
        from vision.nets import Nets
        from vision.training.evaluate import report

        print(report(Nets.load(given.out), given.shared))


if __name__ == "__main__":
    main()
