"""Coverage-guided fuzzing of all that reads what others wrote: python tests/soak/fuzz.py [SECONDS] [TARGET ...]

Atheris follows which lines a mutated input reaches. Whatever the bytes, a parser reads them or says in its own words why
not, and the API answers, if only that it does not understand; anything else, an answer that takes longer than a few seconds,
or memory without end, is a finding: it is written to build/fuzz/, and the next run begins with it. A target is a format of
records, another of `parsers.py`, or `api`.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from parsers import Parser, parsers, record_parser, seeds

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "build/fuzz"
SEEDS = ROOT.parent / "shared/records"
"""Real files of other programs, where there are any."""
API = "api"
SLOW = "/api/snap"
"""What is read in a process of its own, which takes seconds to start, and where nothing is seen of which lines are reached."""
INSTRUMENTED = ("engine", "device", "webui", "vision.board_model")
SLOWEST = 10
"""Seconds that one input may take."""
LONGEST = 1 << 16
MEGABYTES = 2048


def api() -> Parser:
    """A table without a camera, and one request an input: who asks, where, with which body. Fails for a status 500."""
    import atheris

    from device.ops.assembly.table_assembly import start_table
    from device.ops.settings_keeper import SettingsKeeper
    from device.store.settings import CameraSettings, Settings, TableSettings, WebSettings
    from webui.app import create_app

    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    nowhere = CameraSettings(source="/dev/video99")
    running = start_table(
        Settings(table=TableSettings(data=folder), camera=nowhere, web=WebSettings(pin="471147")), waits=True
    )
    service = running.service
    service.close_broadcasters()
    keeper = SettingsKeeper(folder / "tableside.toml", lambda: service.settings, lambda: None)
    app = create_app(service, running, setup=running.setup, library=running.library, settings=keeper)
    client = app.test_client()
    _, secret = service.access.new_token("fuzz")
    document = client.get("/api/openapi.json").get_json()
    operations = [
        (path, method, told) for path, methods in document["paths"].items() for method, told in methods.items()
        if method in ("get", "post", "put", "delete", "patch") and "token" not in path and path != SLOW
    ]  # fmt: skip
    schemas = document["components"]["schemas"]

    def one(data: bytes) -> None:
        provider = atheris.FuzzedDataProvider(data)
        path, method, told = operations[provider.ConsumeIntInRange(0, len(operations) - 1)]
        headers = {"X-Tableside": "1"}
        if provider.ConsumeBool():
            headers["Authorization"] = f"Bearer {secret}"
        query, given = {}, path
        for each in told.get("parameters", ()):
            value = _text(provider)
            if each["in"] == "path":
                given = given.replace(f"{{{each['name']}}}", quote(value.replace("/", ""), safe="") or "1")
            elif each["in"] == "query" and provider.ConsumeBool():
                query[each["name"]] = value
        body = told.get("requestBody", {}).get("content", {})
        more: dict[str, Any] = {}
        if "application/json" in body and provider.ConsumeIntInRange(0, 3):
            more["json"] = _value(body["application/json"].get("schema", {}), schemas, provider, 0)
        elif body:
            kind = [*body, "application/json"][provider.ConsumeIntInRange(0, len(body))]
            more.update(content_type=kind, data=provider.ConsumeBytes(provider.remaining_bytes()))
        answer = client.open(given, method=method.upper(), query_string=query, headers=headers, **more)
        answer.close()
        assert answer.status_code != 500, (method, given, query, more)

    return one


def _text(provider: Any) -> str:
    if provider.ConsumeBool():
        return str(provider.ConsumeIntInRange(0, 20))
    found: str = provider.ConsumeUnicodeNoSurrogates(provider.ConsumeIntInRange(0, 24))
    return found


def _value(schema: Mapping[str, Any], schemas: Mapping[str, Any], provider: Any, depth: int) -> Any:
    """A value that a schema describes, now and then another."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if depth > 6 or not provider.ConsumeIntInRange(0, 15):
        return [None, True, -1, 10**30, 1e308, "", "\0", [], {}][provider.ConsumeIntInRange(0, 8)]
    for choices in ("oneOf", "anyOf"):
        if choices in schema:
            chosen = schema[choices][provider.ConsumeIntInRange(0, len(schema[choices]) - 1)]
            return _value(chosen, schemas, provider, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][provider.ConsumeIntInRange(0, len(schema["enum"]) - 1)]
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[provider.ConsumeIntInRange(0, len(kind) - 1)]
    if kind == "object" or "properties" in schema:
        needed = schema.get("required", ())
        return {
            name: _value(its, schemas, provider, depth + 1)
            for name, its in schema.get("properties", {}).items()
            if name in needed or provider.ConsumeBool()
        }
    if kind == "array":
        count = provider.ConsumeIntInRange(0, 5)
        return [_value(schema.get("items", {}), schemas, provider, depth + 1) for _ in range(count)]
    if kind == "integer":
        return provider.ConsumeIntInRange(-2, 30)
    if kind == "number":
        return provider.ConsumeRegularFloat()
    if kind == "boolean":
        return provider.ConsumeBool()
    return _text(provider) if kind == "string" else None


def fuzz(name: str, arguments: list[str]) -> None:
    """Feeds one target until libFuzzer ends; does not return."""
    import atheris

    with atheris.instrument_imports(include=[*INSTRUMENTED]):
        from device.library.records.record_formats import FORMATS

        one = api() if name == API else record_parser(name) if name in FORMATS else parsers()[name]
    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def format_of(data: bytes) -> str:
    """The format that a file looks like; empty: none."""
    from device.library.records.record_format import Contents
    from device.library.records.record_formats import FORMATS

    contents = Contents(data)
    return next((name for name, form in FORMATS.items() if form.looks_like(contents)), "")


def small(name: str, corpus: Path) -> None:
    """Leaves of a corpus what reaches a line that nothing else in it reaches."""
    fresh = corpus.with_name(f"{corpus.name}.small")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    words = [sys.executable, __file__, "--one", name, "-merge=1", str(fresh), str(corpus), "-verbosity=0"]
    merged = subprocess.run(words, check=False, stderr=subprocess.DEVNULL).returncode == 0
    # a merge that could not be done may end as if it had been, and leave nothing
    if merged and any(fresh.iterdir()):
        shutil.rmtree(corpus)
        fresh.rename(corpus)
    else:
        shutil.rmtree(fresh)


def main() -> None:
    """Fuzzes each target in a process of its own; ends with status 1 where anything was found."""
    from device.library.records.record_formats import FORMATS

    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    found = 0
    for name in sys.argv[2:] or [*FORMATS, *parsers(), API]:
        corpus = CORPUS / name
        corpus.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds().get(name, ())):
            (corpus / f"own-{number}").write_bytes(seed)
        for each in SEEDS.rglob("*") if name in FORMATS else ():
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
        print(f"== {name}", flush=True)
        is_found = subprocess.run(command, check=False).returncode != 0
        found += is_found
        if not is_found:
            small(name, corpus)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz(sys.argv[2], sys.argv[3:])
    else:
        main()
