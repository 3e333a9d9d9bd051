"""What a release is made of: locks with hashes, no hole that is known, a bill of materials."""

import importlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
SYSTEMS = ("bookworm-aarch64", "bookworm-x86_64", "trixie-aarch64", "trixie-x86_64")


@pytest.fixture(autouse=True)
def release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "release"))
    for name in ("locks", "audit", "sbom", "lock", "prove_arm64"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_every_lock_holds_all_that_is_needed_with_its_hash() -> None:
    locks = importlib.import_module("locks")
    assert [path.stem for path in locks.locks()] == [f"lock-{system}" for system in SYSTEMS]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*map(Requirement, importlib.import_module("lock").wanted())]
    assert {each.name for each in asked} >= {Requirement(each).name for each in project["dependencies"]}
    for path in locks.locks():
        assert "://" not in path.read_text(encoding="utf-8"), "a lock says what, and not from where"
        held = {each.name: each.version for each in locks.read_lock(path)}
        assert len(held) == len(locks.read_lock(path))
        for each in asked:
            assert each.specifier.contains(held[canonicalize_name(each.name)]), (path.name, str(each))
        for line in (
            (ROOT / f"device/ops/install/constraints-{path.stem.split('-')[1]}.txt").read_text().splitlines()
        ):
            if not line.startswith("#"):
                assert Requirement(line).specifier.contains(held[Requirement(line).name]), (path.name, line)


def test_the_extras_of_the_study_are_locked_apart_where_they_are_built() -> None:
    locks, asked = importlib.import_module("locks"), importlib.import_module("lock").extras()
    assert [path.stem for path in locks.extra_locks()] == [f"extra-{system}" for system in SYSTEMS]
    for path in locks.extra_locks():
        held = {each.name: each.version for each in locks.read_lock(path)}
        names = [Requirement(each).name for each in asked]
        assert set(held) == set(names if path.stem.endswith("x86_64") else ["ogxm"]), path.name
        assert all(
            Requirement(each).specifier.contains(held[name])
            for name, each in zip(names, asked, strict=True)
            if name in held
        )


def test_no_hole_is_known_and_one_would_be_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    audit = importlib.import_module("audit")
    asked = audit.asked
    monkeypatch.setattr(audit, "asked", lambda lock: audit.UNREACHED)
    assert audit.main() == 0 and "judged by the list of 20" in capsys.readouterr().out
    known = json.loads(audit.LIST.read_text(encoding="utf-8"))["advisories"]
    assert [*audit.holes([("waitress", "3.0.0"), ("waitress", "3.0.1")], known)] == [
        "waitress 3.0.0 has CVE-2024-49768: 3.0.1 mends it",
        "waitress 3.0.0 has CVE-2024-49769: 3.0.1 mends it",
    ]
    hole = {"package": "npm:mqtt", "id": "CVE-1", "from": "0", "fixed": "99"}
    (tmp_path / "list.json").write_text(json.dumps({"taken": "2026-01-01", "advisories": [hole]}))
    with monkeypatch.context() as other:
        other.setattr(audit, "LIST", tmp_path / "list.json")
        assert audit.main() == 1 and "vendored: npm:mqtt" in capsys.readouterr().out
    passed_over = "waitress Dependency not found on PyPI and could not be audited: waitress (3.0.2)"
    done = subprocess.CompletedProcess([], 0, passed_over, "")
    monkeypatch.setattr(audit.shutil, "which", lambda *_, **__: "pip-audit")
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: done)
    assert asked(Path("lock.txt")) == audit.UNREACHED, "what was passed over was not looked at"
    monkeypatch.setattr(audit, "lowest", lambda: iter([("flask", "3.1.0")]))
    assert audit.main() == 1


def test_the_bill_of_materials_tells_every_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sbom, locks = importlib.import_module("sbom"), importlib.import_module("locks")
    monkeypatch.setattr(sys, "argv", ["sbom.py", str(tmp_path)])
    sbom.main()
    made = sorted(tmp_path.glob("tableside-*.cdx.json"))
    assert len(made) == len(SYSTEMS)
    told = json.loads(made[0].read_text(encoding="utf-8"))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.5")
    *packages, script = (each["purl"] for each in told["components"])
    assert packages == [f"pkg:pypi/{each.name}@{each.version}" for each in locks.read_lock(locks.locks()[0])]
    (carried,) = locks.vendored()
    assert script == f"pkg:npm/mqtt@{carried.version}"
    assert f'"{carried.version}"' in (locks.VENDORED / "mqtt.mjs").read_text(encoding="utf-8"), "as it says"
    references = {each["bom-ref"] for each in told["components"]}
    assert set(told["dependencies"][0]["dependsOn"]) == references
    assert all(len(each["hashes"][0]["content"]) == 64 for each in told["components"])


def keyed(folder: Path, name: str) -> Path:
    """A key of ssh's that nobody else has."""
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", name]
    subprocess.run(words, cwd=folder, check=True)
    return folder / name


def test_what_is_signed_is_what_is_checked_and_nothing_else_passes(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "tableside-1.tar.gz").write_bytes(b"sources")
    key, other = keyed(tmp_path, "maintainer"), keyed(tmp_path, "somebody")

    def sign(with_key: Path | str) -> None:
        """What `make dist` and `make deb` end with: nobody is there to answer a question."""
        words = ["sh", str(ROOT / "release/sums.sh"), str(dist), str(with_key)]
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, timeout=60)

    (command,) = (
        line.strip() for line in (ROOT / "SECURITY.md").read_text().splitlines() if "-Y verify" in line
    )

    def passes() -> bool:
        """What SECURITY.md has people type."""
        return (
            subprocess.run(["sh", "-c", command], cwd=dist, capture_output=True, check=False).returncode == 0
        )

    sign(key)
    assert not (dist / "allowed_signers").exists()
    public = key.with_suffix(".pub").read_text()
    (dist / "allowed_signers").write_text(f"tableside {public}")
    assert passes()
    # `make deb` adds a package, and signs anew
    (dist / "tableside_1.deb").write_bytes(b"package")
    assert passes(), "what is not listed is none of the release"
    (dist / "allowed_signers").unlink()
    sign(key)
    (dist / "allowed_signers").write_text(f"tableside {public}")
    assert passes() and "tableside_1.deb" in (dist / "SHA256SUMS").read_text()
    (dist / "tableside_1.deb").write_bytes(b"Package")
    assert not passes(), "a file was tampered with"
    sums = subprocess.run(
        ["sha256sum", "tableside_1.deb"], cwd=dist, capture_output=True, text=True, check=True
    )
    (dist / "SHA256SUMS").write_text(sums.stdout)
    assert not passes(), "the sums were, too"
    (dist / "allowed_signers").unlink()
    sign(other)
    (dist / "allowed_signers").write_text(f"tableside {public}")
    assert not passes(), "somebody else has signed"
    sign("")
    assert not (dist / "SHA256SUMS.sig").exists(), "no old signature is left beside new sums"


def test_readings_that_differ_between_processors_are_told_and_by_how_much() -> None:
    prove = importlib.import_module("prove_arm64")
    here = {
        "image": "a.jpg",
        "points": {"1": {"light": 2, "dark": 0, "p": 0.9}},
        "dice": [{"value": 3, "p": 0.8}],
        "ms": 9.5,
    }
    there = {**here, "ms": 900.25, "points": {"1": {"light": 2, "dark": 0, "p": 0.875}}}
    assert prove.same_reading(there, here) == pytest.approx(0.025)
    with pytest.raises(prove.NotProved, match=r"a\.jpg is read otherwise"):
        prove.same_reading({**there, "dice": [{"value": 4, "p": 0.8}]}, here)
    with pytest.raises(prove.NotProved):
        prove.same_reading({**there, "dice": []}, here)
