"""From nothing to weights: `python -m vision.training.make all --data FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.training.scene import Sort

PATTERN = (Sort.GAME, Sort.STREWN, Sort.GAME, Sort.STREWN, Sort.GAME)


def render(folder: Path, shards: int) -> None:
    """Renders the shards that are missing, games and strewn dice by turns."""
    from vision.training.render import Renderer, render_shard

    renderer = Renderer()
    for number in range(shards):
        sort = PATTERN[number % len(PATTERN)]
        if render_shard(renderer, folder, sort, number):
            print(f"shard {number + 1} of {shards}: {sort.value}", flush=True)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=["render"])
    parser.add_argument("--data", type=Path, required=True, help="folder for pictures; not in the repository")
    parser.add_argument("--shards", type=int, default=120, help="shards of 20 pictures")
    given = parser.parse_args()
    if given.stage == "render":
        render(given.data, given.shards)


if __name__ == "__main__":
    main()
