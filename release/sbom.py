"""Writes what an installation is made of, as CycloneDX 1.5 in JSON, a file a lock: python release/sbom.py FOLDER"""

import json
import sys
import tomllib
from pathlib import Path

from locks import ROOT, Locked, locks, read_lock, vendored


def bill(
    name: str, version: str, packages: tuple[Locked, ...], scripts: tuple[Locked, ...]
) -> dict[str, object]:
    """The bill of materials of one installation, Python packages and scripts that pages carry: the same for the same
    lock.
    """
    own = f"pkg:pypi/{name}@{version}"
    parts = [(f"pkg:pypi/{each.name}@{each.version}", each) for each in packages]
    parts += [(f"pkg:npm/{each.name}@{each.version}", each) for each in scripts]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": name,
                "version": version,
                "purl": own,
            }
        },
        "components": [
            {
                "type": "library",
                "bom-ref": purl,
                "name": each.name,
                "version": each.version,
                "purl": purl,
                "hashes": [{"alg": "SHA-256", "content": each.digest}],
            }
            for purl, each in parts
        ],
        "dependencies": [{"ref": own, "dependsOn": [purl for purl, _ in parts]}],
    }


def main() -> None:
    """Writes one for every lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for lock in locks():
        system = lock.stem.removeprefix("lock-")
        made = bill(project["name"], project["version"], read_lock(lock), vendored())
        text = json.dumps(made, indent=1) + "\n"
        (folder / f"{project['name']}-{project['version']}-{system}.cdx.json").write_text(
            text, encoding="utf-8"
        )


if __name__ == "__main__":
    main()
