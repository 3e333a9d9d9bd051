"""Coverage-guided fuzzing of the record parsers: python tests/soak/fuzz_records.py [SECONDS] [FORMAT ...]

Atheris follows which lines a mutated file reaches. Whatever the bytes, a parser reads them or says in its own words why
not; anything else, an answer that takes longer than a few seconds, or memory without end, is a finding: it is written to
build/fuzz/, and the next run begins with it.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "build/fuzz"
SEEDS = ROOT.parent / "shared/records"
"""Real files of other programs, where there are any."""
SLOWEST = 10
"""Seconds that one file may take."""
LONGEST = 1 << 16
MEGABYTES = 2048


def fuzz(name: str, arguments: list[str]) -> None:
    """Feeds one format until libFuzzer ends; does not return."""
    import atheris

    with atheris.instrument_imports(include=["engine.records", "device.library.records"]):
        from device.library.records.record_formats import FORMATS
    from device.errors import RecordError
    from device.library.records.record_format import Contents
    from engine.errors import EngineError

    form = FORMATS[name]

    def one(data: bytes) -> None:
        # A file that nests too deep is told as such by whoever calls the parser.
        with suppress(EngineError, RecordError, RecursionError):
            for part in form.parts(Contents(data)):
                form.read(Contents(part))

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def format_of(data: bytes) -> str:
    """The format that a file looks like; empty: none."""
    from device.library.records.record_format import Contents
    from device.library.records.record_formats import FORMATS

    contents = Contents(data)
    return next((name for name, form in FORMATS.items() if form.looks_like(contents)), "")


def main() -> None:
    """Fuzzes each format in a process of its own; ends with status 1 where anything was found."""
    from device.library.records.record_formats import FORMATS

    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    found = 0
    for name in sys.argv[2:] or FORMATS:
        corpus = CORPUS / name
        corpus.mkdir(parents=True, exist_ok=True)
        for each in SEEDS.rglob("*"):
            if each.is_file() and each.stat().st_size <= LONGEST and name == format_of(each.read_bytes()):
                (corpus / f"seed-{each.name}").write_bytes(each.read_bytes())
        command = [sys.executable, __file__, "--one", name, str(corpus), f"-max_total_time={seconds}"]
        command += [
            f"-timeout={SLOWEST}",
            f"-rss_limit_mb={MEGABYTES}",
            f"-max_len={LONGEST}",
            "-print_final_stats=1",
        ]
        command += [f"-artifact_prefix={CORPUS}/{name}-", "-verbosity=0"]
        found += subprocess.run(command, check=False).returncode != 0
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz(sys.argv[2], sys.argv[3:])
    else:
        main()
