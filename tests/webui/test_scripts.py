"""The pages' scripts are checked against what the API says: TypeScript's checker reads them with the types of its schemas.

`python tests/webui/test_scripts.py` writes the types anew.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from device.shape import referring
from device.status.snapshot.table_snapshot import Snapshot

WEBUI = Path(__file__).parents[2] / "webui"
TYPES = WEBUI / "types" / "notice.d.ts"
HEAD = """// What `GET /api/state` and the event stream send, for the checker of the pages' scripts; made of the schemas by
// `python tests/webui/test_scripts.py`.
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: Mapping[str, Any], deep: str = "") -> str:
    """The TypeScript type of what a schema admits."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join("null" if each is None else _literal(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(each, deep) for each in schema["anyOf"])
    kinds = schema.get("type", [])
    return (
        " | ".join(_one(kind, schema, deep) for kind in ([kinds] if isinstance(kinds, str) else kinds))
        or "unknown"
    )


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _one(kind: str, schema: Mapping[str, Any], deep: str) -> str:
    if kind == "array":
        return f"Array<{type_of(schema.get('items', {}), deep)}>"
    if kind != "object":
        return _PLAIN[kind]
    if "properties" not in schema:
        return f"Record<string, {type_of(schema.get('additionalProperties', {}), deep)}>"
    inner, required = deep + "  ", schema.get("required", ())
    members = [
        f"{inner}{name}{'' if name in required else '?'}: {type_of(each, inner)};\n"
        for name, each in schema["properties"].items()
    ]
    return "{\n" + "".join(members) + deep + "}"


def types() -> str:
    """The file of types as the schemas have it now."""
    named: dict[str, Any] = {}
    referring(Snapshot.SHAPE, named)
    told = [f"export type {name} = {type_of(schema)};\n" for name, schema in sorted(named.items())]
    return HEAD + "\n" + "\n".join(told)


def test_the_types_are_those_of_the_schemas() -> None:
    assert TYPES.read_text(encoding="utf-8") == types(), "run: python tests/webui/test_scripts.py"


def test_the_page_without_a_table_has_all_that_its_scripts_import() -> None:
    static = WEBUI / "static"
    parts = set(re.findall(r'"([\w-]+\.js)"', (static / "worker.js").read_text(encoding="utf-8")))
    needed: set[str] = set()
    left = ["offline.js"]
    while left:
        needed.add(script := left.pop())
        imported = re.findall(r'from "\./([\w-]+\.js)"', (static / script).read_text(encoding="utf-8"))
        left += [name for name in imported if name not in needed]
    assert needed <= parts and {"page.js", "chouette.js"} <= needed


@pytest.mark.skipif(shutil.which("tsc") is None, reason="no TypeScript here: apt install node-typescript")
def test_the_scripts_take_from_a_notice_what_there_is(tmp_path: Path) -> None:
    """All that say `// @ts-check`, and beside them one that is wrong, which alone is found."""
    wrong = tmp_path / "wrong.js"
    wrong.write_text(
        f"""// @ts-check
/** @param {{import("{TYPES.with_suffix("").with_suffix("").as_posix()}").Notice}} snapshot */
export const wrong = (snapshot) => snapshot.trouble;
"""
    )
    config = tmp_path / "jsconfig.json"
    config.write_text(
        json.dumps(
            {
                "extends": str(WEBUI / "jsconfig.json"),
                "include": [str(wrong), str(WEBUI / "static" / "*.js"), str(WEBUI / "types" / "*.d.ts")],
            }
        )
    )
    run = subprocess.run(["tsc", "-p", str(config)], capture_output=True, text=True, check=False)
    (found,) = run.stdout.splitlines()
    assert "wrong.js" in found and "'trouble' does not exist on type 'Notice'" in found


def test_every_script_is_checked() -> None:
    scripts = list((WEBUI / "static").glob("*.js"))
    assert len(scripts) > 100
    unchecked = [
        each.name for each in scripts if not each.read_text(encoding="utf-8").startswith("// @ts-check\n")
    ]
    assert unchecked == []


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
