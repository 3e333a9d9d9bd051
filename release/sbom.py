"""Writes what an installation is made of, as CycloneDX 1.5 in JSON, a file a lock: python release/sbom.py FOLDER"""

import json
import sys
import tomllib
from pathlib import Path

from locks import ROOT, Locked, locks, read_lock


def bill(name: str, version: str, packages: tuple[Locked, ...]) -> dict[str, object]:
    """The bill of materials of one installation: the same for the same lock."""
    own = f"pkg:pypi/{name}@{version}"
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
                "bom-ref": f"pkg:pypi/{each.name}@{each.version}",
                "name": each.name,
                "version": each.version,
                "purl": f"pkg:pypi/{each.name}@{each.version}",
                "hashes": [{"alg": "SHA-256", "content": each.digest}],
            }
            for each in packages
        ],
        "dependencies": [
            {"ref": own, "dependsOn": [f"pkg:pypi/{each.name}@{each.version}" for each in packages]}
        ],
    }


def main() -> None:
    """Writes one for every lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for lock in locks():
        system = lock.stem.removeprefix("lock-")
        made = bill(project["name"], project["version"], read_lock(lock))
        text = json.dumps(made, indent=1) + "\n"
        (folder / f"{project['name']}-{project['version']}-{system}.cdx.json").write_text(
            text, encoding="utf-8"
        )


if __name__ == "__main__":
    main()
